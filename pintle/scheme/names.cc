#include "pintle/scheme/names.h"

#include <openssl/sha.h>

#include <array>
#include <charconv>
#include <tuple>

#include "pintle/base/strings.h"

namespace pintle::scheme {
namespace {

// A version name of the form v<major>[(alpha|beta)<minor>].
struct ParsedVersion {
  bool conforms = false;
  int stage = 0;  // 2 GA, 1 beta, 0 alpha
  long major = 0;
  long minor = 0;
};

// Takes a decimal number off the front of `text`; false if there is none.
bool TakeNumber(std::string_view& text, long& number) {
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end == text.data() || text[0] == '-') return false;
  text.remove_prefix(end - text.data());
  return true;
}

ParsedVersion ParseVersion(std::string_view text) {
  ParsedVersion out;
  if (!text.starts_with("v")) return out;
  text.remove_prefix(1);
  if (!TakeNumber(text, out.major)) return out;
  if (text.empty()) {
    out.stage = 2;
    out.conforms = true;
    return out;
  }
  for (auto [word, stage] : {std::pair{std::string_view("alpha"), 0}, {"beta", 1}}) {
    if (!text.starts_with(word)) continue;
    text.remove_prefix(word.size());
    out.stage = stage;
    out.conforms = TakeNumber(text, out.minor) && text.empty();
    return out;
  }
  return out;
}

}  // namespace

std::string GroupVersion::Text() const {
  if (group.empty()) return version;
  return group + "/" + version;
}

bool GroupVersion::Parse(std::string_view text, GroupVersion* out) {
  size_t slash = text.find('/');
  if (slash == std::string_view::npos) {
    *out = {"", std::string(text)};
    return true;
  }
  if (text.find('/', slash + 1) != std::string_view::npos) return false;
  *out = {std::string(text.substr(0, slash)), std::string(text.substr(slash + 1))};
  return true;
}

std::string Qualified(std::string_view resource_or_kind, std::string_view group) {
  std::string out(resource_or_kind);
  if (!group.empty()) {
    out += '.';
    out += group;
  }
  return out;
}

bool VersionBefore(std::string_view a, std::string_view b) {
  ParsedVersion x = ParseVersion(a);
  ParsedVersion y = ParseVersion(b);
  if (x.conforms != y.conforms) return x.conforms;
  if (!x.conforms) return a < b;
  return std::tie(x.stage, x.major, x.minor) > std::tie(y.stage, y.major, y.minor);
}

std::string StorageVersionHash(std::string_view group, std::string_view version,
                               std::string_view kind) {
  constexpr size_t kHashBytes = 8;
  std::string text = std::string(group) + "/" + std::string(version) + "/" + std::string(kind);
  std::array<unsigned char, SHA256_DIGEST_LENGTH> digest;
  SHA256(reinterpret_cast<const unsigned char*>(text.data()), text.size(), digest.data());
  return Base64Encode({reinterpret_cast<const char*>(digest.data()), kHashBytes});
}

}  // namespace pintle::scheme
