#include "pintle/object/read/to_hub.h"

#include <cstring>

#include "pintle/scheme/type_functions.h"

namespace pintle::object {

Result<Object> ToHub(const scheme::KindInfo& kind, const scheme::KindVersion& version,
                     std::shared_ptr<Arena> arena, void* spoke) {
  scheme::FunctionContext context{.arena = *arena, .gates = kind.gates};
  if (kind.defaults != nullptr) {
    PINTLE_RETURN_IF_ERROR(kind.defaults->Run(*version.type, context, spoke));
  }
  if (kind.read_fixes != nullptr) {
    PINTLE_RETURN_IF_ERROR(kind.read_fixes->Run(*version.type, context, spoke));
  }
  if (version.to_hub == nullptr) return Object::Typed(std::move(arena), *version.type, spoke);
  void* hub = arena->Allocate(kind.hub->size, kind.hub->align);
  std::memset(hub, 0, kind.hub->size);
  version.to_hub(*arena, spoke, hub);
  return Object::Typed(std::move(arena), *kind.hub, hub);
}

}  // namespace pintle::object
