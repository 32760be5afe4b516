#include "pintle/patch/json_patch.h"

#include <fmt/format.h>

#include "pintle/codec/document.h"
#include "pintle/object/status.h"
#include "pintle/patch/depth.h"
#include "pintle/patch/json_document.h"
#include "pintle/value/numbers.h"

namespace pintle::patch {
namespace {

const void* ContentOf(const Value& value) {
  if (value.is_object()) return value.members().data();
  if (value.is_list()) return value.items().data();
  return nullptr;
}

}  // namespace

Result<Value> JsonPatch::Apply(Arena& arena, const Value& document) const {
  JsonDocument edited(arena, document);
  size_t copied_bytes = 0;
  auto run = [&](const Operation& operation) {
    switch (operation.verb) {
      case Verb::kAdd:
        return edited.Add(operation.path, operation.value);
      case Verb::kRemove:
        return edited.Remove(operation.path);
      case Verb::kReplace:
        return edited.Replace(operation.path, operation.value);
      case Verb::kMove:
        return edited.Move(operation.from, operation.path);
      case Verb::kCopy: {
        auto source = edited.Get(operation.from);
        if (!source) return false;
        copied_bytes += codec::ToJson(*source).size();
        return copied_bytes <= kMaxCopiedBytes && edited.Add(operation.path, *source);
      }
      case Verb::kTest:
        return !operation.odd_spelling && edited.Equals(operation.path, operation.value);
      case Verb::kUnknown:
        return false;
    }
    return false;
  };
  for (const Operation& operation : operations_) {
    if (!operation.complete || !run(operation)) return object::GenericInvalid();
  }
  auto result = edited.Take();
  if (!result) return object::GenericInvalid();
  return *result;
}

std::string JsonPatch::TextOf(const Value& result) const {
  if (repeats_.empty()) return codec::ToJson(result);
  std::string out;
  AppendText(out, result, 0);
  return out;
}

void JsonPatch::AppendText(std::string& out, const Value& value, int depth) const {
  if (depth > kMaxPatchDepth) {
    // Deeper than operations reach.
    out += codec::ToJson(value);
  } else if (auto source = repeats_.find(ContentOf(value)); source != repeats_.end()) {
    out += source->second;
  } else if (value.is_object()) {
    char separator = '{';
    for (const Member& member : value.members()) {
      out += separator;
      out += codec::ToJson(Value(member.key()));
      out += ':';
      AppendText(out, member.value, depth + 1);
      separator = ',';
    }
    out += value.size() == 0 ? "{}" : "}";
  } else if (value.is_list()) {
    char separator = '[';
    for (const Value& item : value.items()) {
      out += separator;
      AppendText(out, item, depth + 1);
      separator = ',';
    }
    out += value.size() == 0 ? "[]" : "]";
  } else {
    out += codec::ToJson(value);
    // It is read again: a double stays one.
    if (value.is_double() && AsWhole(value)) out += ".0";
  }
}

}  // namespace pintle::patch
