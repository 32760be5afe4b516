#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "pintle/admission/admission.h"

namespace pintle::admission {

// What pods get from their service account.
struct ServiceAccountInfo {
  std::optional<bool> automount_token;
  std::vector<std::string> image_pull_secrets;
};

// Gives every new pod a service account that exists, `default` if it names none, and with it a
// volume with a token for the API and the secrets to pull images with.
class ServiceAccount final : public Plugin {
 public:
  // Nothing if there is no such account.
  using Find = std::function<Task<Result<std::optional<ServiceAccountInfo>>>(
      std::string namespace_name, std::string name)>;
  // A few random letters for the name of a volume.
  using Suffix = std::function<std::string()>;

  ServiceAccount(Find find, Suffix suffix) : find_(std::move(find)), suffix_(std::move(suffix)) {}
  std::string_view name() const override { return "ServiceAccount"; }
  Task<Status> Mutate(Attributes& attributes) override;
  Task<Status> Validate(const Attributes& attributes) override;

 private:
  // Fails with Forbidden if there is no such account.
  Task<Result<ServiceAccountInfo>> Require(const Attributes& attributes, std::string name);

  const Find find_;
  const Suffix suffix_;
};

}  // namespace pintle::admission
