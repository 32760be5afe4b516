#pragma once

#include <cstddef>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/codec/cbor_format.h"
#include "pintle/codec/cbor_head.h"
#include "pintle/codec/cbor_scanner.h"
#include "pintle/codec/key_tracker.h"
#include "pintle/codec/token.h"

namespace pintle::codec {

// Length in bytes of the well-formed data item that `bytes` starts with. Empty input fails with
// `EOF`, a truncated item with `unexpected EOF`.
Result<size_t> CborItemLength(std::string_view bytes);

// Reads one CBOR document from `bytes`, which must outlive the reader. The first call checks that
// the whole input is one well-formed item within the limits, so that such a fault wins over all
// others. Byte and text strings are both kString; byte strings under a tag 21-23 are kBytes. Times
// (tags 0, 1) read as RFC 3339 strings into dynamic values and as what they are made of into
// fields; other tags are ignored. Integers beyond int64 are kDouble for fields, an error else. A
// repeated map key is an error unless its map is skipped, and replaces an earlier error in the same
// map.
class CborReader final : public Reader {
 public:
  explicit CborReader(std::string_view bytes, CborText text = CborText::kAsItIs)
      : input_(bytes), text_rule_(text) {}

  Result<Token> Next() override;
  Status Skip() override;

 private:
  // Set while byte strings are binary data: the text form that the nearest tag asked for.
  using BinaryMode = std::optional<BinaryText>;

  struct Frame {
    bool is_map : 1 = false;
    bool indefinite : 1 = false;
    bool value_next : 1 = false;   // in a map: the key has been read
    bool struct_keys : 1 = false;  // read for kStructKey
    BinaryMode binary;
    uint32_t remaining = 0;  // elements or pairs, unless indefinite
    uint32_t pairs_read = 0;
  };
  // A head, and what the tags before it said.
  struct Tagged {
    cbor::Head head;
    BinaryMode binary;
    std::optional<uint64_t> time_tag;  // directly before the head
  };

  // The check of the whole input, before anything is read.
  Status Prepare();
  Result<Token> Advance();
  // Whether the open container ends here; consumes the break code.
  bool AtContainerEnd(Frame& frame);
  Token CloseContainer();
  Tagged ReadTags(BinaryMode binary);
  // Reads a key into text_ and tells repeated ones.
  Status ReadKey(Frame& frame);
  // The same without making an error. False if what stands there, which goes to `key`, is no key.
  bool TakeKey(Frame& frame, Tagged& key);
  bool TakeStructKey(const cbor::Head& head);
  // Why TakeKey refused.
  Status KeyError(const Frame& frame, const Tagged& key) const;
  Error RepeatedKey(const Frame& frame) const;
  // Sets key_repeated_ for the key in text_.
  void TrackKey();
  Result<Token> ReadValue();
  Token Open(const cbor::Head& head, BinaryMode binary);
  Result<Token> ReadInt(const cbor::Head& head);
  Result<Token> ReadPrimitive(const cbor::Head& head);
  // Content of the string whose head has been read: a view of the input, or joined chunks. Nothing
  // if it is text that is no UTF-8.
  std::optional<std::string_view> ReadString(const cbor::Head& head);
  // The same of a key that is no binary data.
  std::optional<std::string_view> ReadKeyText(const cbor::Head& head);
  // Whether byte strings that are read as text have to be UTF-8, and `text` is not.
  bool IsBadText(std::string_view text) const;
  // Sets text_ to the time whose tag and content's head have been read.
  Status ReadTime(uint64_t tag, const cbor::Head& head);
  Status ReadTimeNumber(const cbor::Head& head);

  // The error to report when reading has failed with `error`: that, or a repeated key in the rest
  // of a map around it.
  Error Outcome(Error error);
  // Passes over the rest of an open map or list; the error of a repeated key, if there is one.
  std::optional<Error> PassRest(Frame& frame);
  void PassItem();

  std::string_view input_;
  const CborText text_rule_;
  size_t at_ = 0;
  size_t item_start_ = 0;    // of the key or value last begun
  bool key_begun_ = false;   // and it was a key
  bool key_is_int_ = false;  // of a struct; text_ has its digits
  bool key_repeated_ = false;
  bool prepared_ = false;
  bool done_ = false;
  cbor::ItemScanner scanner_;  // one for all that is passed over, so that its memory is kept
  std::vector<Frame> frames_;
  KeyTracker<ShorterFirst> keys_;
  // Text that is no view of the input: joined chunks, numbers, times.
  std::string made_;
  // Keys of that sort, kept for the comparison with later keys.
  std::deque<std::string> made_keys_;
};

}  // namespace pintle::codec
