#pragma once

#include <memory>
#include <string>
#include <utility>

#include "pintle/storage/store.h"

namespace pintle::storage {

// Passes every call on to another store, which must outlive it: a base for stores that a test makes
// fail, wait or lie in some of them.
class ForwardingStore : public Store {
 public:
  explicit ForwardingStore(Store& inner) : inner_(inner) {}

  Task<Result<GetResult>> Get(std::string key) override { return inner_.Get(std::move(key)); }
  Task<Result<RangeResult>> Range(RangeOptions options) override {
    return inner_.Range(std::move(options));
  }
  Task<Result<size_t>> Count(std::string prefix) override {
    return inner_.Count(std::move(prefix));
  }
  Task<Result<WriteResult>> Create(std::string key, Bytes value, int64_t ttl_seconds) override {
    return inner_.Create(std::move(key), std::move(value), ttl_seconds);
  }
  Task<Result<WriteResult>> Update(std::string key, Revision expected, Bytes value,
                                   int64_t ttl_seconds) override {
    return inner_.Update(std::move(key), expected, std::move(value), ttl_seconds);
  }
  Task<Result<WriteResult>> Delete(std::string key, Revision expected) override {
    return inner_.Delete(std::move(key), expected);
  }
  Task<Result<Revision>> CurrentRevision() override { return inner_.CurrentRevision(); }
  Result<std::unique_ptr<Watch>> StartWatch(std::string prefix, Revision from,
                                            WatchSink sink) override {
    return inner_.StartWatch(std::move(prefix), from, std::move(sink));
  }
  bool SupportsProgress() const override { return inner_.SupportsProgress(); }
  Task<Status> Compact(Revision revision) override { return inner_.Compact(revision); }
  Task<Status> CheckHealth() override { return inner_.CheckHealth(); }

 protected:
  Store& inner() const { return inner_; }

 private:
  Store& inner_;
};

}  // namespace pintle::storage
