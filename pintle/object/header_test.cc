#include "pintle/object/header.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "pintle/object/kinds_for_test.h"

namespace pintle::object {
namespace {

using namespace std::string_literals;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

constexpr std::string_view kStored =
    R"({"apiVersion":"demo.example.org/v1","kind":"Widget","spec":{"color":"red","size":3,)"
    R"("flag":true,"list":[1]},"metadata":{"name":"a","namespace":"n","uid":"u","labels":{"y":"2","x":"1"}}})";

std::string AsCbor(std::string_view json) {
  Arena arena;
  return std::string(codec::kCborPrefix) + codec::ToCbor(*codec::ParseJson(json, arena));
}

TEST(Header, IsReadFromJsonAndFromCbor) {
  Kind plain = WidgetKind();
  Kind selectable = WidgetKind();
  selectable.selectable_fields = {"spec.color", "spec.size", "spec.flag", "spec.none"};
  for (const std::string& stored : {std::string(kStored), AsCbor(kStored)}) {
    for (const Kind* kind : {&plain, &selectable}) {
      Header header = ReadHeader(*kind, stored);
      EXPECT_EQ(header.name, "a");
      EXPECT_EQ(header.namespace_name, "n");
      EXPECT_EQ(header.uid, "u");
      EXPECT_THAT(header.labels, ElementsAre(Pair("x", "1"), Pair("y", "2")));
    }
    EXPECT_THAT(ReadHeader(plain, stored).fields,
                ElementsAre(Pair("metadata.name", "a"), Pair("metadata.namespace", "n")));
    EXPECT_THAT(ReadHeader(selectable, stored).fields,
                ElementsAre(Pair("metadata.name", "a"), Pair("metadata.namespace", "n"),
                            Pair("spec.color", "red"), Pair("spec.size", "3"),
                            Pair("spec.flag", "true"), Pair("spec.none", "")));
  }
}

TEST(Header, IsReadFromWhatIsStored) {
  scheme::Scheme scheme;
  Kind kind = ConfigMapKind(scheme);
  Object object = MustDecode(kind, "v1",
                             R"({"metadata":{"name":"a","namespace":"n","uid":"u",)"
                             R"("labels":{"x":"1"}},"data":{"metadata":"no"}})")
                      .object;
  Header header = ReadHeader(kind, EncodeStored(kind, object));
  EXPECT_EQ(header.name, "a");
  EXPECT_EQ(header.uid, "u");
  EXPECT_THAT(header.labels, ElementsAre(Pair("x", "1")));
}

// A kind whose objects are found by fields of every sort.
Kind PodKind(scheme::Scheme& scheme) {
  scheme::KindInfo info;
  info.kind = "Pod";
  info.hub = &typeinfo::TypeOf<apis::core::v1::Pod>();
  info.versions = {{.version = "v1", .type = info.hub}};
  info.storage_version = "v1";
  info.field_labels = {{"spec.nodeName"},
                       {.label = "spec.host", .name = "spec.nodeName"},
                       {"spec.hostNetwork"},
                       {"spec.priority"},
                       {"status.phase"},
                       {.label = "status.podIPs", .unindexed = true},
                       {.label = "who", .path = "spec.hostname", .otherwise = "spec.schedulerName"},
                       {.label = "observed", .path = "status.observedGeneration"},
                       {.label = "user", .path = "spec.securityContext.runAsUser"}};
  return TypedKind(scheme.Register(std::move(info)));
}

TEST(Header, IndexOfACompiledInKindInEveryFormat) {
  scheme::Scheme scheme;
  Kind kind = PodKind(scheme);
  struct Case {
    std::string pod;
    std::vector<std::string> values;
  };
  const std::vector<std::string> names = {
      "metadata.name", "metadata.namespace", "spec.nodeName", "spec.hostNetwork",
      "spec.priority", "status.phase",       "who",           "observed",
      "user"};
  for (const Case& c : std::vector<Case>{
           {R"({"metadata":{"name":"p","namespace":"n"}})",
            {"p", "n", "", "false", "", "", "", "0", ""}},
           {R"({"metadata":{"name":"p"},"spec":{"nodeName":"x","hostNetwork":true,"priority":-7,)"
            R"("hostname":"h","schedulerName":"s","securityContext":{"runAsUser":12}},)"
            R"("status":{"phase":"Running","observedGeneration":5}})",
            {"p", "", "x", "true", "-7", "Running", "h", "5", "12"}},
           {R"({"spec":{"schedulerName":"s"}})", {"", "", "", "false", "", "", "s", "0", ""}},
       }) {
    Object pod = MustDecode(kind, "v1", c.pod).object;
    for (MediaType media : {MediaType::kProtobuf, MediaType::kJson, MediaType::kCbor}) {
      Header header = ReadHeader(kind, EncodeAs(kind, pod, "v1", true, media, false));
      std::vector<std::string> found;
      std::vector<std::string> values;
      for (const auto& [name, value] : header.fields) {
        found.push_back(name);
        values.push_back(value);
      }
      EXPECT_EQ(found, names) << MediaTypeText(media);
      EXPECT_EQ(values, c.values) << c.pod << " " << MediaTypeText(media);
    }
  }
}

// The index speaks of one version; what is stored in another is converted first.
TEST(Header, OfAnotherVersionThanTheStorageVersion) {
  scheme::Scheme scheme;
  scheme::KindInfo info = *FrobberKind(scheme).typed;
  info.field_labels = {{.label = "spec.size", .path = "spec.height"}};
  Kind kind = TypedKind(scheme.Register(std::move(info)));
  Object frobber =
      MustDecode(kind, "v6", R"({"metadata":{"name":"f"},"spec":{"height":3}})").object;
  for (std::string_view version : {"v6", "v7beta1"}) {
    for (MediaType media : {MediaType::kProtobuf, MediaType::kJson}) {
      Header header = ReadHeader(kind, EncodeAs(kind, frobber, version, true, media, false));
      EXPECT_THAT(header.fields,
                  ElementsAre(Pair("metadata.name", "f"), Pair("metadata.namespace", ""),
                              Pair("spec.size", "3")))
          << version;
    }
  }
}

TEST(Header, LabelsOfProtobufInAnyOrder) {
  scheme::Scheme scheme;
  Kind kind = ConfigMapKind(scheme);
  // metadata with labels y=2, x=1 and x=3: the last one counts.
  std::string stored =
      "k8s\0\x0a\x0f\x0a\x02v1\x12\x09"
      "ConfigMap\x12\x1a\x0a\x18"
      "\x5a\x06\x0a\x01y\x12\x01"
      "2\x5a\x06\x0a\x01x\x12\x01"
      "1\x5a\x06\x0a\x01x\x12\x01"
      "3"s;
  EXPECT_THAT(ReadHeader(kind, stored).labels, ElementsAre(Pair("x", "3"), Pair("y", "2")));
}

TEST(Header, OfProtobufThatCannotBeReadIsEmpty) {
  scheme::Scheme scheme;
  for (const Kind& kind : {ConfigMapKind(scheme), PodKind(scheme), WidgetKind()}) {
    Object map = MustDecode(ConfigMapKind(scheme), "v1",
                            R"({"metadata":{"name":"a","labels":{"x":"1"}},"data":{"k":"v"}})")
                     .object;
    std::string stored = EncodeStored(ConfigMapKind(scheme), map);
    // Cut off anywhere, and with every byte changed: read or not, nothing breaks.
    for (size_t i = 0; i < stored.size(); ++i) {
      EXPECT_LE(ReadHeader(kind, stored.substr(0, i)).name.size(), stored.size());
      std::string changed = stored;
      changed[i] = static_cast<char>(changed[i] ^ 0xff);
      EXPECT_LE(ReadHeader(kind, changed).labels.size(), stored.size());
    }
    EXPECT_EQ(ReadHeader(kind, stored.substr(0, stored.size() / 2)).name, "");
  }
}

TEST(Header, OfBytesThatCannotBeReadIsEmpty) {
  Kind plain = WidgetKind();
  Kind selectable = WidgetKind();
  selectable.selectable_fields = {"spec.color"};
  for (std::string_view stored :
       {std::string_view(""), std::string_view("{"), std::string_view("[]"), std::string_view("{}"),
        std::string_view(R"({"metadata":5})"), std::string_view(R"({"metadata":{"name")"),
        std::string_view("\xd9\xd9\xf7"), std::string_view("\xd9\xd9\xf7\xa1\x68metadata")}) {
    for (const Kind* kind : {&plain, &selectable}) {
      Header header = ReadHeader(*kind, stored);
      EXPECT_EQ(header.name, "") << stored;
      EXPECT_THAT(header.labels, IsEmpty()) << stored;
    }
  }
}

TEST(Header, PrintedFormOfSelectableFields) {
  Arena arena;
  Value document = *codec::ParseJson(kStored, arena);
  EXPECT_EQ(SelectableValue(document, "spec.color"), "red");
  EXPECT_EQ(SelectableValue(document, "spec.size"), "3");
  EXPECT_EQ(SelectableValue(document, "spec.size.deeper"), "");
  EXPECT_EQ(SelectableValue(document, "nothing.here"), "");
}

}  // namespace
}  // namespace pintle::object
