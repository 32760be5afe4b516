#pragma once

#include <atomic>
#include <cstdint>

namespace pintle::api {

// What a server does when it starts.
enum class StartStep : uint8_t {
  kBuiltins,         // compiled-in resources are read, followed and in discovery
  kDefinitions,      // custom resources too
  kAdmission,        // the chain of plugins is complete
  kNamespaces,       // the system namespaces are there
  kAuth,             // it is known whom to believe and what they may
  kPriorityClasses,  // those of the system are there
  kNetworks,         // the default ServiceCIDR is there
  kService,          // the service `kubernetes` is there, with this server behind it
  kControllers,      // what goes on by itself goes on
};
inline constexpr StartStep kLastStartStep = StartStep::kControllers;

// Which of them are done. Thread-safe.
class StartProgress {
 public:
  void Done(StartStep step) { done_ |= Bit(step); }
  bool IsDone(StartStep step) const { return (done_ & Bit(step)) != 0; }

 private:
  static uint32_t Bit(StartStep step) { return 1u << static_cast<uint32_t>(step); }
  std::atomic<uint32_t> done_{0};
};

}  // namespace pintle::api
