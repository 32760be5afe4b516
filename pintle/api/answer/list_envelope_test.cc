#include "pintle/api/answer/list_envelope.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "apis/core/v1/types.h"
#include "pintle/base/strings.h"
#include "pintle/codec/document.h"
#include "pintle/typeinfo/protobuf_decode.h"
#include "pintle/typeinfo/protobuf_encode.h"
#include "pintle/typeinfo/value_bridge.h"

namespace pintle::api {
namespace {

using apis::core::v1::ConfigMap;
using apis::core::v1::ConfigMapList;
using object::MediaType;

class ListEnvelopeTest : public ::testing::Test {
 protected:
  // A list of ConfigMaps with these names, sent in `media`.
  std::string Send(MediaType media, const std::vector<std::string>& names) {
    std::vector<Bytes> items;
    for (const std::string& name : names) {
      ConfigMap map;
      map.metadata.name = name;
      const auto& type = typeinfo::TypeOf<ConfigMap>();
      Value value = typeinfo::ToValue(type, &map, arena_);
      items.emplace_back(media == MediaType::kProtobuf ? typeinfo::EncodeProtobufMessage(type, &map)
                         : media == MediaType::kCbor   ? codec::ToCbor(value)
                                                       : codec::ToJson(value));
    }
    ListHead list{.kind = "ConfigMapList",
                  .api_version = "v1",
                  .metadata = *codec::ParseJson(
                      R"({"resourceVersion":"7","continue":"c","remainingItemCount":3})", arena_)};
    ListEnvelope::Items sizes{.count = items.size()};
    for (const Bytes& item : items) sizes.bytes += ProtobufSizeInList(item);
    ListEnvelope envelope = ListEnvelope::Make(media, list, sizes);
    std::string sent = envelope.head;
    for (size_t i = 0; i < items.size(); ++i) {
      if (media == MediaType::kJson && i > 0) sent += ",";
      if (media == MediaType::kProtobuf) sent += ProtobufItemStart(items[i]);
      sent += items[i].view();
    }
    return sent + envelope.tail;
  }

  Arena arena_;
};

TEST_F(ListEnvelopeTest, ProtobufListsAreWhatTheTableEngineWrites) {
  const auto& type = typeinfo::TypeOf<ConfigMapList>();
  // A name so long that its length takes two bytes, and one so long that the list's does.
  for (const std::vector<std::string>& names : std::vector<std::vector<std::string>>{
           {}, {"a"}, {"a", std::string(200, 'b'), "c"}, {std::string(20000, 'x'), "y"}}) {
    std::string sent = Send(MediaType::kProtobuf, names);
    auto* list = arena_.New<ConfigMapList>();
    ASSERT_TRUE(typeinfo::DecodeProtobuf(sent, type, list, arena_));
    EXPECT_EQ(list->metadata.resource_version, "7");
    EXPECT_EQ(list->metadata.continue_, "c");
    EXPECT_EQ(*list->metadata.remaining_item_count, 3);
    ASSERT_EQ(list->items.size(), names.size());
    for (size_t i = 0; i < names.size(); ++i) EXPECT_EQ(list->items[i].metadata.name, names[i]);
    EXPECT_EQ(typeinfo::EncodeProtobuf(type, list), sent);
  }
}

TEST_F(ListEnvelopeTest, JsonAndCborSayTheSame) {
  for (const std::vector<std::string>& names :
       std::vector<std::vector<std::string>>{{}, {"a"}, {"a", "b", "c"}}) {
    auto json = codec::ParseJson(Send(MediaType::kJson, names), arena_);
    auto cbor = codec::ParseCbor(Send(MediaType::kCbor, names), arena_);
    ASSERT_TRUE(json);
    ASSERT_TRUE(cbor);
    EXPECT_EQ(*json, *cbor);
    EXPECT_EQ(json->Find("items").size(), names.size());
    EXPECT_EQ(json->FindString("kind"), "ConfigMapList");
    EXPECT_EQ(json->Find("metadata").FindString("resourceVersion"), "7");
  }
}

}  // namespace
}  // namespace pintle::api
