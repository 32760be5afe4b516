#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "pintle/base/strings.h"
#include "pintle/object/kinds_for_test.h"

// What is written to the store and read from it.
namespace pintle::object {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

// A ConfigMap called n with a=1 and b=2, worked out by hand.
constexpr std::string_view kStoredConfigMap =
    "6b387300"                                // k8s
    "0a0f0a0276311209436f6e6669674d6170"      // 1: {1: v1, 2: ConfigMap}
    "1223"                                    // 2: the object
    "0a110a016e12001a0022002a00320038004200"  // 1: metadata
    "12060a016112013112060a0162120132"        // 2: data
    "1a002200";                               // 3, 4: empty

class StoredTest : public ::testing::Test {
 protected:
  Object Read(const Kind& kind, std::string stored, int64_t revision = 7) {
    auto object = DecodeStored(kind, Bytes(std::move(stored)), revision);
    if (!object) {
      ADD_FAILURE() << object.error().message();
      return {};
    }
    return std::move(*object);
  }

  scheme::Scheme scheme_;
  Kind config_map_ = ConfigMapKind(scheme_);
  Kind frobber_ = FrobberKind(scheme_);
  Kind widget_ = WidgetKind();
};

constexpr std::string_view kWidget =
    R"({"apiVersion":"demo.example.org/v1","kind":"Widget","metadata":{"name":"a","resourceVersion":"5"},)"
    R"("spec":{"color":"red","size":1}})";

TEST_F(StoredTest, TheRevisionIsNotStoredAndComesBackFromTheRecord) {
  for (const Kind* kind : {&config_map_, &widget_}) {
    std::string body(kWidget);
    if (kind == &config_map_) body = R"({"metadata":{"name":"a","resourceVersion":"5"}})";
    Object object = MustDecode(*kind, "v1", body).object;
    std::string stored = EncodeStored(*kind, object);
    EXPECT_THAT(stored, Not(HasSubstr("resourceVersion")));
    EXPECT_EQ(object.meta().resource_version, "5") << "encoding changes nothing";
    EXPECT_EQ(Read(*kind, stored, 42).meta().resource_version, "42");
  }
}

TEST_F(StoredTest, EncodingIsStable) {
  Kind cbor = widget_;
  cbor.store_cbor = true;
  for (const Kind* kind : {static_cast<const Kind*>(&widget_), static_cast<const Kind*>(&cbor)}) {
    // Members in another order, and what the server adds, make no difference.
    Object one = MustDecode(*kind, "v1", kWidget).object;
    Object other = MustDecode(*kind, "v1",
                              R"({"spec":{"size":1,"color":"red"},"metadata":{"name":"a"},)"
                              R"("kind":"Widget","apiVersion":"demo.example.org/v1"})")
                       .object;
    one.meta().generation = other.meta().generation = 1;
    std::string stored = EncodeStored(*kind, one);
    EXPECT_EQ(EncodeStored(*kind, other), stored);
    // Reading and writing again gives the same bytes, however often.
    for (int i = 0; i < 3; ++i) {
      std::string again = EncodeStored(*kind, Read(*kind, stored));
      EXPECT_EQ(again, stored);
      stored = again;
    }
  }
  Object map =
      MustDecode(config_map_, "v1", R"({"data":{"b":"2","a":"1"},"metadata":{"name":"n"}})").object;
  std::string stored = EncodeStored(config_map_, map);
  EXPECT_EQ(HexLower(stored), kStoredConfigMap);
  EXPECT_EQ(EncodeStored(config_map_, Read(config_map_, stored)), stored);
}

TEST_F(StoredTest, CompiledInKindsAreReadFromEveryFormat) {
  Object map = MustDecode(config_map_, "v1",
                          R"({"metadata":{"name":"n","labels":{"x":"1"}},"data":{"a":"1"}})")
                   .object;
  std::string stored = EncodeStored(config_map_, map);
  ASSERT_TRUE(codec::IsProtobuf(stored));
  for (MediaType media : {MediaType::kJson, MediaType::kCbor, MediaType::kProtobuf}) {
    std::string bytes = EncodeAs(config_map_, map, "v1", true, media, false);
    EXPECT_EQ(EncodeStored(config_map_, Read(config_map_, bytes)), stored) << MediaTypeText(media);
  }
}

TEST_F(StoredTest, AKindCanBeStoredAsJson) {
  scheme::KindInfo info = *config_map_.typed;
  info.stored_format = scheme::StoredFormat::kJson;
  Kind kind = TypedKind(scheme_.Register(std::move(info)));
  Object map =
      MustDecode(kind, "v1", R"({"data":{"b":"2","a":"1"},"metadata":{"name":"n"}})").object;
  std::string stored = EncodeStored(kind, map);
  EXPECT_EQ(
      stored,
      R"({"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"n"},"data":{"a":"1","b":"2"}})");
  EXPECT_EQ(EncodeStored(kind, Read(kind, EncodeStored(config_map_, map))), stored);
}

