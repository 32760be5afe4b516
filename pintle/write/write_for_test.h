#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/admission/plugins/namespace_lifecycle.h"
#include "pintle/base/executor.h"
#include "pintle/codec/document.h"
#include "pintle/storage/forwarding_store_for_test.h"
#include "pintle/storage/memory/memory_store.h"
#include "pintle/write/commit.h"

// The write path with the built-in kinds, a custom one, a store in memory, and a world in which
// nothing is left to chance.
namespace pintle::write {

// Runs coroutines on the calling thread, also from within one that is running: what a test does in
// the middle of a write must not block a thread of the store.
class LoopExecutor final : public Executor {
 public:
  void Post(std::function<void()> callback) override;
  std::unique_ptr<Timer> PostAfter(std::chrono::milliseconds, std::function<void()>) override;

  template <typename T>
  T Run(Task<T> task) {
    Scope scope(this);
    std::optional<T> result;
    Start(std::move(task), [&](T value) { result.emplace(std::move(value)); });
    while (!result) Take()();
    return std::move(*result);
  }

 private:
  std::function<void()> Take();

  std::mutex mutex_;
  std::condition_variable posted_;
  std::deque<std::function<void()>> callbacks_;
};

class CountingObserver final : public Observer {
 public:
  void Mismatch(std::string_view identifier) override;
  void ClaimLeft() override { ++claims_left; }
  size_t total() const;
  std::map<std::string, size_t> counts;
  std::atomic<int> claims_left = 0;
};

class TestWorld final : public EndpointWorld {
 public:
  using Phase = admission::NamespaceLifecycle::Phase;

  TestWorld();

  const Clock& clock() const override { return fake_clock; }
  const features::FeatureGates& gates() const override { return feature_gates; }
  const scheme::DisabledFields& disabled_fields() const override { return *disabled_fields_; }
  const admission::Chain& admission() const override { return admission_; }
  storage::Store& store() override { return other_store != nullptr ? *other_store : *store_; }
  Observer& observer() override { return metrics; }
  std::string NewUid() override;
  // The texts of `suffixes` in turn, the last one for ever.
  std::string RandomSuffix(size_t count) override;
  const auth::TokenIssuer* token_issuer() const override { return issuer.get(); }
  auth::Decision Authorize(const auth::Attributes& attributes) override;
  admission::Chain& mutable_admission() { return admission_; }
  // As if the server had been started anew with this flag.
  void SetGates(std::string_view flag);

  FakeClock fake_clock{1'600'000'000};  // 2020-09-13T12:26:40Z
  features::FeatureGates feature_gates;
  CountingObserver metrics;
  std::map<std::string, Phase> namespaces = {{"ns", Phase::kActive}};
  std::deque<std::string> suffixes = {"bbbbb"};
  // Without it everybody may do everything.
  std::function<auth::Decision(const auth::Attributes&)> authorize;
  // Stands in front of the store, if there is one.
  storage::Store* other_store = nullptr;
  int suffixes_used = 0;
  std::unique_ptr<auth::TokenIssuer> issuer;
  int uids = 0;

 private:
  std::optional<scheme::DisabledFields> disabled_fields_{std::in_place, feature_gates};
  admission::Chain admission_;
  std::unique_ptr<storage::Store> store_ = storage::NewMemoryStore();
};

// Fails to write as it is told.
class FailingStore final : public storage::ForwardingStore {
 public:
  using ForwardingStore::ForwardingStore;
  Task<Result<storage::WriteResult>> Create(std::string key, Bytes value,
                                            int64_t ttl_seconds) override {
    if (failure) co_return Fail(*failure, "no");
    auto creating = ForwardingStore::Create(std::move(key), std::move(value), ttl_seconds);
    Result<storage::WriteResult> created = co_await creating;
    co_return created;
  }
  Task<Result<storage::WriteResult>> Update(std::string key, storage::Revision expected,
                                            Bytes value, int64_t ttl_seconds) override {
    if (failure) co_return Fail(*failure, "no");
    auto updating =
        ForwardingStore::Update(std::move(key), expected, std::move(value), ttl_seconds);
    Result<storage::WriteResult> updated = co_await updating;
    co_return updated;
  }
  std::optional<Reason> failure;
};

// A request, and what is to be told to who made it.
struct TestRequest : Request {
  Warnings warnings;
};

// Besides the built-in kinds there is a custom one: `widgets.example.com`, whose `data` is that of
// a ConfigMap.
class WriteTest : public ::testing::Test {
 protected:
  WriteTest();
  ~WriteTest() override;

