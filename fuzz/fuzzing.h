#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "pintle/base/arena.h"
#include "pintle/value/value.h"

// What the fuzzers have in common.
namespace pintle::fuzzing {

inline std::string_view AsText(const uint8_t* data, size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

// Ends the program if `condition` does not hold; the line is in the stack trace.
void Require(bool condition);
// The same for a number of bytes that must stay below a limit; prints both if it does not.
void RequireAtMost(size_t bytes, size_t limit);

// Counts what the heap gives out on this thread while it lives, arenas included.
class AllocationMeter {
 public:
  AllocationMeter();
  ~AllocationMeter();
  AllocationMeter(const AllocationMeter&) = delete;
  AllocationMeter& operator=(const AllocationMeter&) = delete;

  // Most bytes that were held at one time, beyond those held at the start.
  size_t peak_bytes() const;
  // All bytes given out, also those given back since.
  size_t total_bytes() const;
};

// What decoding may hold at one time: so many bytes for each byte of input, and a fixed part for
// the first chunks of arenas and buffers. The smallest elements of lists (`1,`) and the deepest
// nests (`[[[`) come near it.
struct HeldBytes {
  size_t fixed;
  size_t per_byte;

  constexpr size_t For(std::string_view input) const { return fixed + input.size() * per_byte; }
};
inline constexpr HeldBytes kJsonHeld = {16 * 1024, 128};
inline constexpr HeldBytes kCborHeld = {16 * 1024, 128};
// Most of it is libyaml's.
inline constexpr HeldBytes kYamlHeld = {256 * 1024, 512};

// `value` as it is when it has been JSON in between: invalid UTF-8 replaced, doubles whose text is
// an integer turned into one.
Value AsFromJson(const Value& value, Arena& arena);

}  // namespace pintle::fuzzing
