#pragma once

#include <functional>
#include <optional>
#include <string>

#include "pintle/base/arena.h"
#include "pintle/field/errors.h"
#include "pintle/field/findings.h"
#include "pintle/field/path.h"
#include "pintle/value/value.h"

namespace pintle::schema {

struct Structural;

// What became of the metadata of an embedded resource once read as ObjectMeta.
struct TidiedMetadata {
  Value metadata;
  // Why it is no ObjectMeta. Never set when malformed fields are dropped.
  std::optional<std::string> error;
};

enum class MalformedFields : uint8_t {
  kFail,  // requests: the first malformed field is an error
  kDrop,  // objects read from storage, and defaults
};

// Reads a value as ObjectMeta and writes it again; the result lies in the arena. Members that
// ObjectMeta does not have go to `unknown`, which is null if nobody wants to know:
// `metadata.garbage`, `metadata.ownerReferences[0].x`. This folder does not know ObjectMeta, so its
// users say how. It must be thread-safe.
using MetadataTidier = std::function<TidiedMetadata(
    Arena& arena, const Value& metadata, MalformedFields malformed, field::Findings* unknown)>;

struct TidyOptions {
  // May be empty: metadata stays as it is.
  const MetadataTidier& tidier;
  MalformedFields malformed = MalformedFields::kDrop;
  // Unknown fields of embedded metadata are added, bytewise sorted; additionalProperties keys in
  // brackets: `spec.map[key].metadata.x`. Null: nobody wants to know.
  field::Findings* unknown = nullptr;
};

struct TidyResult {
  Value object;
  std::optional<field::Error> error;
};

// Cleans the apiVersion, kind and metadata of every embedded resource in `object`. With
// `is_resource_root` the object's own three are left to the caller, who reads them as the metadata
// of the resource itself.
TidyResult TidyEmbedded(Arena& arena, const Structural& schema, const Value& object,
                        const field::Path& path, bool is_resource_root, const TidyOptions& options);

// Adds what is wrong with an embedded resource's metadata as with any ObjectMeta whose name is a
// path segment and may be empty, and whose namespace is allowed.
using MetadataValidator =
    std::function<void(const Value& metadata, const field::Path& path, field::ErrorList& errors)>;

// Adds what is wrong with apiVersion, kind and metadata of embedded resources. `validator` may be
// empty.
void ValidateEmbedded(const Structural& schema, const Value& object, const field::Path& path,
                      bool is_resource_root, const MetadataValidator& validator,
                      field::ErrorList& errors);

}  // namespace pintle::schema
