#include "pintle/codec/cbor_writer.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <optional>

namespace pintle::codec {
namespace {

using cbor::Major;

struct HeadBytes {
  std::array<char, 9> bytes;
  size_t size = 0;
};

void PutBigEndian(HeadBytes& head, uint64_t argument, size_t width) {
  for (size_t i = 0; i < width; ++i) {
    head.bytes[head.size++] = static_cast<char>(argument >> 8 * (width - 1 - i));
  }
}

HeadBytes ShortestHead(Major major, uint64_t argument) {
  HeadBytes head;
  int info = 0;
  size_t width = 0;
  if (argument < cbor::kOneByte) {
    info = static_cast<int>(argument);
  } else if (argument <= 0xff) {
    info = cbor::kOneByte, width = 1;
  } else if (argument <= 0xffff) {
    info = cbor::kTwoBytes, width = 2;
  } else if (argument <= 0xffffffff) {
    info = cbor::kFourBytes, width = 4;
  } else {
    info = cbor::kEightBytes, width = 8;
  }
  head.bytes[head.size++] = static_cast<char>(static_cast<int>(major) << 5 | info);
  PutBigEndian(head, argument, width);
  return head;
}

// The binary16 bits of a binary32 value, if it has any without loss.
std::optional<uint16_t> HalfBits(float value) {
  auto bits = std::bit_cast<uint32_t>(value);
  auto sign = static_cast<uint16_t>(bits >> 16 & 0x8000);
  int exponent = static_cast<int>(bits >> 23 & 0xff) - 127;
  uint32_t mantissa = bits & 0x7fffff;
  if (exponent == -127 && mantissa == 0) return sign;
  if (exponent >= -14 && exponent <= 15) {
    if ((mantissa & 0x1fff) != 0) return std::nullopt;
    return static_cast<uint16_t>(sign | (exponent + 15) << 10 | mantissa >> 13);
  }
  if (exponent < -24 || exponent > 15) return std::nullopt;
  // Subnormal: the implicit bit becomes part of the mantissa, which counts units of 2^-24.
  int shift = -1 - exponent;  // 14 for 2^-15, 23 for 2^-24
  mantissa |= 0x800000;
  if ((mantissa & ((uint32_t{1} << shift) - 1)) != 0) return std::nullopt;
  return static_cast<uint16_t>(sign | mantissa >> shift);
}

}  // namespace

namespace cbor {

void AppendHead(std::string& out, Major major, uint64_t argument) {
  HeadBytes head = ShortestHead(major, argument);
  out.append(head.bytes.data(), head.size);
}

}  // namespace cbor

void CborWriter::CountElement() {
  if (!frames_.empty()) ++frames_.back().count;
}

void CborWriter::Null() {
  CountElement();
  out_ += static_cast<char>(cbor::kNull);
}

void CborWriter::Bool(bool value) {
  CountElement();
  out_ += static_cast<char>(value ? cbor::kTrue : cbor::kFalse);
}

void CborWriter::Int(int64_t value) {
  CountElement();
  if (value >= 0) {
    cbor::AppendHead(out_, Major::kPositive, static_cast<uint64_t>(value));
  } else {
    cbor::AppendHead(out_, Major::kNegative, ~static_cast<uint64_t>(value));
  }
}

void CborWriter::Double(double value) {
  CountElement();
  HeadBytes head;
  // Beyond the range of float the conversion would be undefined.
  bool in_float_range = std::abs(value) <= 3.4028234663852886e38;
  auto single = in_float_range ? static_cast<float>(value) : 0.0F;
  if (!in_float_range || static_cast<double>(single) != value) {
    head.bytes[head.size++] = static_cast<char>(cbor::kDoubleFloat);
    PutBigEndian(head, std::bit_cast<uint64_t>(value), 8);
  } else if (auto half = HalfBits(single)) {
    head.bytes[head.size++] = static_cast<char>(cbor::kHalfFloat);
    PutBigEndian(head, *half, 2);
  } else {
    head.bytes[head.size++] = static_cast<char>(cbor::kSingleFloat);
    PutBigEndian(head, std::bit_cast<uint32_t>(single), 4);
  }
  out_.append(head.bytes.data(), head.size);
}

void CborWriter::String(std::string_view value) {
  CountElement();
  cbor::AppendHead(out_, Major::kBytes, value.size());
  out_ += value;
}

void CborWriter::Binary(std::string_view value) {
  CountElement();
  cbor::AppendHead(out_, Major::kTag, cbor::kTagBase64);
  cbor::AppendHead(out_, Major::kBytes, value.size());
  out_ += value;
}

void CborWriter::Begin() {
  CountElement();
  frames_.push_back(Frame{out_.size(), entries_.size()});
  out_ += '\0';
}

void CborWriter::Key(std::string_view key) {
  size_t start = out_.size();
  cbor::AppendHead(out_, Major::kBytes, key.size());
  out_ += key;
  entries_.push_back(Entry{start, out_.size() - start});
}

void CborWriter::EndList() {
  Frame frame = frames_.back();
  frames_.pop_back();
  FinishHead(frame, Major::kArray, frame.count);
}

void CborWriter::EndObject() {
  Frame frame = frames_.back();
  frames_.pop_back();
  SortEntries(frame);
  FinishHead(frame, Major::kMap, entries_.size() - frame.first_entry);
  entries_.resize(frame.first_entry);
}

// Puts the members of a finished map in the order of their encoded keys.
void CborWriter::SortEntries(const Frame& frame) {
  auto begin = entries_.begin() + static_cast<ptrdiff_t>(frame.first_entry);
  auto before = [this](const Entry& a, const Entry& b) {
    std::string_view all = out_;
    return all.substr(a.start, a.key_size) < all.substr(b.start, b.key_size);
  };
  if (std::is_sorted(begin, entries_.end(), before)) return;
  struct Range {
    Entry entry;
    size_t size;
  };
  std::vector<Range> ranges;
  for (auto at = begin; at != entries_.end(); ++at) {
    size_t end = at + 1 == entries_.end() ? out_.size() : (at + 1)->start;
    ranges.push_back(Range{*at, end - at->start});
  }
  std::stable_sort(ranges.begin(), ranges.end(),
                   [&](const Range& a, const Range& b) { return before(a.entry, b.entry); });
  scratch_.clear();
  for (const Range& range : ranges) scratch_.append(out_, range.entry.start, range.size);
  std::memcpy(out_.data() + frame.start + 1, scratch_.data(), scratch_.size());
}

// Writes the head into the byte kept free, making room for a longer one.
void CborWriter::FinishHead(const Frame& frame, Major major, uint64_t count) {
  HeadBytes head = ShortestHead(major, count);
  out_[frame.start] = head.bytes[0];
  if (head.size > 1) out_.insert(frame.start + 1, head.bytes.data() + 1, head.size - 1);
}

}  // namespace pintle::codec
