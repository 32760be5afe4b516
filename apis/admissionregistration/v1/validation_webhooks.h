#pragma once

#include "apis/admissionregistration/v1/types.h"
#include "pintle/field/errors.h"

// Hand-written rules, metadata apart. Expressions of match conditions are compiled elsewhere: here
// they must only be there.
namespace pintle::apis::admissionregistration::v1 {

field::ErrorList ValidateValidatingWebhookConfiguration(
    const ValidatingWebhookConfiguration& object);
field::ErrorList ValidateValidatingWebhookConfigurationUpdate(
    const ValidatingWebhookConfiguration& object, const ValidatingWebhookConfiguration& old);
field::ErrorList ValidateMutatingWebhookConfiguration(const MutatingWebhookConfiguration& object);
field::ErrorList ValidateMutatingWebhookConfigurationUpdate(
    const MutatingWebhookConfiguration& object, const MutatingWebhookConfiguration& old);

// Which requests a webhook or policy is asked about.
void ValidateRuleWithOperations(const RuleWithOperations& rule, const field::Path& path,
                                field::ErrorList& errors);
void ValidateMatchConditions(const typeinfo::List<MatchCondition>& conditions,
                             const field::Path& path, field::ErrorList& errors);
// How a webhook is reached.
void ValidateWebhookUrl(typeinfo::Str url, const field::Path& path, field::ErrorList& errors);
void ValidateWebhookService(const ServiceReference& service, const field::Path& path,
                            field::ErrorList& errors);

}  // namespace pintle::apis::admissionregistration::v1
