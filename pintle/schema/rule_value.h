#pragma once

#include "pintle/base/arena.h"
#include "pintle/cel/datum.h"
#include "pintle/schema/rule_type.h"
#include "pintle/value/value.h"

namespace pintle::schema {

// A value of an object as its schema shows it to expressions. Refers to the data of `value` and to
// `type`.
cel::Datum RuleValue(Arena& arena, const RuleType& type, const Value& value);

}  // namespace pintle::schema