  ResourceDefinition& Resource(std::string_view plural);

  static TestRequest RequestFor(const ResourceDefinition& resource, std::string name = {});

  Object Body(const ResourceDefinition& resource, std::string_view json);

  // Commits the change. Judge alone, with neither store nor clock nor coroutine, must find the same
  // faults in what was made.
  Result<Outcome> Run(const ResourceDefinition& resource, TestRequest& request,
                      const Strategy& strategy, Change change);

  Result<Outcome> TryCreate(const ResourceDefinition& resource, std::string_view json);
  Result<Outcome> TryCreate(const ResourceDefinition& resource, TestRequest& request,
                            std::string_view json);
  Object MustCreate(const ResourceDefinition& resource, std::string_view json);

  // PUT of a body.
  Result<Outcome> TryReplace(const ResourceDefinition& resource, TestRequest& request,
                             const Strategy& strategy, std::string_view json);
  Result<Outcome> TryReplace(const ResourceDefinition& resource, std::string name,
                             std::string_view json);

  // A patch: `change` is made to a copy of the current state.
  Result<Outcome> TryChange(const ResourceDefinition& resource, TestRequest& request,
                            std::function<void(Object&)> change);
  Result<Outcome> TryChange(const ResourceDefinition& resource, std::string name,
                            std::function<void(Object&)> change);

  Result<Outcome> TryDelete(const ResourceDefinition& resource, TestRequest& request,
                            DeleteOptions options);
  Result<Outcome> TryDelete(const ResourceDefinition& resource, std::string name,
                            DeleteOptions options = {});

  // The stored object; none if it is not there.
  std::optional<Object> Stored(const ResourceDefinition& resource, std::string_view name);
  storage::Revision CurrentRevision();

  std::string ToJson(const ResourceDefinition& resource, const Object& object);

  template <typename T>
  static T Must(Result<T> result) {
    if (!result) {
      ADD_FAILURE() << result.error().message();
      return {};
    }
    return std::move(*result);
  }

  scheme::Scheme scheme_;
  std::vector<ResourceDefinition> resources_;
  LoopExecutor executor_;
  TestWorld world_;

 private:
  ResourceDefinition& Custom();

  std::shared_ptr<ResourceDefinition> custom_;
};

// What holds for objects of every kind, written for one of `data` and metadata alone: the parameter
// is its plural.
class EveryKindTest : public WriteTest, public ::testing::WithParamInterface<const char*> {
 protected:
  void SetData(Object& object, std::string_view value);
  std::string Data(const Object& object);
  // Of the object that is stored; `<gone>` if there is none.
  std::string Data(std::string_view name);
  // The body of a PUT: the object `a` with these members of its metadata besides, and the revision
  // that is stored, if none is among them and the kind wants one.
  std::string Body(const std::string& metadata, const std::string& value = "2");
  // What messages call the object `a`, and its kind.
  std::string named() const { return Named("a"); }
  std::string Named(const std::string& name) const {
    return (is_typed_ ? things_.names.plural : "widgets.example.com") + " \"" + name + '"';
  }
  std::string invalid() const { return kind_ + " \"a\" is invalid: "; }
  // The generation of what was written so often with other data.
  int64_t Generation(int64_t writes) const { return is_typed_ ? 0 : writes; }

  const ResourceDefinition& things_ = Resource(GetParam());
  const bool is_typed_ = things_.kind.is_typed();
  const std::string kind_ = is_typed_ ? things_.kind.kind : "Widget.example.com";
};

// For INSTANTIATE_TEST_SUITE_P.
inline auto EveryKind() { return ::testing::Values("configmaps", "widgets"); }
inline std::string KindName(const ::testing::TestParamInfo<const char*>& info) {
  return info.param;
}

// Whether `result` failed with this code and text.
template <typename T>
::testing::AssertionResult FailsWith(const Result<T>& result, int code, std::string_view message) {
  if (result) return ::testing::AssertionFailure() << "it succeeded";
  if (result.error().code() == code && result.error().message() == message) {
    return ::testing::AssertionSuccess();
  }
  return ::testing::AssertionFailure() << result.error().code() << " " << result.error().message();
}

}  // namespace pintle::write
