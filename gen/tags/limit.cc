#include "gen/tags/limit.h"

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "pintle/base/strings.h"

namespace pintle::gen {
namespace {

std::optional<int64_t> LimitOf(std::string_view what, bool fits, const TagContext& context,
                               const Tag& tag) {
  if (!fits) {
    context.Fail(
        tag, fmt::format("can only be used on {} types ({})", what, TypeInMessage(*context.type)));
    return std::nullopt;
  }
  auto number = ParseInt64(tag.value);
  if (number && std::to_string(*number) == tag.value) return number;
  context.Fail(tag, fmt::format("{} is not a valid int value", Quoted(tag.value)));
  return std::nullopt;
}

}  // namespace

std::optional<int64_t> LimitOfText(const TagContext& context, const Tag& tag) {
  return LimitOf("string", context.target().kind == Kind::kString, context, tag);
}

std::optional<int64_t> LimitOfList(const TagContext& context, const Tag& tag) {
  return LimitOf("list", context.type->kind == Kind::kList, context, tag);
}

std::optional<int64_t> LimitOfInteger(const TagContext& context, const Tag& tag) {
  const Kind kind = context.target().kind;
  return LimitOf("integer", kind == Kind::kInt32 || kind == Kind::kInt64, context, tag);
}

}  // namespace pintle::gen
