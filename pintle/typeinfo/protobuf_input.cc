#include "pintle/typeinfo/protobuf_input.h"

#include <fmt/format.h>

namespace pintle::typeinfo {

using codec::ProtoReader;

ProtoInput::Place ProtoInput::WrongWire(Wire wire, std::string_view field) {
  return Fault(fmt::format("wrong wireType = {} for field {}", static_cast<int>(wire), field));
}

ProtoInput::Taken ProtoInput::LongVarint(Place at, Place end) {
  constexpr int kMaxShift = 63;
  uint64_t number = 0;
  for (int shift = 0; shift <= kMaxShift; shift += 7) {
    if (at == end) return {Fault("unexpected EOF"), 0};
    auto byte = static_cast<uint8_t>(*at++);
    number |= static_cast<uint64_t>(byte & 0x7f) << shift;
    if (byte < 0x80) return {at, number};
  }
  return {Fault("integer overflow"), 0};
}

ProtoInput::Taken ProtoInput::LongBytes(Place at, Place end) {
  auto low = static_cast<uint8_t>(at[0]);
  auto high = static_cast<uint8_t>(at[1]);
  Taken size = {at + 2, (low & 0x7fU) | static_cast<uint64_t>(high) << 7};
  if (low < 0x80 || high >= 0x80 || end - at < 2) size = LongVarint(at, end);
  if (size.at != nullptr && size.number > static_cast<size_t>(end - size.at)) {
    return {Fault("unexpected EOF"), 0};
  }
  return size;
}

ProtoInput::Taken ProtoInput::LongTag(Place at, Place end) {
  Taken tag = LongVarint(at, end);
  if (tag.at != nullptr && (tag.number < 8 || tag.number >> 32 != 0)) {
    return {Fault("illegal tag"), 0};
  }
  return tag;
}

template <typename Read>
ProtoInput::Place ProtoInput::Slowly(Place at, Place end, const Read& read) {
  ProtoReader in({at, end});
  if (!read(in)) return Fault(in.fault());
  return in.place();
}

ProtoInput::Place ProtoInput::Skip(Wire wire, Place at, Place end) {
  return Slowly(at, end, [&](ProtoReader& in) { return in.Skip(wire); });
}
ProtoInput::Place ProtoInput::Fixed32(Place at, Place end, uint32_t& value) {
  return Slowly(at, end, [&](ProtoReader& in) { return in.Fixed32(value); });
}
ProtoInput::Place ProtoInput::Fixed64(Place at, Place end, uint64_t& value) {
  return Slowly(at, end, [&](ProtoReader& in) { return in.Fixed64(value); });
}

}  // namespace pintle::typeinfo
