#include "pintle/patch/strategic.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <initializer_list>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

#include "apis/core/v1/types.h"
#include "pintle/codec/document.h"

namespace pintle::patch {
namespace {

using apis::core::v1::ConfigMap;
using apis::core::v1::Namespace;

// Tables without structs behind them: a merge never looks at one.
class Tables {
 public:
  const typeinfo::TypeInfo& Struct(std::vector<typeinfo::FieldInfo> fields) {
    Entry& entry = entries_.emplace_back();
    entry.fields = std::move(fields);
    for (const typeinfo::FieldInfo& field : entry.fields) entry.members.push_back({&field, 0});
    entry.index.resize(entry.members.size());
    std::iota(entry.index.begin(), entry.index.end(), uint16_t{0});
    std::ranges::sort(entry.index, {}, [&](uint16_t i) { return entry.fields[i].name; });
    entry.type.kind = typeinfo::Kind::kStruct;
    entry.type.fields = entry.fields;
    entry.type.json_fields = entry.members;
    entry.type.json_index = entry.index;
    return entry.type;
  }
  const typeinfo::TypeInfo& Of(typeinfo::Kind kind, const typeinfo::TypeInfo& element) {
    Entry& entry = entries_.emplace_back();
    entry.type.kind = kind;
    entry.type.element = &element;
    return entry.type;
  }

