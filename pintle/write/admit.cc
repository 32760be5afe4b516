#include "pintle/write/admit.h"

namespace pintle::write {

admission::Attributes AdmissionAttributes(const Context& context,
                                          const ResourceDefinition& resource,
                                          admission::Operation operation, Object* object,
                                          const Object* old) {
  admission::Attributes attributes;
  attributes.operation = operation;
  attributes.resource = resource.name();
  attributes.version = context.version;
  attributes.kind = resource.kind.kind;
  attributes.subresource = context.subresource;
  attributes.namespace_name = context.namespace_name;
  attributes.name = object != nullptr ? std::string(object->meta().name) : context.name;
  attributes.object = object;
  attributes.old_object = old;
  attributes.user = &context.user;
  attributes.dry_run = context.dry_run;
  return attributes;
}

}  // namespace pintle::write
