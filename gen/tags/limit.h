#pragma once

#include <cstdint>
#include <optional>

#include "gen/tags/definition.h"

// The payload of a tag that limits what it stands at; adds a message if it stands at something else
// or the payload is not a canonical decimal number.
namespace pintle::gen {

std::optional<int64_t> LimitOfText(const TagContext& context, const Tag& tag);
std::optional<int64_t> LimitOfList(const TagContext& context, const Tag& tag);
std::optional<int64_t> LimitOfInteger(const TagContext& context, const Tag& tag);

}  // namespace pintle::gen
