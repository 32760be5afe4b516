#include "pintle/cel/functions/cost.h"

namespace pintle::cel {

namespace {

class Traversal {
 public:
  uint64_t CostOf(const Datum& datum) {
    Visit(datum);
    return steps_ < kMostSteps ? cost_ : std::numeric_limits<uint64_t>::max();
  }

 private:
  // What takes more is dearer than anything may be.
  static constexpr uint64_t kMostSteps = 10'000'000;

  void Visit(const Datum& datum) {
    if (++steps_ >= kMostSteps) return;
    switch (datum.kind()) {
      case Datum::Kind::kString:
      case Datum::Kind::kBytes:
        cost_ += static_cast<uint64_t>(static_cast<double>(datum.text().size()) * kTextFactor);
        break;
      case Datum::Kind::kList:
        for (size_t i = 0; i < datum.list().size() && steps_ < kMostSteps; ++i) {
          Visit(datum.list().At(arena_, i));
        }
        break;
      case Datum::Kind::kMap:
        for (size_t i = 0; i < datum.map().size() && steps_ < kMostSteps; ++i) {
          Visit(datum.map().KeyAt(arena_, i));
          Visit(datum.map().ValueAt(arena_, i));
        }
        break;
      default:
        ++cost_;
    }
  }

  Arena arena_;
  uint64_t steps_ = 0;
  uint64_t cost_ = 0;
};

}  // namespace

uint64_t TraversalCost(const Datum& datum) { return Traversal().CostOf(datum); }

}  // namespace pintle::cel
