#include "gen/model/lifecycle.h"

#include <fmt/format.h>

#include "gen/emit/cpp.h"
#include "gen/emit/emit.h"

namespace pintle::gen {
namespace {

void AddRelease(std::string& out, std::string_view name, const Release& release) {
  if (!release) return;
  out += fmt::format("{}.{} = {{{}, {}}}", out.empty() ? "" : ", ", name, release.major,
                     release.minor);
}

std::string Initializer(const Lifecycle& life) {
  std::string out;
  AddRelease(out, "introduced", life.introduced);
  AddRelease(out, "deprecated", life.deprecated);
  AddRelease(out, "removed", life.removed);
  if (!life.replacement.empty()) out += ", .replacement = " + CppString(life.replacement);
  return out;
}

}  // namespace

void EmitLifecycle(const Package& package, Outputs& outputs, Diagnostics& diagnostics) {
  if (!HasLifecycleTags(package)) return;
  const std::map<const Named*, Lifecycle> lives = ReadLifecycles(package, diagnostics);
  std::string out = FileHeader(package);
  out += fmt::format(
      "#pragma once\n\n#include \"{}/types.h\"\n#include \"pintle/scheme/lifecycle_of.h\"\n\n"
      "namespace pintle::scheme {{\n\n",
      package.folder);
  for (const Named& named : package.types) {
    auto life = lives.find(&named);
    if (life == lives.end()) continue;
    out += fmt::format(
        "template <>\ninline constexpr Lifecycle kLifecycleOf<::{}::{}> = {{\n    {}}};\n",
        package.cpp_namespace, named.cpp_name, Initializer(life->second));
  }
  out += "\n}  // namespace pintle::scheme\n";
  outputs["lifecycle.h"] = std::move(out);
}

}  // namespace pintle::gen
