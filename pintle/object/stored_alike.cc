#include "pintle/object/stored_alike.h"

#include "pintle/codec/document.h"
#include "pintle/value/numbers.h"

namespace pintle::object {

bool StoredAlike(std::string_view a, std::string_view b) {
  if (a == b) return true;
  if (!codec::IsCbor(a) || !codec::IsCbor(b)) return false;
  Arena arena;
  auto first = codec::ParseCbor(a, arena);
  auto second = codec::ParseCbor(b, arena);
  return first && second && EqualByNumber(*first, *second);
}

}  // namespace pintle::object
