#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pintle::codec {

// Appends the fields of one Protobuf message to `out`, in the order of the calls and whatever their
// values: whether a field with its default value is left out is for the caller to say. Knows no
// schema; repeated fields are repeated calls. Field numbers are from 1 to 2^29 - 1.
class ProtoWriter {
 public:
  explicit ProtoWriter(std::string& out) : out_(out) {}

  // uint32, uint64 and enumerations.
  void Varint(int number, uint64_t value);
  // int32 and int64; negative ones take ten bytes.
  void Int(int number, int64_t value) { Varint(number, static_cast<uint64_t>(value)); }
  void Bool(int number, bool value) { Varint(number, value ? 1 : 0); }
  void Double(int number, double value);
  void String(int number, std::string_view value);
  // Binary data, or a message that is already encoded.
  void Bytes(int number, std::string_view value) { String(number, value); }

  // What is written between the two calls becomes the fields of a message inside this one.
  void BeginMessage(int number);
  void EndMessage();
  // The same, with the fields written by `body()`.
  template <typename Body>
  void Message(int number, const Body& body) {
    BeginMessage(number);
    body();
    EndMessage();
  }

  // How many messages have begun and not ended.
  size_t depth() const { return starts_.size(); }

 private:
  std::string& out_;
  // Where the contents of each open message start, outermost first; the byte before is kept free
  // for the length.
  std::vector<size_t> starts_;
};

}  // namespace pintle::codec
