#include "pintle/patch/json_patch.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "pintle/base/deep_stack_for_test.h"
#include "pintle/codec/document.h"
#include "pintle/codec/token.h"
#include "pintle/field/findings.h"
#include "pintle/field/path.h"
#include "pintle/patch/depth.h"
#include "pintle/patch/merge_patch.h"
#include "pintle/patch/strip.h"

namespace pintle::patch {
namespace {

constexpr const char* kRefused = "the server rejected our request due to an error in our request";

Result<Value> Patched(Arena& arena, std::string_view document, std::string_view patch) {
  auto parsed = JsonPatch::Parse(patch, arena, nullptr);
  if (!parsed) return std::unexpected(parsed.error());
  return parsed->Apply(arena, *codec::ParseJson(document, arena));
}

struct Case {
  const char* document;
  const char* patch;
  const char* result;  // null: refused
};

void Check(std::initializer_list<Case> cases) {
  for (const Case& c : cases) {
    Arena arena;
    auto result = Patched(arena, c.document, c.patch);
    if (c.result == nullptr) {
      ASSERT_FALSE(result) << c.patch << " gave " << codec::ToJson(*result);
      EXPECT_EQ(result.error().code(), 422) << c.patch;
      EXPECT_EQ(result.error().message(), kRefused) << c.patch;
      EXPECT_NE(result.error().details(), nullptr) << c.patch;
    } else {
      ASSERT_TRUE(result) << c.patch << ": " << result.error().message();
      EXPECT_EQ(codec::ToJson(*result), c.result) << c.document << " + " << c.patch;
    }
  }
}

TEST(JsonPatch, WithoutFindingsNoPathIsWritten) {
  Arena arena;
  constexpr std::string_view kPatch =
      R"([{"op":"add","path":"/b","value":{"c":1,"c":2},"vlaue":1,"":1},)"
      R"({"op":"remove","path":"/a","path":"/b"}])";
  const size_t before = field::Path::texts_written();
  ASSERT_TRUE(JsonPatch::Parse(kPatch, arena, nullptr));
  EXPECT_EQ(field::Path::texts_written(), before);
  field::Findings findings;
  ASSERT_TRUE(JsonPatch::Parse(kPatch, arena, &findings));
  EXPECT_GT(field::Path::texts_written(), before);
  EXPECT_THAT(field::FindingTexts(findings.items()),
              testing::ElementsAre("json patch duplicate field \"[0].value.c\"",
                                   "json patch unknown field \"[0].vlaue\"",
                                   "json patch unknown field \"[0].\"",
                                   "json patch duplicate field \"[1].path\""));
}

TEST(JsonPatch, Add) {
  Check({
      {R"({"a":1})", R"([{"op":"add","path":"/b","value":2}])", R"({"a":1,"b":2})"},
      {R"({"a":1})", R"([{"op":"add","path":"/a","value":2}])", R"({"a":2})"},
      {R"({"a":1})", R"([{"op":"add","path":"/b"}])", R"({"a":1,"b":null})"},
      {R"({"a":1})", R"([{"op":"add","path":"","value":{}}])", nullptr},
      {R"({"a":1})", R"([{"op":"add","path":"b","value":2}])", nullptr},
      {R"({"a":1})", R"([{"op":"add","path":"x/b","value":2}])", R"({"a":1,"b":2})"},
      {R"({"a":1})", R"([{"op":"add","path":"/b/c","value":2}])", nullptr},
      {R"({"a":1})", R"([{"op":"add","path":"/a/c","value":2}])", nullptr},
      {R"({"a":null})", R"([{"op":"add","path":"/a/c","value":2}])", nullptr},
      {R"({"a":1})", R"([{"op":"add","value":2}])", nullptr},
      {R"({"a":1})", R"([{"op":"add","path":null,"value":2}])", nullptr},
      {R"({})", R"([{"op":"add","path":"/","value":2}])", R"({"":2})"},
      {R"({})", R"([{"op":"add","path":"/~01~1~2","value":2}])", R"({"~1/~2":2})"},
      {R"([1,2])", R"([{"op":"add","path":"/-","value":3}])", R"([1,2,3])"},
      {R"([1,2])", R"([{"op":"add","path":"/0","value":3}])", R"([3,1,2])"},
      {R"([1,2])", R"([{"op":"add","path":"/2","value":3}])", R"([1,2,3])"},
      {R"([1,2])", R"([{"op":"add","path":"/+1","value":3}])", R"([1,3,2])"},
      {R"([1,2])", R"([{"op":"add","path":"/01","value":3}])", R"([1,3,2])"},
      {R"([1,2])", R"([{"op":"add","path":"/-1","value":3}])", R"([1,2,3])"},
      {R"([1,2])", R"([{"op":"add","path":"/-3","value":3}])", R"([3,1,2])"},
      {R"([1,2])", R"([{"op":"add","path":"/-4","value":3}])", nullptr},
      {R"([1,2])", R"([{"op":"add","path":"/3","value":3}])", nullptr},
      {R"([1,2])", R"([{"op":"add","path":"/x","value":3}])", nullptr},
      {R"([1,2])", R"([{"op":"add","path":"/","value":3}])", nullptr},
      {R"([[1],2])", R"([{"op":"add","path":"/-2/-","value":3}])", R"([[1,3],2])"},
      {R"([[1]])", R"([{"op":"add","path":"/-/-","value":3}])", nullptr},
  });
}

TEST(JsonPatch, RemoveAndReplace) {
  Check({
      {R"({"a":1,"b":2})", R"([{"op":"remove","path":"/a"}])", R"({"b":2})"},
      {R"({"a":1})", R"([{"op":"remove","path":"/b"}])", nullptr},
      {R"({"a":1})", R"([{"op":"remove","path":""}])", nullptr},
      {R"([1,2])", R"([{"op":"remove","path":"/-1"}])", R"([1])"},
      {R"([1,2])", R"([{"op":"remove","path":"/2"}])", nullptr},
      {R"([1,2])", R"([{"op":"remove","path":"/-"}])", nullptr},
      {R"({"a":1})", R"([{"op":"replace","path":"/a","value":2}])", R"({"a":2})"},
      {R"({"a":1})", R"([{"op":"replace","path":"/b","value":2}])", R"({"a":1,"b":2})"},
      {R"({"a":1})", R"([{"op":"replace","path":"/b/c","value":2}])", nullptr},
      {R"([1,2])", R"([{"op":"replace","path":"/1","value":3}])", R"([1,3])"},
      {R"([1,2])", R"([{"op":"replace","path":"/2","value":3}])", nullptr},
      {R"([1,2])", R"([{"op":"replace","path":"/-","value":3}])", nullptr},
      {R"({"a":1})", R"([{"op":"replace","path":"","value":{"b":2}}])", R"({"b":2})"},
      {R"({"a":1})", R"([{"op":"replace","path":"","value":[]}])", R"([])"},
      {R"({"a":1})", R"([{"op":"replace","path":"","value":"x"}])", nullptr},
      {R"({"a":1})", R"([{"op":"replace","path":""}])", nullptr},
      {R"({"a":1})",
       R"([{"op":"replace","path":"","value":{"b":{}}},{"op":"add","path":"/b/c","value":1}])",
       R"({"b":{"c":1}})"},
  });
}

TEST(JsonPatch, MoveAndCopy) {
  Check({
      {R"({"a":{"x":1}})", R"([{"op":"move","from":"/a","path":"/b"}])", R"({"b":{"x":1}})"},
      {R"({"a":{"x":1}})", R"([{"op":"move","from":"/a","path":"/a/b"}])", nullptr},
      {R"({"a":1})", R"([{"op":"move","from":"/b","path":"/c"}])", nullptr},
      {R"({"a":1})", R"([{"op":"move","from":"","path":"/c"}])", nullptr},
      {R"({"a":1})", R"([{"op":"move","path":"/c"}])", nullptr},
      {R"([1,2,3])", R"([{"op":"move","from":"/0","path":"/1"}])", R"([2,1,3])"},
      {R"([1,2,3])", R"([{"op":"move","from":"/0","path":"/-"}])", R"([2,3,1])"},
      {R"({"a":{"x":1}})",
       R"([{"op":"add","path":"/a/y","value":2},{"op":"move","from":"/a","path":"/b"},)"
       R"({"op":"remove","path":"/b/x"}])",
       R"({"b":{"y":2}})"},
      {R"({"a":{"x":1}})",
       R"([{"op":"copy","from":"/a","path":"/b"},{"op":"add","path":"/b/x","value":2}])",
       R"({"a":{"x":1},"b":{"x":2}})"},
      {R"({"a":{"x":1}})",
       R"([{"op":"add","path":"/a/y","value":2},{"op":"copy","from":"/a","path":"/b"},)"
       R"({"op":"add","path":"/a/y","value":3}])",
       R"({"a":{"x":1,"y":3},"b":{"x":1,"y":2}})"},
      {R"({"a":1})", R"([{"op":"copy","from":"/zz","path":"/yy"}])", R"({"a":1,"yy":null})"},
      {R"([1])", R"([{"op":"copy","from":"/1","path":"/-"}])", nullptr},
      {R"({"a":1})", R"([{"op":"copy","from":"","path":"/b"}])", nullptr},
      {R"({"a":1})", R"([{"op":"copy","path":"/b"}])", nullptr},
  });
}

TEST(JsonPatch, Test) {
  constexpr const char* kDocument =
      R"({"a":"1","f":1.5,"l":[1,{"x":null}],"n":1,"o":{"p":1,"q":2},"z":null})";
  for (const char* test : {
           R"({"op":"test","path":"/a","value":"1"})",
           R"({"op":"test","path":"/n","value":1})",
           R"({"op":"test","path":"/f","value":1.5})",
           R"({"op":"test","path":"/o","value":{"q":2,"p":1}})",
           R"({"op":"test","path":"/l","value":[1,{"x":null}]})",
           R"({"op":"test","path":"/l/-1/x"})",
           R"({"op":"test","path":"/z","value":null})",
           R"({"op":"test","path":"/z"})",
           R"({"op":"test","path":"/absent"})",
           R"({"op":"test","path":"/absent","value":null})",
           R"({"op":"test","path":"","value":)"
           R"({"z":null,"a":"1","f":1.5,"l":[1,{"x":null}],"n":1,"o":{"p":1,"q":2}}})",
       }) {
    Arena arena;
    std::string patch = "[" + std::string(test) + "]";
    auto result = Patched(arena, kDocument, patch);
    EXPECT_TRUE(result) << test;
    // The same where all of it has been taken apart.
    patch = R"([{"op":"add","path":"/l/1/y","value":1},{"op":"remove","path":"/l/1/y"},)"
            R"({"op":"add","path":"/o/y","value":1},{"op":"remove","path":"/o/y"},)" +
            std::string(test) + "]";
    EXPECT_TRUE(Patched(arena, kDocument, patch)) << patch;
  }
  for (const char* test : {
           R"({"op":"test","path":"/a","value":"2"})",
           R"({"op":"test","path":"/a","value":"\u0031"})",
           R"({"op":"test","path":"/n","value":1.0})",
           R"({"op":"test","path":"/n","value":"1"})",
           R"({"op":"test","path":"/o","value":{"p":1}})",
           R"({"op":"test","path":"/o","value":{"p":1,"r":2}})",
           R"({"op":"test","path":"/l","value":[{"x":null},1]})",
           R"({"op":"test","path":"/l","value":[1,{}]})",
           R"({"op":"test","path":"/l/2"})",
           R"({"op":"test","path":"/absent/x"})",
           R"({"op":"test","path":"/absent","value":1})",
           R"({"op":"test","path":"","value":{}})",
           R"({"op":"test"})",
           R"({"op":"frob","path":"/a"})",
           R"({"op":"Add","path":"/a"})",
           R"({"path":"/a","value":1})",
           R"({"op":null,"path":"/a","value":1})",
           R"(null)",
       }) {
    Arena arena;
    std::string patch = "[" + std::string(test) + "]";
    EXPECT_FALSE(Patched(arena, kDocument, patch)) << test;
  }
}

TEST(JsonPatch, TestsCompareStringsAsTheyAreWritten) {
  for (auto [document, value, equal] :
       std::initializer_list<std::tuple<const char*, const char*, bool>>{
           {R"({"a":"x\ny"})", R"("x\ny")", true},
           {R"({"a":"x\ny"})", R"("x\u000ay")", false},
           {R"({"a":"\"q\" \\"})", R"("\"q\" \\")", true},
           {R"({"a":"a/b"})", R"("a\/b")", false},
           {R"({"a":"a<b&c"})", R"("a<b&c")", true},
           {R"({"a":"a<b&c"})", R"("a\u003cb\u0026c")", true},
           {R"({"a":["1"]})", R"( [ "\u0031" ] )", false},
           // Keys are what they mean.
           {R"({"a":{"k":"v"}})", R"({"\u006b":"v"})", true},
       }) {
    Arena arena;
    std::string patch = fmt::format(R"([{{"op":"test","path":"/a","value":{}}}])", value);
    EXPECT_EQ(Patched(arena, document, patch).has_value(), equal) << patch;
  }
}

TEST(JsonPatch, WhatChangesNothingIsTheDocument) {
  for (const char* patch : {"[]", " null ", R"([{"op":"test","path":"/a/b","value":1}])"}) {
    Arena arena;
    Value document = *codec::ParseJson(R"({"a":{"b":1}})", arena);
    auto parsed = JsonPatch::Parse(patch, arena, nullptr);
    ASSERT_TRUE(parsed);
    auto result = parsed->Apply(arena, document);
    ASSERT_TRUE(result) << patch;
    EXPECT_TRUE(IsSame(*result, document)) << patch;
  }
}

TEST(JsonPatch, ParseErrors) {
  struct Refusal {
    const char* body;
    const char* collecting;
    const char* ignoring;  // null: accepted, and refused when applied
  };
  for (const Refusal& c : std::initializer_list<Refusal>{
           {"", "error decoding patch: unexpected end of JSON input",
            "unexpected end of JSON input"},
           {"[{]",
            "error decoding patch: invalid character ']' looking for beginning of object key "
            "string",
            "invalid character ']' looking for beginning of object key string"},
           {"[] x", "error decoding patch: invalid character 'x' after top-level value",
            "invalid character 'x' after top-level value"},
           {R"({"op":"add"})", "error decoding patch: object is not a list of operations",
            "object is not a list of operations"},
           {R"("x")", "error decoding patch: string is not a list of operations",
            "string is not a list of operations"},
           {"[[1]]", "error decoding patch: operation 0 is not an object",
            "operation 0 is not an object"},
           {R"([{"op":5,"path":"/a"}])", "error decoding patch: [0].op is a number, not a string",
            nullptr},
           {R"([null,{"op":"add","path":{"a":[]}}])",
            "error decoding patch: [1].path is a object, not a string", nullptr},
           // Syntax comes first.
           {R"([{"op":5},])",
            "error decoding patch: invalid character ']' looking for beginning of value",
            "invalid character ']' looking for beginning of value"},
       }) {
    Arena arena;
    field::Findings findings;
    auto collecting = JsonPatch::Parse(c.body, arena, &findings);
    ASSERT_FALSE(collecting) << c.body;
    EXPECT_EQ(collecting.error().code(), 400);
    EXPECT_EQ(collecting.error().message(), c.collecting);
    auto ignoring = JsonPatch::Parse(c.body, arena, nullptr);
    if (c.ignoring == nullptr) {
      ASSERT_TRUE(ignoring) << c.body;
      EXPECT_FALSE(ignoring->Apply(arena, Value::EmptyObject()));
    } else {
      ASSERT_FALSE(ignoring) << c.body;
      EXPECT_EQ(ignoring.error().message(), c.ignoring);
    }
  }
}

TEST(JsonPatch, FindingsAreInDocumentOrder) {
  Arena arena;
  field::Findings findings;
  auto patch = JsonPatch::Parse(
      R"([{"op":"add","path":"/data/b","value":"2","why":"x"},)"
      R"({"op":"add","path":"/zeta","value":1},)"
      R"({"Op":1,"op":"add","path":"/alpha","path":"/alpha2","value":{"x":1,"x":2}}])",
      arena, &findings);
  ASSERT_TRUE(patch);
  EXPECT_EQ(field::FindingTexts(findings.items()), (std::vector<std::string>{
                                                       "json patch unknown field \"[0].why\"",
                                                       "json patch unknown field \"[2].Op\"",
                                                       "json patch duplicate field \"[2].path\"",
                                                       "json patch duplicate field \"[2].value.x\"",
                                                   }));
  ASSERT_TRUE(patch->has_repeats());
  auto result = patch->Apply(arena, *codec::ParseJson(R"({"data":{},"e":[[],{}]})", arena));
  ASSERT_TRUE(result);
  EXPECT_EQ(codec::ToJson(*result), R"({"alpha2":{"x":2},"data":{"b":"2"},"e":[[],{}],"zeta":1})");
  EXPECT_EQ(patch->TextOf(*result),
            R"({"alpha2":{"x":1,"x":2},"data":{"b":"2"},"e":[[],{}],"zeta":1})");
}

TEST(JsonPatch, KnowsWhenAMisspeltMemberIsToBlame) {
  for (auto [body, misspelt] : std::initializer_list<std::pair<const char*, bool>>{
           {R"([{"op":"move","form":"/a","path":"/b"}])", true},
           {R"([{"op":"test","path":"/b"},{"op":"add","pth":"/b","value":1}])", true},
           {R"([{"opp":"add","path":"/b","value":1}])", true},
           {R"([{"op":"add","path":"/b","why":"x"}])", false},
           {R"([{"op":"move","path":"/b"}])", false},
       }) {
    Arena arena;
    field::Findings findings;
    auto patch = JsonPatch::Parse(body, arena, &findings);
    ASSERT_TRUE(patch) << body;
    EXPECT_EQ(patch->has_misspelt_members(), misspelt) << body;
  }
  EXPECT_EQ(JsonPatch::NearestMember("[0].form"), "from");
  EXPECT_EQ(JsonPatch::NearestMember("[12].vlaue"), "value");
  EXPECT_EQ(JsonPatch::NearestMember("[0].comment"), std::nullopt);
}

TEST(JsonPatch, Limits) {
  auto repeat = [](const std::string& operation, size_t count) {
    std::string body = "[";
    for (size_t i = 0; i < count; ++i) body += (i > 0 ? "," : "") + operation;
    return body + "]";
  };
  Arena arena;
  const std::string add = R"({"op":"add","path":"/a","value":1})";
  EXPECT_TRUE(Patched(arena, "{}", repeat(add, JsonPatch::kMaxOperations)));
  auto many = Patched(arena, "{}", repeat(add, JsonPatch::kMaxOperations + 1));
  ASSERT_FALSE(many);
  EXPECT_EQ(many.error().code(), 413);
  EXPECT_EQ(many.error().message(),
            "Request entity too large: The allowed maximum operations in a JSON patch is 10000, "
            "got 10001");
  many = Patched(arena, "{}", repeat("{}", 200'000));
  ASSERT_FALSE(many);
  EXPECT_TRUE(many.error().message().ends_with("got 200000"));

  std::string megabyte = R"({"a":")" + std::string(1'000'000, 'x') + "\"}";
  const std::string copy = R"({"op":"copy","from":"/a","path":"/b"})";
  EXPECT_TRUE(Patched(arena, megabyte, repeat(copy, 3)));
  EXPECT_FALSE(Patched(arena, megabyte, repeat(copy, 4)));
  // Each doubles what is there.
  std::string doubling = R"([{"op":"add","path":"/a","value":{"x":"xxxxxxxx"}})";
  for (int i = 0; i < 60; ++i) {
    doubling += fmt::format(R"(,{{"op":"copy","from":"/a","path":"/a/{}"}})", i);
  }
  EXPECT_FALSE(Patched(arena, "{}", doubling + "]"));
}

std::string Nested(int depth) {
  return std::string(static_cast<size_t>(depth), '[') +
         std::string(static_cast<size_t>(depth), ']');
}

void PatchAtTheLimitOfDepth() {
  Arena arena;
  auto add = [](int depth) {
    return R"([{"op":"add","path":"/a","value":)" + Nested(depth) + "}]";
  };
  // Two levels are those of the patch itself.
  EXPECT_TRUE(Patched(arena, "{}", add(kMaxPatchDepth - 2)));
  EXPECT_FALSE(Patched(arena, "{}", add(kMaxPatchDepth - 1)));
  // Documents may be as deep as decoders let them be, and no deeper afterwards.
  std::string deepest = R"({"a":)" + Nested(codec::kMaxDepth - 1) + R"(,"b":[]})";
  EXPECT_TRUE(Patched(arena, deepest, R"([{"op":"add","path":"/c","value":1}])"));
  EXPECT_FALSE(Patched(arena, deepest, R"([{"op":"move","from":"/a","path":"/b/0"}])"));
  // A long chain of nested moves.
  std::string chain;
  for (int i = 0; i < 3'000; ++i) {
    chain +=
        R"(,{"op":"add","path":"/b","value":[[[[[]]]]]},)"
        R"({"op":"move","from":"/a","path":"/b/0/0/0/0/-"},{"op":"move","from":"/b","path":"/a"})";
  }
  EXPECT_FALSE(Patched(arena, R"({"a":[]})", "[" + chain.substr(1) + "]"));
}

TEST(JsonPatch, DepthIsLimited) { OnDeepStack(PatchAtTheLimitOfDepth); }

TEST(JsonPatch, ManyEditsOfLargeContainersDoNotCopyThem) {
  Arena source;
  std::vector<Member> members;
  for (int i = 0; i < 50'000; ++i) {
    members.push_back({source.Copy("key-" + std::to_string(i)), Value(i)});
  }
  Value document = Value().With(source, "data", Value::Object(source, members));
  std::string body = "[";
  for (size_t i = 0; i < JsonPatch::kMaxOperations; ++i) {
    body += fmt::format(R"({}{{"op":"add","path":"/data/new-{}","value":1}})", i > 0 ? "," : "", i);
  }
  Arena arena;
  auto patch = JsonPatch::Parse(body + "]", arena, nullptr);
  ASSERT_TRUE(patch);
  auto result = patch->Apply(arena, document);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->Find("data").size(), size_t{60'000});
  EXPECT_LT(arena.allocated_bytes(), size_t{8'000'000});
}

TEST(JsonPatch, ManyEditsOfALongList) {
  constexpr int kLength = 200'000;
  Arena source;
  std::vector<Value> items;
  for (int i = 0; i < kLength; ++i) items.emplace_back(i);
  Value document = Value().With(source, "l", Value::List(source, items));
  std::string body = R"([{"op":"remove","path":"/l/-1"},{"op":"move","from":"/l/0","path":"/l/-"})";
  constexpr int kInserted = 5'000;
  for (int i = 0; i < kInserted; ++i) {
    body += fmt::format(R"(,{{"op":"add","path":"/l/0","value":{}}})", kLength + i);
  }
  Arena arena;
  auto patch = JsonPatch::Parse(body + "]", arena, nullptr);
  ASSERT_TRUE(patch);
  auto result = patch->Apply(arena, document);
  ASSERT_TRUE(result);
  auto list = result->Find("l").items();
  ASSERT_EQ(list.size(), size_t{kLength - 1 + kInserted});
  EXPECT_EQ(list.front(), Value(kLength + kInserted - 1));
  EXPECT_EQ(list[kInserted - 1], Value(kLength));
  EXPECT_EQ(list[kInserted], Value(1));
  EXPECT_EQ(list[list.size() - 2], Value(kLength - 2));
  EXPECT_EQ(list.back(), Value(0));
}

// Merge patches made of sets and removals are also JSON patches.
TEST(JsonPatch, AgreesWithMergePatch) {
  constexpr const char* kDocument = R"({"a":{"b":1,"c":{"d":2}},"e":[1]})";
  for (auto [merge, json] : std::initializer_list<std::pair<const char*, const char*>>{
           {R"({"a":{"b":5}})", R"([{"op":"replace","path":"/a/b","value":5}])"},
           {R"({"a":{"c":null}})", R"([{"op":"remove","path":"/a/c"}])"},
           {R"({"e":[2],"f":{}})",
            R"([{"op":"add","path":"/f","value":{}},{"op":"replace","path":"/e","value":[2]}])"},
           {R"({"a":{"c":{"d":3,"x":4}}})",
            R"([{"op":"add","path":"/a/c/d","value":3},{"op":"add","path":"/a/c/x","value":4}])"},
       }) {
    Arena arena;
    Value document = *codec::ParseJson(kDocument, arena);
    Value merged = MergePatch(arena, document, *codec::ParseJson(merge, arena));
    auto patched = Patched(arena, kDocument, json);
    ASSERT_TRUE(patched) << json;
    EXPECT_EQ(codec::ToJson(merged), codec::ToJson(*patched));
  }
}

}  // namespace
}  // namespace pintle::patch
