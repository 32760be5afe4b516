#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/base/bytes.h"

namespace pintle::http {

// Frames on their way to one write of the connection: heads are copied, bodies are referred to and
// kept alive.
class Http2Output {
 public:
  void AddCopy(std::string_view bytes) {
    size_bytes_ += bytes.size();
    if (copies_.capacity() < kCopyBytes) copies_.reserve(kCopyBytes);
    if (copies_.capacity() - copies_.size() < bytes.size()) {
      pieces_.emplace_back(large_copies_.emplace_back(bytes));
      return;
    }
    // Stays in place: the room is there.
    const char* place = copies_.data() + copies_.size();
    copies_.append(bytes);
    if (!pieces_.empty() && pieces_.back().data() + pieces_.back().size() == place) {
      pieces_.back() = {pieces_.back().data(), pieces_.back().size() + bytes.size()};
    } else {
      pieces_.emplace_back(place, bytes.size());
    }
  }
  // `part` is part of `owner`.
  void AddShared(const Bytes& owner, std::string_view part) {
    size_bytes_ += part.size();
    pieces_.push_back(part);
    owners_.push_back(owner);
  }

  size_t size_bytes() const { return size_bytes_; }
  bool empty() const { return pieces_.empty(); }
  // Good until Clear.
  const std::vector<std::string_view>& pieces() const { return pieces_; }
  void Clear() {
    pieces_.clear();
    copies_.clear();
    large_copies_.clear();
    owners_.clear();
    size_bytes_ = 0;
    if (pieces_.capacity() > kKeptPieces) pieces_ = {};
    if (owners_.capacity() > kKeptPieces) owners_ = {};
  }

 private:
  // Room for the heads of a usual write, kept between writes.
  static constexpr size_t kCopyBytes = 4 * 1024;
  static constexpr size_t kKeptPieces = 64;

  std::vector<std::string_view> pieces_;
  std::string copies_;  // never grows beyond its first capacity
  std::deque<std::string> large_copies_;
  std::vector<Bytes> owners_;
  size_t size_bytes_ = 0;
};

}  // namespace pintle::http
