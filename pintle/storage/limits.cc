#include "pintle/storage/limits.h"

#include <fmt/format.h>

namespace pintle::storage {

Status CheckKey(std::string_view key) {
  if (key.empty() || key.size() > kMaxKeyBytes) {
    return Fail(Reason::kBadRequest, fmt::format("a storage key must have 1 to {} bytes, not {}",
                                                 kMaxKeyBytes, key.size()));
  }
  if (key.find('\0') != std::string_view::npos) {
    return Fail(Reason::kBadRequest, "a storage key must not contain a NUL byte");
  }
  return {};
}

Status CheckValue(size_t value_bytes) {
  if (value_bytes <= kMaxValueBytes) return {};
  return Fail(Reason::kRequestEntityTooLarge,
              fmt::format("the object takes {} bytes in storage, more than the {} that it keeps",
                          value_bytes, kMaxValueBytes));
}

Status CheckWrite(std::string_view key, size_t value_bytes) {
  PINTLE_RETURN_IF_ERROR(CheckKey(key));
  return CheckValue(value_bytes);
}

}  // namespace pintle::storage
