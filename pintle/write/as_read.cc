#include "pintle/write/as_read.h"

#include "pintle/object/decode.h"

namespace pintle::write {

Object AsRead(const ResourceDefinition& resource, Object object, const Bytes& stored) {
  if (!resource.custom) return object;
  Result<Object> read = object::DecodeStored(resource.kind, stored, 0);
  if (!read) return object;
  read->meta().resource_version = read->arena().Copy(object.meta().resource_version);
  return std::move(*read);
}

}  // namespace pintle::write
