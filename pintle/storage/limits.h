#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "pintle/base/error.h"

// What every engine accepts, so that data can move between them.
namespace pintle::storage {

// What the embedded index can hold; the longest key of an API object is below 600 bytes.
constexpr size_t kMaxKeyBytes = 960;
// etcd refuses requests above 1.5 MiB by default; the rest of a request (keys, conditions) gets
// 8 KiB of it.
constexpr size_t kMaxValueBytes = size_t{1536} * 1024 - size_t{8} * 1024;
// Far above any real TTL, and safe to multiply.
constexpr int64_t kMaxTtlSeconds = int64_t{100} * 366 * 24 * 3600;

// kBadRequest for a key no engine could keep.
Status CheckKey(std::string_view key);
// kRequestEntityTooLarge for a value no engine could keep.
Status CheckValue(size_t value_bytes);
// Both, for a write.
Status CheckWrite(std::string_view key, size_t value_bytes);

}  // namespace pintle::storage
