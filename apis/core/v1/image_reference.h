#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace pintle::apis::core::v1 {

// The name of a container image taken apart: `registry:5000/team/app:1.2@sha256:...`.
struct ImageReference {
  std::string_view tag;     // empty if there is none
  std::string_view digest;  // with its algorithm; empty if there is none
};

// Nothing if `text` is no valid name of an image. A name without a registry is one of Docker Hub;
// what stands before the first slash is a registry if it has a dot, a port or an upper-case letter,
// or is `localhost`.
std::optional<ImageReference> ParseImageReference(std::string_view text);

// Whether the image is the one that changes under its name: the tag `latest`, or neither a tag nor
// a digest. False for what is no valid name.
bool IsLatestImage(std::string_view text);

}  // namespace pintle::apis::core::v1
