#pragma once

#include <initializer_list>
#include <span>
#include <string_view>

#include "pintle/field/names.h"
#include "pintle/validate/access.h"
#include "pintle/validate/shown.h"

// The small rules that hand-written validation is made of. Each appends what is wrong at `path`.
namespace pintle::validate {

inline constexpr std::string_view kImmutableText = "field is immutable";

// An error that does not show the value.
field::Error InvalidValue(const field::Path& path, std::string_view text);

// One error for each message.
void AddMessages(const field::Path& path, const field::BadValue& value, const Messages& messages,
                 field::ErrorList& errors);
// The same for a text that `rule` finds at fault. Nearly every text is good: one is quoted only
// then.
template <typename Rule>
void Form(const field::Path& path, std::string_view text, Rule rule, field::ErrorList& errors) {
  const Messages messages = rule(text);
  if (!messages.empty()) AddMessages(path, text, messages, errors);
}
// The same for a text that may be empty.
template <typename Rule>
void FormIfGiven(const field::Path& path, std::string_view text, Rule rule,
                 field::ErrorList& errors) {
  if (!text.empty()) Form(path, text, rule, errors);
}
// The same for a text that must be there.
template <typename Rule>
void RequiredForm(const field::Path& path, std::string_view text, Rule rule,
                  field::ErrorList& errors) {
  if (text.empty()) {
    errors.push_back(field::Required(path));
  } else {
    Form(path, text, rule, errors);
  }
}

// Whether `text` is there; an error if not.
bool NotEmpty(const field::Path& path, std::string_view text, field::ErrorList& errors);

void NonNegative(const field::Path& path, int64_t number, field::ErrorList& errors);
void Positive(const field::Path& path, int64_t number, field::ErrorList& errors);
// What is not there passes.
template <typename T>
void NonNegative(const field::Path& path, const typeinfo::Opt<T>& number,
                 field::ErrorList& errors) {
  if (number) NonNegative(path, static_cast<int64_t>(*number), errors);
}
// `first` to `last`, both inclusive.
void InRange(const field::Path& path, int64_t number, int64_t first, int64_t last,
             field::ErrorList& errors);

// The supported values are printed in the given order.
using Supported = std::initializer_list<std::string_view>;
void OneOf(const field::Path& path, std::string_view text,
           std::span<const std::string_view> supported, field::ErrorList& errors);
inline void OneOf(const field::Path& path, std::string_view text, Supported supported,
                  field::ErrorList& errors) {
  OneOf(path, text, std::span(supported.begin(), supported.size()), errors);
}
void RequiredOneOf(const field::Path& path, std::string_view text, Supported supported,
                   field::ErrorList& errors);
inline void OneOf(const field::Path& path, const typeinfo::Opt<typeinfo::Str>& text,
                  Supported supported, field::ErrorList& errors) {
  if (text) OneOf(path, *text, supported, errors);
}

template <typename T>
void Unchanged(const field::Path& path, const T& value, const T& old, field::ErrorList& errors) {
  if (!Equal(value, old)) errors.push_back(field::Invalid(path, Shown(value), kImmutableText));
}

template <typename T>
bool Contains(const typeinfo::List<T>& list, const T& item) {
  return std::find(list.begin(), list.end(), item) != list.end();
}

}  // namespace pintle::validate
