#pragma once

#include <utility>

#include "pintle/storage/etcd/etcd_rpc.pb.h"
#include "pintle/storage/etcd/key_layout.h"
#include "pintle/storage/store.h"

// Messages of etcd that several parts of the engine make or read.
namespace pintle::storage::etcd {

// Takes the bytes out of `record`.
inline KeyValue FromRpc(rpc::KeyValue& record, const KeyLayout& layout) {
  return {.key = layout.FromEtcd(std::move(*record.mutable_key())),
          .value = Bytes(std::move(*record.mutable_value())),
          .mod_revision = record.mod_revision(),
          .create_revision = record.create_revision()};
}

// A quorum read of nothing, which costs the least: its answer has the current revision.
inline rpc::RangeRequest NothingRequest(const KeyLayout& layout) {
  rpc::RangeRequest request;
  request.set_key(layout.Everything().begin);
  request.set_count_only(true);
  return request;
}

}  // namespace pintle::storage::etcd
