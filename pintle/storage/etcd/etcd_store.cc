#include "pintle/storage/etcd/etcd_store.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <optional>
#include <utility>
#include <vector>

#include "pintle/base/log.h"
#include "pintle/storage/etcd/compactor.h"
#include "pintle/storage/etcd/follower.h"
#include "pintle/storage/etcd/invoke.h"
#include "pintle/storage/etcd/key_layout.h"
#include "pintle/storage/etcd/lease_pool.h"
#include "pintle/storage/etcd/rpc_errors.h"
#include "pintle/storage/etcd/rpc_messages.h"
#include "pintle/storage/etcd/version.h"
#include "pintle/storage/limits.h"
#include "pintle/storage/store_errors.h"

namespace pintle::storage::etcd {
namespace {

using std::chrono::seconds;

constexpr CallOptions kRead{.timeout = seconds(10), .repeatable = true};
constexpr CallOptions kWrite{.timeout = seconds(10)};
constexpr CallOptions kHealth{.timeout = seconds(2), .repeatable = true};
constexpr seconds kVersionTimeout{5};
// A write is answered when the watches have its event, or after this long without the watch stream.
constexpr seconds kSeenTimeout{5};
// A range is read in pages of about this size, so that a large one does not become one message.
constexpr int64_t kFirstPageRecords = 500;
constexpr int64_t kMaxPageRecords = 10'000;
constexpr size_t kPageBytes = size_t{8} * 1024 * 1024;
// Compaction can overtake a read in pages; then it begins again.
constexpr int kRangeAttempts = 3;

// What operations share; those under way keep it when the store is closed.
struct Core {
  std::shared_ptr<Connection> connection;
  KeyLayout layout;
  std::shared_ptr<Follower> follower;
  std::shared_ptr<LeasePool> leases;
  // Calls under way. More than the limit would only wait for etcd.
  std::atomic<int> calls = 0;
};
using CorePointer = std::shared_ptr<Core>;

// Back-pressure: the server limits its requests far below this.
constexpr int kMaxCalls = 20'000;

class CallCount {
 public:
  explicit CallCount(Core& core) : core_(core), admitted_(core.calls++ < kMaxCalls) {}
  ~CallCount() { --core_.calls; }
  CallCount(const CallCount&) = delete;
  CallCount& operator=(const CallCount&) = delete;
  bool admitted() const { return admitted_; }