// As Events are: served by two groups, stored in one of them.
TEST_F(StoredTest, AKindCanBeStoredInAVersionOfAnotherGroup) {
  scheme::KindInfo info;
  info.group = "twin.example";
  info.kind = "ConfigMap";
  info.hub = config_map_.typed->hub;
  info.versions = {{.version = "v1", .type = info.hub},
                   {.version = "v1", .type = info.hub, .other_group = ""}};
  info.storage_version = "v1";
  info.storage_group = "";
  ASSERT_EQ(scheme::Fault(info), "");
  Kind twin = TypedKind(scheme_.Register(std::move(info)));
  Object map = MustDecode(twin, "v1",
                          R"({"apiVersion":"twin.example/v1","kind":"ConfigMap",)"
                          R"("metadata":{"name":"n"},"data":{"a":"1","b":"2"}})")
                   .object;
  EXPECT_EQ(HexLower(EncodeStored(twin, map)), kStoredConfigMap);
  Object read = Read(twin, EncodeStored(config_map_, map));
  EXPECT_THAT(ToJson(twin, read, "v1"), HasSubstr(R"("apiVersion":"twin.example/v1")"));
  EXPECT_EQ(DecodeError(twin, "v1", R"({"apiVersion":"v1","kind":"ConfigMap"})"),
            "the API version in the data (v1) does not match the expected API version "
            "(twin.example/v1)");
}

TEST_F(StoredTest, CustomResourcesAreReadFromJsonAndFromCbor) {
  Kind cbor_kind = widget_;
  cbor_kind.store_cbor = true;
  Object object = MustDecode(widget_, "v1", kWidget).object;
  std::string json = EncodeStored(widget_, object);
  std::string cbor = EncodeStored(cbor_kind, object);
  EXPECT_THAT(json, StartsWith("{"));
  EXPECT_TRUE(codec::IsCbor(cbor));
  // Whatever the kind is stored as now, older records stay readable.
  for (const Kind* kind :
       {static_cast<const Kind*>(&widget_), static_cast<const Kind*>(&cbor_kind)}) {
    EXPECT_EQ(ToJson(*kind, Read(*kind, cbor), "v1"), ToJson(*kind, Read(*kind, json), "v1"));
  }
}

TEST_F(StoredTest, StoredCustomResourcesAreReadLeniently) {
  Object object = Read(
      widget_,
      R"({"apiVersion":"demo.example.org/v1","kind":"Widget",)"
      R"("metadata":{"name":"a","labels":{"x":1},"annotations":{"k":"v"},"zz":1},)"
      R"("spec":{"unk":1,"size":null,"child":{"apiVersion":"v1","kind":"C","metadata":{"labels":5}}}})");
  EXPECT_EQ(object.meta().name, "a");
  EXPECT_TRUE(object.meta().labels.empty());
  EXPECT_EQ(*object.meta().annotations.Find("k"), "v");
  EXPECT_EQ(object.meta().generation, 1) << "older than generations";
  EXPECT_EQ(codec::ToJson(object.content()),
            R"({"spec":{"child":{"apiVersion":"v1","kind":"C","metadata":{}},"dflt":"D"}})");
}

