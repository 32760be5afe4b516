#include "pintle/api/routes/index.h"

#include <algorithm>
#include <vector>

#include "pintle/codec/document.h"

namespace pintle::api {
namespace {

// `{"paths": [...]}`, in order.
std::string PathIndex(const Routes& routes, const Registry& registry) {
  std::vector<std::string> paths = routes.ListedPaths();
  for (const ServedGroup& group : registry.groups()) {
    const std::string root = group.name.empty() ? "/api" : "/apis/" + group.name;
    if (!group.name.empty()) paths.push_back(root);
    for (const ServedVersion& version : group.versions) {
      paths.push_back(root + "/" + version.version);
    }
  }
  std::ranges::sort(paths);
  Arena arena;
  std::vector<Value> values;
  for (const std::string& path : paths) values.push_back(Value::String(arena, path));
  return codec::ToPrettyJson(Value::Object(arena, {{"paths", Value::List(arena, values)}}));
}

}  // namespace

void AddIndex(Routes& routes, const RegistryHolder& registry) {
  routes.Add({.path = "/",
              .listed = false,
              .serve = [&routes, &registry](Exchange& exchange, std::string_view) {
                std::vector<Bytes> body;
                body.emplace_back(PathIndex(routes, *registry.Current()));
                return Reply(exchange, 200, "application/json", std::move(body));
              }});
}

}  // namespace pintle::api
