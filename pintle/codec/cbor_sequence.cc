#include "pintle/codec/cbor_sequence.h"

#include "pintle/codec/cbor_format.h"
#include "pintle/codec/document.h"

namespace pintle::codec {

void CborSequenceReader::Feed(std::string_view bytes) {
  buffer_.erase(0, item_start_);
  at_ -= item_start_;
  item_start_ = 0;
  buffer_ += bytes;
}

void CborSequenceReader::DropScanned() { item_start_ = at_; }

Result<std::optional<std::string_view>> CborSequenceReader::Next() {
  if (failure_) return std::unexpected(*failure_);
  for (;;) {
    Result<bool> complete = scanner_.Scan(buffer_, at_);
    if (!complete) {
      failure_ = complete.error();
      return std::unexpected(*failure_);
    }
    size_t size = at_ - item_start_;
    bool too_long = size > max_item_bytes_ && !passing_over_;
    if (passing_over_ || too_long) {
      DropScanned();
      passing_over_ = !*complete;
      if (too_long) return BadRequest("object to decode was longer than maximum allowed size");
      if (*complete) continue;
    }
    if (!*complete) return std::nullopt;
    std::string_view item = std::string_view(buffer_).substr(item_start_, size);
    DropScanned();
    return item;
  }
}

Status CborSequenceReader::Finish() const {
  if (failure_) return std::unexpected(*failure_);
  if (scanner_.inside() || at_ < buffer_.size()) return BadRequest("unexpected EOF");
  return {};
}

void AppendCborSequenceItem(std::string& out, const Value& value) {
  out += kCborPrefix;
  out += ToCbor(value);
}

}  // namespace pintle::codec
