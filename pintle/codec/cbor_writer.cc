#include "pintle/codec/cbor_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>

#include "pintle/codec/cbor_head.h"

namespace pintle::codec {
namespace cbor {

void AppendHead(std::string& out, Major major, uint64_t argument) {
  char head[kMaxHeadBytes];
  out.append(head, PutHead(head, major, argument));
}

std::unexpected<Error> UnsupportedFloat(double value) {
  return BadRequest(fmt::format("cbor: unsupported value: floating-point {}",
                                std::isnan(value) ? "NaN" : "infinity"));
}

size_t RandomStart(size_t count) {
  thread_local std::minstd_rand generator(std::random_device{}());
  return count > 1 ? generator() % count : 0;
}

}  // namespace cbor

using cbor::Major;

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
  if (value >= 0) return Uint(static_cast<uint64_t>(value));
  CountElement();
  cbor::AppendHead(out_, Major::kNegative, ~static_cast<uint64_t>(value));
}

void CborWriter::Uint(uint64_t value) {
  CountElement();
  cbor::AppendHead(out_, Major::kPositive, value);
}

void CborWriter::Double(double value) {
  if (!std::isfinite(value)) {
    if (status_) status_ = cbor::UnsupportedFloat(value);
    return Null();
  }
  CountElement();
  char head[cbor::kMaxHeadBytes];
  out_.append(head, cbor::PutFloat(head, value));
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
  if (order_ == CborOrder::kRotated) {
    RotateEntries(frame);
  } else {
    SortEntries(frame);
  }
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
  std::sort(ranges.begin(), ranges.end(),
            [&](const Range& a, const Range& b) { return before(a.entry, b.entry); });
  scratch_.clear();
  for (const Range& range : ranges) scratch_.append(out_, range.entry.start, range.size);
  std::memcpy(out_.data() + frame.start + 1, scratch_.data(), scratch_.size());
}

// Makes a random member of a finished map the first one.
void CborWriter::RotateEntries(const Frame& frame) {
  size_t start = cbor::RandomStart(entries_.size() - frame.first_entry);
  if (start == 0) return;
  auto at = [&](size_t offset) { return out_.begin() + static_cast<ptrdiff_t>(offset); };
  std::rotate(at(frame.start + 1), at(entries_[frame.first_entry + start].start), out_.end());
}

// Writes the head into the byte kept free, making room for a longer one.
void CborWriter::FinishHead(const Frame& frame, Major major, uint64_t count) {
  char head[cbor::kMaxHeadBytes];
  auto size = static_cast<size_t>(cbor::PutHead(head, major, count) - head);
  out_[frame.start] = head[0];
  if (size > 1) out_.insert(frame.start + 1, head + 1, size - 1);
}

}  // namespace pintle::codec
