#include "pintle/codec/protobuf_writer.h"

#include <bit>
#include <cassert>

#include "pintle/codec/protobuf_format.h"

namespace pintle::codec {
namespace {

// Seven bits a byte, lowest first; all but the last byte have the top bit set.
void AppendVarint(std::string& out, uint64_t value) {
  while (value >= 0x80) {
    out += static_cast<char>(value | 0x80);
    value >>= 7;
  }
  out += static_cast<char>(value);
}

void AppendTag(std::string& out, int number, ProtoWire wire) {
  assert(number > 0);
  AppendVarint(out, static_cast<uint64_t>(number) << 3 | static_cast<uint64_t>(wire));
}

}  // namespace

void ProtoWriter::Varint(int number, uint64_t value) {
  AppendTag(out_, number, ProtoWire::kVarint);
  AppendVarint(out_, value);
}

void ProtoWriter::Double(int number, double value) {
  AppendTag(out_, number, ProtoWire::kFixed64);
  auto bits = std::bit_cast<uint64_t>(value);
  for (int shift = 0; shift < 64; shift += 8) out_ += static_cast<char>(bits >> shift);
}

void ProtoWriter::String(int number, std::string_view value) {
  AppendTag(out_, number, ProtoWire::kBytes);
  AppendVarint(out_, value.size());
  out_ += value;
}

void ProtoWriter::BeginMessage(int number) {
  AppendTag(out_, number, ProtoWire::kBytes);
  out_ += '\0';
  starts_.push_back(out_.size());
}

void ProtoWriter::EndMessage() {
  assert(!starts_.empty());
  size_t start = starts_.back();
  starts_.pop_back();
  std::string length;
  AppendVarint(length, out_.size() - start);
  // Most messages are short and fit the byte that was kept; the contents of others move up.
  out_.replace(start - 1, 1, length);
}

}  // namespace pintle::codec
