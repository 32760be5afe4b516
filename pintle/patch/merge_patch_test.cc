#include "pintle/patch/merge_patch.h"

#include <gtest/gtest.h>

#include "pintle/codec/document.h"

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
       }) {
    Arena arena;
    Value document = *codec::ParseJson(c.document, arena);
    Value patch = *codec::ParseJson(c.patch, arena);
    EXPECT_EQ(codec::ToJson(MergePatch(arena, document, patch)), c.result)
        << c.document << " + " << c.patch;
  }
}

}  // namespace
}  // namespace pintle::patch
