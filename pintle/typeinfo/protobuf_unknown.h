#pragma once

#include <string_view>

#include "pintle/field/findings.h"
#include "pintle/typeinfo/protobuf_plan.h"

namespace pintle::typeinfo {

// Names the fields of a message that its type does not have, by number and by where they are:
// `unknown field number 99 in "spec.containers[0]"`. The message is one that can be decoded. This
// is a second reading, for messages in which the first one skipped something.
void FindUnknownNumbers(std::string_view message, const ProtoPlan& plan, field::Findings& findings);

}  // namespace pintle::typeinfo