 private:
  Core& core_;
  const bool admitted_;
};

template <typename Response, typename Request>
Task<RpcResult<Response>> Send(CorePointer core, const char* method, Request request,
                               CallOptions options) {
  CallCount count(*core);
  if (!count.admitted()) {
    co_return std::unexpected(RpcStatus{RpcStatus::kUnavailable, "too many calls under way"});
  }
  auto response = co_await Invoke<Response>(core->connection, method, std::move(request), options);
  if constexpr (requires { response->header(); }) {
    if (response) core->follower->Mention(response->header().revision());
  }
  co_return response;
}

Task<Result<Revision>> CurrentRevision(CorePointer core, CallOptions options) {
  rpc::RangeRequest request = NothingRequest(core->layout);
  auto response =
      co_await Send<rpc::RangeResponse>(core, kRangeMethod, std::move(request), options);
  if (!response) co_return std::unexpected(ErrorOf(response.error()));
  co_return response->header().revision();
}

// The failure of a call that named a revision.
Task<Error> ErrorAt(CorePointer core, RpcStatus status, Revision revision) {
  if (!IsFutureRevision(status)) co_return ErrorOf(status);
  Result<Revision> current = co_await CurrentRevision(core, kRead);
  if (!current) co_return std::move(current).error();
  co_return RevisionTooLarge(revision, *current);
}

Task<Result<GetResult>> Get(CorePointer core, std::string key) {
  PINTLE_CO_TRY(std::string etcd_key, core->layout.ToEtcd(key));
  rpc::RangeRequest request;
  request.set_key(std::move(etcd_key));
  auto response = co_await Send<rpc::RangeResponse>(core, kRangeMethod, std::move(request), kRead);
  if (!response) co_return std::unexpected(ErrorOf(response.error()));
  GetResult result{.record = std::nullopt, .revision = response->header().revision()};
  if (response->kvs_size() > 0) result.record = FromRpc(*response->mutable_kvs(0), core->layout);
  co_return result;
}

// What the next page of a range should have, given what the last one was.
int64_t NextPageRecords(const rpc::RangeResponse& page) {
  size_t size_bytes = 0;
  for (const rpc::KeyValue& record : page.kvs()) {
    size_bytes += record.key().size() + record.value().size();
  }
  const size_t records = static_cast<size_t>(page.kvs_size());
  const size_t fitting = kPageBytes * records / std::max<size_t>(1, size_bytes);
  return std::clamp<int64_t>(static_cast<int64_t>(fitting), 1, kMaxPageRecords);
}

// Pages after the first are read at the first one's revision.
Task<Result<RangeResult>> RangeInPages(CorePointer core, RangeOptions options, KeyRange range) {
  RangeResult result;
  result.revision = options.revision;
  int64_t page_records = kFirstPageRecords;
  bool first = true;
  while (true) {
    rpc::RangeRequest request;
    request.set_key(range.begin);
    request.set_range_end(range.end);
    request.set_revision(result.revision);
    const size_t wanted = options.limit == 0 ? SIZE_MAX : options.limit - result.records.size();
    request.set_limit(static_cast<int64_t>(std::min<size_t>(wanted, page_records)));
    auto page = co_await Send<rpc::RangeResponse>(core, kRangeMethod, std::move(request), kRead);
    if (!page) {
      RpcStatus status = std::move(page).error();
      Error error = co_await ErrorAt(core, std::move(status), options.revision);
      co_return std::unexpected(std::move(error));
    }
    if (std::exchange(first, false)) {
      result.count = static_cast<size_t>(page->count());
      if (result.revision == 0) result.revision = page->header().revision();
    }
    const bool whole = page->count() <= page->kvs_size();
    page_records = NextPageRecords(*page);
    if (page->kvs_size() > 0) range.begin = page->kvs(page->kvs_size() - 1).key() + '\0';
    for (rpc::KeyValue& record : *page->mutable_kvs()) {
      result.records.push_back(FromRpc(record, core->layout));
    }
    if (whole || result.records.size() == options.limit) co_return result;
  }
}

Task<Result<RangeResult>> Range(CorePointer core, RangeOptions options) {
  KeyRange range = core->layout.Range(options.prefix, options.start);
  // No key can be in it, but etcd has still to say that the revision can be read: it is asked for
  // the one key that no record has.
  if (range.begin.empty()) range.begin = core->layout.Everything().begin;
  for (int attempt = 1;; ++attempt) {
    Result<RangeResult> result = co_await RangeInPages(core, options, range);
    const bool overtaken = !result && result.error().reason() == Reason::kExpired &&
                           options.revision == 0 && attempt < kRangeAttempts;
    if (!overtaken) co_return result;
  }
}

Task<Result<size_t>> Count(CorePointer core, std::string prefix) {
  KeyRange range = core->layout.Range(prefix);
  if (range.begin.empty()) co_return size_t{0};
  rpc::RangeRequest request;
  request.set_key(std::move(range.begin));
  request.set_range_end(std::move(range.end));
  request.set_count_only(true);
  auto response = co_await Send<rpc::RangeResponse>(core, kRangeMethod, std::move(request), kRead);
  if (!response) co_return std::unexpected(ErrorOf(response.error()));
  co_return static_cast<size_t>(response->count());
}

// `if mod_revision(key) == expected then ... else get`; the caller adds what to do.
rpc::TxnRequest CompareAndSwap(const std::string& etcd_key, Revision expected) {
  rpc::TxnRequest request;
  rpc::Compare& compare = *request.add_compare();
  compare.set_target(rpc::Compare::MOD);
  compare.set_key(etcd_key);
  compare.set_mod_revision(expected);
  request.add_failure()->mutable_request_range()->set_key(etcd_key);
  return request;
}

WriteResult Conflict(const Core& core, rpc::TxnResponse& response) {
  WriteResult result{.succeeded = false, .revision = response.header().revision(), .current = {}};
  auto& kvs = *response.mutable_responses(0)->mutable_response_range()->mutable_kvs();
  if (!kvs.empty()) result.current = FromRpc(kvs[0], core.layout);
  return result;
}

Task<Result<WriteResult>> Put(CorePointer core, std::string key, Revision expected, Bytes value,
                              int64_t ttl_seconds) {
  PINTLE_CO_RETURN_IF_ERROR(CheckWrite(key, value.size()));
  PINTLE_CO_TRY(std::string etcd_key, core->layout.ToEtcd(key));
  ttl_seconds = std::min(ttl_seconds, kMaxTtlSeconds);
  for (bool repeated = false;; repeated = true) {
    int64_t lease = 0;
    if (ttl_seconds > 0) {
      auto taken = co_await LeasePool::Take(core->leases, ttl_seconds);
      if (!taken) co_return std::unexpected(ErrorOf(taken.error()));
      lease = *taken;
    }
    rpc::TxnRequest request = CompareAndSwap(etcd_key, expected);
    rpc::PutRequest& put = *request.add_success()->mutable_request_put();
    put.set_key(etcd_key);
    put.set_value(std::string(value.view()));
    put.set_lease(lease);
    auto response = co_await Send<rpc::TxnResponse>(core, kTxnMethod, std::move(request), kWrite);
    if (!response && IsLeaseNotFound(response.error()) && !repeated) {
      core->leases->Forget(lease);  // nothing was written
      continue;
    }
    if (!response) co_return std::unexpected(ErrorOf(response.error()));
    if (!response->succeeded()) co_return Conflict(*core, *response);
    const Revision revision = response->header().revision();
    co_await Follower::WaitUntilSeen(core->follower, revision, kSeenTimeout);
    co_return WriteResult{.succeeded = true, .revision = revision, .current = {}};
  }
}

Task<Result<WriteResult>> Delete(CorePointer core, std::string key, Revision expected) {
  PINTLE_CO_RETURN_IF_ERROR(CheckKey(key));
  PINTLE_CO_TRY(std::string etcd_key, core->layout.ToEtcd(key));
  rpc::TxnRequest request = CompareAndSwap(etcd_key, expected);
  rpc::DeleteRangeRequest& remove = *request.add_success()->mutable_request_delete_range();
  remove.set_key(etcd_key);
  remove.set_prev_kv(true);
  auto response = co_await Send<rpc::TxnResponse>(core, kTxnMethod, std::move(request), kWrite);
  if (!response) co_return std::unexpected(ErrorOf(response.error()));
  if (!response->succeeded()) co_return Conflict(*core, *response);
  WriteResult result{.succeeded = true, .revision = response->header().revision(), .current = {}};
  auto& removed =
      *response->mutable_responses(0)->mutable_response_delete_range()->mutable_prev_kvs();
  if (removed.empty()) {  // revision 0 of a key that is not there
    result.succeeded = false;
    co_return result;
  }
  result.current = FromRpc(removed[0], core->layout);
  co_await Follower::WaitUntilSeen(core->follower, result.revision, kSeenTimeout);
  co_return result;
}

Task<Status> Compact(CorePointer core, Revision revision) {
  rpc::CompactionRequest request;
  request.set_revision(revision);
  auto response =
      co_await Send<rpc::CompactionResponse>(core, kCompactMethod, std::move(request), kWrite);
  if (!response && !IsCompacted(response.error())) {
    RpcStatus status = std::move(response).error();
    Error error = co_await ErrorAt(core, std::move(status), revision);
    co_return std::unexpected(std::move(error));
  }
  core->follower->Forget(revision);
  co_return Status();
}

class EtcdStore final : public Store {
 public:
  explicit EtcdStore(CorePointer core) : core_(std::move(core)) {}
  ~EtcdStore() override {
    core_->connection->Stop();
    core_->follower->Stop();
  }

