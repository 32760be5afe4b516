#include "apis/admissionregistration/v1/cells.h"

#include <fmt/format.h>

#include "apis/admissionregistration/v1/types.h"
#include "apis/cells.h"

namespace pintle::apis::admissionregistration::v1 {
namespace {

template <typename Configuration>
CellList WebhookCells(const Configuration& configuration, const CellContext& context) {
  return {context.Text(configuration.metadata.name),
          Number(static_cast<int64_t>(configuration.webhooks.size())),
          context.Age(configuration.metadata)};
}

std::string ParamKindText(const typeinfo::Ptr<ParamKind>& kind) {
  if (!kind) return std::string(kUnset);
  return fmt::format("{}/{}", kind->api_version, kind->kind);
}

CellList ValidatingPolicyCells(const ValidatingAdmissionPolicy& policy,
                               const CellContext& context) {
  return {context.Text(policy.metadata.name),
          Number(static_cast<int64_t>(policy.spec.validations.size())),
          context.Text(ParamKindText(policy.spec.param_kind)), context.Age(policy.metadata)};
}

CellList MutatingPolicyCells(const MutatingAdmissionPolicy& policy, const CellContext& context) {
  return {context.Text(policy.metadata.name),
          Number(static_cast<int64_t>(policy.spec.mutations.size())),
          context.Text(ParamKindText(policy.spec.param_kind)), context.Age(policy.metadata)};
}

std::string ParamRefText(const typeinfo::Ptr<ParamRef>& reference) {
  if (!reference) return std::string(kUnset);
  if (reference->name.empty()) {
    return reference->selector ? SelectorText(*reference->selector) : std::string(kUnset);
  }
  if (reference->namespace_.empty()) return std::string(reference->name);
  return fmt::format("{}/{}", reference->namespace_, reference->name);
}

template <typename Binding>
CellList BindingCells(const Binding& binding, const CellContext& context) {
  return {context.Text(binding.metadata.name), context.Text(binding.spec.policy_name),
          context.Text(ParamRefText(binding.spec.param_ref)), context.Age(binding.metadata)};
}

template <typename Configuration>
write::Table WebhookTable() {
  return TableOf<Configuration>(
      {NameColumn(), NumberColumn("Webhooks", "How many webhooks it has."), AgeColumn()},
      WebhookCells<Configuration>);
}

template <typename Binding>
write::Table BindingTable() {
  return TableOf<Binding>(
      {NameColumn(), TextColumn("PolicyName", "The policy that it puts in force."),
       TextColumn("ParamRef", "The objects that parametrise the policy."), AgeColumn()},
      BindingCells<Binding>);
}

}  // namespace

write::Table MutatingAdmissionPolicyTable() {
  return TableOf<MutatingAdmissionPolicy>(
      {NameColumn(), NumberColumn("Mutations", "How many changes the policy makes."),
       TextColumn("ParamKind", "The kind of the objects that parametrise the policy."),
       AgeColumn()},
      MutatingPolicyCells);
}

write::Table MutatingAdmissionPolicyBindingTable() {
  return BindingTable<MutatingAdmissionPolicyBinding>();
}

write::Table MutatingWebhookConfigurationTable() {
  return WebhookTable<MutatingWebhookConfiguration>();
}

write::Table ValidatingAdmissionPolicyTable() {
  return TableOf<ValidatingAdmissionPolicy>(
      {NameColumn(), NumberColumn("Validations", "How many expressions the policy checks."),
       TextColumn("ParamKind", "The kind of the objects that parametrise the policy."),
       AgeColumn()},
      ValidatingPolicyCells);
}

write::Table ValidatingAdmissionPolicyBindingTable() {
  return BindingTable<ValidatingAdmissionPolicyBinding>();
}

write::Table ValidatingWebhookConfigurationTable() {
  return WebhookTable<ValidatingWebhookConfiguration>();
}

}  // namespace pintle::apis::admissionregistration::v1
