#include "pintle/admission/plugins/namespace_lifecycle.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace pintle::admission {
namespace {

constexpr std::array<std::string_view, 3> kImmortal = {"default", "kube-system", "kube-public"};

std::unexpected<Error> Terminating(const Attributes& attributes) {
  auto refused = Forbid(
      attributes,
      fmt::format("unable to create new content in namespace {} because it is being terminated",
                  attributes.request.namespace_name));
  Error error = refused.error();
  ErrorDetails details = *error.details();
  details.causes.push_back(
      Cause{"NamespaceTerminating",
            fmt::format("namespace {} is being terminated", attributes.request.namespace_name),
            "metadata.namespace"});
  error.WithDetails(std::move(details));
  return std::unexpected(std::move(error));
}

}  // namespace

Task<Status> NamespaceLifecycle::Mutate(Attributes& attributes) {
  bool is_namespace =
      attributes.request.group.empty() && attributes.request.resource == "namespaces";
  if (is_namespace) {
    if (attributes.operation == Operation::kDelete &&
        std::ranges::find(kImmortal, attributes.name) != kImmortal.end()) {
      co_return object::Forbidden(attributes.resource(), attributes.name,
                                  "this namespace may not be deleted");
    }
    co_return Status();
  }
  if (attributes.request.namespace_name.empty() || attributes.operation == Operation::kDelete) {
    co_return Status();
  }
  Phase phase = lookup_(attributes.request.namespace_name);
  if (phase == Phase::kMissing && look_closer_) {
    auto looking = look_closer_(std::string(attributes.request.namespace_name));
    Result<Phase> seen = co_await looking;
    if (!seen) co_return std::unexpected(seen.error());
    phase = *seen;
  }
  if (phase == Phase::kMissing) {
    co_return object::NotFound({"", "namespaces"}, attributes.request.namespace_name);
  }
  if (phase == Phase::kTerminating && attributes.operation == Operation::kCreate) {
    co_return Terminating(attributes);
  }
  co_return Status();
}

}  // namespace pintle::admission
