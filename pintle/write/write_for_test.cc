#include "pintle/write/write_for_test.h"

#include "apis/builtin.h"
#include "apis/core/v1/types.h"
#include "pintle/extensions/definition_for_test.h"
#include "pintle/object/encode.h"
#include "pintle/object/read/decode.h"
#include "pintle/storage/memory/memory_store.h"
#include "pintle/write/judge.h"
#include "pintle/write/stages/identity.h"
#include "pintle/write/stages/metadata.h"
#include "pintle/write/stages/revision.h"
#include "pintle/write/stages/validation.h"

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

void CountingObserver::Mismatch(std::string_view identifier) { ++counts[std::string(identifier)]; }

size_t CountingObserver::total() const {
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
  if (authorize) return authorize(attributes);
  return {auth::Decision::Verdict::kAllow, ""};
}

void TestWorld::SetGates(std::string_view flag) {
  auto gates = features::FeatureGates::Parse(flag);
  ASSERT_TRUE(gates) << gates.error().message();
  feature_gates = std::move(*gates);
  disabled_fields_.emplace(feature_gates);
}

namespace {

constexpr const char* kWidgetVersions = R"([
  {"name":"v1","served":true,"storage":true,"subresources":{"status":{}},
   "schema":{"openAPIV3Schema":{"type":"object","properties":{
     "data":{"type":"object","additionalProperties":{"type":"string"}},
     "spec":{"type":"object","required":["size"],"properties":{
       "size":{"type":"integer","maximum":9,"x-kubernetes-validations":[
         {"rule":"self >= oldSelf","message":"must not shrink"}]},
       "color":{"type":"string","enum":["red","blue"]},
       "set":{"type":"array","x-kubernetes-list-type":"set","items":{"type":"string"}}}},
     "status":{"type":"object","properties":{"count":{"type":"integer"}}}}}}}])";

}  // namespace

WriteTest::WriteTest() : resources_(apis::BuiltinResources(scheme_, {})) {}

WriteTest::~WriteTest() = default;

ResourceDefinition& WriteTest::Resource(std::string_view plural) {
  for (ResourceDefinition& resource : resources_) {
    if (resource.names.plural == plural) return resource;
  }
  if (plural == "widgets") return Custom();
  ADD_FAILURE() << "no resource " << plural;
  return resources_.front();
}

ResourceDefinition& WriteTest::Custom() {
  if (custom_ == nullptr) {
    const extensions::ParsedDefinition definition(
        extensions::DefinitionJson("example.com", "widgets", "Widget", kWidgetVersions));
    custom_ = extensions::MakeCustomResource(*definition, {}, 1);
  }
  return *custom_;
}

TestRequest WriteTest::RequestFor(const ResourceDefinition& resource, std::string name) {
  TestRequest request;
  request.what = OwnRequest(resource, Verb::kUpdate, resource.serving.versions.front()).what;
  request.what.user = {};
  if (resource.names.namespaced) request.what.namespace_name = "ns";
  request.what.name = std::move(name);
  return request;
}

Object WriteTest::Body(const ResourceDefinition& resource, std::string_view json) {
  std::string body(json);
  if (!resource.kind.is_typed()) {
    body.insert(1, R"("apiVersion":")" + resource.names.group + "/" +
                       resource.serving.versions.front() + R"(","kind":")" + resource.kind.kind +
                       "\",");
  }
  auto decoded = object::DecodeBody(resource.kind, resource.serving.versions.front(),
                                    object::MediaType::kJson, body, false);
  if (!decoded) {
    ADD_FAILURE() << json << ": " << decoded.error().message();
    return {};
  }
  return std::move(decoded->object);
}

namespace {

// What a change made last, and what of.
struct Made {
  Object object;
  Object old;
  Drawn drawn;
};

void Note(Change& change, Made& made) {
  change.make = [&made, make = std::move(change.make)](
                    const Object* current, const Drawn& drawn,
                    Warnings& warnings) mutable -> Task<Result<Object>> {
    auto making = make(current, drawn, warnings);
    Result<Object> object = co_await making;
    if (object) {
      made = {object->Copy(), current != nullptr ? current->Copy() : Object(), drawn};
    }
    co_return object;
  };
}

// What the stages alone say of it; nothing if there is no fault.
std::optional<Error> FaultOf(const Request& request, const Rules& rules, const Made& made) {
  Warnings warnings;
  Draft draft{.object = made.object, .old = made.old ? &made.old : nullptr, .warnings = warnings};
  Status identified = CheckIdentity(request, rules, draft);
  if (identified && draft.old != nullptr) identified = CheckRevision(rules, draft);
  if (!identified) return identified.error();
  DedupOwnerReferences(draft.object, OwnersSeen::kInRequest, warnings);
  Verdict verdict = Judge(request, rules, made.drawn, draft);
  if (verdict.faults.empty()) return std::nullopt;
  return InvalidObject(rules.resource, draft.object, verdict.faults).error();
}

// The message, and each cause.
std::string WholeText(const Error& error) {
  std::string text = error.message();
  if (!error.details()) return text;
  for (const Cause& cause : error.details()->causes) {
    text += "\n" + cause.reason + " " + cause.field + ": " + cause.message;
  }
  return text;
}

}  // namespace

