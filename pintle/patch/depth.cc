#include "pintle/patch/depth.h"

#include <utility>
#include <vector>

namespace pintle::patch {

bool FitsDepth(const Value& value, int limit) {
  // Containers to look into, with what is left of the limit for each.
  std::vector<std::pair<Value, int>> open;
  auto enter = [&](const Value& inner, int left) {
    if (!inner.is_list() && !inner.is_object()) return true;
    if (left > 0) open.emplace_back(inner, left);
    return left > 0;
  };
  if (!enter(value, limit)) return false;
  while (!open.empty()) {
    auto [container, left] = open.back();
    open.pop_back();
    if (container.is_list()) {
      for (const Value& item : container.items()) {
        if (!enter(item, left - 1)) return false;
      }
    } else {
      for (const Member& member : container.members()) {
        if (!enter(member.value, left - 1)) return false;
      }
    }
  }
  return true;
}

}  // namespace pintle::patch