  Task<Result<GetResult>> Get(std::string key) override { return etcd::Get(core_, std::move(key)); }
  Task<Result<RangeResult>> Range(RangeOptions options) override {
    return etcd::Range(core_, std::move(options));
  }
  Task<Result<size_t>> Count(std::string prefix) override {
    return etcd::Count(core_, std::move(prefix));
  }
  Task<Result<WriteResult>> Create(std::string key, Bytes value, int64_t ttl_seconds) override {
    return Put(core_, std::move(key), 0, std::move(value), ttl_seconds);
  }
  Task<Result<WriteResult>> Update(std::string key, Revision expected, Bytes value,
                                   int64_t ttl_seconds) override {
    return Put(core_, std::move(key), expected, std::move(value), ttl_seconds);
  }
  Task<Result<WriteResult>> Delete(std::string key, Revision expected) override {
    return etcd::Delete(core_, std::move(key), expected);
  }
  Task<Result<Revision>> CurrentRevision() override { return etcd::CurrentRevision(core_, kRead); }
  Result<std::unique_ptr<Watch>> StartWatch(std::string prefix, Revision from,
                                            WatchSink sink) override {
    return core_->follower->StartWatch(std::move(prefix), from, std::move(sink));
  }
  bool SupportsProgress() const override { return core_->follower->trust_progress(); }
  Task<Status> Compact(Revision revision) override { return etcd::Compact(core_, revision); }
  Task<Status> CheckHealth() override { return Probe(core_); }

