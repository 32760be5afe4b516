#include "pintle/typeinfo/protobuf_known_types.h"

#include "pintle/base/quantity.h"
#include "pintle/codec/document.h"
#include "pintle/typeinfo/protobuf_messages.h"
#include "pintle/typeinfo/time_format.h"

namespace pintle::typeinfo {
namespace {

using codec::ProtoWire;
using Place = ProtoInput::Place;

constexpr int64_t kNanosecondsPerSecond = 1'000'000'000;

// Both fields of a time as writers write them, if it has whole seconds.
bool ReadUsualTime(std::string_view message, uint64_t& seconds) {
  constexpr char kSecondsTag = kTimeSeconds << 3;
  constexpr char kNanosecondsTag = kTimeNanoseconds << 3;
  constexpr size_t kMinSize = 4;
  constexpr size_t kMaxSize = 8;  // with it up to year 3058
  size_t size = message.size();
  if (size < kMinSize || size > kMaxSize || message[0] != kSecondsTag ||
      message[size - 2] != kNanosecondsTag || message[size - 1] != 0) {
    return false;
  }
  size_t last = size - 3;
  uint64_t number = 0;
  for (size_t i = 1; i <= last; ++i) {
    auto byte = static_cast<uint8_t>(message[i]);
    if ((byte < 0x80) != (i == last)) return false;
    number |= static_cast<uint64_t>(byte & 0x7f) << (7 * (i - 1));
  }
  seconds = number;
  return true;
}

}  // namespace

bool ReadProtoTime(ProtoInput& in, std::string_view message, bool micro, Time& out) {
  uint64_t seconds = 0;
  uint64_t nanoseconds = 0;
  bool good = ReadUsualTime(message, seconds) ||
              in.EachField(message, [&](uint32_t number, ProtoWire wire, Place at, Place end) {
                if (number != kTimeSeconds && number != kTimeNanoseconds)
                  return ProtoInput::kUnknown;
                if (wire != ProtoWire::kVarint) return in.WrongWire(wire, "Time");
                return in.Varint(at, end, number == kTimeSeconds ? seconds : nanoseconds);
              });
  if (!good) return false;
  out = Time{};
  if (message.empty()) return true;
  int64_t fraction = micro ? WholeMicroseconds(static_cast<int32_t>(nanoseconds)) : 0;
  bool in_range = fraction >= 0 && fraction < kNanosecondsPerSecond;
  auto instant = static_cast<int64_t>(seconds);
  if (!in_range || instant < kMinTimeSeconds || instant > kMaxTimeSeconds) {
    return in.Fail("time out of range");
  }
  if (instant == kZeroTimeSeconds && fraction == 0) return true;
  out = Time{instant, static_cast<int32_t>(fraction), true};
  return true;
}

bool ReadProtoDuration(ProtoInput& in, std::string_view message, Duration& out) {
  return in.EachField(message, [&](uint32_t number, ProtoWire wire, Place at, Place end) {
    if (number != kDurationNanoseconds) return ProtoInput::kUnknown;
    if (wire != ProtoWire::kVarint) return in.WrongWire(wire, "Duration");
    uint64_t value = 0;
    at = in.Varint(at, end, value);
    out.nanoseconds = static_cast<int64_t>(value);
    return at;
  });
}

bool ReadProtoQuantity(ProtoInput& in, std::string_view message, Quantity& out, Arena& arena) {
  return in.EachField(message, [&](uint32_t number, ProtoWire wire, Place at, Place end) {
    if (number != kQuantityText) return ProtoInput::kUnknown;
    if (wire != ProtoWire::kBytes) return in.WrongWire(wire, "Quantity");
    at = in.Bytes(at, end, out.text);
    if (at == nullptr || IsPlainQuantity(out.text)) return at;
    Result<std::string> canonical = CanonicalQuantity(out.text);
    if (!canonical) return in.Fault(canonical.error().message());
    if (*canonical != out.text) out.text = arena.Copy(*canonical);
    return at;
  });
}

bool ReadProtoIntOrString(ProtoInput& in, std::string_view message, IntOrString& out) {
  uint64_t type = out.is_text ? kTypeString : kTypeInt;
  uint64_t value = static_cast<uint64_t>(int64_t{out.number});
  bool good = in.EachField(message, [&](uint32_t number, ProtoWire wire, Place at, Place end) {
    if (number < kIntOrStringForm || number > kIntOrStringText) return ProtoInput::kUnknown;
    bool text = number == kIntOrStringText;
    if (wire != (text ? ProtoWire::kBytes : ProtoWire::kVarint)) {
      return in.WrongWire(wire, "IntOrString");
    }
    if (text) return in.Bytes(at, end, out.text);
    return in.Varint(at, end, number == kIntOrStringForm ? type : value);
  });
  if (!good) return false;
  if (type != kTypeInt && type != kTypeString) return in.Fail("impossible IntOrString.Type");
  out.is_text = type == kTypeString;
  out.number = static_cast<int32_t>(value);
  return true;
}

bool ReadProtoAny(ProtoInput& in, std::string_view message, Any& out, Arena& arena) {
  out = Any();
  return in.EachField(message, [&](uint32_t number, ProtoWire wire, Place at, Place end) {
    if (number != kRawContent) return ProtoInput::kUnknown;
    if (wire != ProtoWire::kBytes) return in.WrongWire(wire, "Raw");
    std::string_view raw;
    at = in.Bytes(at, end, raw);
    if (at == nullptr || raw.empty()) return at;
    Result<Value> value =
        codec::IsCbor(raw) ? codec::ParseCbor(raw, arena) : codec::ParseJson(raw, arena);
    if (!value) return in.Fault(value.error().message());
    out = *value;
    return at;
  });
}

}  // namespace pintle::typeinfo
