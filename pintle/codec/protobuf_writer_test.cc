#include "pintle/codec/protobuf_writer.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <functional>
#include <limits>

namespace pintle::codec {
namespace {

std::string Hex(std::string_view bytes) {
  std::string out;
  for (char c : bytes) out += fmt::format("{:02x}", static_cast<unsigned char>(c));
  return out;
}

TEST(ProtoWriterTest, Fields) {
  struct Case {
    std::string_view name;
    std::function<void(ProtoWriter&)> write;
    std::string_view hex;
  };
  const Case cases[] = {
      {"nothing", [](ProtoWriter&) {}, ""},
      {"zero is written", [](ProtoWriter& out) { out.Varint(1, 0); }, "0800"},
      {"one byte", [](ProtoWriter& out) { out.Varint(1, 127); }, "087f"},
      {"two bytes", [](ProtoWriter& out) { out.Varint(1, 150); }, "089601"},
      {"largest", [](ProtoWriter& out) { out.Varint(1, std::numeric_limits<uint64_t>::max()); },
       "08ffffffffffffffffff01"},
      {"negative", [](ProtoWriter& out) { out.Int(1, -2); }, "08feffffffffffffffff01"},
      {"smallest", [](ProtoWriter& out) { out.Int(1, std::numeric_limits<int64_t>::min()); },
       "0880808080808080808001"},
      {"true", [](ProtoWriter& out) { out.Bool(4, true); }, "2001"},
      {"false is written", [](ProtoWriter& out) { out.Bool(4, false); }, "2000"},
      {"last one-byte tag", [](ProtoWriter& out) { out.Bool(15, true); }, "7801"},
      {"two-byte tag", [](ProtoWriter& out) { out.Bool(16, true); }, "800101"},
      {"largest number", [](ProtoWriter& out) { out.Bool(536870911, true); }, "f8ffffff0f01"},
      {"double", [](ProtoWriter& out) { out.Double(6, -1.5); }, "31000000000000f8bf"},
      {"string", [](ProtoWriter& out) { out.String(2, "testing"); }, "120774657374696e67"},
      {"empty string", [](ProtoWriter& out) { out.String(2, ""); }, "1200"},
      {"bytes", [](ProtoWriter& out) { out.Bytes(2, std::string_view("\0\xff", 2)); }, "120200ff"},
      {"repeated",
       [](ProtoWriter& out) {
         out.String(1, "a");
         out.String(1, "b");
       },
       "0a01610a0162"},
  };
  for (const Case& c : cases) {
    std::string bytes;
    ProtoWriter writer(bytes);
    c.write(writer);
    EXPECT_EQ(Hex(bytes), c.hex) << c.name;
  }
}

TEST(ProtoWriterTest, MessagesNest) {
  std::string bytes = "before";
  ProtoWriter out(bytes);
  out.Message(3, [&] {
    out.Varint(1, 150);
    EXPECT_EQ(out.depth(), 1u);
    out.Message(2, [&] { EXPECT_EQ(out.depth(), 2u); });
    out.Bool(1, true);
  });
  EXPECT_EQ(out.depth(), 0u);
  out.Bool(1, true);
  EXPECT_EQ(bytes.substr(0, 6), "before");
  EXPECT_EQ(Hex(bytes.substr(6)),
            "1a0708960112000801"
            "0801");
}

// Contents whose length needs more bytes than were kept free, at several levels at once.
TEST(ProtoWriterTest, LengthsOfAllSizes) {
  for (size_t size : {0, 1, 120, 124, 125, 126, 127, 128, 16381, 16384, 2097152, 3000000}) {
    std::string text(size, 'x');
    std::string inner, middle, outer;
    ProtoWriter(inner).String(1, text);
    ProtoWriter(middle).Bytes(2, inner);
    ProtoWriter(outer).Bytes(3, middle);
    std::string bytes;
    ProtoWriter out(bytes);
    out.Message(3, [&] { out.Message(2, [&] { out.String(1, text); }); });
    EXPECT_TRUE(bytes == outer) << size;
  }
}

}  // namespace
}  // namespace pintle::codec
