#include "pintle/auth/verb.h"

#include <algorithm>
#include <array>

#include "pintle/auth/attributes.h"

namespace pintle::auth {
namespace {

// By the numbers of the verbs, and sorted.
constexpr std::array<std::string_view, kVerbs> kNames = {
    "create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"};
static_assert(std::ranges::is_sorted(kNames));

}  // namespace

std::string_view VerbName(Verb verb) { return kNames[static_cast<size_t>(verb)]; }

std::optional<Verb> VerbNamed(std::string_view name) {
  const auto* at = std::ranges::find(kNames, name);
  if (at == kNames.end()) return std::nullopt;
  return static_cast<Verb>(at - kNames.begin());
}

std::optional<Verb> VerbOf(const Attributes& what) {
  return what.is_resource ? VerbNamed(what.verb) : std::nullopt;
}

}  // namespace pintle::auth
