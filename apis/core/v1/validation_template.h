#pragma once

#include <string_view>

#include "apis/core/v1/types.h"
#include "apis/validation_options.h"
#include "pintle/field/errors.h"

// What kinds that make pods from a template share.
namespace pintle::apis::core::v1 {

inline constexpr std::string_view kSelectorMismatch = "`selector` does not match template `labels`";

// The template's labels as an error shows them, and where.
void AddSelectorMismatch(const PodTemplateSpec& template_spec, const field::Path& path,
                         field::ErrorList& errors);
// Pods of the template always run: `kind` is named in the text about deadlines.
void ValidateAlwaysRunning(const PodSpec& spec, std::string_view kind, const field::Path& path,
                           field::ErrorList& errors);

// A count or a percentage.
void ValidateIntOrPercent(const typeinfo::IntOrString& value, const field::Path& path,
                          field::ErrorList& errors);
void ValidateNotOver100Percent(const typeinfo::IntOrString& value, const field::Path& path,
                               field::ErrorList& errors);
// The number, of things or of percent; 0 for what is neither.
int64_t CountOrPercentOf(const typeinfo::IntOrString& value);

}  // namespace pintle::apis::core::v1
