#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "pintle/base/error.h"
#include "pintle/codec/cbor_head.h"

namespace pintle::codec::cbor {

// Finds the end of one data item, checking everything that makes an item acceptable before its
// meaning is looked at: well-formed, within the limits, no NaN, no infinity, no bignum. The input
// may come in pieces. Not to be used again after an error.
class ItemScanner {
 public:
  ItemScanner();

  // Scans on from `at` and moves it. True: the item is complete and `at` is behind it; the scanner
  // is then ready for another one. False: the bytes from `at` on (a part of a head, or none) must
  // be given again, with more behind them.
  Result<bool> Scan(std::string_view input, size_t& at);

  // Whether the first byte of an item has been seen, and not yet its last.
  bool inside() const { return inside_; }
  // The largest number of containers that were open at once in what was scanned so far.
  size_t deepest() const { return deepest_; }

 private:
  enum class Kind : uint8_t { kList, kMap, kChunks };

  // A container whose elements are being scanned. The lowest one stands for the input itself.
  struct Open {
    Kind kind;
    bool indefinite;
    Major chunk_major;  // of the string whose chunks these are
    uint16_t depth;     // nesting level of its elements; the limit fits
    // Elements still to come, keys and values each counted; those seen if it is indefinite. The
    // limits fit.
    uint32_t count;
  };

  void Restart();
  bool CloseFinished();
  Status Close();
  Status StartItem(std::string_view input, size_t at);
  Status Enter(const Head& head);
  Status EnterContainer(const Head& head, int depth);
  Status EnterChunk(const Head& head);
  Status EnterContent(const Head& head);

  std::vector<Open> open_;
  uint64_t content_left_ = 0;  // bytes of a string that are passed over
  bool inside_ = false;
  size_t deepest_ = 0;
  // Directly nested tags whose content has not started.
  int tags_ = 0;
  uint64_t last_tag_ = 0;
};

// Moves `at` behind the whole item that starts there, with the scanner's checks.
Status SkipItem(std::string_view input, size_t& at);

}  // namespace pintle::codec::cbor
