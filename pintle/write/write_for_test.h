#pragma once

#include <gtest/gtest.h>

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

#include "apis/builtin.h"
#include "pintle/admission/namespace_lifecycle.h"
#include "pintle/base/executor.h"
#include "pintle/codec/document.h"
#include "pintle/object/decode.h"
#include "pintle/object/encode.h"
#include "pintle/storage/memory/memory_store.h"
#include "pintle/write/write_path.h"

// The write path with the built-in kinds, a store in memory, and a world in which nothing is left
// to chance.
namespace pintle::write {

// Runs coroutines on the calling thread, also from within one that is running: what a test does in
// the middle of a write must not block a thread of the store.
class LoopExecutor final : public Executor {
 public:
  void Post(std::function<void()> callback) override {
    std::scoped_lock lock(mutex_);
    callbacks_.push_back(std::move(callback));
    posted_.notify_one();
  }
  std::unique_ptr<Timer> PostAfter(std::chrono::milliseconds, std::function<void()>) override {
    ADD_FAILURE() << "the write path needs no timers";
    return nullptr;
  }

  template <typename T>
  T Run(Task<T> task) {
    Scope scope(this);
    std::optional<T> result;
    Start(std::move(task), [&](T value) { result.emplace(std::move(value)); });
    while (!result) Take()();
    return std::move(*result);
  }

 private:
  std::function<void()> Take() {
    std::unique_lock lock(mutex_);
    posted_.wait(lock, [&] { return !callbacks_.empty(); });
    std::function<void()> callback = std::move(callbacks_.front());
    callbacks_.pop_front();
    return callback;
  }

  std::mutex mutex_;
  std::condition_variable posted_;
  std::deque<std::function<void()>> callbacks_;
};

class CountingMetrics final : public ValidationMetrics {
 public:
  void Mismatch(std::string_view identifier) override { ++counts[std::string(identifier)]; }
  size_t total() const {
    size_t sum = 0;
    for (const auto& [identifier, count] : counts) sum += count;
    return sum;
  }
  std::map<std::string, size_t> counts;
};

class TestEffects final : public Effects {
 public:
  using Phase = admission::NamespaceLifecycle::Phase;

  TestEffects() {
    admission_.Add(std::make_unique<admission::NamespaceLifecycle>([this](std::string_view name) {
      auto found = namespaces.find(std::string(name));
      return found != namespaces.end() ? found->second : Phase::kMissing;
    }));
  }

  const Clock& clock() const override { return fake_clock; }
  const features::FeatureGates& gates() const override { return feature_gates; }
  const scheme::DisabledFields& disabled_fields() const override { return *disabled_fields_; }
  const admission::Chain& admission() const override { return admission_; }
  storage::Store& store() override { return *store_; }
  ValidationMetrics& validation_metrics() override { return metrics; }
  std::string NewUid() override { return "uid-" + std::to_string(++uids); }
  // The texts of `suffixes` in turn, the last one for ever.
  std::string RandomSuffix(size_t count) override {
    EXPECT_EQ(count, 5u);
    std::string suffix = suffixes.front();
    if (suffixes.size() > 1) suffixes.pop_front();
    ++suffixes_used;
    return suffix;
  }
  const auth::TokenIssuer* token_issuer() const override { return issuer.get(); }
  auth::Decision Authorize(const auth::User& user, const auth::Attributes& attributes) override {
    return authorize ? authorize(user, attributes) : auth::Decision();
  }
  admission::Chain& mutable_admission() { return admission_; }
  // As if the server had been started anew with this flag.
  void SetGates(std::string_view flag) {
    auto gates = features::FeatureGates::Parse(flag);
    ASSERT_TRUE(gates) << gates.error().message();
    feature_gates = std::move(*gates);
    disabled_fields_.emplace(feature_gates);
  }

  FakeClock fake_clock{1'600'000'000};  // 2020-09-13T12:26:40Z
  features::FeatureGates feature_gates;
  CountingMetrics metrics;
  std::map<std::string, Phase> namespaces = {{"ns", Phase::kActive}};
  std::deque<std::string> suffixes = {"bbbbb"};
  // Answers reviews; without one nobody has an opinion.
  std::function<auth::Decision(const auth::User&, const auth::Attributes&)> authorize;
  int suffixes_used = 0;
  std::unique_ptr<auth::TokenIssuer> issuer;
  int uids = 0;

 private:
  std::optional<scheme::DisabledFields> disabled_fields_{std::in_place, feature_gates};
  admission::Chain admission_;
  std::unique_ptr<storage::Store> store_ = storage::NewMemoryStore();
};

class WriteTest : public ::testing::Test {
 protected:
  ResourceDefinition& Resource(std::string_view plural) {
    for (ResourceDefinition& resource : resources_) {
      if (resource.plural == plural) return resource;
    }
    ADD_FAILURE() << "no resource " << plural;
    return resources_.front();
  }

