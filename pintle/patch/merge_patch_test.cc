#include "pintle/patch/merge_patch.h"

#include <gtest/gtest.h>

#include "pintle/base/deep_stack_for_test.h"
#include "pintle/codec/document.h"
#include "pintle/patch/depth.h"
#include "pintle/patch/strip.h"

namespace pintle::patch {
namespace {

TEST(MergePatch, FollowsTheRfc) {
  struct Case {
    const char* document;
    const char* patch;
    const char* result;
  };
  for (const Case& c : std::initializer_list<Case>{
           {R"({"a":"b"})", R"({"a":"c"})", R"({"a":"c"})"},
           {R"({"a":"b"})", R"({"b":"c"})", R"({"a":"b","b":"c"})"},
           {R"({"a":"b"})", R"({"a":null})", R"({})"},
           {R"({"a":"b","b":"c"})", R"({"a":null})", R"({"b":"c"})"},
           {R"({"a":["b"]})", R"({"a":"c"})", R"({"a":"c"})"},
           {R"({"a":"c"})", R"({"a":["b"]})", R"({"a":["b"]})"},
           {R"({"a":{"b":"c"}})", R"({"a":{"b":"d","c":null}})", R"({"a":{"b":"d"}})"},
           {R"({"a":[{"b":"c"}]})", R"({"a":[1]})", R"({"a":[1]})"},
           {R"({"a":"foo"})", R"({})", R"({"a":"foo"})"},
           {R"({"e":null})", R"({"a":1})", R"({"a":1,"e":null})"},
           {R"({})", R"({"a":{"bb":{"ccc":null}}})", R"({"a":{"bb":{}}})"},
           {R"({})", R"({"a":[{"x":null},null]})", R"({"a":[{},null]})"},
           {R"({"a":null})", R"({"a":{"x":null,"y":1}})", R"({"a":{"y":1}})"},
           // What replaces an object comes to the letter, what replaces anything else without
           // nulls.
           {R"({"a":{"b":1}})", R"({"a":[{"x":null}]})", R"({"a":[{"x":null}]})"},
           {R"({"a":[1]})", R"({"a":[{"x":null}]})", R"({"a":[{}]})"},
           {R"({"a":1})", R"({"a":{"x":null,"y":{"z":null}}})", R"({"a":{"y":{}}})"},
           // Directives of strategic merge mean nothing here.
           {R"({"a":{"b":1}})", R"({"a":{"$patch":"replace"}})",
            R"({"a":{"$patch":"replace","b":1}})"},
           {R"({"a":1})", R"([{"x":null}])", R"([{"x":null}])"},
       }) {
    Arena arena;
    Value document = *codec::ParseJson(c.document, arena);
    Value patch = *codec::ParseJson(c.patch, arena);
    EXPECT_EQ(codec::ToJson(MergePatch(arena, document, patch)), c.result)
        << c.document << " + " << c.patch;
  }
}

TEST(MergePatch, WhatChangesNothingIsTheDocument) {
  constexpr const char* kDocument = R"({"a":{"b":1,"c":["x",{"y":2}]},"d":"e"})";
  for (const char* patch : {"{}", R"({"a":{}})", R"({"a":{"b":1}})", R"({"a":{"c":["x",{"y":2}]}})",
                            R"({"zz":null,"a":{"zz":null}})", R"({"d":"e"})", kDocument}) {
    Arena arena;
    Value document = *codec::ParseJson(kDocument, arena);
    Value patched = MergePatch(arena, document, *codec::ParseJson(patch, arena));
    EXPECT_TRUE(IsSame(patched, document)) << patch;
  }
}

void PatchAtTheDepthThatPatchesMayHave() {
  Arena arena;
  std::string deep;
  for (int i = 0; i < kMaxPatchDepth - 1; ++i) deep += R"({"a":)";
  std::string ends(static_cast<size_t>(kMaxPatchDepth - 1), '}');
  Value document = *codec::ParseJson(deep + R"({"b":1})" + ends, arena);
  Value patch = *codec::ParseJson(deep + R"({"b":null,"c":2})" + ends, arena);
  EXPECT_TRUE(FitsDepth(patch, kMaxPatchDepth));
  EXPECT_FALSE(FitsDepth(patch, kMaxPatchDepth - 1));
  EXPECT_EQ(codec::ToJson(MergePatch(arena, document, patch)), deep + R"({"c":2})" + ends);
  EXPECT_EQ(codec::ToJson(MergePatch(arena, Value(), patch)), deep + R"({"c":2})" + ends);
}

TEST(MergePatch, WorksAtTheDepthThatPatchesMayHave) {
  OnDeepStack(PatchAtTheDepthThatPatchesMayHave);
}

}  // namespace
}  // namespace pintle::patch
