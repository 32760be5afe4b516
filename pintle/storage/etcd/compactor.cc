#include "pintle/storage/etcd/compactor.h"

#include <string>
#include <utility>

#include "pintle/base/log.h"
#include "pintle/storage/etcd/invoke.h"
#include "pintle/storage/etcd/rpc_errors.h"

namespace pintle::storage::etcd {
namespace {

constexpr char kCompactionKey[] = "compact_rev_key";
constexpr std::chrono::seconds kCallTimeout{10};

// What a server remembers from one round to the next.
struct Memory {
  int64_t version = 0;    // of the key
  Revision revision = 0;  // at the round before; 0 before the first
};

rpc::TxnRequest RoundRequest(const Memory& memory) {
  rpc::TxnRequest request;
  rpc::Compare& compare = *request.add_compare();
  compare.set_target(rpc::Compare::VERSION);
  compare.set_key(kCompactionKey);
  compare.set_version(memory.version);
  rpc::PutRequest& put = *request.add_success()->mutable_request_put();
  put.set_key(kCompactionKey);
  put.set_value(std::to_string(memory.revision));
  request.add_failure()->mutable_request_range()->set_key(kCompactionKey);
  return request;
}

// One round; `memory` stays as it is if etcd does not answer.
Task<RpcStatus> RunRound(std::shared_ptr<Follower> follower, Memory& memory) {
  rpc::TxnRequest request = RoundRequest(memory);
  const CallOptions options{.timeout = kCallTimeout};
  auto round =
      co_await Invoke<rpc::TxnResponse>(follower->connection(), kTxnMethod, request, options);
  if (!round) co_return std::move(round).error();
  const Revision compact_to = memory.revision;
  memory.revision = round->header().revision();
  if (!round->succeeded()) {
    const auto& kvs = round->responses(0).response_range().kvs();
    memory.version = kvs.empty() ? 0 : kvs[0].version();
    co_return RpcStatus();
  }
  ++memory.version;
  if (compact_to == 0) co_return RpcStatus();
  rpc::CompactionRequest compaction;
  compaction.set_revision(compact_to);
  auto compacted = co_await Invoke<rpc::CompactionResponse>(follower->connection(), kCompactMethod,
                                                            compaction, options);
  if (!compacted && !IsCompacted(compacted.error())) co_return std::move(compacted).error();
  follower->Forget(compact_to);
  co_return RpcStatus();
}

Task<void> RunRounds(std::shared_ptr<Follower> follower, std::chrono::milliseconds interval) {
  Memory memory;
  while (co_await Sleep(follower->connection(), interval)) {
    RpcStatus status = co_await RunRound(follower, memory);
    if (!status.ok() && status.code != RpcStatus::kCancelled) {
      LogWarning("compaction of etcd failed", {{"reason", status.message}});
    }
  }
}

}  // namespace

void StartCompaction(std::shared_ptr<Follower> follower, std::chrono::milliseconds interval) {
  pintle::Start(RunRounds(std::move(follower), interval), [] {});
}

}  // namespace pintle::storage::etcd
