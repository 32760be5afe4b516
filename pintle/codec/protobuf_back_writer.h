#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "pintle/codec/protobuf_format.h"

namespace pintle::codec {

// Writes a Protobuf message from its end to its start: contents first, then their length, then the
// tag. So the length of a nested message is known when it is needed, without counting beforehand.
//
//   size_t end = writer.size();
//   ... the fields of the nested message, last one first ...
//   writer.EndBytes(number, end);
class ProtoBackWriter {
 public:
  ProtoBackWriter()
      : data_(std::exchange(Kept().data, nullptr)),
        capacity_(data_ ? kKeptBytes : 0),
        free_(capacity_) {}
  // The thread keeps the memory for its next writer, unless it has grown.
  ~ProtoBackWriter() {
    if (capacity_ == kKeptBytes) Kept().data = std::move(data_);
  }
  ProtoBackWriter(const ProtoBackWriter&) = delete;
  ProtoBackWriter& operator=(const ProtoBackWriter&) = delete;

  // Bytes written so far.
  size_t size() const { return capacity_ - free_; }

  void Varint(uint64_t value) {
    size_t length = (static_cast<size_t>(std::bit_width(value | 1)) + 6) / 7;
    char* at = Room(length);
    for (; value >= 0x80; value >>= 7) *at++ = static_cast<char>(value | 0x80);
    *at = static_cast<char>(value);
  }
  void Tag(uint32_t number, ProtoWire wire) {
    Varint(uint64_t{number} << 3 | static_cast<uint64_t>(wire));
  }
  void Raw(std::string_view bytes) {
    if (!bytes.empty()) std::memcpy(Room(bytes.size()), bytes.data(), bytes.size());
  }
  void Fixed32(uint32_t value) { std::memcpy(Room(sizeof(value)), &value, sizeof(value)); }
  void Fixed64(uint64_t value) { std::memcpy(Room(sizeof(value)), &value, sizeof(value)); }
  // Contents with their length, without a tag.
  void Bytes(std::string_view bytes) {
    Raw(bytes);
    Varint(bytes.size());
  }

  void VarintField(uint32_t number, uint64_t value) {
    Varint(value);
    Tag(number, ProtoWire::kVarint);
  }
  void BytesField(uint32_t number, std::string_view bytes) {
    Bytes(bytes);
    Tag(number, ProtoWire::kBytes);
  }
  // Puts a length in front of all that was written since size() was `end`, ...
  void EndLength(size_t end) { Varint(size() - end); }
  // ... and the tag of a field.
  void EndBytes(uint32_t number, size_t end) {
    EndLength(end);
    Tag(number, ProtoWire::kBytes);
  }

  std::string_view content() const { return {data_.get() + free_, size()}; }

 private:
  static constexpr size_t kKeptBytes = 4096;
  struct Memory {
    std::unique_ptr<char[]> data;
  };
  static Memory& Kept() {
    thread_local Memory kept;
    return kept;
  }

  static_assert(std::endian::native == std::endian::little, "Protobuf is little endian");

  // The place in front of what is there, for `bytes` more.
  char* Room(size_t bytes) {
    if (free_ < bytes) [[unlikely]]
      Grow(bytes);
    free_ -= bytes;
    return data_.get() + free_;
  }
  void Grow(size_t bytes) {
    size_t used = size();
    size_t capacity = capacity_ == 0 ? kKeptBytes : capacity_ * 2;
    while (capacity < used + bytes) capacity *= 2;
    auto grown = std::make_unique_for_overwrite<char[]>(capacity);
    if (used != 0) std::memcpy(grown.get() + capacity - used, data_.get() + free_, used);
    data_ = std::move(grown);
    free_ = capacity - used;
    capacity_ = capacity;
  }

  std::unique_ptr<char[]> data_;
  size_t capacity_ = 0;
  size_t free_ = 0;  // bytes in front of the content
};

}  // namespace pintle::codec
