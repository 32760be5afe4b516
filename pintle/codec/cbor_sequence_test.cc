#include "pintle/codec/cbor_sequence.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pintle/codec/cbor_for_test.h"
#include "pintle/codec/cbor_reader.h"

namespace pintle::codec {
namespace {

using ::testing::ElementsAre;
using testing::Repeated;
using testing::Unhex;

constexpr char kTooLong[] = "error object to decode was longer than maximum allowed size";

// What comes out of a sequence fed in pieces of one size: items in hex, errors, and how it ends.
std::vector<std::string> Split(const std::string& bytes, size_t piece_bytes,
                               size_t max_item_bytes = CborSequenceReader::kMaxItemBytes) {
  CborSequenceReader reader(max_item_bytes);
  std::vector<std::string> seen;
  for (size_t at = 0; at < bytes.size(); at += piece_bytes) {
    reader.Feed(std::string_view(bytes).substr(at, piece_bytes));
    for (;;) {
      auto item = reader.Next();
      if (item && !*item) break;
      seen.push_back(item ? HexLower(**item) : "error " + item.error().message());
      if (seen.back() != kTooLong && !item) break;
    }
  }
  Status end = reader.Finish();
  seen.push_back(end ? "EOF" : end.error().message());
  return seen;
}

struct SequenceRow {
  const char* name;
  std::string bytes;
  std::vector<std::string> items;
};

TEST(CborSequenceReaderTest, Vectors) {
  std::string deep = Repeated(Unhex("a14161"), 40) + Unhex("01");
  const SequenceRow kRows[] = {
      {"F01", Unhex("a0a0"), {"a0", "a0", "EOF"}},
      {"F02", Unhex("4378797a"), {"4378797a", "EOF"}},
      {"F04", Unhex("a1"), {"unexpected EOF"}},
      {"F05", "", {"EOF"}},
      {"F06", Unhex("d9d9f7a0d9d9f7a1416101"), {"d9d9f7a0", "d9d9f7a1416101", "EOF"}},
      {"F07", deep, {HexLower(deep), "EOF"}},
      {"half a head", Unhex("a019"), {"a0", "unexpected EOF"}},
      {"half a tag", Unhex("d9d9f7"), {"unexpected EOF"}},
      {"indefinite",
       Unhex("9f01bf6161f6ff5f4101ffff00"),
       {"9f01bf6161f6ff5f4101ffff", "00", "EOF"}},
  };
  std::set<std::string> names = {"F03", "F08"};  // below
  for (const SequenceRow& row : kRows) {
    for (size_t piece_bytes : {1, 2, 3, 1000}) {
      EXPECT_EQ(Split(row.bytes, piece_bytes), row.items) << row.name << " by " << piece_bytes;
    }
    names.insert(row.name);
  }
  testing::ExpectAllNumbers("F", 2, 8, names);
}

// F02: a part of an item is no item.
TEST(CborSequenceReaderTest, WaitsForTheWholeItem) {
  CborSequenceReader reader;
  for (const char* part : {"43", "78"}) {
    reader.Feed(Unhex(part));
    EXPECT_EQ(*reader.Next(), std::nullopt);
    EXPECT_FALSE(reader.Finish());
  }
  reader.Feed(Unhex("797a"));
  EXPECT_EQ(*reader.Next(), Unhex("4378797a"));
  EXPECT_TRUE(reader.Finish());
}

// F03.
TEST(CborSequenceReaderTest, NothingBehindAnIllFormedItem) {
  CborSequenceReader reader;
  reader.Feed(Unhex("ffa0"));
  for (int i = 0; i < 3; ++i) {
    auto item = reader.Next();
    ASSERT_FALSE(item);
    EXPECT_EQ(item.error().message(), "cbor: unexpected \"break\" code");
    reader.Feed(Unhex("a0"));
  }
  EXPECT_EQ(reader.Finish().error().message(), "cbor: unexpected \"break\" code");
}

// F08.
TEST(CborSequenceReaderTest, PassesOverWhatIsTooLong) {
  std::string bytes = Unhex("00") + "\x58\xc8" + Repeated("a", 200) + Unhex("01") +
                      Unhex("990100") + Repeated("\x02", 256) + Unhex("03");
  for (size_t piece_bytes : {1, 7, 100, 1000}) {
    EXPECT_THAT(Split(bytes, piece_bytes, 64),
                ElementsAre("00", kTooLong, "01", kTooLong, "03", "EOF"))
        << piece_bytes;
  }
  std::string exact = "\x58\x3e" + Repeated("a", 62);
  EXPECT_THAT(Split(exact, 10, 64), ElementsAre(HexLower(exact), "EOF"));
  EXPECT_THAT(Split(exact, 10, 63), ElementsAre(kTooLong, "EOF"));
}

TEST(CborSequenceReaderTest, LargeItems) {
  std::string item = "\x5a" + Unhex("00ffffff") + std::string(0xffffff, 'x');  // 16 MiB + 4 bytes
  constexpr size_t kPiece = 100000;
  EXPECT_THAT(Split(item + Unhex("a0"), kPiece), ElementsAre(kTooLong, "a0", "EOF"));
}

TEST(CborSequenceTest, Append) {
  Arena arena;
  std::string out;
  AppendCborSequenceItem(out, *ParseJson(R"({"apiVersion":"v","kind":"k"})", arena));  // S02
  AppendCborSequenceItem(out, Value::EmptyObject());
  EXPECT_THAT(Split(out, 1),
              ElementsAre("d9d9f7a2446b696e64416b4a61706956657273696f6e4176", "d9d9f7a0", "EOF"));
}

TEST(CborItemLengthTest, SplitsSequences) {
  std::string bytes = Unhex("d9d9f7a0d9d9f7a1416101");
  EXPECT_EQ(*CborItemLength(bytes), 4U);
  EXPECT_EQ(*CborItemLength(std::string_view(bytes).substr(4)), 7U);
  EXPECT_EQ(CborItemLength("").error().message(), "EOF");
  EXPECT_EQ(CborItemLength("\xa1").error().message(), "unexpected EOF");
  EXPECT_EQ(CborItemLength("\xff\xa0").error().message(), "cbor: unexpected \"break\" code");
}

}  // namespace
}  // namespace pintle::codec
