#include "apis/builtin.h"

#include <iterator>

namespace pintle::apis {

std::vector<std::string> AllVerbs() {
  return {"create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"};
}

std::vector<write::ResourceDefinition> BuiltinResources(scheme::Scheme& scheme,
                                                        const BuiltinOptions& options) {
  std::vector<write::ResourceDefinition> all;
  auto add = [&](std::vector<write::ResourceDefinition> group) {
    all.insert(all.end(), std::make_move_iterator(group.begin()),
               std::make_move_iterator(group.end()));
  };
  add(CoreV1Resources(scheme));
  add(CoordinationV1Resources(scheme));
  add(ApiExtensionsV1Resources(scheme, options));
  add(FrobberResources(scheme));
  return all;
}

}  // namespace pintle::apis
