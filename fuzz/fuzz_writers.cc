// Any value, written by any writer, reads back as itself.
#include <bit>
#include <cmath>
#include <vector>

#include "fuzz/fuzzing.h"
#include "pintle/codec/document.h"
#include "pintle/codec/yaml.h"

namespace {

namespace codec = pintle::codec;
using pintle::fuzzing::Require;

// Takes the input for a little program that builds a value: a byte says what comes next.
class Builder {
 public:
  Builder(std::string_view input, pintle::Arena& arena) : input_(input), writer_(arena) {}

  pintle::Value Build() {
    do {
      Step();
    } while (!open_.empty());
    return writer_.Take();
  }

 private:
  void Step() {
    auto code = static_cast<uint8_t>(Take(1).empty() ? 0 : taken_[0]);
    // Nothing left: whatever is open ends.
    if (taken_.empty() && !open_.empty()) return Close();
    if (code % 8 == 7 && !open_.empty()) return Close();
    if (!open_.empty() && open_.back()) writer_.Key(Text(code >> 3));
    switch (code % 8) {
      case 0:
        return writer_.Null();
      case 1:
        return writer_.Bool((code & 8) != 0);
      case 2:
        return writer_.Int(Number() >> (code >> 3));
      case 3: {
        auto number = std::bit_cast<double>(Number());
        return writer_.Double(std::isfinite(number) ? number : 0.5);
      }
      case 4:
        open_.push_back(false);
        return writer_.BeginList();
      case 5:
        open_.push_back(true);
        return writer_.BeginObject();
      default:
        return writer_.String(Text(code >> 3));
    }
  }

  void Close() {
    bool is_object = open_.back();
    open_.pop_back();
    if (is_object) {
      writer_.EndObject();
    } else {
      writer_.EndList();
    }
  }

  std::string_view Take(size_t count) {
    taken_ = input_.substr(0, count);
    input_.remove_prefix(taken_.size());
    return taken_;
  }
  std::string_view Text(size_t length) { return Take(length); }
  int64_t Number() {
    uint64_t bits = 0;
    for (char c : Take(8)) bits = bits << 8 | static_cast<uint8_t>(c);
    return static_cast<int64_t>(bits);
  }

  std::string_view input_;
  std::string_view taken_;
  codec::ValueWriter writer_;
  std::vector<bool> open_;  // containers; true for objects
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  pintle::Arena arena;
  pintle::Value value = Builder(pintle::fuzzing::AsText(data, size), arena).Build();
  pintle::Value as_json = pintle::fuzzing::AsFromJson(value, arena);

  auto from_yaml = codec::ParseYaml(codec::ToYaml(value), arena, nullptr);
  Require(from_yaml && *from_yaml == as_json);
  auto from_json = codec::ParseJson(codec::ToJson(value), arena);
  Require(from_json && *from_json == as_json);
  auto from_pretty = codec::ParseJson(codec::ToPrettyJson(value), arena);
  Require(from_pretty && *from_pretty == as_json);
  auto from_cbor = codec::ParseCbor(codec::ToCbor(value), arena);
  Require(from_cbor && *from_cbor == value);
  return 0;
}
