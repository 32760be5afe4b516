#include "pintle/patch/strategic_list.h"

#include <algorithm>

#include "pintle/patch/strip.h"

namespace pintle::patch {
namespace {

struct Placed {
  Value element;
  size_t wanted_at;
  size_t live_at;
};

}  // namespace

Value Identity(const Value& element, std::string_view key) {
  return key.empty() ? element : element.Find(key);
}

Value Order(Arena& arena, std::span<const Value> merged, std::span<const Value> wanted,
            std::span<const Value> live, std::string_view key) {
  Positions in_wanted(wanted, key);
  Positions in_live(live, key);
  std::vector<Placed> named;
  std::vector<Placed> others;
  for (const Value& element : merged) {
    Value identity = Identity(element, key);
    Placed placed{element, in_wanted.Of(identity), in_live.Of(identity)};
    (placed.wanted_at != Positions::kNone ? named : others).push_back(placed);
  }
  std::ranges::stable_sort(named, {}, &Placed::wanted_at);
  std::ranges::stable_sort(others, {}, &Placed::live_at);

  std::vector<Value> laced;
  laced.reserve(merged.size());
  auto other = others.begin();
  for (const Placed& next : named) {
    while (other != others.end() && next.live_at != Positions::kNone &&
           other->live_at < next.live_at) {
      laced.push_back((other++)->element);
    }
    laced.push_back(next.element);
  }
  for (; other != others.end(); ++other) laced.push_back(other->element);
  return Value::List(arena, laced);
}

bool FollowsOrder(const Value& elements, const Value& wanted, std::string_view key) {
  if (wanted.size() == 0) return true;
  size_t at = 0;
  for (const Value& element : elements.items()) {
    if (element.Has(kPatchDirective)) continue;
    Value identity = Identity(element, key);
    while (at < wanted.size() && Identity(wanted.items()[at], key) != identity) ++at;
    if (at++ >= wanted.size()) return false;
  }
  return true;
}

std::vector<Value> Union(std::span<const Value> live, std::span<const Value> added) {
  std::vector<Value> all;
  all.reserve(live.size() + added.size());
  Positions seen("");
  for (std::span<const Value> part : {live, added}) {
    for (const Value& element : part) {
      if (seen.Add(element)) all.push_back(element);
    }
  }
  return all;
}

}  // namespace pintle::patch
