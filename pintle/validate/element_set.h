#pragma once

#include <initializer_list>
#include <set>
#include <string_view>
#include <vector>

#include "pintle/typeinfo/type_info.h"

namespace pintle::validate {

// JSON names of the members by which elements of a list are told apart; none: by their values.
using ElementKeys = std::initializer_list<std::string_view>;

// Elements of lists, no two of them the same. It refers to them and to nothing else.
class ElementSet {
 public:
  // `keys` are members of the struct `element`, scalars or pointers to scalars.
  ElementSet(const typeinfo::TypeInfo& element, ElementKeys keys);

  // False if there is one that is the same.
  bool Add(const void* element) { return elements_.insert(element).second; }
  // The one that is the same as `element`, or null.
  const void* Find(const void* element) const {
    auto found = elements_.find(element);
    return found != elements_.end() ? *found : nullptr;
  }

 private:
  struct Part {
    const typeinfo::TypeInfo* type;
    uint32_t offset;
  };
  struct Less {
    std::vector<Part> parts;
    bool operator()(const void* a, const void* b) const;
  };

  static Less MakeLess(const typeinfo::TypeInfo& element, ElementKeys keys);

  std::set<const void*, Less> elements_;
};

}  // namespace pintle::validate
