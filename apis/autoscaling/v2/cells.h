#pragma once

#include "pintle/resource/definition.h"

namespace pintle::apis::autoscaling::v2 {

write::Table HorizontalPodAutoscalerTable();

}  // namespace pintle::apis::autoscaling::v2
