#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "pintle/admission/admission.h"

namespace pintle::admission {

// What a PriorityClass says.
struct PriorityClassInfo {
  std::string name;
  int32_t value = 0;
  std::optional<std::string> preemption_policy;
};

// The PriorityClasses there are. Thread-safe.
class PriorityClasses {
 public:
  virtual ~PriorityClasses() = default;
  // Nothing if there is no such class.
  virtual Task<Result<std::optional<PriorityClassInfo>>> Find(std::string name) = 0;
  // The one for pods that name none; of several that with the lowest value.
  virtual Result<std::optional<PriorityClassInfo>> Default() = 0;
};

// Gives pods the priority of their class, and keeps the default class the only one.
class Priority final : public Plugin {
 public:
  // `classes` must outlive the plugin.
  explicit Priority(PriorityClasses& classes) : classes_(classes) {}
  std::string_view name() const override { return "Priority"; }
  Task<Status> Mutate(Attributes& attributes) override;
  Task<Status> Validate(const Attributes& attributes) override;

 private:
  Task<Status> Prioritize(Attributes& attributes);

  PriorityClasses& classes_;
};

}  // namespace pintle::admission
