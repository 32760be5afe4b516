#include "pintle/codec/protobuf_reader.h"

#include <gtest/gtest.h>

#include <string>

namespace pintle::codec {
namespace {

using namespace std::string_literals;

TEST(ProtoReader, ReadsWhatTagsSay) {
  std::string message = "\x08\x96\x01\x12\x02hi\x19\x01\0\0\0\0\0\0\x80\x25\x02\0\0\0"s;
  ProtoReader in(message);
  uint32_t number = 0;
  ProtoWire wire{};
  uint64_t value = 0;
  std::string_view text;
  ASSERT_TRUE(in.Tag(number, wire) && in.Varint(value));
  EXPECT_EQ(number, 1u);
  EXPECT_EQ(value, 150u);
  ASSERT_TRUE(in.Tag(number, wire) && in.Bytes(text));
  EXPECT_EQ(wire, ProtoWire::kBytes);
  EXPECT_EQ(text, "hi");
  ASSERT_TRUE(in.Tag(number, wire) && in.Fixed64(value));
  EXPECT_EQ(value, 0x8000000000000001u);
  ASSERT_TRUE(in.Tag(number, wire) && in.Fixed32(number));
  EXPECT_EQ(number, 2u);
  EXPECT_TRUE(in.AtEnd());
}

TEST(ProtoReader, VarintsHaveTenBytesAtMost) {
  uint64_t value = 0;
  std::string all_ones(9, '\xff');
  std::string kept = all_ones + "\x01";
  ProtoReader good(kept);
  EXPECT_TRUE(good.Varint(value));
  EXPECT_EQ(value, ~uint64_t{0});
  std::string eleven = all_ones + "\xff\x01";
  ProtoReader bad(eleven);
  EXPECT_FALSE(bad.Varint(value));
  EXPECT_EQ(bad.fault(), "integer overflow");
}

TEST(ProtoReader, Skips) {
  struct Case {
    std::string message;  // behind the tag of an unknown field
    ProtoWire wire;
    std::string_view fault;
  };
  const Case cases[] = {
      {"\x96\x01", ProtoWire::kVarint, ""},
      {"12345678", ProtoWire::kFixed64, ""},
      {"1234", ProtoWire::kFixed32, ""},
      {"\x03"
       "abc",
       ProtoWire::kBytes, ""},
      {"\x08\x01\x13\x0a\x01x\x14\x0c", ProtoWire::kStartGroup, ""},  // a group in a group
      {"\x96", ProtoWire::kVarint, "unexpected EOF"},
      {"1234567", ProtoWire::kFixed64, "unexpected EOF"},
      {"123", ProtoWire::kFixed32, "unexpected EOF"},
      {"\x04"
       "abc",
       ProtoWire::kBytes, "unexpected EOF"},
      {"\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"
       "abc",
       ProtoWire::kBytes, "unexpected EOF"},
      {"\x08\x01", ProtoWire::kStartGroup, "unexpected EOF"},
      {"", ProtoWire::kEndGroup, "unexpected end of group"},
      {"", static_cast<ProtoWire>(6), "illegal wireType"},
      {"", static_cast<ProtoWire>(7), "illegal wireType"},
      {"\0"s, ProtoWire::kStartGroup, "illegal tag"},
  };
  for (const Case& c : cases) {
    ProtoReader in(c.message);
    EXPECT_EQ(in.Skip(c.wire), c.fault.empty()) << c.message;
    EXPECT_EQ(in.fault(), c.fault) << c.message;
    EXPECT_TRUE(in.AtEnd() || !c.fault.empty()) << c.message;
  }
}

TEST(ProtobufEnvelope, IsRead) {
  std::string bytes = "k8s\0\x0a\x09\x0a\x02v1\x12\x03Pod\x12\x02\x0a\0\x1a\x01g\x22\x01t\x28\x05"s;
  Result<ProtobufEnvelope> envelope = ReadProtobufEnvelope(bytes);
  ASSERT_TRUE(envelope.has_value());
  EXPECT_EQ(envelope->api_version, "v1");
  EXPECT_EQ(envelope->kind, "Pod");
  EXPECT_EQ(envelope->raw, "\x0a\0"s);
  EXPECT_EQ(envelope->content_encoding, "g");
  EXPECT_EQ(envelope->content_type, "t");
}

TEST(ProtobufEnvelope, Errors) {
  const std::pair<std::string, std::string> cases[] = {
      {"", "empty data"},
      {"k8s",
       "provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]"},
      {"{}",
       "provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]"},
      {"k8s\0"s, "empty body"},
      {"k8s\0\x0a"s, "proto: unexpected EOF"},
      {"k8s\0\x10\x01"s, "proto: wrong wireType = 0 for field 2"},
      {"k8s\0\x0a\x02\x08\x01"s, "proto: wrong wireType = 0 for field 1"},
      {"k8s\0\x12\x05zz"s, "proto: unexpected EOF"},
  };
  for (const auto& [bytes, message] : cases) {
    Result<ProtobufEnvelope> envelope = ReadProtobufEnvelope(bytes);
    ASSERT_FALSE(envelope.has_value()) << bytes;
    EXPECT_EQ(envelope.error().message(), message);
  }
}

}  // namespace
}  // namespace pintle::codec
