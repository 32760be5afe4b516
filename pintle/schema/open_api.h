#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "pintle/field/errors.h"
#include "pintle/value/value.h"

// Reading an `openAPIV3Schema` document: its keywords, and what counts as set. A keyword whose
// value has the wrong type counts as absent here; the decoder of the CustomResourceDefinition has
// refused such documents before.
namespace pintle::schema {

inline constexpr std::string_view kPreserveUnknownFieldsKey =
    "x-kubernetes-preserve-unknown-fields";
inline constexpr std::string_view kEmbeddedResourceKey = "x-kubernetes-embedded-resource";
inline constexpr std::string_view kIntOrStringKey = "x-kubernetes-int-or-string";
inline constexpr std::string_view kListTypeKey = "x-kubernetes-list-type";
inline constexpr std::string_view kListMapKeysKey = "x-kubernetes-list-map-keys";
inline constexpr std::string_view kMapTypeKey = "x-kubernetes-map-type";
inline constexpr std::string_view kValidationsKey = "x-kubernetes-validations";

// Schemas that nest deeper are refused. Everything that walks a schema, or an object along its
// schema, recurses at most this deep. The deepest schemas in use have about forty levels.
inline constexpr size_t kMaxSchemaDepth = 250;

// Present and not null: `default: null` is the same as no default.
bool IsSet(const Value& schema, std::string_view key);
// True only for `true`.
bool Flag(const Value& schema, std::string_view key);
// The members or elements of a keyword, none if it is absent.
std::span<const Member> MembersOf(const Value& schema, std::string_view key);
std::span<const Value> ElementsOf(const Value& schema, std::string_view key);
// The schema under `items`, `not` or `additionalProperties`; null if there is none.
const Value* SubSchema(const Value& schema, std::string_view key);

// apiVersion, kind and metadata: members of every resource, embedded or not, that pruning leaves
// alone.
bool IsResourceMeta(std::string_view key);

// Whether sub-schemas nest deeper than kMaxSchemaDepth. Uses no recursion.
bool NestsTooDeep(const Value& schema);

// Whether two values share their data: the cheap test that a walk which returns what it did not
// change changed nothing.
bool SameData(const Value& a, const Value& b);

// A value as field errors show it.
field::BadValue Shown(const Value& value);

}  // namespace pintle::schema
