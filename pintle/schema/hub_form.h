#pragma once

#include <string>

#include "pintle/value/value.h"

// Schemas and what else stands in a version of a CustomResourceDefinition as errors show them: in
// the version-less form that rules are written for, with the member names it has and every member
// spelled out.
namespace pintle::schema {

// JSON of a schema that does not nest too deep: recursion follows it.
std::string HubSchema(const Value& schema);
// JSON of an `items` that is a list of schemas.
std::string HubItems(const Value& schemas);
// JSON of these members of a version, `null` where it has none.
std::string HubValidation(const Value& validation);
std::string HubSubresources(const Value& subresources);
std::string HubColumns(const Value& columns);
std::string HubSelectableFields(const Value& fields);
// JSON of an element of x-kubernetes-validations.
std::string HubRule(const Value& rule);

}  // namespace pintle::schema
