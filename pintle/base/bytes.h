#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace pintle {

// Immutable bytes shared by reference: stored values and encodings travel from the store through
// the cache to the socket without being copied. A default one is "no bytes", distinct from empty
// bytes.
class Bytes {
 public:
  Bytes() = default;
  explicit Bytes(std::string data) : data_(std::make_shared<const std::string>(std::move(data))) {}
  explicit Bytes(std::shared_ptr<const std::string> data) : data_(std::move(data)) {}

  explicit operator bool() const { return data_ != nullptr; }
  std::string_view view() const { return data_ ? std::string_view(*data_) : std::string_view(); }
  size_t size() const { return view().size(); }
  const std::shared_ptr<const std::string>& shared() const { return data_; }

 private:
  std::shared_ptr<const std::string> data_;
};

}  // namespace pintle
