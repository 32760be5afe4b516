// CBOR sequences: the items do not depend on the pieces the bytes come in.
#include <algorithm>
#include <string>
#include <vector>

#include "fuzz/fuzzing.h"
#include "pintle/codec/cbor_reader.h"
#include "pintle/codec/cbor_sequence.h"
#include "pintle/codec/document.h"

namespace {

namespace codec = pintle::codec;
using pintle::fuzzing::Require;

constexpr size_t kMaxItemBytes = 512;

struct Outcome {
  std::vector<std::string> items;  // errors too
  bool failed = false;
  bool finished = false;

  bool operator==(const Outcome&) const = default;
};

// Takes all items that have come; a too long one is passed over, behind any other fault there is
// nothing.
void Drain(codec::CborSequenceReader& reader, Outcome& outcome) {
  while (!outcome.failed) {
    auto item = reader.Next();
    if (item && !*item) return;
    if (item) {
      outcome.items.emplace_back(**item);
      continue;
    }
    outcome.items.push_back("error: " + item.error().message());
    outcome.failed = item.error().message().find("maximum allowed size") == std::string::npos;
  }
}

Outcome Read(std::string_view bytes, size_t piece_bytes) {
  codec::CborSequenceReader reader(kMaxItemBytes);
  Outcome outcome;
  while (!bytes.empty()) {
    size_t count = std::min(piece_bytes, bytes.size());
    reader.Feed(bytes.substr(0, count));
    bytes.remove_prefix(count);
    Drain(reader, outcome);
  }
  outcome.finished = reader.Finish().has_value();
  return outcome;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  std::string_view bytes = pintle::fuzzing::AsText(data + 1, size - 1);
  Outcome whole = Read(bytes, bytes.size() + 1);
  Outcome pieces = Read(bytes, 1 + data[0] % 64);
  // A fault deep in an item that is too long shows first where the item comes at once.
  if (!whole.failed) Require(whole == pieces);

  // The items, as far as they are values, written as a sequence and read back.
  pintle::Arena arena;
  std::string sequence;
  std::vector<pintle::Value> values;
  for (const std::string& item : whole.items) {
    auto value = codec::ParseCbor(item, arena);
    if (!value || codec::ToCbor(*value).size() + 3 > kMaxItemBytes) continue;
    codec::AppendCborSequenceItem(sequence, *value);
    values.push_back(*value);
  }
  Outcome written = Read(sequence, 7);
  Require(written.finished && written.items.size() == values.size());
  for (size_t i = 0; i < values.size(); ++i) {
    auto value = codec::ParseCbor(written.items[i], arena);
    Require(value && *value == values[i]);
  }
  return 0;
}
