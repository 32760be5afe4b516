#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/api/request/exchange.h"
#include "pintle/object/media_type.h"
#include "pintle/object/object.h"
#include "pintle/resource/table.h"
#include "pintle/storage/cache/cached_object.h"

// From cached bytes and objects to what is sent.
namespace pintle::api {

// Names one encoding of an object among those kept with it.
uint64_t EncodingKey(const write::ResourceDefinition& resource, std::string_view version,
                     object::MediaType media, std::string_view form);

// The object as `version`, encoded (CBOR without its prefix, Protobuf without its envelope unless
// it has `type_meta`), from the kept encodings if it is there. No bytes if the stored object cannot
// be read.
Bytes EncodedObject(const write::ResourceDefinition& resource, std::string_view version,
                    object::MediaType media, bool type_meta, const storage::CachedObject& object);

// The same for one that was converted. It is not kept: the converter may come to see it another
// way.
Bytes EncodedConverted(const write::ResourceDefinition& resource, std::string_view version,
                       object::MediaType media, bool type_meta, const object::Object& object);

// Objects of a resource that has a converter, as `version`, in their order: an empty one for each
// that needs no converter or cannot be read. They are converted together.
Task<Result<std::vector<object::Object>>> ConvertCached(
    const write::ResourceDefinition& resource, std::string version,
    std::span<const storage::CachedObjectPtr> cached);

// What stands behind a compact JSON answer.
const Bytes& LineEnd();

// Whether answers are made of kept encodings: of whole objects, not in a form for people.
bool HasKeptEncoding(const Negotiated& how);

// The struct of a list of objects; of a custom resource any that can hold metadata.
const typeinfo::TypeInfo& ListTypeOf(const write::ResourceDefinition& resource,
                                     std::string_view version);

// Sends one object with the transform that was negotiated.
Task<void> ReplyObject(Exchange& exchange, int status, const object::Object& object,
                       int64_t now_seconds);

// `*core.ConfigMap`: how messages of the API name the type of what was found.
enum class Found : uint8_t { kObject, kList };
std::string FoundType(const write::ResourceDefinition& resource, Found found);

// `includeObject` of a table request; 400 for other values.
Result<IncludeObject> RequestedInclude(const http::Query& query);

// Whether the answer is what is stored, or a view of it. Reviews and actions have another one, and
// no table.
bool AnswersWithStored(const Exchange& exchange);

// 400 or 406 if what was found cannot be shown in the form that was negotiated.
Status CheckForm(const Exchange& exchange, Found found);
// The same of what a write would answer: it is refused before anything is stored.
Status CheckFormOfWrite(const Exchange& exchange);

}  // namespace pintle::api
