#pragma once

#include <string_view>

namespace pintle::write {

// Is told what the write path comes across, for metrics. Thread-safe.
class Observer {
 public:
  virtual ~Observer() = default;
  // Declarative and hand-written validation disagreed. `identifier` is e.g. `lease_update`.
  virtual void Mismatch(std::string_view identifier) = 0;
  // What was taken for an object stays taken, since nobody knows whether the object was stored.
  virtual void ClaimLeft() = 0;
};

}  // namespace pintle::write