 private:
  struct Entry {
    typeinfo::TypeInfo type{};
    std::vector<typeinfo::FieldInfo> fields;
    std::vector<typeinfo::JsonField> members;
    std::vector<uint16_t> index;
  };
  std::deque<Entry> entries_;
};

typeinfo::FieldInfo Field(std::string_view name, const typeinfo::TypeInfo& type,
                          std::string_view merge_key = {}) {
  typeinfo::FieldInfo field{};
  field.name = name;
  field.type = &type;
  field.patch_merge_key = merge_key;
  field.patch_merge = !merge_key.empty();
  return field;
}

// Lists within lists, a key that is no string, an object that is replaced and a list that is.
const typeinfo::TypeInfo& WorkloadType() {
  using typeinfo::Kind;
  static Tables tables;
  static const typeinfo::TypeInfo type = [] {
    const auto& text = typeinfo::kStringType;
    const auto& env = tables.Struct({Field("name", text), Field("value", text)});
    const auto& container = tables.Struct({Field("name", text), Field("image", text),
                                           Field("env", tables.Of(Kind::kList, env), "name"),
                                           Field("resources", typeinfo::kAnyType)});
    const auto& port = tables.Struct({Field("port", typeinfo::kInt32Type), Field("name", text)});
    const auto& strategy =
        tables.Struct({Field("type", text), Field("rollingUpdate", typeinfo::kAnyType)});
    typeinfo::FieldInfo selector = Field("selector", tables.Of(Kind::kMap, text));
    selector.patch_replace = true;
    typeinfo::TypeInfo workload = tables.Struct({
        Field("metadata", typeinfo::TypeOf<apis::meta::v1::ObjectMeta>()),
        Field("containers", tables.Of(Kind::kList, tables.Of(Kind::kPtr, container)), "name"),
        Field("ports", tables.Of(Kind::kList, port), "port"),
        Field("strategy", tables.Of(Kind::kPtr, strategy)),
        selector,
        Field("args", tables.Of(Kind::kList, text)),
    });
    workload.name = "Workload";
    return workload;
  }();
  return type;
}

struct Case {
  const char* document;
  const char* patch;
  const char* result;
};

void Check(const typeinfo::TypeInfo& type, std::initializer_list<Case> cases) {
  for (const Case& c : cases) {
    Arena arena;
    Value document = *codec::ParseJson(c.document, arena);
    Value patch = *codec::ParseJson(c.patch, arena);
    auto result = StrategicMerge(arena, type, document, patch);
    ASSERT_TRUE(result) << c.patch << ": " << result.error().message();
    EXPECT_EQ(codec::ToJson(*result), codec::ToJson(*codec::ParseJson(c.result, arena)))
        << c.document << " + " << c.patch;
    EXPECT_EQ(document, *codec::ParseJson(c.document, arena));
  }
}

constexpr const char* kFinalizers = R"({"metadata":{"finalizers":["f.x/1","f.x/2","f.x/3"]}})";

TEST(StrategicMerge, ListsOfScalarsMergeAsSets) {
  Check(
      typeinfo::TypeOf<ConfigMap>(),
      {
          {kFinalizers, R"({"metadata":{"finalizers":["f.x/4","f.x/1"]}})",
           R"({"metadata":{"finalizers":["f.x/4","f.x/1","f.x/2","f.x/3"]}})"},
          {kFinalizers,
           R"({"metadata":{"$deleteFromPrimitiveList/finalizers":["f.x/2"],"finalizers":["f.x/9"]}})",
           R"({"metadata":{"finalizers":["f.x/9","f.x/1","f.x/3"]}})"},
          {kFinalizers,
           R"({"metadata":{"$deleteFromPrimitiveList/finalizers":["f.x/2","f.x/none"]}})",
           R"({"metadata":{"finalizers":["f.x/1","f.x/3"]}})"},
          {kFinalizers, R"({"metadata":{"$setElementOrder/finalizers":["f.x/3","f.x/1"]}})",
           R"({"metadata":{"finalizers":["f.x/2","f.x/3","f.x/1"]}})"},
          {kFinalizers, R"({"metadata":{"finalizers":[]}})", kFinalizers},
          {kFinalizers, R"({"metadata":{"finalizers":null}})", R"({"metadata":{}})"},
          {kFinalizers, R"({"metadata":{"$deleteFromPrimitiveList/finalizers":null}})",
           R"({"metadata":{}})"},
          // The list is not there: nothing to delete from, nothing to order.
          {R"({"metadata":{}})",
           R"({"metadata":{"$deleteFromPrimitiveList/finalizers":["f.x/2"]}})",
           R"({"metadata":{}})"},
          {R"({"metadata":{}})", R"({"metadata":{"$setElementOrder/finalizers":["f.x/2"]}})",
           R"({"metadata":{}})"},
          {R"({"metadata":{}})",
           R"({"metadata":{"$setElementOrder/finalizers":["f.x/2","f.x/1"],"finalizers":["f.x/2","f.x/1"]}})",
           R"({"metadata":{"finalizers":["f.x/2","f.x/1"]}})"},
      });
}

constexpr const char* kOwners =
    R"({"metadata":{"ownerReferences":[{"uid":"1","name":"a","kind":"K"},{"uid":"2","name":"b","kind":"K"}]}})";

TEST(StrategicMerge, ListsOfObjectsMergeByKey) {
  Check(
      typeinfo::TypeOf<ConfigMap>(),
      {
          // A member of the element with the same key changes, in place.
          {kOwners, R"({"metadata":{"ownerReferences":[{"uid":"2","name":"c"}]}})",
           R"({"metadata":{"ownerReferences":[{"uid":"1","name":"a","kind":"K"},)"
           R"({"uid":"2","name":"c","kind":"K"}]}})"},
          {kOwners, R"({"metadata":{"ownerReferences":[{"uid":"1","kind":null}]}})",
           R"({"metadata":{"ownerReferences":[{"uid":"1","name":"a"},{"uid":"2","name":"b","kind":"K"}]}})"},
          // A new one comes first.
          {kOwners, R"({"metadata":{"ownerReferences":[{"uid":"3"}]}})",
           R"({"metadata":{"ownerReferences":[{"uid":"3"},{"uid":"1","name":"a","kind":"K"},)"
           R"({"uid":"2","name":"b","kind":"K"}]}})"},
          {kOwners, R"({"metadata":{"ownerReferences":[{"uid":"1","$patch":"delete"}]}})",
           R"({"metadata":{"ownerReferences":[{"uid":"2","name":"b","kind":"K"}]}})"},
          {kOwners, R"({"metadata":{"ownerReferences":[{"uid":"9","$patch":"delete"}]}})", kOwners},
          {kOwners,
           R"({"metadata":{"ownerReferences":[{"$patch":"replace"},{"uid":"7"},{"uid":"1"}]}})",
           R"({"metadata":{"ownerReferences":[{"uid":"7"},{"uid":"1"}]}})"},
          {kOwners, R"({"metadata":{"ownerReferences":[{"uid":"2"},{"uid":"1"}]}})",
           R"({"metadata":{"ownerReferences":[{"uid":"2","name":"b","kind":"K"},)"
           R"({"uid":"1","name":"a","kind":"K"}]}})"},
          {kOwners, R"({"metadata":{"ownerReferences":null}})", R"({"metadata":{}})"},
      });
}

constexpr const char* kConditions =
    R"({"status":{"conditions":[{"type":"A","status":"True"},{"type":"B","status":"True"}]}})";

TEST(StrategicMerge, ConditionsMergeByType) {
  Check(
      typeinfo::TypeOf<Namespace>(),
      {
          {kConditions, R"({"status":{"conditions":[{"type":"B","status":"False","reason":"x"}]}})",
           R"({"status":{"conditions":[{"type":"A","status":"True"},)"
           R"({"type":"B","status":"False","reason":"x"}]}})"},
          {kConditions,
           R"({"status":{"$setElementOrder/conditions":[{"type":"A"},{"type":"B"},{"type":"C"}],)"
           R"("conditions":[{"type":"C","status":"True"}]}})",
           R"({"status":{"conditions":[{"type":"A","status":"True"},{"type":"B","status":"True"},)"
           R"({"type":"C","status":"True"}]}})"},
          {kConditions, R"({"status":{"$setElementOrder/conditions":[{"type":"B"},{"type":"A"}]}})",
           R"({"status":{"conditions":[{"type":"B","status":"True"},{"type":"A","status":"True"}]}})"},
          // Entries of the order that are nowhere are ignored.
          {kConditions, R"({"status":{"$setElementOrder/conditions":[{"type":"Z"},{"type":"B"}]}})",
           kConditions},
          // A list without a merge strategy is replaced.
          {R"({"spec":{"finalizers":["a","b"]}})", R"({"spec":{"finalizers":["c"]}})",
           R"({"spec":{"finalizers":["c"]}})"},
      });
}

TEST(StrategicMerge, ObjectsMergeAndDirectivesReplaceThem) {
  Check(typeinfo::TypeOf<ConfigMap>(),
        {
            {R"({"data":{"a":"1"}})", R"({})", R"({"data":{"a":"1"}})"},
            {R"({"data":{"a":"1"}})", R"({"data":{"b":"2"}})", R"({"data":{"a":"1","b":"2"}})"},
            {R"({"data":{"a":"1"}})", R"({"data":{"a":null}})", R"({"data":{}})"},
            {R"({"data":{"a":"1"}})", R"({"zz":null})", R"({"data":{"a":"1"}})"},
            {R"({"data":{"a":"1"}})", R"({"data":{"$patch":"replace","z":"1"}})",
             R"({"data":{"z":"1"}})"},
            {R"({"data":{"a":"1"}})", R"({"data":{"$patch":"delete"}})", R"({"data":{}})"},
            {R"({"data":{"a":"1"}})", R"({"$patch":"delete"})", R"({})"},
            {R"({"data":{"a":"1"}})", R"({"$patch":"replace","immutable":true})",
             R"({"immutable":true})"},
            // Nothing to replace: the member is not made at all.
            {R"({"metadata":{}})", R"({"metadata":{"annotations":{"$patch":"replace","a":"b"}}})",
             R"({"metadata":{}})"},
            // A new object comes without its nulls, also those in lists; null elements stay.
            {R"({})", R"({"data":{"a":null,"b":"1"},"x":[{"y":null},null]})",
             R"({"data":{"b":"1"},"x":[{},null]})"},
            {R"({})", R"({"metadata":{"labels":{"a":"1"},"annotations":{"$patch":"delete"}}})",
             R"({"metadata":{"labels":{"a":"1"}}})"},
            {R"({"data":{"a":"1"}})", R"({"data":{"$retainKeys":["b"],"b":"2"}})",
             R"({"data":{"b":"2"}})"},
            {R"({"data":{"a":"1","c":"3"}})", R"({"data":{"$retainKeys":["a"]}})",
             R"({"data":{"a":"1"}})"},
            {R"({"data":{"a":"1"}})", R"({"data":{"$retainKeys":["b"],"b":"2","a":null}})",
             R"({"data":{"b":"2"}})"},
            // Another type of value takes the place of the old one.
            {R"({"data":{"a":"1"}})", R"({"data":"x"})", R"({"data":"x"})"},
            {R"({"immutable":true})", R"({"immutable":false})", R"({"immutable":false})"},
        });
}

constexpr const char* kWorkload =
    R"({"containers":[{"name":"c1","env":[{"name":"A","value":"1"}]},{"name":"c2"}],)"
    R"("ports":[{"port":80,"name":"t"},{"port":80,"name":"u"}],)"
    R"("strategy":{"type":"RollingUpdate","rollingUpdate":{"x":1}},)"
    R"("selector":{"a":"1"},"args":["x","y"]})";

TEST(StrategicMerge, NestedListsFollowTheirTables) {
  Check(
      WorkloadType(),
      {
          {R"({"containers":[{"name":"c1"},{"name":"c2"}]})", R"({"containers":[{"name":"c3"}]})",
           R"({"containers":[{"name":"c3"},{"name":"c1"},{"name":"c2"}]})"},
          {R"({"containers":[{"name":"c1"},{"name":"c2"}]})",
           R"({"containers":[{"name":"c3"}],)"
           R"("$setElementOrder/containers":[{"name":"c1"},{"name":"c2"},{"name":"c3"}]})",
           R"({"containers":[{"name":"c1"},{"name":"c2"},{"name":"c3"}]})"},
          {kWorkload,
           R"({"$retainKeys":["containers"],"containers":[{"name":"c1","$patch":"delete"}]})",
           R"({"containers":[{"name":"c2"}]})"},
          {R"({"containers":[{"name":"c1","env":[{"name":"A","value":"1"}]},{"name":"c2"}]})",
           R"({"containers":[{"name":"c1","env":[{"name":"A","value":"2"},{"name":"B"}]}]})",
           R"({"containers":[{"name":"c1","env":[{"name":"A","value":"2"},{"name":"B"}]},{"name":"c2"}]})"},
          // A new element comes as it is, directives included.
          {R"({"containers":[{"name":"c1"}]})",
           R"({"containers":[{"name":"c2","resources":{"$patch":"replace"}}]})",
           R"({"containers":[{"name":"c2","resources":{"$patch":"replace"}},{"name":"c1"}]})"},
          // Two elements with one key: the first is merged, both are deleted.
          {R"({"ports":[{"port":80,"name":"t"},{"port":80,"name":"u"}]})",
           R"({"ports":[{"port":80,"name":"x"}]})",
           R"({"ports":[{"port":80,"name":"x"},{"port":80,"name":"u"}]})"},
          {R"({"ports":[{"port":80,"name":"t"},{"port":80,"name":"u"}]})",
           R"({"ports":[{"port":80,"$patch":"delete"},{"port":81,"name":"q"}]})",
           R"({"ports":[{"port":81,"name":"q"}]})"},
          // Keys are equal only if their types are.
          {R"({"ports":[{"port":80}]})", R"({"ports":[{"port":"80"}]})",
           R"({"ports":[{"port":"80"},{"port":80}]})"},
          {R"({"strategy":{"type":"RollingUpdate","rollingUpdate":{"x":1}}})",
           R"({"strategy":{"type":"Recreate"}})",
           R"({"strategy":{"type":"Recreate","rollingUpdate":{"x":1}}})"},
          {R"({"strategy":{"type":"RollingUpdate","rollingUpdate":{"x":1}}})",
           R"({"strategy":{"$retainKeys":["type"],"type":"Recreate"}})",
           R"({"strategy":{"type":"Recreate"}})"},
          // The table says that this object is replaced, not merged.
          {R"({"selector":{"a":"1"}})", R"({"selector":{"b":"2"}})", R"({"selector":{"b":"2"}})"},
          {R"({"args":["x","y"]})", R"({"args":["z"]})", R"({"args":["z"]})"},
          // The order tells where new elements go; those it does not name keep their places.
          {R"({"containers":[{"name":"a"},{"name":"b"},{"name":"c"}]})",
           R"({"$setElementOrder/containers":[{"name":"c"},{"name":"n"},{"name":"a"}],)"
           R"("containers":[{"name":"n"}]})",
           R"({"containers":[{"name":"b"},{"name":"c"},{"name":"n"},{"name":"a"}]})"},
          {R"({"metadata":{"finalizers":["a/1","a/2"]}})",
           R"({"metadata":{"$setElementOrder/finalizers":["a/2"],)"
           R"("$deleteFromPrimitiveList/finalizers":["a/1"]}})",
           R"({"metadata":{"finalizers":["a/2"]}})"},
          // Deletions come after the merge of a list whose order is given, before any other.
          {R"({"metadata":{"finalizers":["a/1"]}})",
           R"({"metadata":{"$setElementOrder/finalizers":["a/1","a/2"],"finalizers":["a/2"],)"
           R"("$deleteFromPrimitiveList/finalizers":["a/2"]}})",
           R"({"metadata":{"finalizers":["a/1"]}})"},
          {R"({"metadata":{"finalizers":["a/1","a/2"]}})",
           R"({"metadata":{"finalizers":["a/2"],"$deleteFromPrimitiveList/finalizers":["a/2"]}})",
           R"({"metadata":{"finalizers":["a/2","a/1"]}})"},
      });
}

// Refusals name what is wrong and show nothing of patch and document, which may hold secrets.
TEST(StrategicMerge, Refusals) {
  constexpr const char* kUnknownDirective =
      R"(unknown patch type: $patch must be "replace" or "delete")";
  constexpr const char* kWrongOrder =
      "the order of containers in the patch does not match its $setElementOrder list";
  struct Refusal {
    const char* document;
    const char* patch;
    int code;
    const char* message;
  };
  for (const Refusal& c : std::initializer_list<Refusal>{
           {"{}", R"({"$setElementOrder":[]})", 400,
            "invalid patch format of setElementOrder list"},
           {"{}", R"({"$setElementOrder/containers":"x"})", 422,
            "$setElementOrder/containers is not a list"},
           {"{}", R"({"$deleteFromPrimitiveList":["a"]})", 400,
            "invalid patch format of primitive list"},
           {kWorkload, R"({"strategy":{"$retainKeys":["type"],"rollingUpdate":{}}})", 400,
            "invalid patch format of retainKeys"},
           {kWorkload, R"({"strategy":{"$retainKeys":"type","type":"x"}})", 400,
            "invalid patch format of retainKeys"},
           {kWorkload, R"({"strategy":{"$retainKeys":[{"a":1}]}})", 400,
            "invalid patch format of retainKeys"},
           {kWorkload, R"({"containers":[{"image":"x"}]})", 422,
            "an element of containers does not contain declared merge key: name"},
           {kWorkload, R"({"containers":[{"$patch":"delete"}]})", 422,
            "an element of containers does not contain declared merge key: name"},
           {kWorkload, R"({"containers":[{"name":"c1","$patch":"merge"}]})", 422,
            "merging lists cannot yet be specified in the patch"},
           {kWorkload, R"({"strategy":{"$patch":"frob"}})", 422, kUnknownDirective},
           {kWorkload, R"({"strategy":{"$patch":null}})", 422, kUnknownDirective},
           {kWorkload, R"({"containers":[{"name":"c1","$patch":null}]})", 422, kUnknownDirective},
           {kWorkload, R"({"strategy":{"$patch":5}})", 422, kUnknownDirective},
           {kWorkload,
            R"({"$setElementOrder/containers":[{"name":"c1"}],"containers":[{"name":"c9"}]})", 422,
            kWrongOrder},
           {kWorkload,
            R"({"$setElementOrder/containers":[{"name":"c1"},{"name":"c2"}],)"
            R"("containers":[{"name":"c2"},{"name":"c1"}]})",
            422, kWrongOrder},
           {kWorkload, R"({"$setElementOrder/bogus":["a"]})", 422,
            "Workload has no field \"bogus\""},
           {kWorkload, R"({"$setElementOrder/strategy":["a"]})", 422,
            "strategy has a $setElementOrder but is not a list"},
           {"{}", R"({"$setElementOrder/strategy":["a"]})", 422,
            "$setElementOrder names strategy, which is not a list"},
           {kWorkload, R"({"$setElementOrder/containers":[],"containers":null})", 422,
            "containers has a $setElementOrder but is not a list"},
           {kWorkload, R"({"$setElementOrder/containers":[{"image":"x"}]})", 422,
            "an element of containers does not contain declared merge key: name"},
           {R"({"metadata":{"finalizers":["f.x/1"]}})",
            R"({"metadata":{"$deleteFromPrimitiveList/finalizers":[1]}})", 422,
            "elements of finalizers are not of one type"},
           {R"({"metadata":{"finalizers":[["a"]]}})", R"({"metadata":{"finalizers":[["b"]]}})", 422,
            "the server rejected our request due to an error in our request"},
           {R"({"metadata":{"labels":{"a":{"b":"c"}}}})", R"({"metadata":{"labels":{"a":{}}}})",
            422, "\"a\" cannot be merged: what it is part of has no declared fields"},
           {R"({"metadata":{"bogus":{}}})", R"({"metadata":{"bogus":{}}})", 422,
            "ObjectMeta has no field \"bogus\""},
           {R"({"metadata":{"finalizers":["f.x/1"]}})", R"({"metadata":{"finalizers":[1]}})", 422,
            "elements of finalizers are not of one type"},
           {kWorkload, R"({"containers":["c1"]})", 422,
            "elements of containers are not of one type"},
       }) {
    Arena arena;
    auto result = StrategicMerge(arena, WorkloadType(), *codec::ParseJson(c.document, arena),
                                 *codec::ParseJson(c.patch, arena));
    ASSERT_FALSE(result) << c.patch << " gave " << codec::ToJson(*result);
    EXPECT_EQ(result.error().code(), c.code) << c.patch;
    EXPECT_EQ(result.error().message(), c.message) << c.patch;
  }
}

}  // namespace
}  // namespace pintle::patch
