// The three kinds of patches. The first line of the input is a document, the rest a patch for it.
#include <set>
#include <string>
#include <string_view>

#include "apis/core/v1/types.h"
#include "fuzz/fuzzing.h"
#include "pintle/codec/document.h"
#include "pintle/patch/depth.h"
#include "pintle/patch/json_patch.h"
#include "pintle/patch/merge_patch.h"
#include "pintle/patch/strategic.h"
#include "pintle/patch/strip.h"
#include "pintle/typeinfo/value_bridge.h"

namespace {

namespace codec = pintle::codec;
namespace patch = pintle::patch;
namespace typeinfo = pintle::typeinfo;
using pintle::Arena;
using pintle::Value;
using pintle::apis::core::v1::Pod;
using pintle::fuzzing::Require;

// What the elements of lists in a Pod are told apart by.
constexpr std::string_view kMergeKeys[] = {
    "name", "uid", "containerPort", "mountPath", "type", "devicePath", "ip", "topologyKey"};

// Whether a document, taken as a strategic patch, says what it looks like: no directives, no nulls,
// no elements that could be the same.
bool IsPlain(const Value& value) {
  if (value.is_object()) {
    for (const pintle::Member& member : value.members()) {
      if (member.key().starts_with('$') || !IsPlain(member.value)) return false;
    }
  } else if (value.is_list()) {
    std::set<std::string> seen;
    for (const Value& item : value.items()) {
      if (!IsPlain(item)) return false;
      if (!item.is_object() && !seen.insert(codec::ToJson(item)).second) return false;
      for (std::string_view key : kMergeKeys) {
        if (!item.Has(key)) continue;
        if (!seen.insert(std::string(key) + codec::ToJson(item.Find(key))).second) return false;
      }
    }
  }
  return !value.is_null();
}

void CheckJsonPatch(const Value& document, std::string_view body, Arena& arena) {
  pintle::field::Findings findings;
  auto strict = patch::JsonPatch::Parse(body, arena, &findings);
  auto lenient = patch::JsonPatch::Parse(body, arena, nullptr);
  if (!lenient) {
    Require(!strict);
    return;
  }
  auto result = lenient->Apply(arena, document);
  if (result && !lenient->has_repeats()) {
    Require(lenient->TextOf(*result) == codec::ToJson(*result));
  }
  if (!strict) return;
  auto again = strict->Apply(arena, document);
  Require(again.has_value() == result.has_value());
  if (!again) return;
  Require(*again == *result);
  auto read = codec::ParseJson(strict->TextOf(*again), arena);
  Require(read && codec::ToJson(*read) == codec::ToJson(*again));
}

void CheckMergePatch(const Value& document, const Value& change, Arena& arena) {
  Require(patch::IsSame(patch::MergePatch(arena, document, Value::EmptyObject()), document) ||
          !document.is_object());
  // What replaces an object comes with its nulls, which a second time are taken out of it.
  Value once = patch::MergePatch(arena, document, change);
  Value twice = patch::MergePatch(arena, once, change);
  Require(patch::MergePatch(arena, twice, change) == twice);
  if (IsPlain(document)) Require(patch::MergePatch(arena, document, document) == document);
}

void CheckStrategicMerge(const Value& document, const Value& change, Arena& arena) {
  const typeinfo::TypeInfo& type = typeinfo::TypeOf<Pod>();
  auto* pod = arena.New<Pod>();
  if (!document.is_object() || !typeinfo::FromValue(document, type, pod, arena, nullptr)) return;
  Value live = typeinfo::ToValue(*pod, arena);
  auto same = patch::StrategicMerge(arena, type, live, Value::EmptyObject());
  Require(same && patch::IsSame(*same, live));
  if (IsPlain(live)) {
    auto merged = patch::StrategicMerge(arena, type, live, live);
    Require(!merged || patch::IsSame(*merged, live));
  }
  std::string before = codec::ToJson(live);
  auto merged = patch::StrategicMerge(arena, type, live, change);
  Require(codec::ToJson(live) == before);
  if (merged && patch::IsSame(*merged, live)) {
    auto again = patch::StrategicMerge(arena, type, *merged, change);
    Require(again && patch::IsSame(*again, live));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string_view text = pintle::fuzzing::AsText(data, size);
  size_t line = text.find('\n');
  if (line == std::string_view::npos) return 0;
  Arena arena;
  auto document = codec::ParseJson(text.substr(0, line), arena);
  if (!document) return 0;
  std::string_view body = text.substr(line + 1);
  CheckJsonPatch(*document, body, arena);
  auto change = codec::ParseJson(body, arena);
  if (!change || !change->is_object()) return 0;
  if (!patch::FitsDepth(*document, patch::kMaxPatchDepth)) return 0;
  if (!patch::FitsDepth(*change, patch::kMaxPatchDepth)) return 0;
  CheckMergePatch(*document, *change, arena);
  CheckStrategicMerge(*document, *change, arena);
  return 0;
}
