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
  using LiveLookup = std::function<Task<Result<Phase>>(std::string name)>;

  // `look_closer`, if given, is asked about what `lookup` says is missing.
  explicit NamespaceLifecycle(Lookup lookup, LiveLookup look_closer = {})
      : lookup_(std::move(lookup)), look_closer_(std::move(look_closer)) {}
  std::string_view name() const override { return "NamespaceLifecycle"; }
  bool TakesPart(Pass pass) const override { return pass == Pass::kMutate; }
  Task<Status> Mutate(Attributes& attributes) override;

 private:
  Lookup lookup_;
  LiveLookup look_closer_;
};

}  // namespace pintle::admission
