#include "pintle/write/as_read.h"

#include "pintle/object/convert.h"
#include "pintle/object/encode.h"
#include "pintle/object/read/decode.h"
#include "pintle/resource/capabilities.h"
#include "pintle/storage/limits.h"

namespace pintle::write {
namespace {

Result<Bytes> Encoded(const object::Kind& kind, const Object& object) {
  std::string bytes = object::EncodeStored(kind, object);
  PINTLE_RETURN_IF_ERROR(storage::CheckValue(bytes.size()));
  return Bytes(std::move(bytes));
}

}  // namespace

Task<Result<Bytes>> ToStored(const ResourceDefinition& resource, const Object& object) {
  const object::Kind& kind = resource.kind;
  if (!object::NeedsConverter(kind, object, kind.storage_version)) co_return Encoded(kind, object);
  auto converting = object::ToVersion(kind, object, kind.storage_version);
  PINTLE_CO_TRY(Object converted, co_await converting);
  co_return Encoded(kind, converted);
}

Task<Result<Object>> FromStored(const ResourceDefinition& resource, const Bytes& stored,
                                int64_t revision, const std::string& version) {
  PINTLE_CO_TRY(Object object, object::DecodeStored(resource.kind, stored, revision));
  if (!object::IsOtherVersion(resource.kind, object, version)) co_return object;
  auto converting = object::ToVersion(resource.kind, std::move(object), version);
  Result<Object> converted = co_await converting;
  co_return converted;
}

Task<Result<Object>> AsRead(const ResourceDefinition& resource, Object object, const Bytes& stored,
                            const std::string& version) {
  if (!AnswersAsStored(resource)) {
    if (resource.kind.complete_stored) resource.kind.complete_stored(object);
    co_return object;
  }
  auto reading = FromStored(resource, stored, 0, version);
  PINTLE_CO_TRY(Object read, co_await reading);
  read.meta().resource_version = read.arena().Copy(object.meta().resource_version);
  co_return read;
}

}  // namespace pintle::write
