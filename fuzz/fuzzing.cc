#include "fuzz/fuzzing.h"

#include <fmt/format.h>
#include <sanitizer/allocator_interface.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "pintle/base/strings.h"
#include "pintle/codec/document.h"

namespace pintle::fuzzing {
namespace {

struct Counter {
  bool on = false;
  size_t total = 0;
  int64_t held = 0;
  int64_t peak = 0;
};
thread_local Counter counter;

void Allocated(const volatile void*, size_t size) {
  if (!counter.on) return;
  counter.total += size;
  counter.held += static_cast<int64_t>(size);
  counter.peak = std::max(counter.peak, counter.held);
}

void Freed(const volatile void* data) {
  if (!counter.on || data == nullptr) return;
  counter.held -=
      static_cast<int64_t>(__sanitizer_get_allocated_size(const_cast<const void*>(data)));
}

// Installed once, before any fuzzer runs.
const int kInstalled = __sanitizer_install_malloc_and_free_hooks(Allocated, Freed);

}  // namespace

void Require(bool condition) {
  if (!condition) std::abort();
}

void RequireAtMost(size_t bytes, size_t limit) {
  if (bytes <= limit) return;
  fmt::print(stderr, "{} bytes, may be {}\n", bytes, limit);
  std::abort();
}

AllocationMeter::AllocationMeter() {
  Require(kInstalled != 0);
  counter = Counter{.on = true};
}

AllocationMeter::~AllocationMeter() { counter.on = false; }

size_t AllocationMeter::peak_bytes() const { return static_cast<size_t>(counter.peak); }

size_t AllocationMeter::total_bytes() const { return counter.total; }

Value AsFromJson(const Value& value, Arena& arena) {
  codec::ValueReader reader(value);
  codec::ValueWriter writer(arena);
  for (;;) {
    auto token = reader.Next();
    switch (*token) {
      case codec::Token::kNull:
        writer.Null();
        break;
      case codec::Token::kBool:
        writer.Bool(reader.bool_value());
        break;
      case codec::Token::kInt:
        writer.Int(reader.int_value());
        break;
      case codec::Token::kDouble: {
        std::string text;
        AppendDouble(text, reader.double_value());
        auto integer = ParseInt64(text);
        if (integer) {
          writer.Int(*integer);
        } else {
          writer.Double(reader.double_value());
        }
        break;
      }
      case codec::Token::kString:
      case codec::Token::kBytes:
        writer.String(ReplaceInvalidUtf8(reader.text()));
        break;
      case codec::Token::kKey:
        writer.Key(ReplaceInvalidUtf8(reader.text()));
        break;
      case codec::Token::kBeginList:
        writer.BeginList();
        break;
      case codec::Token::kEndList:
        writer.EndList();
        break;
      case codec::Token::kBeginObject:
        writer.BeginObject();
        break;
      case codec::Token::kEndObject:
        writer.EndObject();
        break;
      case codec::Token::kEnd:
        return writer.Take();
    }
  }
}

}  // namespace pintle::fuzzing
