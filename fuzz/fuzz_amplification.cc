// Small in, small out: looks for schemas and objects of which the server makes most. The first line
// is a schema, what follows is an object for it. How much was taken from the heap and how much was
// looked at, for each byte of input, is what the fuzzer is guided by.
#include <bit>
#include <memory>
#include <string>

#include "fuzz/fuzzing.h"
#include "pintle/base/work_count.h"
#include "pintle/codec/document.h"
#include "pintle/object/kind.h"
#include "pintle/object/read/decode.h"
#include "pintle/schema/crd.h"
#include "pintle/schema/embedded.h"
#include "pintle/schema/rule_set.h"
#include "pintle/schema/served_schema.h"
#include "pintle/schema/structural.h"
#include "pintle/schema/validate.h"

namespace {

namespace codec = pintle::codec;
namespace field = pintle::field;
namespace object = pintle::object;
namespace schema = pintle::schema;
using pintle::Arena;
using pintle::Value;
using pintle::WorkCount;
using pintle::fuzzing::RequireAtMost;

// What a write of a custom resource may hold; a compiled schema is not part of it.
constexpr pintle::fuzzing::HeldBytes kHeld = {size_t{32} << 20, 8};
// Nodes and cost of rules for each byte, and what rules may cost by themselves.
constexpr size_t kWork = 100'000'000;
constexpr size_t kWorkPerByte = 1000;
constexpr size_t kAnswerBytes = size_t{1} << 20;

// Each counter that has a new value is something new to libFuzzer: one for each power of two.
constexpr size_t kPowers = 64;
[[gnu::section("__libfuzzer_extra_counters")]] uint8_t g_seen[3 * kPowers];

void Tell(size_t what, size_t amount, size_t input) {
  g_seen[what * kPowers + static_cast<size_t>(std::bit_width(amount / (input + 1)))] = 1;
}

object::Kind ThingKind(std::shared_ptr<const schema::Structural> compiled) {
  object::Kind kind;
  kind.group = "example.com";
  kind.kind = "Thing";
  kind.list_kind = "ThingList";
  kind.storage_version = "v1";
  kind.schemas = {{"v1", std::make_shared<schema::ServedSchema>(std::move(compiled))}};
  kind.prune_mode = schema::PruneMode::kKep;
  return kind;
}

size_t AnswerBytes(const field::ErrorList& errors) {
  size_t bytes = 0;
  for (const field::Error& error : errors) bytes += 2 * (error.field.size() + error.body.size());
  return bytes;
}

// As much as a creation does; how long the answer would be.
size_t Write(const object::Kind& kind, const schema::RuleSet* rules, std::string_view body) {
  auto decoded = object::DecodeBody(kind, "v1", object::MediaType::kJson, body, true);
  if (!decoded) return decoded.error().message().size();
  size_t answered = 2 * field::StrictMessage(decoded->findings).size();
  const Value& root = decoded->object.content();
  const schema::Structural& compiled = kind.SchemaOrEmpty("v1");
  field::ErrorList errors;
  schema::Validate(compiled, root, nullptr, field::Path(), errors);
  schema::ValidateEmbedded(compiled, root, field::Path(), true, {}, errors);
  schema::ValidateListTypes(compiled, root, nullptr, field::Path(), errors);
  field::ErrorList forgiven;
  if (rules != nullptr) rules->Validate(root, nullptr, errors, forgiven);
  return answered + AnswerBytes(errors);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string_view text = pintle::fuzzing::AsText(data, size);
  const size_t line = std::min(text.find('\n'), text.size());
  Arena arena;
  auto open_api = codec::ParseJson(text.substr(0, line), arena);
  if (!open_api || !open_api->is_object()) return 0;
  auto compiled = schema::CompileUnchecked(*open_api, {});
  if (compiled == nullptr) return 0;
  std::string_view members = text.substr(std::min(line + 1, text.size()));
  if (!members.starts_with('{')) return 0;
  members.remove_prefix(1);
  const std::string body =
      R"({"apiVersion":"example.com/v1","kind":"Thing","metadata":{"name":"a"})" +
      std::string(members.starts_with('}') ? "" : ",") + std::string(members);
  auto rules = schema::RuleSet::Make(compiled);
  const object::Kind kind = ThingKind(compiled);
  const size_t worked_before = WorkCount::done();
  pintle::fuzzing::AllocationMeter meter;
  const size_t answered = Write(kind, rules.get(), body);
  const size_t worked = WorkCount::done() - worked_before;
  Tell(0, meter.peak_bytes(), text.size());
  Tell(1, worked, text.size());
  Tell(2, answered, text.size());
  RequireAtMost(meter.peak_bytes(), kHeld.For(text));
  RequireAtMost(worked, kWork + kWorkPerByte * text.size());
  RequireAtMost(answered, kAnswerBytes);
  return 0;
}
