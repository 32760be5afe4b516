#include "pintle/server/world.h"

#include <openssl/rand.h>

#include <array>
#include <cstdlib>

#include "pintle/base/strings.h"

namespace pintle::server {
namespace {

// No vowels and nothing that looks like one, so that no words appear.
constexpr std::string_view kSuffixAlphabet = "bcdfghjklmnpqrstvwxz2456789";

constexpr size_t kRandomBytes = 16;
using RandomBytes = std::array<unsigned char, kRandomBytes>;

// The generator is asked for many at a time: asking takes longer than making them.
RandomBytes NextRandomBytes() {
  thread_local std::array<RandomBytes, 64> made;
  thread_local size_t used = made.size();
  if (used == made.size()) {
    // A machine without randomness cannot run a server; there is nothing sensible to go on with.
    if (RAND_bytes(made.front().data(), static_cast<int>(sizeof(made))) != 1) std::abort();
    used = 0;
  }
  return made[used++];
}

}  // namespace

Task<Result<auth::TokenOwner>> ServerWorld::ReviewToken(std::string token,
                                                        std::vector<std::string> audiences) const {
  if (authenticator_ == nullptr) co_return Fail(Reason::kUnauthorized, "invalid bearer token");
  auto reviewing = authenticator_->ReviewToken(std::move(token), std::move(audiences));
  Result<auth::TokenOwner> owner = co_await reviewing;
  co_return owner;
}

std::string ServerWorld::NewUid() {
  RandomBytes bytes = NextRandomBytes();
  bytes[6] = static_cast<unsigned char>((bytes[6] & 0x0f) | 0x40);  // version 4
  bytes[8] = static_cast<unsigned char>((bytes[8] & 0x3f) | 0x80);  // RFC 4122 variant
  std::string uid =
      HexLower(std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
  for (size_t dash : {8, 13, 18, 23}) uid.insert(dash, 1, '-');
  return uid;
}

std::string ServerWorld::RandomSuffix(size_t count) {
  std::string out;
  while (out.size() < count) {
    for (unsigned char byte : NextRandomBytes()) {
      // Bytes past the last whole multiple would favour the first letters.
      if (byte >= 256 / kSuffixAlphabet.size() * kSuffixAlphabet.size()) continue;
      if (out.size() < count) out += kSuffixAlphabet[byte % kSuffixAlphabet.size()];
    }
  }
  return out;
}

}  // namespace pintle::server
