#pragma once

#include "apis/meta/v1/types.h"
#include "pintle/field/errors.h"

// Rules of the types that many kinds share.
namespace pintle::apis::meta::v1 {

// The key is not part of the path of an error.
void ValidateLabels(const typeinfo::Map<typeinfo::Str>& labels, const field::Path& path,
                    field::ErrorList& errors);
void ValidateAnnotations(const typeinfo::Map<typeinfo::Str>& annotations, const field::Path& path,
                         field::ErrorList& errors);

struct SelectorOptions {
  // For updates of objects that have such a value already.
  bool tolerate_bad_values = false;
};
void ValidateLabelSelector(const LabelSelector& selector, const field::Path& path,
                           SelectorOptions options, field::ErrorList& errors);
inline void ValidateLabelSelector(const typeinfo::Ptr<LabelSelector>& selector,
                                  const field::Path& path, SelectorOptions options,
                                  field::ErrorList& errors) {
  if (selector) ValidateLabelSelector(*selector, path, options, errors);
}
// Whether a value of the expressions is no label value.
bool HasBadSelectorValue(const LabelSelector& selector);
// Whether it can be matched with at all.
bool IsUsableSelector(const LabelSelector& selector);
inline bool IsEmptySelector(const LabelSelector& selector) {
  return selector.match_labels.empty() && selector.match_expressions.empty();
}
// A null selector matches nothing, an empty one everything.
bool SelectorMatches(const LabelSelector* selector, const typeinfo::Map<typeinfo::Str>& labels);

void ValidateConditions(const typeinfo::List<Condition>& conditions, const field::Path& path,
                        field::ErrorList& errors);

}  // namespace pintle::apis::meta::v1
