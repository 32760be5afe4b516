#include "pintle/field/errors.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <unordered_set>

#include "pintle/base/strings.h"

namespace pintle::field {
namespace {

// Of texts in messages, which repeat what was sent and what schemas say.
constexpr size_t kMaxFieldBytes = size_t{2} << 10;
constexpr size_t kMaxValueBytes = size_t{16} << 10;
constexpr size_t kMaxBodyBytes = size_t{32} << 10;

std::string CutTo(size_t most, std::string text) {
  return text.size() <= most ? std::move(text) : Shortened(text, most);
}

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

BadValue::BadValue(std::string_view text) {
  if (text.size() <= kMaxValueBytes) {
    AppendQuoted(text_, text);
  } else {
    AppendQuoted(text_, Shortened(text, kMaxValueBytes));
  }
}

BadValue BadValue::Rendered(std::string text) {
  BadValue value(nullptr);
  value.text_ = CutTo(kMaxValueBytes, std::move(text));
  return value;
}

BadValue::BadValue(double number) : text_(ShownNumber(number)) {}

std::string Error::Text() const {
  return fmt::format("{}: {}", field.empty() ? "<nil>" : field, body);
}

ErrorList::ErrorList(std::initializer_list<Error> errors) {
  for (const Error& error : errors) push_back(error);
}

// Both texts stand in the message and in a cause. What JSON escapes takes up to six bytes there.
size_t ErrorList::BytesOf(const Error& error) {
  auto shown = [](std::string_view text) {
    const auto escaped =
        std::ranges::count_if(text, [](char c) { return static_cast<unsigned char>(c) < 0x20; });
    return text.size() + 5 * static_cast<size_t>(escaped);
  };
  return shown(error.field) + shown(error.body);
}

void ErrorList::push_back(Error error) {
  if (!WantsMore()) return CountMore();
  error.field = CutTo(kMaxFieldBytes, std::move(error.field));
  error.body = CutTo(kMaxBodyBytes, std::move(error.body));
  bytes_ += BytesOf(error);
  kept_.push_back(std::move(error));
}

void ErrorList::Append(ErrorList more) {
  if (kept_.empty() && more_ == 0) {
    *this = std::move(more);
    return;
  }
  for (Error& error : more.kept_) push_back(std::move(error));
  more_ += more.more_;
}

void ErrorList::Shrink(size_t size) {
  if (size >= kept_.size()) {
    more_ = size - kept_.size();
    return;
  }
  more_ = 0;
  while (kept_.size() > size) {
    bytes_ -= BytesOf(kept_.back());
    kept_.pop_back();
  }
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

Error NotSupported(const Path& path, BadValue value, const std::vector<std::string>& supported,
                   size_t more) {
  std::string detail = supported.empty() ? std::string() : "supported values: ";
  size_t shown = 0;
  for (; shown < supported.size() && detail.size() <= kMaxSupportedBytes; ++shown) {
    if (shown > 0) detail += ", ";
    AppendQuoted(detail, supported[shown]);
  }
  more += supported.size() - shown;
  if (more > 0) detail += fmt::format(", and {} more", more);
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

void Append(ErrorList& list, ErrorList&& more) { list.Append(std::move(more)); }

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
  if (errors.more() > 0) texts.push_back(fmt::format("and {} more", errors.more()));
  std::string joined = Join(texts, ", ");
  if (texts.size() > 1) joined = "[" + joined + "]";
  std::string message = fmt::format("{}{}{} \"{}\" is invalid: {}", kind, group.empty() ? "" : ".",
                                    group, name, joined);
  return pintle::Error(Reason::kInvalid, std::move(message)).WithDetails(std::move(details));
}

}  // namespace pintle::field
