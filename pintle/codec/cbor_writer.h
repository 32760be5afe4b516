#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/codec/cbor_format.h"
#include "pintle/codec/token.h"

namespace pintle::codec {

namespace cbor {
// The shortest head of an item: for containers whose elements are written by other means.
void AppendHead(std::string& out, Major major, uint64_t argument);
}  // namespace cbor

inline void AppendCborPrefix(std::string& out) { out += kCborPrefix; }

// Appends one CBOR item to `out`, deterministically: equal documents give equal bytes whatever
// order the members came in. Strings are byte strings, heads and floats as short as they can be,
// map entries in order of their encoded keys. Members that already come in that order (shorter keys
// first) are not moved.
class CborWriter final : public Writer {
 public:
  explicit CborWriter(std::string& out) : out_(out) {}

  void Null() override;
  void Bool(bool value) override;
  void Int(int64_t value) override;
  void Double(double value) override;
  void String(std::string_view value) override;
  void Binary(std::string_view value) override;
  void BeginList() override { Begin(); }
  void EndList() override;
  void BeginObject() override { Begin(); }
  void Key(std::string_view key) override;
  void EndObject() override;

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
  void FinishHead(const Frame& frame, cbor::Major major, uint64_t count);

  std::string& out_;
  std::vector<Frame> frames_;
  std::vector<Entry> entries_;  // of all open maps, innermost last
  std::string scratch_;
};

}  // namespace pintle::codec
