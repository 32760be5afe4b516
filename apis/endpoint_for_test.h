#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "pintle/write/write_for_test.h"

// Endpoints below objects, called as the server calls them.
namespace pintle::apis {

class EndpointTest : public write::WriteTest {
 protected:
  using Created = Result<std::optional<object::Object>>;
  using Query = std::map<std::string, std::string, std::less<>>;

  const write::Endpoint& EndpointOf(std::string_view plural, const std::string& name);

  write::TestRequest RequestTo(std::string_view plural, std::string name, std::string subresource);

  // POST to an endpoint below an object.
  Created Post(std::string_view plural, std::string name, const std::string& subresource,
               std::string_view json, bool dry_run = false);

  // POST to a resource of which nothing is stored.
  Created PostVirtual(std::string_view plural, std::string_view json, auth::User user = {});

  Result<std::string> Connect(std::string_view plural, std::string name,
                              const std::string& subresource, Query query = {});

  // PUT of the same kind at `name/subresource`.
  Result<write::Outcome> PutAt(std::string_view plural, std::string name,
                               const std::string& subresource, std::string_view json);
  object::Object MustPutAt(std::string_view plural, std::string name,
                           const std::string& subresource, std::string_view json);
};

}  // namespace pintle::apis
