#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "apis/apps/v1/types.h"
#include "pintle/base/arena.h"

namespace pintle::apis::apps::v1 {

// Annotations that once were fields of these kinds: numbers, or absent.
inline constexpr std::string_view kTemplateGenerationAnnotation =
    "deprecated.daemonset.template.generation";
inline constexpr std::string_view kRollbackAnnotation = "deprecated.deployment.rollback.to";

// The number in an annotation: a sign, digits, no more, in 64 bits. Nothing for all else.
std::optional<int64_t> ParseAnnotationNumber(std::string_view text);

// How often the template of a daemon set has changed; 0 if it does not say.
int64_t TemplateGeneration(const DaemonSet& daemon_set);

// On create it is at least 1; on update it is the old one, plus one if the template is another.
void SetTemplateGenerationOnCreate(Arena& arena, DaemonSet& daemon_set);
void SetTemplateGenerationOnUpdate(Arena& arena, const DaemonSet& old, DaemonSet& daemon_set);

}  // namespace pintle::apis::apps::v1
