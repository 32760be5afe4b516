#pragma once

#include <string_view>

namespace pintle::http {

// Whether `bytes` of a chunked body may be the beginning of its last chunk, `0\r\n\r\n`, when that
// is the first one: Beast asserts that such a chunk comes whole. If they are data, no harm is done
// by waiting: that chunk is still to come.
inline bool MayBeTornLastChunk(std::string_view bytes) {
  constexpr size_t kLeastBytes = 5;
  return bytes.starts_with('0') && bytes.size() < kLeastBytes;
}

}  // namespace pintle::http
