#include "pintle/api/request/attributes.h"

#include <span>
#include <vector>

#include "pintle/base/strings.h"

namespace pintle::api {
namespace {

std::string VerbOf(std::string_view method) {
  if (method == "POST") return "create";
  if (method == "GET" || method == "HEAD") return "get";
  if (method == "PUT") return "update";
  if (method == "PATCH") return "patch";
  if (method == "DELETE") return "delete";
  return {};
}

// Nothing if a segment between the first and the last slash is empty.
std::vector<std::string_view> Segments(std::string_view path) {
  while (path.starts_with("//")) path.remove_prefix(1);
  if (path.find("//") != std::string_view::npos) return {};
  std::vector<std::string_view> out = Split(path, '/');
  std::erase(out, std::string_view());
  return out;
}

// The segments after the version: [watch/] [namespaces/<ns>/] resource [/name [/subresource ...]].
void ParseResourcePath(std::span<const std::string_view> rest, auth::Attributes& info) {
  if (!rest.empty() && rest[0] == "watch") {
    info.verb = "watch";
    rest = rest.subspan(1);
  }
  if (rest.size() > 1 && rest[0] == "namespaces") {
    info.namespace_name = rest[1];
    // `status` and `finalize` are subresources of the namespace itself.
    if (rest.size() > 2 && rest[2] != "status" && rest[2] != "finalize") {
      rest = rest.subspan(2);
      info.in_namespace = true;
    }
  }
  if (!rest.empty()) info.resource = rest[0];
  if (rest.size() > 1) info.name = rest[1];
  if (rest.size() > 2) info.subresource = rest[2];
  info.has_rest = rest.size() > 3;
}

}  // namespace

bool QueryFlag(const http::Query& query, std::string_view name) {
  auto value = query.First(name);
  return value && *value != "0" && !EqualIgnoreCase(*value, "false");
}

auth::Attributes ParseAttributes(std::string_view method, std::string_view path,
                                 const http::Query& query) {
  auth::Attributes info;
  info.path = path;
  info.verb = ToLower(method);
  std::vector<std::string_view> segments = Segments(path);
  bool core = !segments.empty() && segments[0] == "api";
  bool grouped = !segments.empty() && segments[0] == "apis";
  size_t head = core ? 2 : 3;  // segments before the resource
  if ((!core && !grouped) || segments.size() <= head) return info;

  info.is_resource = true;
  info.verb = VerbOf(method);
  info.group = core ? "" : segments[1];
  info.version = segments[head - 1];
  ParseResourcePath(std::span(segments).subspan(head), info);
  if (info.name.empty()) {
    if (info.verb == "get") info.verb = QueryFlag(query, "watch") ? "watch" : "list";
    if (info.verb == "delete") info.verb = "deletecollection";
  }
  return info;
}

std::string_view ScopeOf(const auth::Attributes& info) {
  if (!info.name.empty() || info.verb == "create") return "resource";
  return info.namespace_name.empty() ? "cluster" : "namespace";
}

}  // namespace pintle::api
