#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/codec/cbor_format.h"
#include "pintle/codec/token.h"
#include "pintle/value/value.h"

namespace pintle::codec {

namespace cbor {
// The shortest head of an item: for containers whose elements are written by other means.
void AppendHead(std::string& out, Major major, uint64_t argument);

// The error of a NaN or an infinity, which have no place in documents.
std::unexpected<Error> UnsupportedFloat(double value);
// Where a map of `count` entries starts in rotated order.
size_t RandomStart(size_t count);
}  // namespace cbor

// The order of map entries. Deterministic: by encoded key, so that equal documents give equal bytes
// whatever order their members come in. Rotated: as they come, from a random one on; it costs less,
// and shows where a reader relies on the order.
enum class CborOrder : uint8_t { kDeterministic, kRotated };

// Appends one CBOR item to `out`. Strings are byte strings, heads and floats as short as they can
// be. Members that already come in deterministic order (shorter keys first) are not moved.
class CborWriter final : public Writer {
 public:
  explicit CborWriter(std::string& out, CborOrder order = CborOrder::kDeterministic)
      : out_(out), order_(order) {}

  void Null() override;
  void Bool(bool value) override;
  void Int(int64_t value) override;
  void Uint(uint64_t value) override;
  void Double(double value) override;
  void String(std::string_view value) override;
  void Binary(std::string_view value) override;
  void BeginList() override { Begin(); }
  void EndList() override;
  void BeginObject() override { Begin(); }
  void Key(std::string_view key) override;
  void EndObject() override;
  // A whole value, faster than by its tokens.
  void Dynamic(const Value& value);

  // Fails if a NaN or an infinity was written; null stands in its place.
  const Status& status() const { return status_; }

 private:
  // A container whose head is not known yet; one byte is kept free for it at `start`.
  struct Frame {
    size_t start;
    size_t first_entry;  // index in entries_ of its first member
    uint64_t count = 0;
  };
  // Where a member begins and how long its encoded key is.
  struct Entry {
    size_t start;
    size_t key_size;
  };

  void Begin();
  void CountElement();
  void SortEntries(const Frame& frame);
  void RotateEntries(const Frame& frame);
  void FinishHead(const Frame& frame, cbor::Major major, uint64_t count);

  std::string& out_;
  CborOrder order_;
  Status status_;
  std::vector<Frame> frames_;
  std::vector<Entry> entries_;  // of all open maps, innermost last
  std::string scratch_;
};

}  // namespace pintle::codec
