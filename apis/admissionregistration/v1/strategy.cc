#include "apis/admissionregistration/v1/cells.h"
#include "apis/admissionregistration/v1/lifecycle.h"
#include "apis/admissionregistration/v1/types.h"
#include "apis/admissionregistration/v1/validation_webhooks.h"
#include "apis/builtin.h"
#include "apis/resource_row.h"

namespace pintle::apis::admissionregistration::v1 {
namespace {

constexpr ResourceRow kResources[] = {
    {.kind = {.kind = "MutatingAdmissionPolicy",
              .versions = {scheme::Version<MutatingAdmissionPolicy, MutatingAdmissionPolicyList>(
                               {.version = "v1"}),
                           scheme::Version<MutatingAdmissionPolicy, MutatingAdmissionPolicyList>(
                               {.version = "v1beta1",
                                .lifecycle = {.introduced = {1, 34}},
                                .stored_only = true})},
              .storage_version = "v1beta1",
              .namespaced = false},
     .plural = "mutatingadmissionpolicies",
     .categories = {"api-extensions"},
     .table = MutatingAdmissionPolicyTable,
     .unconditional_update = false,
     .generation_of = {"spec"}},
    {.kind =
         {.kind = "MutatingAdmissionPolicyBinding",
          .versions =
              {scheme::Version<MutatingAdmissionPolicyBinding, MutatingAdmissionPolicyBindingList>(
                   {.version = "v1"}),
               scheme::Version<MutatingAdmissionPolicyBinding, MutatingAdmissionPolicyBindingList>(
                   {.version = "v1beta1",
                    .lifecycle = {.introduced = {1, 34}},
                    .stored_only = true})},
          .storage_version = "v1beta1",
          .namespaced = false},
     .plural = "mutatingadmissionpolicybindings",
     .categories = {"api-extensions"},
     .table = MutatingAdmissionPolicyBindingTable,
     .unconditional_update = false,
     .generation_of = {"spec"}},
    {.kind = {.kind = "MutatingWebhookConfiguration",
              .versions = {scheme::Version<MutatingWebhookConfiguration,
                                           MutatingWebhookConfigurationList>({.version = "v1"})},
              .namespaced = false},
     .plural = "mutatingwebhookconfigurations",
     .categories = {"api-extensions"},
     .table = MutatingWebhookConfigurationTable,
     .unconditional_update = false,
     .meta_update_rules = write::MetaUpdateRules::kObject,
     .generation_of = {"webhooks"},
     .strict_generation = true,
     .validate = ValidateBy<ValidateMutatingWebhookConfiguration>,
     .validate_update = ValidateUpdateBy<ValidateMutatingWebhookConfigurationUpdate>},
    {.kind = {.kind = "ValidatingAdmissionPolicy",
              .versions = {scheme::Version<ValidatingAdmissionPolicy,
                                           ValidatingAdmissionPolicyList>({.version = "v1"})},
              .namespaced = false},
     .plural = "validatingadmissionpolicies",
     .categories = {"api-extensions"},
     .table = ValidatingAdmissionPolicyTable,
     .unconditional_update = false,
     .clear_on_create = {"status"},
     .keep_on_update = {"status"},
     .generation_of = {"spec"},
     .subresources = {kStatusAlone}},
    {.kind = {.kind = "ValidatingAdmissionPolicyBinding",
              .versions = {scheme::Version<ValidatingAdmissionPolicyBinding,
                                           ValidatingAdmissionPolicyBindingList>(
                  {.version = "v1"})},
              .namespaced = false},
     .plural = "validatingadmissionpolicybindings",
     .categories = {"api-extensions"},
     .table = ValidatingAdmissionPolicyBindingTable,
     .unconditional_update = false,
     .generation_of = {"spec"}},
    {.kind = {.kind = "ValidatingWebhookConfiguration",
              .versions = {scheme::Version<ValidatingWebhookConfiguration,
                                           ValidatingWebhookConfigurationList>({.version = "v1"})},
              .namespaced = false},
     .plural = "validatingwebhookconfigurations",
     .categories = {"api-extensions"},
     .table = ValidatingWebhookConfigurationTable,
     .unconditional_update = false,
     .meta_update_rules = write::MetaUpdateRules::kObject,
     .generation_of = {"webhooks"},
     .strict_generation = true,
     .validate = ValidateBy<ValidateValidatingWebhookConfiguration>,
     .validate_update = ValidateUpdateBy<ValidateValidatingWebhookConfigurationUpdate>},
};

}  // namespace

std::vector<write::ResourceDefinition> Resources(scheme::Scheme& scheme) {
  return DefineAll(scheme, "admissionregistration.k8s.io", kResources);
}

}  // namespace pintle::apis::admissionregistration::v1
