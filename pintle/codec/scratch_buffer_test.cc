#include "pintle/codec/scratch_buffer.h"

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <thread>

namespace pintle::codec {
namespace {

void Put(ScratchBuffer& buffer, std::string_view text) {
  char* at = buffer.Room(text.size());
  std::memcpy(at, text.data(), text.size());
  buffer.Advance(at + text.size());
}

TEST(ScratchBufferTest, KeepsContentWhileItGrows) {
  ScratchBuffer buffer;
  std::string expected;
  for (int i = 0; i < 10000; ++i) {
    std::string text = std::to_string(i);
    Put(buffer, text);
    expected += text;
  }
  EXPECT_EQ(buffer.content(), expected);
}

void ExpectMemoryKeptUpToALimit() {
  {
    ScratchBuffer buffer;
    buffer.Room(ScratchBuffer::kMaxKeptBytes + 1);
    EXPECT_EQ(buffer.capacity(), 3145729U);
    EXPECT_EQ(ScratchBuffer::KeptBytes(), 0U);  // it is in use
  }
  EXPECT_EQ(ScratchBuffer::KeptBytes(), 0U);
  {
    ScratchBuffer buffer;
    Put(buffer, "x");
    buffer.Room(ScratchBuffer::kMaxKeptBytes - 1);
    EXPECT_EQ(buffer.capacity(), 3145728U);
  }
  EXPECT_EQ(ScratchBuffer::KeptBytes(), 3145728U);
  ScratchBuffer buffer;
  EXPECT_EQ(buffer.content(), "");
  EXPECT_EQ(buffer.capacity(), 3145728U);
  ScratchBuffer second;
  EXPECT_EQ(second.capacity(), 0U);
}

// S16. On a thread of its own, which has kept nothing yet.
TEST(ScratchBufferTest, KeepsMemoryUpToALimit) { std::thread(ExpectMemoryKeptUpToALimit).join(); }

}  // namespace
}  // namespace pintle::codec
