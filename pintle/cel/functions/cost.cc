#include "pintle/cel/functions/cost.h"

namespace pintle::cel {

uint64_t TraversalCost(const Datum& datum) {
  Arena arena;
  uint64_t cost = 0;
  switch (datum.kind()) {
    case Datum::Kind::kString:
    case Datum::Kind::kBytes:
      return static_cast<uint64_t>(static_cast<double>(datum.text().size()) * kTextFactor);
    case Datum::Kind::kList:
      for (size_t i = 0; i < datum.list().size(); ++i) {
        cost += TraversalCost(datum.list().At(arena, i));
      }
      return cost;
    case Datum::Kind::kMap:
      for (size_t i = 0; i < datum.map().size(); ++i) {
        cost += TraversalCost(datum.map().KeyAt(arena, i));
        cost += TraversalCost(datum.map().ValueAt(arena, i));
      }
      return cost;
    default:
      return 1;
  }
}

}  // namespace pintle::cel
