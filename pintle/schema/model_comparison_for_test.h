#pragma once

#include <optional>
#include <string>
#include <vector>

#include "pintle/schema/defaults.h"
#include "pintle/schema/model_for_test.h"
#include "pintle/schema/prune.h"
#include "pintle/schema/random_schema_for_test.h"
#include "pintle/schema/structural.h"
#include "pintle/schema/validate.h"
#include "pintle/schema/value_model_for_test.h"

// What a schema does to an object, done by the folder and by the model.
namespace pintle::schema {

// Everything that can be told of one object, as text.
struct Trace {
  std::string pruned;
  std::vector<std::string> unknown;
  std::string completed;
  std::vector<std::string> errors;
  std::vector<std::string> list_errors;

  friend bool operator==(const Trace&, const Trace&) = default;
  std::string Text() const {
    return fmt::format("pruned {}\nunknown {}\ncompleted {}\nerrors {}\nlist types {}\n", pruned,
                       Join(unknown, ", "), completed, Join(errors, "\n  "),
                       Join(list_errors, "\n  "));
  }
};

inline std::vector<std::string> TextsOf(const field::ErrorList& errors) {
  std::vector<std::string> texts;
  for (const field::Error& error : errors) texts.push_back(error.Text());
  return texts;
}

inline Trace TraceOf(Arena& arena, const Value& schema, const Value& object, PruneMode mode) {
  Trace trace;
  auto compiled = CompileUnchecked(schema, {.prune_defaults = mode, .metadata_tidier = {}});
  field::Findings unknown;
  Value value = Prune(arena, *compiled, object, mode, true, &unknown);
  for (const field::Finding& finding : unknown.items()) trace.unknown.push_back(finding.path);
  trace.pruned = codec::ToJson(value);
  value = ApplyDefaults(arena, *compiled, DropNulls(arena, *compiled, value));
  trace.completed = codec::ToJson(value);
  // What was sent has more faults than what is left of it.
  field::ErrorList errors;
  Validate(*compiled, object, nullptr, field::Path(), errors);
  trace.errors = TextsOf(errors);
  errors.clear();
  ValidateListTypes(*compiled, object, nullptr, field::Path(), errors);
  trace.list_errors = TextsOf(errors);
  return trace;
}

inline Trace TraceOfModel(Arena& arena, const Value& schema, const Value& object, PruneMode mode) {
  Trace trace;
  Value served = model::DefaultPruner(arena, schema, mode).Run();
  Value value = model::Prune(arena, schema, object, mode, &trace.unknown);
  // Names with dots in them can have the path of another member.
  const auto repeated = std::ranges::unique(trace.unknown);
  trace.unknown.erase(repeated.begin(), repeated.end());
  trace.pruned = codec::ToJson(value);
  value = model::ApplyDefaults(arena, &served, model::DropNulls(arena, &served, value));
  trace.completed = codec::ToJson(value);
  trace.errors = model::Validator().Run(schema, object);
  model::ListTypes(arena, &schema, object, "", trace.list_errors);
  return trace;
}

// A text that tells what differs for a random schema and object; nothing if nothing does.
inline std::optional<std::string> CompareWithModel(Choices& choices) {
  Arena arena;
  RandomSchema random(arena, choices);
  Value schema = random.Root();
  Value object = random.Object(&schema);
  for (PruneMode mode : {PruneMode::kKep, PruneMode::kKubernetes}) {
    Trace real = TraceOf(arena, schema, object, mode);
    Trace model = TraceOfModel(arena, schema, object, mode);
    if (real == model) continue;
    return fmt::format("mode {}\nschema {}\nobject {}\nis\n{}should be\n{}",
                       mode == PruneMode::kKep ? "kep" : "kubernetes", codec::ToJson(schema),
                       codec::ToJson(object), real.Text(), model.Text());
  }
  return std::nullopt;
}

}  // namespace pintle::schema
