#include "apis/core/v1/image_reference.h"

#include <algorithm>
#include <array>

namespace pintle::apis::core::v1 {
namespace {

constexpr std::string_view kHubRegistry = "docker.io";
constexpr std::string_view kOldHubRegistry = "index.docker.io";
constexpr std::string_view kOfficialPrefix = "library/";
constexpr size_t kMaxNameLength = 255;
constexpr size_t kMaxTagLength = 128;
// An image's own id, which must not be taken for a name.
constexpr size_t kIdLength = 64;

bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsLower(char c) { return c >= 'a' && c <= 'z'; }
bool IsUpper(char c) { return c >= 'A' && c <= 'Z'; }
bool IsLowerOrDigit(char c) { return IsLower(c) || IsDigit(c); }
bool IsAlphanumeric(char c) { return IsLowerOrDigit(c) || IsUpper(c); }
bool IsLowerHex(char c) { return IsDigit(c) || (c >= 'a' && c <= 'f'); }
bool IsHex(char c) { return IsLowerHex(c) || (c >= 'A' && c <= 'F'); }
bool HasUpper(std::string_view text) { return std::ranges::any_of(text, IsUpper); }

// The part before the first `separator`, cut off `rest` together with it.
std::string_view TakeUntil(std::string_view& rest, char separator) {
  size_t end = std::min(rest.find(separator), rest.size());
  std::string_view part = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return part;
}

bool IsDomainLabel(std::string_view label) {
  auto is_inner = [](char c) { return IsAlphanumeric(c) || c == '-'; };
  return !label.empty() && IsAlphanumeric(label.front()) && IsAlphanumeric(label.back()) &&
         std::ranges::all_of(label, is_inner);
}

bool IsHost(std::string_view host) {
  if (host.starts_with('[') && host.ends_with(']')) {
    host = host.substr(1, host.size() - 2);
    return !host.empty() && std::ranges::all_of(host, [](char c) { return IsHex(c) || c == ':'; });
  }
  if (host.empty() || host.ends_with('.')) return false;
  while (!host.empty()) {
    if (!IsDomainLabel(TakeUntil(host, '.'))) return false;
  }
  return true;
}

bool IsRegistry(std::string_view text) {
  size_t colon = text.rfind(':');
  if (colon == std::string_view::npos || text.ends_with(']')) return IsHost(text);
  std::string_view port = text.substr(colon + 1);
  return !port.empty() && std::ranges::all_of(port, IsDigit) && IsHost(text.substr(0, colon));
}

// Lower-case words joined by a dot, one or two underscores, or any number of dashes.
bool IsPathComponent(std::string_view text) {
  if (text.empty() || !IsLowerOrDigit(text.front()) || !IsLowerOrDigit(text.back())) return false;
  while (true) {
    text.remove_prefix(std::ranges::find_if_not(text, IsLowerOrDigit) - text.begin());
    if (text.empty()) return true;
    size_t length = std::ranges::find_if(text, IsLowerOrDigit) - text.begin();
    std::string_view joint = text.substr(0, length);
    bool dashes = joint.find_first_not_of('-') == std::string_view::npos;
    if (!dashes && joint != "." && joint != "_" && joint != "__") return false;
    text.remove_prefix(length);
  }
}

bool IsPath(std::string_view path) {
  if (path.empty() || path.ends_with('/')) return false;
  while (!path.empty()) {
    if (!IsPathComponent(TakeUntil(path, '/'))) return false;
  }
  return true;
}

bool IsTag(std::string_view tag) {
  auto is_word = [](char c) { return IsAlphanumeric(c) || c == '_'; };
  auto is_inner = [&](char c) { return is_word(c) || c == '.' || c == '-'; };
  return !tag.empty() && tag.size() <= kMaxTagLength && is_word(tag.front()) &&
         std::ranges::all_of(tag, is_inner);
}

bool IsDigest(std::string_view digest) {
  struct Algorithm {
    std::string_view prefix;
    size_t hex_length;
  };
  constexpr std::array<Algorithm, 3> kAlgorithms = {
      {{"sha256:", 64}, {"sha384:", 96}, {"sha512:", 128}}};
  return std::ranges::any_of(kAlgorithms, [&](const Algorithm& algorithm) {
    if (!digest.starts_with(algorithm.prefix)) return false;
    std::string_view hex = digest.substr(algorithm.prefix.size());
    return hex.size() == algorithm.hex_length && std::ranges::all_of(hex, IsLowerHex);
  });
}

struct Named {
  std::string_view registry;
  std::string_view rest;  // path, tag and digest
};

Named SplitRegistry(std::string_view text) {
  size_t slash = text.find('/');
  if (slash == std::string_view::npos) return {kHubRegistry, text};
  std::string_view first = text.substr(0, slash);
  bool is_registry = first.find_first_of(".:") != std::string_view::npos || first == "localhost" ||
                     HasUpper(first);
  if (!is_registry) return {kHubRegistry, text};
  return {first == kOldHubRegistry ? kHubRegistry : first, text.substr(slash + 1)};
}

// A registry whose name no host can have reads as the start of the path, where that can be.
bool IsName(std::string_view registry, std::string_view path) {
  std::string_view prefix;
  if (registry == kHubRegistry && path.find('/') == std::string_view::npos) {
    prefix = kOfficialPrefix;
  }
  if (registry.size() + 1 + prefix.size() + path.size() > kMaxNameLength) return false;
  return IsPath(path) && (IsRegistry(registry) || IsPathComponent(registry));
}

}  // namespace

std::optional<ImageReference> ParseImageReference(std::string_view text) {
  if (text.size() == kIdLength && std::ranges::all_of(text, IsLowerHex)) return std::nullopt;
  auto [registry, path] = SplitRegistry(text);
  ImageReference reference;
  if (size_t at = path.find('@'); at != std::string_view::npos) {
    reference.digest = path.substr(at + 1);
    if (!IsDigest(reference.digest)) return std::nullopt;
    path = path.substr(0, at);
  }
  if (size_t colon = path.rfind(':'); colon != std::string_view::npos) {
    reference.tag = path.substr(colon + 1);
    if (!IsTag(reference.tag)) return std::nullopt;
    path = path.substr(0, colon);
  }
  if (!IsName(registry, path)) return std::nullopt;
  return reference;
}

bool IsLatestImage(std::string_view text) {
  std::optional<ImageReference> reference = ParseImageReference(text);
  if (!reference) return false;
  return reference->tag == "latest" || (reference->tag.empty() && reference->digest.empty());
}

}  // namespace pintle::apis::core::v1
