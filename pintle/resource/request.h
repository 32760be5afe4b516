#pragma once

#include <string_view>

#include "pintle/auth/attributes.h"
#include "pintle/auth/verb.h"
#include "pintle/base/cancellation.h"
#include "pintle/base/stage_times.h"

namespace pintle::write {

struct ResourceDefinition;

// A request as the write path sees it.
struct Request {
  // Its version is the one that declarative validation runs in. Its name is empty for a POST, whose
  // body names the object.
  auth::Attributes what;
  bool dry_run = false;
  // The client wants to hear of fields that it wrote and that are not stored.
  bool tells_losses = false;
  // Told what the steps of it took; null where nobody asks.
  StageTimes* stages = nullptr;
  // Whether the client still waits for it; null for what the server does of its own accord.
  const Cancellation* cancellation = nullptr;
};

// What the server asks of itself, as `system:apiserver`; whom it is for is up to the caller.
Request OwnRequest(const ResourceDefinition& resource, auth::Verb verb, std::string_view version);

// The same wish, of the same user, for another object: for what one request does to several.
Request RequestOn(const Request& request, const ResourceDefinition& resource, std::string_view name,
                  std::string_view subresource = {});

}  // namespace pintle::write
