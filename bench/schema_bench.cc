// How long it takes to do to a custom resource of 1 KiB what every write does: prune it, fill in
// defaults, validate it, run the rules of its schema.
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "pintle/codec/document.h"
#include "pintle/schema/defaults.h"
#include "pintle/schema/prune.h"
#include "pintle/schema/rule_set.h"
#include "pintle/schema/structural.h"
#include "pintle/schema/validate.h"

namespace pintle::schema {
namespace {

constexpr std::string_view kSchema = R"({
"type": "object", "required": ["spec"], "properties": {
  "spec": {"type": "object", "required": ["template"],
    "x-kubernetes-validations": [
      {"rule": "self.minReplicas <= self.replicas && self.replicas <= self.maxReplicas"}],
    "properties": {
    "replicas": {"type": "integer", "format": "int32", "minimum": 0, "default": 1},
    "minReplicas": {"type": "integer", "format": "int32", "minimum": 0, "default": 0},
    "maxReplicas": {"type": "integer", "format": "int32", "minimum": 0, "default": 10},
    "paused": {"type": "boolean", "default": false},
    "policy": {"type": "string", "enum": ["Always", "IfNotPresent", "Never"], "default": "Always"},
    "schedule": {"type": "string", "pattern": "^[0-9*,/ -]+$", "maxLength": 64},
    "selector": {"type": "object", "additionalProperties": {"type": "string", "maxLength": 63}},
    "template": {"type": "object", "required": ["containers"], "properties": {
      "serviceAccount": {"type": "string", "maxLength": 253},
      "containers": {"type": "array", "maxItems": 16, "x-kubernetes-list-type": "map",
        "x-kubernetes-list-map-keys": ["name"],
        "items": {"type": "object", "required": ["name"],
        "x-kubernetes-validations": [{"rule": "self.name.size() < 64"}],
        "properties": {
          "name": {"type": "string", "minLength": 1, "maxLength": 63,
            "pattern": "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$"},
          "image": {"type": "string", "maxLength": 500},
          "args": {"type": "array", "maxItems": 64, "items": {"type": "string"}},
          "ports": {"type": "array", "maxItems": 16, "items": {"type": "object", "properties": {
            "port": {"type": "integer", "minimum": 1, "maximum": 65535},
            "protocol": {"type": "string", "enum": ["TCP", "UDP", "SCTP"], "default": "TCP"}}}},
          "env": {"type": "array", "maxItems": 64, "items": {"type": "object",
            "required": ["name"], "properties": {
            "name": {"type": "string", "maxLength": 100},
            "value": {"type": "string", "default": ""}}}},
          "resources": {"type": "object", "additionalProperties": {
            "anyOf": [{"type": "integer"}, {"type": "string"}],
            "x-kubernetes-int-or-string": true}}}}}}}}},
  "status": {"type": "object", "x-kubernetes-preserve-unknown-fields": true}}})";

// `unknown` is a member of every container that the schema does not have.
std::string Document(bool complete, std::string_view unknown) {
  std::string containers;
  for (int i = 0; i < 2; ++i) {
    containers += fmt::format(
        R"({}{{"name":"worker-{}","image":"registry.example.com/team/worker:1.{}.0",)"
        R"("args":["--queue=default","--verbose","--retries=3"],)"
        R"("ports":[{{"port":8080{}}},{{"port":9090{}}}],)"
        R"("env":[{{"name":"LOG_LEVEL","value":"info"}},{{"name":"REGION","value":"eu-west-1"}},)"
        R"({{"name":"SHARD"{}}}],"resources":{{"cpu":"500m","memory":"1Gi","gpus":1}}{}}})",
        i > 0 ? "," : "", i, i, complete ? R"(,"protocol":"TCP")" : "",
        complete ? R"(,"protocol":"TCP")" : "", complete ? R"(,"value":"")" : "", unknown);
  }
  return fmt::format(
      R"({{"apiVersion":"example.com/v1","kind":"Job","metadata":{{"name":"nightly"}},)"
      R"("spec":{{"replicas":3,"minReplicas":1{},"schedule":"*/5 * * * *",)"
      R"("selector":{{"app":"worker","tier":"backend"}},)"
      R"("template":{{"serviceAccount":"worker","containers":[{}]}}}},)"
      R"("status":{{"ready":3,"conditions":[{{"type":"Ready","status":"True"}}]}}}})",
      complete ? R"(,"maxReplicas":10,"paused":false,"policy":"Always")" : "", containers);
}

