#pragma once

#include <functional>
#include <optional>
#include <string>

#include "pintle/admission/admission.h"

namespace pintle::admission {

// Keeps objects out of namespaces that do not exist or are going away, and system namespaces from
// being deleted.
class NamespaceLifecycle final : public Plugin {
 public:
  enum class Phase : uint8_t { kMissing, kActive, kTerminating };
  using Lookup = std::function<Phase(std::string_view name)>;

  explicit NamespaceLifecycle(Lookup lookup) : lookup_(std::move(lookup)) {}
  std::string_view name() const override { return "NamespaceLifecycle"; }
  Task<Status> Mutate(Attributes& attributes) override;

 private:
  Status Check(const Attributes& attributes) const;

  Lookup lookup_;
};

}  // namespace pintle::admission
