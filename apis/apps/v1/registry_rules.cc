#include "apis/apps/v1/registry_rules.h"

#include <algorithm>
#include <charconv>
#include <string>

#include "pintle/typeinfo/equal.h"

namespace pintle::apis::apps::v1 {
namespace {

void SetTemplateGeneration(Arena& arena, DaemonSet& daemon_set, int64_t generation) {
  daemon_set.metadata.annotations.Set(arena, kTemplateGenerationAnnotation,
                                      arena.Copy(std::to_string(generation)));
}

}  // namespace

std::optional<int64_t> ParseAnnotationNumber(std::string_view text) {
  if (text.starts_with('+')) {
    text.remove_prefix(1);
    if (text.starts_with('-')) return std::nullopt;
  }
  int64_t number = 0;
  const char* begin = text.data();
  const char* end = begin + text.size();
  auto [stop, error] = std::from_chars(begin, end, number);
  if (error != std::errc() || stop != end) return std::nullopt;
  return number;
}

int64_t TemplateGeneration(const DaemonSet& daemon_set) {
  const typeinfo::Str* text = daemon_set.metadata.annotations.Find(kTemplateGenerationAnnotation);
  return text == nullptr ? 0 : ParseAnnotationNumber(*text).value_or(0);
}

void SetTemplateGenerationOnCreate(Arena& arena, DaemonSet& daemon_set) {
  SetTemplateGeneration(arena, daemon_set, std::max<int64_t>(1, TemplateGeneration(daemon_set)));
}

void SetTemplateGenerationOnUpdate(Arena& arena, const DaemonSet& old, DaemonSet& daemon_set) {
  bool same = typeinfo::SemanticEqual(old.spec.template_, daemon_set.spec.template_);
  SetTemplateGeneration(arena, daemon_set, TemplateGeneration(old) + (same ? 0 : 1));
}

}  // namespace pintle::apis::apps::v1
