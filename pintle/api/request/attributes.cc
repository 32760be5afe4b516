#include "pintle/api/request/attributes.h"

#include <optional>
#include <span>
#include <vector>

#include "pintle/auth/verb.h"
#include "pintle/base/strings.h"

namespace pintle::api {
namespace {

using auth::Verb;

std::optional<Verb> VerbOfMethod(std::string_view method) {
  if (method == "POST") return Verb::kCreate;
  if (method == "GET" || method == "HEAD") return Verb::kGet;
  if (method == "PUT") return Verb::kUpdate;
  if (method == "PATCH") return Verb::kPatch;
  if (method == "DELETE") return Verb::kDelete;
  return std::nullopt;
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
void ParseResourcePath(std::span<const std::string_view> rest, auth::Attributes& info,
                       std::optional<Verb>& verb) {
  if (!rest.empty() && rest[0] == "watch") {
    verb = Verb::kWatch;
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
  std::optional<Verb> verb = VerbOfMethod(method);
  info.group = core ? "" : segments[1];
  info.version = segments[head - 1];
  ParseResourcePath(std::span(segments).subspan(head), info, verb);
  if (info.name.empty()) {
    if (verb == Verb::kGet) verb = QueryFlag(query, "watch") ? Verb::kWatch : Verb::kList;
    if (verb == Verb::kDelete) verb = Verb::kDeleteCollection;
  }
  info.verb = verb ? auth::VerbName(*verb) : std::string_view();
  return info;
}

std::string_view ScopeOf(const auth::Attributes& info) {
  if (!info.name.empty() || auth::VerbOf(info) == Verb::kCreate) return "resource";
  return info.namespace_name.empty() ? "cluster" : "namespace";
}

}  // namespace pintle::api
