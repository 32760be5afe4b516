#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
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
// ShownNumber), nothing as `null`, the rest compact JSON; a long one cut in its middle. Implicit
// from the plain types so that constructors below read well.
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
  static BadValue Rendered(std::string text);
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

// What is wrong with an input, in the order found. An input can have hundreds of thousands of
// faults, whose texts would be many times its size: the first ones are kept, and of each as much as
// one can read; the rest is counted.
class ErrorList {
 public:
  static constexpr size_t kMost = 1000;
  // Of all texts together, as an answer shows them.
  static constexpr size_t kMostBytes = size_t{128} << 10;

  ErrorList() = default;
  ErrorList(std::initializer_list<Error> errors);

  void push_back(Error error);
  // What nobody needs to put into words, since it would not be kept.
  void CountMore(size_t count = 1) { more_ += count; }
  bool WantsMore() const { return kept_.size() < kMost && bytes_ < kMostBytes; }

  // How many there are, kept or not.
  size_t size() const { return kept_.size() + more_; }
  bool empty() const { return size() == 0; }
  // How many are not kept.
  size_t more() const { return more_; }

  // Those that are kept.
  auto begin() { return kept_.begin(); }
  auto end() { return kept_.end(); }
  auto begin() const { return kept_.begin(); }
  auto end() const { return kept_.end(); }
  const Error& operator[](size_t index) const { return kept_[index]; }
  const std::vector<Error>& kept() const { return kept_; }

  void Append(ErrorList more);
  // Takes back all but the first `size`.
  void Shrink(size_t size);
  void clear() { Shrink(0); }
  // Takes out those that are kept for which `unwanted` says so.
  template <typename Unwanted>
  void EraseIf(Unwanted unwanted) {
    std::erase_if(kept_, [&](const Error& error) {
      if (!unwanted(error)) return false;
      bytes_ -= BytesOf(error);
      return true;
    });
  }

 private:
  static size_t BytesOf(const Error& error);

  std::vector<Error> kept_;
  size_t bytes_ = 0;
  size_t more_ = 0;
};

Error Required(const Path& path, std::string_view detail = {});
Error Invalid(const Path& path, BadValue value, std::string_view detail);
Error TypeInvalid(const Path& path, BadValue value, std::string_view detail);
// `supported` is printed in the given order, the first few kilobytes of it; `more` are known to be
// beyond that.
constexpr size_t kMaxSupportedBytes = size_t{8} << 10;
Error NotSupported(const Path& path, BadValue value, const std::vector<std::string>& supported,
                   size_t more = 0);
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
// `[a, b]`, with `and 7 more` if there are more than are kept; the causes keep all that are.
pintle::Error InvalidStatus(std::string_view group, std::string_view kind, std::string_view name,
                            const ErrorList& errors);

}  // namespace pintle::field
