#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/base/error.h"
#include "pintle/field/findings.h"
#include "pintle/object/kind.h"
#include "pintle/object/object.h"
#include "pintle/schema/embedded.h"

// Turning documents into objects: what happens between parsing and validation. For a custom
// resource that is, in this order: metadata becomes an ObjectMeta, the rest is pruned by the schema
// of its version, nulls are dropped, embedded resources are tidied, defaults are filled in.
namespace pintle::object {

struct CoerceResult {
  Object object;
  field::Findings findings;  // unknown metadata fields, pruned paths, unknown embedded metadata
};

// From a request: metadata of a wrong shape is an error, all that is dropped is a finding.
Result<CoerceResult> CoerceRequest(const Kind& kind, std::string_view api_version,
                                   const Value& root, const std::shared_ptr<Arena>& arena);

// From storage: what does not fit is dropped silently.
Object CoerceStored(const Kind& kind, std::string_view api_version, const Value& root,
                    const std::shared_ptr<Arena>& arena);

// From a converter: pruned by the schema of its version, without defaults; metadata of a wrong
// shape is an error.
Result<Object> CoerceConverted(const Kind& kind, std::string_view api_version, const Value& root,
                               const std::shared_ptr<Arena>& arena);

// The content of a custom resource as another version has it (conversion strategy None): pruned by
// that version's schema.
Value ConvertContent(const Kind& kind, const Object& object, std::string_view version,
                     Arena& arena);

// Members of a custom resource that are lost when it is stored, because the schema of the storage
// version does not have them and nobody converts; sorted. What is only there because the schema of
// the object's own version fills it in is not counted.
std::vector<std::string> LostWhenStored(const Kind& kind, const Object& object);

// Reads the metadata of an embedded resource as ObjectMeta; for the schema folder, which does not
// know it.
schema::TidiedMetadata TidyMetadata(Arena& arena, const Value& metadata,
                                    schema::MalformedFields malformed);

// A decoded struct of `version` as an object in hub form, with defaults.
Result<Object> ToHub(const scheme::KindInfo& kind, const scheme::KindVersion& version,
                     std::shared_ptr<Arena> arena, void* spoke);

}  // namespace pintle::object
