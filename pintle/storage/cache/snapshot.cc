#include "pintle/storage/cache/snapshot.h"

#include <algorithm>

namespace pintle::storage {
namespace {

// The smallest string that is greater than every string with this prefix; empty if there is none.
std::string PrefixEnd(std::string_view prefix) {
  std::string end(prefix);
  while (!end.empty() && end.back() == '\xff') end.pop_back();
  if (!end.empty()) end.back() = static_cast<char>(static_cast<unsigned char>(end.back()) + 1);
  return end;
}

}  // namespace

size_t Snapshot::CountFrom(std::string_view start, std::string_view prefix) const {
  const std::string end_key = PrefixEnd(prefix);
  const size_t begin = tree_.Rank(std::max(start, prefix));
  const size_t end = end_key.empty() ? tree_.size() : tree_.Rank(end_key);
  return end > begin ? end - begin : 0;
}

}  // namespace pintle::storage
