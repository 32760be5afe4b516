#include <fmt/format.h>

#include <algorithm>

#include "gen/generate.h"
#include "gen/model/names.h"

namespace pintle::gen {
namespace {

std::string Described(const Named& named) {
  if (named.type == nullptr) return "left out: " + named.skipped;
  if (named.type->named != &named) return "= " + GoTypeName(*named.type);
  if (named.own_json) return named.type->kind == Kind::kAny ? "any JSON" : "text";
  std::string out;
  if (named.type->is_struct()) {
    auto embeds = [&](std::string_view name) {
      return std::ranges::any_of(named.fields,
                                 [&](const Field& field) { return field.go_name == name; });
    };
    bool kind = embeds("TypeMeta");
    std::string_view word = named.type->kind == Kind::kUnion ? "union"
                            : kind && embeds("ListMeta")     ? "list kind"
                            : kind && embeds("ObjectMeta")   ? "kind"
                                                             : "struct";
    out = fmt::format("{}, {} field{}", word, named.fields.size(),
                      named.fields.size() == 1 ? "" : "s");
  } else {
    Type shape = *named.type;
    shape.named = nullptr;
    out = GoTypeName(shape);
  }
  if (!named.constants.empty()) {
    out += fmt::format(", {} constant{}", named.constants.size(),
                       named.constants.size() == 1 ? "" : "s");
  }
  return out;
}

}  // namespace

std::string Listing(const Model& model) {
  std::string out;
  for (const Package& package : model.packages()) {
    if (!package.generated) continue;
    out += fmt::format("{} ({})\n", package.folder, package.cpp_namespace);
    for (const Named& named : package.types) {
      if (named.type == nullptr && named.skipped.empty()) continue;
      out += fmt::format("  {:<40} {}\n", named.name, Described(named));
    }
  }
  return out;
}

}  // namespace pintle::gen
