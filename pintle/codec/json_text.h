#pragma once

#include <bit>
#include <cstddef>
#include <cstring>
#include <string_view>

#include "pintle/base/arena.h"
#include "pintle/codec/json_scan.h"
#include "pintle/value/value.h"

namespace pintle::codec {

// A JSON text that is read in place, from a copy in an arena: strings are views of that copy, with
// escapes resolved where they stand. It knows what is usual in documents: a method that returns
// false has met something else (any error, invalid UTF-8, a lone surrogate, a number past double)
// and does not say what; JsonReader then reads the text again and says it exactly. A copy of this
// object is another cursor over the same bytes. Not thread-safe.
class JsonText {
 public:
  // Room for `extra_bytes` more than the text takes is reserved in the arena.
  JsonText(std::string_view text, Arena& arena, size_t extra_bytes);

  // The byte at the cursor; zero at the end of the text.
  char Peek() const { return *at_; }
  void Advance() { ++at_; }
  bool AtEnd() const { return at_ == end_; }
  const char* place() const { return at_; }

  void SkipSpace() {
    if (static_cast<unsigned char>(*at_) <= ' ') SkipSpaces();
  }
  // Each starts at the first byte of what it reads and ends behind it.
  [[gnu::always_inline]] bool String(std::string_view& out) {
    char* start = at_ + 1;
    at_ = start + (FindStringStop(start) - start);
    if (*at_ != '"') [[unlikely]] {
      return RestOfString(start, out);
    }
    out = {start, static_cast<size_t>(at_ - start)};
    ++at_;
    return true;
  }
  bool Literal(std::string_view literal) {
    if (std::memcmp(at_, literal.data(), literal.size()) != 0) return false;
    at_ += literal.size();
    return true;
  }
  // An integer or a double, as dynamic values have them.
  bool Number(Value& out);

 private:
  void SkipSpaces();
  bool RestOfString(char* start, std::string_view& out);
  bool Escape(char*& write);
  bool UnicodeEscape(char*& write);
  bool OtherNumber(const char* start, Value& out);

  char* at_;
  char* end_;  // of the text; zeros follow
};

}  // namespace pintle::codec
