#include "pintle/admission/admission.h"

namespace pintle::admission {

std::unexpected<Error> Forbid(const Attributes& attributes, std::string_view why) {
  std::string_view name = attributes.name;
  if (name.empty() && attributes.object != nullptr) name = attributes.object->meta().generate_name;
  return object::Forbidden(attributes.resource(), name.empty() ? "Unknown" : name, why);
}

Task<Status> Plugin::Mutate(Attributes&) { co_return Status(); }

Task<Status> Plugin::Validate(const Attributes&) { co_return Status(); }

template <typename Ask>
Task<Status> Chain::Run(Pass pass, Operation operation, Ask ask) const {
  using Clock = std::chrono::steady_clock;
  const auto begun = observer_ != nullptr ? Clock::now() : Clock::time_point();
  auto last = begun;
  Status admitted;
  for (const auto& plugin : plugins_) {
    if (!plugin->TakesPart(pass)) continue;
    Task<Status> asking = ask(*plugin);
    admitted = co_await asking;
    if (observer_ != nullptr) {
      const auto now = Clock::now();
      observer_->PluginDone(plugin->name(), pass, operation, !admitted, now - last);
      last = now;
    }
    if (!admitted) break;
  }
  if (observer_ != nullptr) observer_->PassDone(pass, operation, !admitted, last - begun);
  co_return admitted;
}

Task<Status> Chain::Mutate(Attributes& attributes) const {
  return Run(Pass::kMutate, attributes.operation,
             [&attributes](Plugin& plugin) { return plugin.Mutate(attributes); });
}

Task<Status> Chain::Validate(const Attributes& attributes) const {
  return Run(Pass::kValidate, attributes.operation,
             [&attributes](Plugin& plugin) { return plugin.Validate(attributes); });
}

}  // namespace pintle::admission