struct Subject {
  explicit Subject(const std::string& json) : text(json) {
    schema = CompileUnchecked(Must(codec::ParseJson(kSchema, arena)),
                              {.prune_defaults = PruneMode::kKep, .metadata_tidier = {}});
    rules = RuleSet::Make(schema);
    object = Must(codec::ParseJson(text, arena));
  }
  static Value Must(const Result<Value>& value) {
    if (!value) std::abort();
    return *value;
  }

  Arena arena;
  std::string text;
  std::shared_ptr<const Structural> schema;
  std::shared_ptr<const RuleSet> rules;
  Value object;
};

Value Complete(Arena& arena, const Subject& subject) {
  Value pruned = Prune(arena, *subject.schema, subject.object, PruneMode::kKep, true, nullptr);
  return ApplyDefaults(arena, *subject.schema, DropNulls(arena, *subject.schema, pruned));
}

void Check(const Subject& subject, const Value& object, field::ErrorList& errors) {
  Validate(*subject.schema, object, nullptr, field::Path(), errors);
  ValidateListTypes(*subject.schema, object, nullptr, field::Path(), errors);
}

// What a decode and the validation after it do, all but the rules.
void All(benchmark::State& state, const std::string& json) {
  Subject subject(json);
  for (auto _ : state) {
    Arena arena;
    field::ErrorList errors;
    Check(subject, Complete(arena, subject), errors);
    if (!errors.empty()) state.SkipWithError(errors[0].Text().c_str());
  }
  state.counters["bytes"] = static_cast<double>(subject.text.size());
}
void PruneOnly(benchmark::State& state, const std::string& json) {
  Subject subject(json);
  for (auto _ : state) {
    Arena arena;
    benchmark::DoNotOptimize(
        Prune(arena, *subject.schema, subject.object, PruneMode::kKep, true, nullptr));
  }
}
void DefaultOnly(benchmark::State& state, const std::string& json) {
  Subject subject(json);
  for (auto _ : state) {
    Arena arena;
    benchmark::DoNotOptimize(
        ApplyDefaults(arena, *subject.schema, DropNulls(arena, *subject.schema, subject.object)));
  }
}
void ValidateOnly(benchmark::State& state, const std::string& json) {
  Subject subject(json);
  for (auto _ : state) {
    field::ErrorList errors;
    Check(subject, subject.object, errors);
    benchmark::DoNotOptimize(errors);
  }
}
// Three rules are run: one of the object, one of each container.
void Rules(benchmark::State& state, const std::string& json) {
  Subject subject(json);
  for (auto _ : state) {
    field::ErrorList errors;
    field::ErrorList forgiven;
    subject.rules->Validate(subject.object, nullptr, errors, forgiven);
    if (!errors.empty()) state.SkipWithError(errors[0].Text().c_str());
  }
}
void CompileSchema(benchmark::State& state) {
  Arena arena;
  Value schema = Subject::Must(codec::ParseJson(kSchema, arena));
  for (auto _ : state) benchmark::DoNotOptimize(CompileUnchecked(schema));
}

constexpr std::string_view kUnknown = R"(,"extra":{"a":[1,2,{"b":3}]})";

// As controllers write it back; as people send it; with members the schema does not have.
BENCHMARK_CAPTURE(All, Complete, Document(true, ""));
BENCHMARK_CAPTURE(All, LacksDefaults, Document(false, ""));
BENCHMARK_CAPTURE(All, HasUnknownMembers, Document(false, kUnknown));
BENCHMARK_CAPTURE(PruneOnly, Complete, Document(true, ""));
BENCHMARK_CAPTURE(PruneOnly, HasUnknownMembers, Document(false, kUnknown));
BENCHMARK_CAPTURE(DefaultOnly, Complete, Document(true, ""));
BENCHMARK_CAPTURE(DefaultOnly, LacksDefaults, Document(false, ""));
BENCHMARK_CAPTURE(ValidateOnly, Complete, Document(true, ""));
BENCHMARK_CAPTURE(Rules, Complete, Document(true, ""));
BENCHMARK(CompileSchema);

}  // namespace
}  // namespace pintle::schema