 private:
  static Task<Status> Probe(CorePointer core) {
    Result<Revision> answered = co_await etcd::CurrentRevision(core, kHealth);
    if (!answered) co_return std::unexpected(std::move(answered).error());
    co_return Status();
  }

  const CorePointer core_;
};

// Whether every server says it can be trusted with progress.
Task<bool> AskVersions(std::shared_ptr<Connection> connection) {
  const rpc::StatusRequest request;
  for (size_t server = 0; server < connection->server_count(); ++server) {
    auto status = co_await Invoke<rpc::StatusResponse>(
        connection, kStatusMethod, request,
        CallOptions{.timeout = kVersionTimeout, .repeatable = true, .server = server});
    if (!status || !HasTrustworthyProgress(status->version())) co_return false;
  }
  co_return true;
}

Task<Result<std::unique_ptr<Store>>> OpenWith(std::shared_ptr<Connection> connection,
                                              EtcdOptions options) {
  auto core = std::make_shared<Core>(connection, KeyLayout(options.key_root, options.prefix));
  rpc::RangeRequest request = NothingRequest(core->layout);
  auto first = co_await Invoke<rpc::RangeResponse>(
      connection, kRangeMethod, std::move(request),
      CallOptions{.timeout = options.open_timeout, .repeatable = true});
  if (!first) co_return std::unexpected(ErrorOf(first.error()));
  bool trust_progress = false;
  if (options.trust_progress) {
    trust_progress = *options.trust_progress;
  } else {
    trust_progress = co_await AskVersions(connection);
  }
  core->follower = std::make_shared<Follower>(connection, core->layout, trust_progress);
  core->leases = std::make_shared<LeasePool>(connection);
  core->follower->Start(first->header().revision());
  if (options.compaction_interval > std::chrono::milliseconds(0)) {
    StartCompaction(core->follower, options.compaction_interval);
  }
  LogInfo("connected to etcd", {{"revision", first->header().revision()},
                                {"progress", trust_progress ? "trusted" : "not trusted"}});
  co_return std::make_unique<EtcdStore>(std::move(core));
}

}  // namespace

Result<std::unique_ptr<Store>> Open(const EtcdOptions& options) {
  PINTLE_TRY(std::shared_ptr<Connection> connection, Connection::Open(options));
  auto store = BlockOn(OpenWith(connection, options));
  if (!store) connection->Stop();
  return store;
}

}  // namespace pintle::storage::etcd
