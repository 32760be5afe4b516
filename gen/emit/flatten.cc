#include "gen/emit/flatten.h"

#include <fmt/format.h>

#include <algorithm>

#include "pintle/base/strings.h"

namespace pintle::gen {
namespace {

// Inlined structs nest at most this deep, and one struct holds at most so many of them.
constexpr int kMaxInlineDepth = 16;
constexpr int kMaxInlined = 10'000;

void Flatten(const Named& named, const std::string& prefix, int depth, int& inlined,
             std::vector<FlatField>& out, Diagnostics& diagnostics) {
  if (inlined > kMaxInlined) return;
  if (depth > kMaxInlineDepth || ++inlined > kMaxInlined) {
    inlined = kMaxInlined + 1;  // once said is enough
    return diagnostics.Add(named.position, "structs are inlined too deeply");
  }
  for (size_t i = 0; i < named.fields.size(); ++i) {
    const Field& field = named.fields[i];
    std::string path = prefix + field.cpp_name;
    if (field.inlined) {
      if (field.type->is_struct())
        Flatten(*field.type->named, path + ".", depth + 1, inlined, out, diagnostics);
      continue;
    }
    if (field.json_name.empty()) continue;
    auto same = std::ranges::find_if(
        out, [&](const FlatField& other) { return other.field->json_name == field.json_name; });
    if (same == out.end()) {
      out.push_back({&field, &named, i, path, depth});
    } else if (same->depth == depth) {
      diagnostics.Add(field.position,
                      fmt::format("two fields have the JSON name {}", Quoted(field.json_name)));
    } else if (same->depth > depth) {
      out.erase(same);
      out.push_back({&field, &named, i, path, depth});
    }
  }
}

}  // namespace

std::vector<FlatField> Flatten(const Named& named, Diagnostics& diagnostics) {
  std::vector<FlatField> fields;
  int inlined = 0;
  Flatten(named, "", 0, inlined, fields, diagnostics);
  return fields;
}

}  // namespace pintle::gen
