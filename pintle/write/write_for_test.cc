#include "pintle/write/write_for_test.h"

#include "apis/builtin.h"
#include "pintle/object/encode.h"
#include "pintle/object/read/decode.h"
#include "pintle/storage/memory/memory_store.h"

namespace pintle::write {

void LoopExecutor::Post(std::function<void()> callback) {
  std::scoped_lock lock(mutex_);
  callbacks_.push_back(std::move(callback));
  posted_.notify_one();
}

std::unique_ptr<Executor::Timer> LoopExecutor::PostAfter(std::chrono::milliseconds,
                                                         std::function<void()>) {
  ADD_FAILURE() << "the write path needs no timers";
  return nullptr;
}

std::function<void()> LoopExecutor::Take() {
  std::unique_lock lock(mutex_);
  posted_.wait(lock, [&] { return !callbacks_.empty(); });
  std::function<void()> callback = std::move(callbacks_.front());
  callbacks_.pop_front();
  return callback;
}

void CountingMetrics::Mismatch(std::string_view identifier) { ++counts[std::string(identifier)]; }

size_t CountingMetrics::total() const {
  size_t sum = 0;
  for (const auto& [identifier, count] : counts) sum += count;
  return sum;
}

TestWorld::TestWorld() {
  admission_.Add(std::make_unique<admission::NamespaceLifecycle>([this](std::string_view name) {
    auto found = namespaces.find(std::string(name));
    return found != namespaces.end() ? found->second : Phase::kMissing;
  }));
}

std::string TestWorld::NewUid() { return "uid-" + std::to_string(++uids); }

std::string TestWorld::RandomSuffix(size_t count) {
  EXPECT_EQ(count, 5u);
  std::string suffix = suffixes.front();
  if (suffixes.size() > 1) suffixes.pop_front();
  ++suffixes_used;
  return suffix;
}

auth::Decision TestWorld::Authorize(const auth::Attributes& attributes) {
  return authorize ? authorize(attributes) : auth::Decision();
}

void TestWorld::SetGates(std::string_view flag) {
  auto gates = features::FeatureGates::Parse(flag);
  ASSERT_TRUE(gates) << gates.error().message();
  feature_gates = std::move(*gates);
  disabled_fields_.emplace(feature_gates);
}

WriteTest::WriteTest() : resources_(apis::BuiltinResources(scheme_, {})) {}

WriteTest::~WriteTest() = default;

ResourceDefinition& WriteTest::Resource(std::string_view plural) {
  for (ResourceDefinition& resource : resources_) {
    if (resource.plural == plural) return resource;
  }
  ADD_FAILURE() << "no resource " << plural;
  return resources_.front();
}

Context WriteTest::RequestFor(const ResourceDefinition& resource, std::string name) {
  Context context;
  context.version = resource.versions.front();
  if (resource.namespaced) context.namespace_name = "ns";
  context.name = std::move(name);
  return context;
}

Object WriteTest::Body(const ResourceDefinition& resource, std::string_view json) {
  auto decoded = object::DecodeBody(resource.kind, resource.versions.front(),
                                    object::MediaType::kJson, json, false);
  if (!decoded) {
    ADD_FAILURE() << json << ": " << decoded.error().message();
    return {};
  }
  return std::move(decoded->object);
}

Result<WriteOutcome> WriteTest::TryCreate(const ResourceDefinition& resource,
                                          std::string_view json) {
  Context context = RequestFor(resource);
  return TryCreate(resource, context, json);
}

Result<WriteOutcome> WriteTest::TryCreate(const ResourceDefinition& resource, Context& context,
                                          std::string_view json) {
  return executor_.Run(Create(world_, context, resource, Body(resource, json)));
}

Object WriteTest::MustCreate(const ResourceDefinition& resource, std::string_view json) {
  return Must(TryCreate(resource, json)).object;
}

Result<WriteOutcome> WriteTest::TryReplace(const ResourceDefinition& resource, Context& context,
                                           const Strategy& strategy, std::string_view json) {
  UpdateOptions options;
  options.replace = true;
  options.to_create = [&] { return Body(resource, json); };
  auto transform = [&](const Object&) -> Result<Object> { return Body(resource, json); };
  return executor_.Run(Update(world_, context, resource, strategy, transform, options));
}

Result<WriteOutcome> WriteTest::TryReplace(const ResourceDefinition& resource, std::string name,
                                           std::string_view json) {
  Context context = RequestFor(resource, std::move(name));
  return TryReplace(resource, context, resource.strategy, json);
}

Result<WriteOutcome> WriteTest::TryChange(const ResourceDefinition& resource, Context& context,
                                          std::function<void(Object&)> change) {
  auto transform = [change](const Object& current) -> Result<Object> {
    Object copy = current.Copy();
    change(copy);
    return copy;
  };
  return executor_.Run(Update(world_, context, resource, resource.strategy, transform, {}));
}

Result<WriteOutcome> WriteTest::TryChange(const ResourceDefinition& resource, std::string name,
                                          std::function<void(Object&)> change) {
  Context context = RequestFor(resource, std::move(name));
  return TryChange(resource, context, std::move(change));
}

Result<DeleteOutcome> WriteTest::TryDelete(const ResourceDefinition& resource, std::string name,
                                           DeleteOptions options) {
  Context context = RequestFor(resource, std::move(name));
  return executor_.Run(Delete(world_, context, resource, std::move(options)));
}

std::optional<Object> WriteTest::Stored(const ResourceDefinition& resource, std::string_view name) {
  auto found =
      executor_.Run(world_.store().Get(resource.Key(resource.namespaced ? "ns" : "", name)));
  if (!found || !found->record) return std::nullopt;
  auto object =
      object::DecodeStored(resource.kind, found->record->value, found->record->mod_revision);
  EXPECT_TRUE(object);
  return object ? std::optional(std::move(*object)) : std::nullopt;
}

storage::Revision WriteTest::CurrentRevision() {
  return *executor_.Run(world_.store().CurrentRevision());
}

std::string WriteTest::ToJson(const ResourceDefinition& resource, const Object& object) {
  return object::EncodeAs(resource.kind, object, resource.versions.front(), true,
                          object::MediaType::kJson, false);
}

}  // namespace pintle::write
