// Schemas of CustomResourceDefinitions as they come: checked with all their rules, compiled, and
// put to use. The first line is a schema, what follows is an object for it.
#include <string>
#include <vector>

#include "fuzz/fuzzing.h"
#include "pintle/codec/document.h"
#include "pintle/schema/crd.h"
#include "pintle/schema/defaults.h"
#include "pintle/schema/embedded.h"
#include "pintle/schema/prune.h"
#include "pintle/schema/rule_set.h"
#include "pintle/schema/structural.h"
#include "pintle/schema/validate.h"

namespace {

namespace codec = pintle::codec;
namespace field = pintle::field;
namespace schema = pintle::schema;
using pintle::Arena;
using pintle::Value;
using pintle::fuzzing::Require;

// A compiled schema holds regular expressions and rules, which are larger than their texts; so are
// messages, which name places.
constexpr pintle::fuzzing::HeldBytes kSchemaHeld = {size_t{8} << 20, 16 * 1024};

Value Definition(Arena& arena, const Value& open_api) {
  constexpr std::string_view kDefinition =
      R"({"metadata":{"name":"things.example.com"},"spec":{"group":"example.com","scope":"Cluster",)"
      R"("names":{"plural":"things","singular":"thing","kind":"Thing","listKind":"ThingList"},)"
      R"("conversion":{"strategy":"None"},)"
      R"("versions":[{"name":"v1","served":true,"storage":true}]},)"
      R"("status":{"storedVersions":["v1"]}})";
  Value crd = *codec::ParseJson(kDefinition, arena);
  Value spec = crd.Find("spec");
  Value version = spec.Find("versions").items()[0];
  Value of_version = Value().With(arena, "openAPIV3Schema", open_api);
  version = version.With(arena, "schema", of_version);
  spec = spec.With(arena, "versions", Value::List(arena, std::vector<Value>{version}));
  return crd.With(arena, "spec", spec);
}

std::vector<std::string> Texts(const field::ErrorList& errors) {
  std::vector<std::string> texts;
  for (const field::Error& error : errors) texts.push_back(error.Text());
  return texts;
}

// What every write does with an object; nothing of it may depend on what was done before.
std::vector<std::string> Faults(const schema::Structural& compiled, const schema::RuleSet* rules,
                                const Value& object, const Value* old) {
  field::ErrorList errors;
  schema::Validate(compiled, object, old, field::Path(), errors);
  schema::ValidateEmbedded(compiled, object, field::Path(), true, {}, errors);
  schema::ValidateListTypes(compiled, object, old, field::Path(), errors);
  field::ErrorList forgiven;
  if (rules != nullptr) rules->Validate(object, old, errors, forgiven);
  return Texts(errors);
}

void Use(const Value& open_api, const Value& object, schema::PruneMode mode) {
  Arena arena;
  auto compiled =
      schema::CompileUnchecked(open_api, {.prune_defaults = mode, .metadata_tidier = {}});
  if (compiled == nullptr) return;
  field::Findings unknown;
  Value pruned = schema::Prune(arena, *compiled, object, mode, true, &unknown);
  field::Findings again;
  Value twice = schema::Prune(arena, *compiled, pruned, mode, true, &again);
  Require(again.empty() && twice == pruned);
  if (unknown.empty()) Require(pruned == object);
  Value completed =
      schema::ApplyDefaults(arena, *compiled, schema::DropNulls(arena, *compiled, pruned));
  Require(schema::Prune(arena, *compiled, completed, mode, true, nullptr) == completed);
  auto rules = schema::RuleSet::Make(compiled);
  Require(Faults(*compiled, rules.get(), completed, nullptr) ==
          Faults(*compiled, rules.get(), completed, nullptr));
  // What did not change is forgiven all faults but those of its lists and rules about changes.
  field::ErrorList errors;
  schema::ValidateListTypes(*compiled, completed, &completed, field::Path(), errors);
  Require(errors.empty());
  Faults(*compiled, rules.get(), completed, &object);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string_view text = pintle::fuzzing::AsText(data, size);
  size_t line = std::min(text.find('\n'), text.size());
  Arena arena;
  auto open_api = codec::ParseJson(text.substr(0, line), arena);
  if (!open_api || !open_api->is_object()) return 0;
  Value crd = Definition(arena, *open_api);
  {
    pintle::fuzzing::AllocationMeter meter;
    field::ErrorList errors = schema::ValidateCrd(crd, nullptr, {});
    Require(Texts(errors) == Texts(schema::ValidateCrd(crd, nullptr, {})));
    schema::CrdWarnings(crd, nullptr);
    pintle::fuzzing::RequireAtMost(meter.peak_bytes(), kSchemaHeld.For(text));
  }
  auto object = codec::ParseJson(text.substr(std::min(line + 1, text.size())), arena);
  Value root = object && object->is_object() ? *object : Value::EmptyObject();
  Use(*open_api, root, schema::PruneMode::kKep);
  Use(*open_api, root, schema::PruneMode::kKubernetes);
  return 0;
}