  static Context RequestFor(const ResourceDefinition& resource, std::string name = {}) {
    Context context;
    context.version = resource.versions.front();
    if (resource.namespaced) context.namespace_name = "ns";
    context.name = std::move(name);
    return context;
  }

  Object Body(const ResourceDefinition& resource, std::string_view json) {
    auto decoded = object::DecodeBody(resource.kind, resource.versions.front(),
                                      object::MediaType::kJson, json, false);
    if (!decoded) {
      ADD_FAILURE() << json << ": " << decoded.error().message();
      return {};
    }
    return std::move(decoded->object);
  }

  Result<WriteOutcome> TryCreate(const ResourceDefinition& resource, std::string_view json) {
    Context context = RequestFor(resource);
    return TryCreate(resource, context, json);
  }
  Result<WriteOutcome> TryCreate(const ResourceDefinition& resource, Context& context,
                                 std::string_view json) {
    return executor_.Run(Create(effects_, context, resource, Body(resource, json)));
  }
  Object MustCreate(const ResourceDefinition& resource, std::string_view json) {
    return Must(TryCreate(resource, json)).object;
  }

  // PUT of a body.
  Result<WriteOutcome> TryReplace(const ResourceDefinition& resource, Context& context,
                                  const Strategy& strategy, std::string_view json) {
    UpdateOptions options;
    options.replace = true;
    options.to_create = [&] { return Body(resource, json); };
    auto transform = [&](const Object&) -> Result<Object> { return Body(resource, json); };
    return executor_.Run(Update(effects_, context, resource, strategy, transform, options));
  }
  Result<WriteOutcome> TryReplace(const ResourceDefinition& resource, std::string name,
                                  std::string_view json) {
    Context context = RequestFor(resource, std::move(name));
    return TryReplace(resource, context, resource.strategy, json);
  }

  // A patch: `change` is made to a copy of the current state.
  Result<WriteOutcome> TryChange(const ResourceDefinition& resource, Context& context,
                                 std::function<void(Object&)> change) {
    auto transform = [change](const Object& current) -> Result<Object> {
      Object copy = current.Copy();
      change(copy);
      return copy;
    };
    return executor_.Run(Update(effects_, context, resource, resource.strategy, transform, {}));
  }
  Result<WriteOutcome> TryChange(const ResourceDefinition& resource, std::string name,
                                 std::function<void(Object&)> change) {
    Context context = RequestFor(resource, std::move(name));
    return TryChange(resource, context, std::move(change));
  }

  Result<DeleteOutcome> TryDelete(const ResourceDefinition& resource, std::string name,
                                  DeleteOptions options = {}) {
    Context context = RequestFor(resource, std::move(name));
    return executor_.Run(Delete(effects_, context, resource, std::move(options)));
  }

  // The stored object; none if it is not there.
  std::optional<Object> Stored(const ResourceDefinition& resource, std::string_view name) {
    auto found =
        executor_.Run(effects_.store().Get(resource.Key(resource.namespaced ? "ns" : "", name)));
    if (!found || !found->record) return std::nullopt;
    auto object =
        object::DecodeStored(resource.kind, found->record->value, found->record->mod_revision);
    EXPECT_TRUE(object);
    return object ? std::optional(std::move(*object)) : std::nullopt;
  }
  storage::Revision CurrentRevision() { return *executor_.Run(effects_.store().CurrentRevision()); }

  std::string ToJson(const ResourceDefinition& resource, const Object& object) {
    return object::EncodeAs(resource.kind, object, resource.versions.front(), true,
                            object::MediaType::kJson, false);
  }

  template <typename T>
  static T Must(Result<T> result) {
    if (!result) {
      ADD_FAILURE() << result.error().message();
      return {};
    }
    return std::move(*result);
  }

  scheme::Scheme scheme_;
  std::vector<ResourceDefinition> resources_ = apis::BuiltinResources(scheme_, {});
  LoopExecutor executor_;
  TestEffects effects_;
};

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
