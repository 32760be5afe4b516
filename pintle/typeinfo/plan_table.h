#pragma once

#include <array>
#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "pintle/typeinfo/type_info.h"

namespace pintle::typeinfo {

// What an engine has worked out of types, one Plan each: made when it is first asked for and kept
// for good. A Plan has a member `type` and refers to plans of other types. Thread-safe.
template <typename Plan>
class PlanTable {
 public:
  // Completes a plan whose type is set. It gets those of other types by Entered; they may not be
  // filled yet, for types refer to each other in circles.
  using Fill = void (*)(Plan& plan, PlanTable& table);
  explicit PlanTable(Fill fill) : fill_(fill) {}

  // `type` must live as long as the program, as generated tables do.
  const Plan& Of(const TypeInfo& type) {
    // A slot has the last plan made for its types; readers take no lock.
    std::atomic<const Plan*>& slot =
        slots_[std::hash<const TypeInfo*>()(&type) / alignof(TypeInfo) % kSlots];
    const Plan* plan = slot.load(std::memory_order_acquire);
    if (plan != nullptr && plan->type == &type) return *plan;
    std::lock_guard lock(mutex_);
    plan = Make(type);
    slot.store(plan, std::memory_order_release);
    return *plan;
  }

  // For Fill alone.
  const Plan* Entered(const TypeInfo& type) {
    std::unique_ptr<Plan>& plan = plans_[&type];
    if (plan == nullptr) {
      plan = std::make_unique<Plan>();
      plan->type = &type;
      unfilled_.push_back(plan.get());
    }
    return plan.get();
  }

 private:
  static constexpr size_t kSlots = 1024;

  // With those of all types it refers to, which may refer back to it.
  const Plan* Make(const TypeInfo& type) {
    const Plan* made = Entered(type);
    while (!unfilled_.empty()) {
      Plan* plan = unfilled_.back();
      unfilled_.pop_back();
      fill_(*plan, *this);
    }
    return made;
  }

  const Fill fill_;
  std::array<std::atomic<const Plan*>, kSlots> slots_ = {};
  std::mutex mutex_;
  // Guarded by mutex_.
  std::unordered_map<const TypeInfo*, std::unique_ptr<Plan>> plans_;
  std::vector<Plan*> unfilled_;
};

// The struct a type is or holds, or null.
inline const TypeInfo* StructIn(const TypeInfo* type) {
  while (type != nullptr && type->kind != Kind::kStruct && type->kind != Kind::kUnion) {
    type = type->element;
  }
  return type;
}

}  // namespace pintle::typeinfo
