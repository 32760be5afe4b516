#pragma once

#include <cstddef>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/codec/cbor_format.h"
#include "pintle/codec/cbor_head.h"
#include "pintle/codec/key_tracker.h"
#include "pintle/codec/token.h"

namespace pintle::codec {

// Length in bytes of the well-formed data item that `bytes` starts with. Empty input fails with
// `EOF`, a truncated item with `unexpected EOF`.
Result<size_t> CborItemLength(std::string_view bytes);

// Reads one CBOR document from `bytes`, which must outlive the reader. The first call checks that
// the whole input is one well-formed item within the limits, so that such a fault wins over all
// others. Byte and text strings are both kString; byte strings under a tag 21-23 are kBytes. Times
// (tags 0, 1) read as RFC 3339 strings, other tags are ignored. A repeated map key is an error
// unless its map is skipped.
class CborReader final : public Reader {
 public:
  explicit CborReader(std::string_view bytes) : input_(bytes) {}

  Result<Token> Next() override;
  Status Skip() override;

 private:
  // Set while byte strings are binary data: the text form that the nearest tag asked for.
  using BinaryMode = std::optional<BinaryText>;

  struct Frame {
    bool is_map = false;
    bool indefinite = false;
    bool value_next = false;  // in a map: the key has been read
    BinaryMode binary;
    uint64_t remaining = 0;  // elements or pairs, unless indefinite
    uint64_t pairs_read = 0;
  };

  // The check of the whole input, before anything is read.
  Status Prepare();
  // Whether the open container ends here; consumes the break code.
  bool AtContainerEnd(Frame& frame);
  Token CloseContainer();
  cbor::Head ReadTags(BinaryMode& binary, std::optional<uint64_t>& time_tag);
  Result<Token> ReadKey(Frame& frame);
  Result<Token> ReadValue();
  Token Open(const cbor::Head& head, BinaryMode binary);
  Result<Token> ReadInt(const cbor::Head& head);
  Result<Token> ReadPrimitive(const cbor::Head& head);
  // Content of the string whose head has been read: a view of the input, or joined chunks.
  Result<std::string_view> ReadString(const cbor::Head& head);
  // Sets text_ to the time whose tag and content's head have been read.
  Status ReadTime(uint64_t tag, const cbor::Head& head);
  Status ReadTimeNumber(const cbor::Head& head);

  std::string_view input_;
  size_t at_ = 0;
  bool prepared_ = false;
  bool done_ = false;
  std::vector<Frame> frames_;
  KeyTracker<ShorterFirst> keys_;
  // Text that is no view of the input: joined chunks, numbers, times.
  std::string made_;
  // Keys of that sort, kept for the comparison with later keys.
  std::deque<std::string> made_keys_;
};

}  // namespace pintle::codec
