#include "pintle/server/effects.h"

#include <fmt/format.h>
#include <openssl/rand.h>

#include <array>
#include <cstdlib>

namespace pintle::server {
namespace {

// No vowels and nothing that looks like one, so that no words appear.
constexpr std::string_view kSuffixAlphabet = "bcdfghjklmnpqrstvwxz2456789";

template <size_t kSize>
std::array<unsigned char, kSize> RandomBytes() {
  std::array<unsigned char, kSize> bytes;
  // A machine without randomness cannot run a server; there is nothing sensible to go on with.
  if (RAND_bytes(bytes.data(), static_cast<int>(kSize)) != 1) std::abort();
  return bytes;
}

}  // namespace

std::optional<auth::User> ServerEffects::UserOfToken(const std::string& token) const {
  if (authenticator_ == nullptr) return std::nullopt;
  // As a request with this token and no other credential.
  http::Request request;
  request.headers.Add("Authorization", "Bearer " + token);
  Result<auth::User> user = authenticator_->Authenticate(request);
  if (!user || user->name == auth::kAnonymousUser) return std::nullopt;
  return std::move(*user);
}

std::string ServerEffects::NewUid() {
  auto b = RandomBytes<16>();
  b[6] = static_cast<unsigned char>((b[6] & 0x0f) | 0x40);  // version 4
  b[8] = static_cast<unsigned char>((b[8] & 0x3f) | 0x80);  // RFC 4122 variant
  return fmt::format(
      "{:02x}{:02x}{:02x}{:02x}-{:02x}{:02x}-{:02x}{:02x}-{:02x}{:02x}-{:02x}{:02x}{:02x}{:02x}{:"
      "02x}"
      "{:02x}",
      b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7], b[8], b[9], b[10], b[11], b[12], b[13], b[14],
      b[15]);
}

std::string ServerEffects::RandomSuffix(size_t count) {
  std::string out;
  while (out.size() < count) {
    for (unsigned char byte : RandomBytes<16>()) {
      // Bytes past the last whole multiple would favour the first letters.
      if (byte >= 256 / kSuffixAlphabet.size() * kSuffixAlphabet.size()) continue;
      if (out.size() < count) out += kSuffixAlphabet[byte % kSuffixAlphabet.size()];
    }
  }
  return out;
}

}  // namespace pintle::server
