#include "apis/admissionregistration/v1/types.h"
#include "apis/set_if_unset.h"
#include "apis/type_function_lists.h"

namespace pintle::apis::admissionregistration::v1 {
namespace {

using scheme::FunctionContext;

constexpr int32_t kWebhookTimeoutSeconds = 10;
constexpr int32_t kWebhookPort = 443;

// Both sorts of webhooks.
template <typename Webhook>
void DefaultWebhook(FunctionContext& context, Webhook& webhook) {
  SetIfUnset(webhook.failure_policy, kFail);
  SetIfUnset(webhook.match_policy, kEquivalent);
  webhook.namespace_selector.Ensure(context.arena);
  webhook.object_selector.Ensure(context.arena);
  SetIfUnset(webhook.timeout_seconds, kWebhookTimeoutSeconds);
}

void DefaultMutatingWebhook(FunctionContext& context, MutatingWebhook& webhook) {
  DefaultWebhook(context, webhook);
  SetIfUnset(webhook.reinvocation_policy, kNeverReinvocationPolicy);
}

void DefaultRule(FunctionContext&, Rule& rule) { SetIfUnset(rule.scope, kAllScopes); }

void DefaultServiceReference(FunctionContext&, ServiceReference& service) {
  SetIfUnset(service.port, kWebhookPort);
}

void DefaultValidatingPolicy(FunctionContext&, ValidatingAdmissionPolicySpec& spec) {
  SetIfUnset(spec.failure_policy, kFail);
}

void DefaultMutatingPolicy(FunctionContext&, MutatingAdmissionPolicySpec& spec) {
  SetIfUnset(spec.failure_policy, kFail);
}

void DefaultMatchResources(FunctionContext& context, MatchResources& match) {
  SetIfUnset(match.match_policy, kEquivalent);
  match.namespace_selector.Ensure(context.arena);
  match.object_selector.Ensure(context.arena);
}

}  // namespace

void AddDefaults(TypeFunctionList& list) {
  list.push_back(scheme::On<&DefaultWebhook<ValidatingWebhook>>());
  list.push_back(scheme::On<&DefaultMutatingWebhook>());
  list.push_back(scheme::On<&DefaultRule>());
  list.push_back(scheme::On<&DefaultServiceReference>());
  list.push_back(scheme::On<&DefaultValidatingPolicy>());
  list.push_back(scheme::On<&DefaultMutatingPolicy>());
  list.push_back(scheme::On<&DefaultMatchResources>());
}

}  // namespace pintle::apis::admissionregistration::v1
