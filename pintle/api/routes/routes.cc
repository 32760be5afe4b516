#include "pintle/api/routes/routes.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace pintle::api {
namespace {

// Readers are told of what nobody serves that it is not there, all others that they may not.
bool Takes(const Route* route, const std::string& method) {
  if (route == nullptr) return method == "GET" || method == "HEAD";
  return std::ranges::find(route->methods, method) != route->methods.end();
}

}  // namespace

void Routes::Add(Route route) {
  std::string path = route.path;
  auto [at, added] = by_path_.emplace(std::move(path), std::move(route));
  assert(added);
  if (!added || at->second.reach == Route::Reach::kPath) return;
  const Route* reaching = &at->second;
  auto shorter = std::ranges::find_if(reaching_below_, [&](const Route* other) {
    return other->path.size() < reaching->path.size();
  });
  reaching_below_.insert(shorter, reaching);
}

Routes::Found Routes::Find(std::string_view path) const {
  std::string_view trimmed = path;
  if (trimmed.size() > 1 && trimmed.ends_with('/')) trimmed.remove_suffix(1);
  Found found;
  if (auto at = by_path_.find(trimmed); at != by_path_.end()) {
    found.route = &at->second;
  } else {
    for (const Route* route : reaching_below_) {
      const size_t size = route->path.size();
      if (trimmed.size() <= size || trimmed[size] != '/' || !trimmed.starts_with(route->path)) {
        continue;
      }
      found = {route, trimmed.substr(size + 1)};
      break;
    }
  }
  if (found.route == nullptr) return {};
  return trimmed == path || found.route->slash_may_follow ? found : Found{};
}

std::vector<std::string> Routes::ListedPaths() const {
  std::vector<std::string> paths;
  for (const auto& [path, route] : by_path_) {
    if (route.listed) paths.push_back(path);
  }
  return paths;
}

Task<void> Routes::Serve(Exchange& exchange) const {
  const std::string& path = exchange.request.path;
  const Found found = Find(path);
  if (path.find("//") != std::string::npos) {
    co_await ReplyNothingThere(exchange);
  } else if (!Takes(found.route, exchange.request.method)) {
    co_await ReplyMethodRefused(exchange);
  } else if (found.route == nullptr) {
    co_await ReplyNothingThere(exchange);
  } else {
    auto serving = found.route->serve(exchange, found.below);
    co_await serving;
  }
}

Task<void> ReplyNothingThere(Exchange& exchange) {
  return ReplyText(exchange, 404, "404 page not found\n");
}

Task<void> ReplyMethodRefused(Exchange& exchange) {
  Error refused = Error(Reason::kMethodNotAllowed,
                        "the server does not allow this method on the requested resource")
                      .WithDetails({});
  co_await ReplyError(exchange, refused);
}

}  // namespace pintle::api
