#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/api/request/exchange.h"
#include "pintle/base/task.h"

namespace pintle::api {

// An endpoint that is no resource: where it is, and what answers there.
struct Route {
  enum class Reach : uint8_t { kPath, kAllBelow };

  std::string path;  // without a slash at its end
  Reach reach = Reach::kPath;
  std::vector<std::string_view> methods = {"GET", "HEAD"};
  // Whether one slash more leads there too.
  bool slash_may_follow = true;
  // Requests for it take no place among those in flight: it is asked when there are too many.
  bool always_has_place = false;
  // Whether `/` names it.
  bool listed = true;
  // `below` is what follows the path and a slash: empty for the path itself. It lives as long as
  // the request.
  std::function<Task<void>(Exchange& exchange, std::string_view below)> serve;
};

// The endpoints that are no resources. Filled before the first request; after that thread-safe.
class Routes {
 public:
  struct Found {
    const Route* route = nullptr;  // null if nothing is there
    std::string_view below;
  };

  Routes() = default;
  Routes(const Routes&) = delete;
  Routes& operator=(const Routes&) = delete;

  // A path is added once.
  void Add(Route route);
  // What is at that path, whatever the method. Of routes that reach it the longest counts.
  Found Find(std::string_view path) const;
  // The paths that `/` names, in order.
  std::vector<std::string> ListedPaths() const;
  // Answers a request: by its route, or that there is none, or not for this method.
  Task<void> Serve(Exchange& exchange) const;

 private:
  std::map<std::string, Route, std::less<>> by_path_;
  std::vector<const Route*> reaching_below_;  // of by_path_; longer paths first
};

// 404 in plain text, as from whatever stands in front of the API.
Task<void> ReplyNothingThere(Exchange& exchange);
// 405: what is there does not take this method.
Task<void> ReplyMethodRefused(Exchange& exchange);

}  // namespace pintle::api
