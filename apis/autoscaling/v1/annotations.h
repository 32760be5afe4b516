#pragma once

#include "apis/autoscaling/v2/types.h"
#include "pintle/base/arena.h"

// What v1 has no members for travels in annotations of its objects.
namespace pintle::apis::autoscaling::v1 {

using Annotations = typeinfo::Map<typeinfo::Str>;

// What was in the annotations; nothing for one that is absent or does not parse.
struct Carried {
  typeinfo::List<v2::MetricSpec> metrics = {};
  typeinfo::List<v2::MetricStatus> current_metrics = {};
  typeinfo::List<v2::HorizontalPodAutoscalerCondition> conditions = {};
  typeinfo::Ptr<v2::HorizontalPodAutoscalerBehavior> behavior = {};
};

Carried ReadCarried(Arena& arena, const Annotations& annotations);
// `annotations` without those of the round trip; they themselves are left as they are.
Annotations WithoutCarried(Arena& arena, const Annotations& annotations);
// Adds an annotation for each member with content. `annotations` must not be shared.
void WriteCarried(Arena& arena, const Carried& carried, Annotations& annotations);

}  // namespace pintle::apis::autoscaling::v1
