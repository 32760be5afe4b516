#include "pintle/storage/etcd/key_layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "pintle/base/strings.h"

namespace pintle::storage::etcd {
namespace {

std::string Normalized(std::string_view prefix) {
  while (prefix.ends_with('/')) prefix.remove_suffix(1);
  if (prefix.empty() || prefix.starts_with('/')) return std::string(prefix);
  return "/" + std::string(prefix);
}

}  // namespace

KeyLayout::KeyLayout(std::string root, std::string_view prefix)
    : root_(std::move(root)), prefix_(Normalized(prefix)) {}

Result<std::string> KeyLayout::ToEtcd(std::string_view key) const {
  const std::string_view rest = key.substr(std::min(key.size(), root_.size()));
  if (!key.starts_with(root_) || !rest.starts_with('/') || rest.size() == 1) {
    return BadRequest(fmt::format("{} is not below {}/", Quoted(key), root_));
  }
  return prefix_ + std::string(rest);
}

std::string KeyLayout::FromEtcd(std::string key) const {
  return root_ == prefix_ ? std::move(key) : root_ + key.substr(prefix_.size());
}

KeyRange KeyLayout::Range(std::string_view prefix, std::string_view start) const {
  // The slash keeps `/registry2/...`, somebody else's, out.
  const std::string everything = root_ + "/";
  if (!prefix.starts_with(everything)) {
    if (!everything.starts_with(prefix)) return {};
    prefix = everything;
  }
  const std::string_view first = std::max(prefix, start);
  KeyRange range{.begin = prefix_ + std::string(prefix.substr(root_.size())), .end = ""};
  range.end = PrefixEnd(range.begin);
  if (first == prefix) return range;
  if (!first.starts_with(root_)) return {};  // beyond every key of the prefix
  range.begin = prefix_ + std::string(first.substr(root_.size()));
  if (range.begin >= range.end) return {};
  return range;
}

std::string PrefixEnd(std::string_view prefix) {
  std::string end(prefix);
  while (!end.empty() && end.back() == '\xff') end.pop_back();
  if (end.empty()) return std::string(1, '\0');  // to the last key
  end.back() = static_cast<char>(static_cast<unsigned char>(end.back()) + 1);
  return end;
}

}  // namespace pintle::storage::etcd
