#include "pintle/cel/functions/find_text.h"

#include <algorithm>
#include <cstring>
#include <string>

namespace pintle::cel {

size_t FindText(std::string_view text, std::string_view wanted) {
  if (wanted.empty()) return 0;
  const void* found = memmem(text.data(), text.size(), wanted.data(), wanted.size());
  if (found == nullptr) return std::string_view::npos;
  return static_cast<size_t>(static_cast<const char*>(found) - text.data());
}

// There is no such search from the end: both are turned round.
size_t FindLastText(std::string_view text, std::string_view wanted, size_t last) {
  if (wanted.size() > text.size()) return std::string_view::npos;
  last = std::min(last, text.size() - wanted.size());
  text = text.substr(0, last + wanted.size());
  const std::string turned_text(text.rbegin(), text.rend());
  const std::string turned_wanted(wanted.rbegin(), wanted.rend());
  const size_t found = FindText(turned_text, turned_wanted);
  return found == std::string_view::npos ? found : last - found;
}

}  // namespace pintle::cel
