#include "pintle/field/errors.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <unordered_set>

#include "pintle/base/strings.h"

namespace pintle::field {
namespace {

Error Make(ErrorType type, const Path& path, std::string body) {
  return Error{.type = type, .field = path.ToString(), .body = std::move(body)};
}

// `<what>: <value>[: <detail>]`
std::string ValueBody(std::string_view what, const BadValue& value, std::string_view detail) {
  std::string body = fmt::format("{}: {}", what, value.text());
  if (!detail.empty()) {
    body += ": ";
    body += detail;
  }
  return body;
}

std::string PlainBody(std::string_view what, std::string_view detail) {
  return detail.empty() ? std::string(what) : fmt::format("{}: {}", what, detail);
}

std::string_view Plural(int64_t count) { return count == 1 ? "" : "s"; }

Error TooLongUnit(const Path& path, int64_t max, std::string_view unit) {
  std::string detail = max < 0
                           ? std::string("value is too long")
                           : fmt::format("may not be more than {} {}{}", max, unit, Plural(max));
  return Make(ErrorType::kTooLong, path, "Too long: " + detail);
}

}  // namespace

std::string_view ErrorTypeText(ErrorType type) {
  constexpr std::array<std::string_view, 12> kTexts = {
      "FieldValueRequired",     "FieldValueInvalid",  "FieldValueTypeInvalid",
      "FieldValueNotSupported", "FieldValueNotFound", "FieldValueDuplicate",
      "FieldValueForbidden",    "FieldValueTooLong",  "FieldValueTooShort",
      "FieldValueTooMany",      "FieldValueTooFew",   "InternalError"};
  return kTexts[static_cast<size_t>(type)];
}

BadValue::BadValue(std::string_view text) { AppendQuoted(text_, text); }

BadValue::BadValue(double number) : text_(ShownNumber(number)) {}

std::string Error::Text() const {
  return fmt::format("{}: {}", field.empty() ? "<nil>" : field, body);
}

Error Required(const Path& path, std::string_view detail) {
  return Make(ErrorType::kRequired, path, PlainBody("Required value", detail));
}

Error Invalid(const Path& path, BadValue value, std::string_view detail) {
  return Make(ErrorType::kInvalid, path, ValueBody("Invalid value", value, detail));
}

Error TypeInvalid(const Path& path, BadValue value, std::string_view detail) {
  return Make(ErrorType::kTypeInvalid, path, ValueBody("Invalid value", value, detail));
}

Error NotSupported(const Path& path, BadValue value, const std::vector<std::string>& supported) {
  std::vector<std::string> quoted;
  quoted.reserve(supported.size());
  std::ranges::transform(supported, std::back_inserter(quoted),
                         [](const std::string& text) { return Quoted(text); });
  std::string detail =
      supported.empty() ? std::string() : "supported values: " + Join(quoted, ", ");
  return Make(ErrorType::kNotSupported, path, ValueBody("Unsupported value", value, detail));
}

Error NotFound(const Path& path, BadValue value) {
  return Make(ErrorType::kNotFound, path, ValueBody("Not found", value, {}));
}

Error Duplicate(const Path& path, BadValue value) {
  return Make(ErrorType::kDuplicate, path, ValueBody("Duplicate value", value, {}));
}

Error Forbidden(const Path& path, std::string_view detail) {
  return Make(ErrorType::kForbidden, path, PlainBody("Forbidden", detail));
}

Error TooLong(const Path& path, int64_t max_bytes) { return TooLongUnit(path, max_bytes, "byte"); }

Error TooLongCharacters(const Path& path, int64_t max_characters) {
  return TooLongUnit(path, max_characters, "character");
}

Error TooShort(const Path& path, int64_t min_characters) {
  return Make(ErrorType::kTooShort, path,
              fmt::format("Too short: must be at least {} character{}", min_characters,
                          Plural(min_characters)));
}

Error TooMany(const Path& path, int64_t actual, int64_t max) {
  return Make(ErrorType::kTooMany, path,
              fmt::format("Too many: {}: must have at most {} item{}", actual, max, Plural(max)));
}

Error TooFew(const Path& path, int64_t actual, int64_t min) {
  return Make(ErrorType::kTooFew, path,
              fmt::format("Too few: {}: must have at least {} item{}", actual, min, Plural(min)));
}

Error Internal(const Path& path, std::string_view message) {
  return Make(ErrorType::kInternal, path, PlainBody("Internal error", message));
}

void Append(ErrorList& list, ErrorList&& more) {
  list.insert(list.end(), std::make_move_iterator(more.begin()),
              std::make_move_iterator(more.end()));
}

pintle::Error InvalidStatus(std::string_view group, std::string_view kind, std::string_view name,
                            const ErrorList& errors) {
  std::vector<std::string> texts;
  std::unordered_set<std::string> seen;
  ErrorDetails details{.name = std::string(name),
                       .group = std::string(group),
                       .kind = std::string(kind),
                       .uid = {},
                       .causes = {}};
  for (const Error& error : errors) {
    std::string text = error.Text();
    if (seen.insert(text).second) texts.push_back(std::move(text));
    details.causes.push_back(Cause{std::string(ErrorTypeText(error.type)), error.body,
                                   error.field.empty() ? "<nil>" : error.field});
  }
  std::string joined = Join(texts, ", ");
  if (texts.size() > 1) joined = "[" + joined + "]";
  std::string message = fmt::format("{}{}{} \"{}\" is invalid: {}", kind, group.empty() ? "" : ".",
                                    group, name, joined);
  return pintle::Error(Reason::kInvalid, std::move(message)).WithDetails(std::move(details));
}

}  // namespace pintle::field