Result<Outcome> WriteTest::Run(const ResourceDefinition& resource, TestRequest& request,
                               const Strategy& strategy, Change change) {
  const Rules rules = RulesOf(world_, resource, strategy);
  Made made;
  if (!change.end) Note(change, made);
  Result<Outcome> outcome =
      executor_.Run(Commit(world_, request, rules, std::move(change), request.warnings));
  if (!made.object) return outcome;
  // What is new is held to the rules of the resource, whatever endpoint it comes in by.
  const Rules held = made.old ? rules : RulesOf(world_, resource);
  std::optional<Error> fault = FaultOf(request, held, made);
  if (fault) {
    EXPECT_FALSE(outcome) << fault->message();
    // Mutating admission, which comes before, may have refused it.
    const bool refused = !outcome && outcome.error().code() == 403;
    if (!outcome && !refused) {
      EXPECT_EQ(outcome.error().code(), fault->code());
      EXPECT_EQ(WholeText(outcome.error()), WholeText(*fault));
    }
  } else if (!outcome && outcome.error().code() == 422) {
    EXPECT_TRUE(held.strategy.allocate) << outcome.error().message();
  }
  return outcome;
}

Result<Outcome> WriteTest::TryCreate(const ResourceDefinition& resource, std::string_view json) {
  TestRequest request = RequestFor(resource);
  return TryCreate(resource, request, json);
}

Result<Outcome> WriteTest::TryCreate(const ResourceDefinition& resource, TestRequest& request,
                                     std::string_view json) {
  return Run(resource, request, resource.writing.strategy, CreateOf(Body(resource, json)));
}

Object WriteTest::MustCreate(const ResourceDefinition& resource, std::string_view json) {
  return Must(TryCreate(resource, json)).object;
}

Result<Outcome> WriteTest::TryReplace(const ResourceDefinition& resource, TestRequest& request,
                                      const Strategy& strategy, std::string_view json) {
  const Rules rules = RulesOf(world_, resource, strategy);
  const Object body = Body(resource, json);
  return Run(resource, request, strategy, ReplaceBy(request, rules, body));
}

Result<Outcome> WriteTest::TryReplace(const ResourceDefinition& resource, std::string name,
                                      std::string_view json) {
  TestRequest request = RequestFor(resource, std::move(name));
  return TryReplace(resource, request, resource.writing.strategy, json);
}

Result<Outcome> WriteTest::TryChange(const ResourceDefinition& resource, TestRequest& request,
                                     std::function<void(Object&)> change) {
  auto edit = [change](const Object& current, const Drawn&, Warnings&) -> Result<Object> {
    Object copy = current.Copy();
    change(copy);
    return copy;
  };
  return Run(resource, request, resource.writing.strategy, EditBy(std::move(edit)));
}

Result<Outcome> WriteTest::TryChange(const ResourceDefinition& resource, std::string name,
                                     std::function<void(Object&)> change) {
  TestRequest request = RequestFor(resource, std::move(name));
  return TryChange(resource, request, std::move(change));
}

Result<Outcome> WriteTest::TryDelete(const ResourceDefinition& resource, TestRequest& request,
                                     DeleteOptions options) {
  return Run(resource, request, resource.writing.strategy, EndBy(std::move(options)));
}

Result<Outcome> WriteTest::TryDelete(const ResourceDefinition& resource, std::string name,
                                     DeleteOptions options) {
  TestRequest request = RequestFor(resource, std::move(name));
  return TryDelete(resource, request, std::move(options));
}

std::optional<Object> WriteTest::Stored(const ResourceDefinition& resource, std::string_view name) {
  auto found =
      executor_.Run(world_.store().Get(resource.Key(resource.names.namespaced ? "ns" : "", name)));
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
  return object::EncodeAs(resource.kind, object, resource.serving.versions.front(), true,
                          object::MediaType::kJson, false);
}

void EveryKindTest::SetData(Object& object, std::string_view value) {
  Arena& arena = object.arena();
  if (is_typed_) {
    object.As<apis::core::v1::ConfigMap>().data.Set(arena, "k", arena.Copy(value));
    return;
  }
  const Value data = object.content().Find("data").With(arena, "k", Value(arena.Copy(value)));
  object.set_content(object.content().With(arena, "data", data));
}

std::string EveryKindTest::Data(const Object& object) {
  if (is_typed_) return std::string(*object.As<apis::core::v1::ConfigMap>().data.Find("k"));
  return std::string(object.content().Find("data").FindString("k"));
}

std::string EveryKindTest::Data(std::string_view name) {
  auto stored = Stored(things_, name);
  return stored ? Data(*stored) : "<gone>";
}

std::string EveryKindTest::Body(const std::string& metadata, const std::string& value) {
  std::string members = R"("name":"a")" + metadata;
  const bool wants_revision = !things_.writing.strategy.allow_unconditional_update;
  auto stored =
      wants_revision && !metadata.contains("resourceVersion") ? Stored(things_, "a") : std::nullopt;
  if (stored) {
    members += R"(,"resourceVersion":")" + std::string(stored->meta().resource_version) + '"';
  }
  return R"({"metadata":{)" + members + R"(},"data":{"k":")" + value + "\"}}";
}

}  // namespace pintle::write