TEST_F(StoredTest, RecordsThatCannotBeReadAreStorageErrors) {
  struct Case {
    const Kind* kind;
    const char* stored;
  };
  for (const Case& c : std::initializer_list<Case>{
           {&config_map_, ""},
           {&config_map_, "{"},
           {&config_map_, R"({"apiVersion":"v1","kind":"ConfigMap","data":5})"},
           {&config_map_, R"({"apiVersion":"v9","kind":"ConfigMap"})"},
           {&widget_, "{"},
           {&widget_, "[]"},
           {&widget_, "\xd9\xd9\xf7\xa1"},
       }) {
    auto object = DecodeStored(*c.kind, Bytes(c.stored), 1);
    ASSERT_FALSE(object) << c.stored;
    EXPECT_EQ(object.error().reason(), Reason::kStorageReadError) << c.stored;
    EXPECT_THAT(object.error().message(),
                StartsWith("stored " + c.kind->kind + " cannot be read: "));
  }
}

TEST_F(StoredTest, EveryVersionOfATypedKindIsReadableAndOneIsWritten) {
  Object old =
      Read(frobber_, R"({"apiVersion":"frobber.example/v6","kind":"Frobber",)"
                     R"("metadata":{"name":"f"},"spec":{"height":3,"width":4,"owner":"o"}})");
  Object recent = Read(
      frobber_,
      R"({"apiVersion":"frobber.example/v7beta1","kind":"Frobber",)"
      R"("metadata":{"name":"f"},"spec":{"size":{"heightMillimetres":3,"widthMillimetres":4},"owner":"o"}})");
  EXPECT_EQ(ToJson(frobber_, old, "v6"), ToJson(frobber_, recent, "v6"));
  EXPECT_EQ(EncodeStored(frobber_, recent), EncodeStored(frobber_, old));
  EXPECT_THAT(EncodeStored(frobber_, recent), HasSubstr("frobber.example/v6"));
  EXPECT_THAT(
      ToJson(frobber_, old, "v7beta1"),
      HasSubstr(R"("spec":{"size":{"heightMillimetres":3,"widthMillimetres":4},"owner":"o"})"));
  EXPECT_THAT(ToJson(frobber_, old, "v6"),
              HasSubstr(R"("spec":{"height":3,"width":4,"owner":"o"})"));
}

TEST_F(StoredTest, AnotherVersionOfACustomResourceIsPrunedByItsOwnSchema) {
  Object object = MustDecode(widget_, "v1", kWidget).object;
  EXPECT_EQ(ToJson(widget_, object, "v2"),
            R"({"apiVersion":"demo.example.org/v2","kind":"Widget",)"
            R"("metadata":{"name":"a","resourceVersion":"5"},"spec":{"size":1}})");
  EXPECT_THAT(ToJson(widget_, object, "v1"), HasSubstr(R"("color":"red")"));
  Arena arena;
  EXPECT_EQ(codec::ToJson(ToDocument(widget_, object, "v2", arena)), ToJson(widget_, object, "v2"));
}

TEST_F(StoredTest, ItemsOfListsNeedNotSayWhatTheyAre) {
  Object object = MustDecode(config_map_, "v1", R"({"metadata":{"name":"a"}})").object;
  EXPECT_EQ(EncodeAs(config_map_, object, "v1", false, MediaType::kJson, false),
            R"({"metadata":{"name":"a"}})");
  EXPECT_EQ(EncodeAs(config_map_, object, "v1", true, MediaType::kJson, true),
            "{\n  \"kind\": \"ConfigMap\",\n  \"apiVersion\": \"v1\",\n  \"metadata\": {\n"
            "    \"name\": \"a\"\n  }\n}");
}

}  // namespace
}  // namespace pintle::object
