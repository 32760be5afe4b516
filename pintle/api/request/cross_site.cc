#include "pintle/api/request/cross_site.h"

#include <string_view>

#include "pintle/base/strings.h"

namespace pintle::api {
namespace {

// The API is served over TLS alone.
constexpr std::string_view kScheme = "https://";
constexpr std::string_view kDefaultPort = ":443";

bool ChangesNothing(std::string_view method) {
  return method == "GET" || method == "HEAD" || method == "OPTIONS";
}

std::string_view WithoutDefaultPort(std::string_view authority) {
  if (authority.ends_with(kDefaultPort)) authority.remove_suffix(kDefaultPort.size());
  return authority;
}

// Whether the page is from where the request goes: same scheme, host and port. `null`, the origin
// of pages that hide theirs, is not.
bool IsOwnOrigin(std::string_view origin, std::string_view host) {
  if (host.empty() || !EqualIgnoreCase(origin.substr(0, kScheme.size()), kScheme)) return false;
  origin.remove_prefix(kScheme.size());
  return EqualIgnoreCase(WithoutDefaultPort(origin), WithoutDefaultPort(host));
}

std::unexpected<Error> CrossSite() {
  return Fail(Reason::kForbidden,
              "requests that a browser sends on behalf of another site are not served");
}

}  // namespace

Status CheckSite(const http::Request& request) {
  // What the browser itself says of the page comes first, since no page can forge it: behind a
  // proxy that serves a page and the API, both are of one site though `Origin` names the proxy.
  std::string_view site = request.headers.Get("Sec-Fetch-Site");
  if (EqualIgnoreCase(site, "cross-site")) return CrossSite();
  if (site == "same-origin" || site == "none") return {};
  if (site == "same-site" && ChangesNothing(request.method)) return {};
  if (!request.headers.Has("Origin")) {
    if (site.empty() || ChangesNothing(request.method)) return {};
    return CrossSite();
  }
  if (IsOwnOrigin(request.headers.Get("Origin"), request.headers.Get("Host"))) return {};
  return CrossSite();
}

}  // namespace pintle::api
