#include "pintle/validate/element_set.h"

#include <cassert>

#include "pintle/typeinfo/compare.h"
#include "pintle/typeinfo/layout.h"

namespace pintle::validate {

ElementSet::ElementSet(const typeinfo::TypeInfo& element, ElementKeys keys)
    : elements_(MakeLess(element, keys)) {}

ElementSet::Less ElementSet::MakeLess(const typeinfo::TypeInfo& element, ElementKeys keys) {
  Less less;
  for (std::string_view key : keys) {
    const typeinfo::JsonField* field = typeinfo::FindJsonField(element, key);
    assert(field != nullptr);
    less.parts.push_back({field->field->type, field->offset});
  }
  if (less.parts.empty()) less.parts.push_back({&element, 0});
  return less;
}

bool ElementSet::Less::operator()(const void* a, const void* b) const {
  for (const Part& part : parts) {
    auto order = typeinfo::SemanticCompare(*part.type, typeinfo::FieldAt(a, part.offset),
                                           typeinfo::FieldAt(b, part.offset));
    if (order != 0) return order < 0;
  }
  return false;
}

}  // namespace pintle::validate
