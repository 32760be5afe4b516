#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/base/error.h"
#include "pintle/field/path.h"
#include "pintle/value/value.h"

namespace pintle::field {

enum class ErrorType : uint8_t {
  kRequired,
  kInvalid,
  kTypeInvalid,
  kNotSupported,
  kNotFound,
  kDuplicate,
  kForbidden,
  kTooLong,
  kTooShort,
  kTooMany,
  kTooFew,
  kInternal,
};

// The cause type on the wire, e.g. `FieldValueInvalid`.
std::string_view ErrorTypeText(ErrorType type);

// A bad value as it is shown in a message: strings quoted, numbers and booleans plain (see
// ShownNumber), nothing as `null`, the rest compact JSON. Implicit from the plain types so that
// constructors below read well.
class BadValue {
 public:
  // NOLINTBEGIN(google-explicit-constructor)
  BadValue(std::string_view text);
  BadValue(const char* text) : BadValue(std::string_view(text)) {}
  BadValue(const std::string& text) : BadValue(std::string_view(text)) {}
  BadValue(int64_t number) : text_(std::to_string(number)) {}
  BadValue(int32_t number) : text_(std::to_string(number)) {}
  BadValue(uint64_t number) : text_(std::to_string(number)) {}
  BadValue(bool flag) : text_(flag ? "true" : "false") {}
  BadValue(double number);
  BadValue(std::nullptr_t) : text_("null") {}
  // NOLINTEND(google-explicit-constructor)

  // Text that is shown as it is: JSON of an object or list.
  static BadValue Rendered(std::string text) {
    BadValue value(nullptr);
    value.text_ = std::move(text);
    return value;
  }
  const std::string& text() const { return text_; }
  std::string Take() && { return std::move(text_); }

 private:
  std::string text_;
};

// A fault at one place of an input. `origin` names the rule (`minimum`, `format=k8s-short-name`),
// used to compare hand-written with declarative rules; `covered` marks a hand-written error that a
// declarative rule also finds.
struct Error {
  ErrorType type = ErrorType::kInvalid;
  std::string field;
  // The body without the path: `Invalid value: "x": must be ...`.
  std::string body;
  std::string origin = {};
  bool covered = false;

  Error&& WithOrigin(std::string_view rule) && {
    origin = rule;
    return std::move(*this);
  }
  Error&& MarkCovered() && {
    covered = true;
    return std::move(*this);
  }
  // `<field>: <body>`; an empty field prints as `<nil>`.
  std::string Text() const;
};

using ErrorList = std::vector<Error>;

Error Required(const Path& path, std::string_view detail = {});
Error Invalid(const Path& path, BadValue value, std::string_view detail);
Error TypeInvalid(const Path& path, BadValue value, std::string_view detail);
// `supported` is printed in the given order.
Error NotSupported(const Path& path, BadValue value, const std::vector<std::string>& supported);
Error NotFound(const Path& path, BadValue value);
Error Duplicate(const Path& path, BadValue value);
Error Forbidden(const Path& path, std::string_view detail = {});
// Bytes and characters variants; a negative limit prints `value is too long`.
Error TooLong(const Path& path, int64_t max_bytes);
Error TooLongCharacters(const Path& path, int64_t max_characters);
Error TooShort(const Path& path, int64_t min_characters);
Error TooMany(const Path& path, int64_t actual, int64_t max);
Error TooFew(const Path& path, int64_t actual, int64_t min);
Error Internal(const Path& path, std::string_view message);

void Append(ErrorList& list, ErrorList&& more);

// 422 Invalid: `<kind>[.<group>] "<name>" is invalid: <errors>`. Several distinct texts are joined
// as
// `[a, b]`; the causes keep all.
pintle::Error InvalidStatus(std::string_view group, std::string_view kind, std::string_view name,
                            const ErrorList& errors);

}  // namespace pintle::field
