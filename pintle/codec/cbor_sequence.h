#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "pintle/base/error.h"
#include "pintle/codec/cbor_scanner.h"
#include "pintle/value/value.h"

namespace pintle::codec {

// Splits a CBOR sequence (RFC 8742: items one after the other, nothing between them) that comes in
// pieces of any size into its items. Every byte is looked at once, and no more is kept than one
// item and one piece. Not thread-safe.
//
//   reader.Feed(piece);
//   while (item = reader.Next()) ... use it ...
//   at the end of the stream: reader.Finish()
class CborSequenceReader {
 public:
  // Items longer than this are reported and passed over; it is what a watch may send.
  static constexpr size_t kMaxItemBytes = 16 * 1024 * 1024;

  explicit CborSequenceReader(size_t max_item_bytes = kMaxItemBytes)
      : max_item_bytes_(max_item_bytes) {}

  void Feed(std::string_view bytes);

  // The next whole item, valid until the next call of Feed, or nothing if it has not come yet. An
  // item that is too long is an error once, then the reader goes on with the one behind it. Nothing
  // behind an ill-formed item can be trusted: from there on every call fails.
  Result<std::optional<std::string_view>> Next();

  // Whether the sequence may end here; else `unexpected EOF`.
  Status Finish() const;

 private:
  // Forgets what has been scanned.
  void DropScanned();

  size_t max_item_bytes_;
  std::string buffer_;
  size_t item_start_ = 0;
  size_t at_ = 0;              // scanned up to here
  bool passing_over_ = false;  // the rest of an item that is too long
  cbor::ItemScanner scanner_;
  std::optional<Error> failure_;
};

// Appends one item of a sequence with the prefix that objects have on the wire.
void AppendCborSequenceItem(std::string& out, const Value& value);

}  // namespace pintle::codec
