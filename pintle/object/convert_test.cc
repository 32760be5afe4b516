#include "pintle/object/convert.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pintle/object/kinds_for_test.h"

namespace pintle::object {
namespace {

using testing::ElementsAre;

// Calls the size what the version is called; notes what it was asked.
class Renamer final : public Converter {
 public:
  Task<Result<std::vector<Value>>> Convert(std::vector<Value> documents, std::string version,
                                           Arena& arena) const override {
    ++calls;
    if (fails) co_return Fail(Reason::kUnknown, "no");
    for (Value& document : documents) {
      names.emplace_back(document.Find("metadata").FindString("name"));
      std::string api_version = "demo.example.org/" + version;
      document = document.With(arena, "apiVersion", Value::String(arena, api_version))
                     .With(arena, "spec",
                           Value().With(arena, "size", Value(42)).With(arena, "extra", Value(1)));
    }
    co_return documents;
  }

  bool fails = false;
  mutable int calls = 0;
  mutable std::vector<std::string> names;
};

class ConvertTest : public testing::Test {
 protected:
  Object Widget(const std::string& version, const std::string& name) {
    return MustDecode(kind_, version,
                      R"({"apiVersion":"demo.example.org/)" + version +
                          R"(","kind":"Widget","metadata":{"name":")" + name +
                          R"("},"spec":{"size":1,"color":"red"}})")
        .object;
  }
  std::string Spec(const Object& object) { return codec::ToJson(object.content().Find("spec")); }

  Kind kind_ = WidgetKind();
  std::shared_ptr<Renamer> renamer_ = std::make_shared<Renamer>();
};

TEST_F(ConvertTest, WithoutConverterOnlyTheVersionChanges) {
  Result<Object> converted = BlockOn(ToVersion(kind_, Widget("v1", "a"), "v2"));
  ASSERT_TRUE(converted);
  EXPECT_EQ(converted->api_version(), "demo.example.org/v2");
  EXPECT_EQ(converted->meta().name, "a");
  EXPECT_EQ(Spec(*converted), R"({"size":1})") << "pruned by the schema of v2";
  EXPECT_FALSE(NeedsConverter(kind_, Widget("v1", "a"), "v2"));
  EXPECT_TRUE(IsOtherVersion(kind_, Widget("v1", "a"), "v2"));
}

TEST_F(ConvertTest, ConverterIsAskedOnceForWhatNeedsIt) {
  kind_.converter = renamer_;
  std::vector<Object> objects = {Widget("v1", "a"), Widget("v2", "b"), Object(), Widget("v1", "c")};
  Status converted = BlockOn(AllToVersion(kind_, objects, "v2"));
  ASSERT_TRUE(converted) << converted.error().message();
  EXPECT_EQ(renamer_->calls, 1);
  EXPECT_THAT(renamer_->names, ElementsAre("a", "c"));
  EXPECT_EQ(Spec(objects[0]), R"({"size":42})") << "pruned";
  EXPECT_EQ(Spec(objects[1]), R"({"size":1})");
  EXPECT_FALSE(objects[2]);
  EXPECT_EQ(objects[3].version(), "v2");
  ASSERT_TRUE(BlockOn(AllToVersion(kind_, objects, "v2")));
  EXPECT_EQ(renamer_->calls, 1);
}

TEST_F(ConvertTest, NoDefaultsAreFilledIn) {
  kind_.converter = renamer_;
  Result<Object> converted = BlockOn(ToVersion(kind_, Widget("v2", "a"), "v1"));
  ASSERT_TRUE(converted);
  EXPECT_EQ(Spec(*converted), R"({"size":42})");
}

TEST_F(ConvertTest, FailureChangesNothing) {
  kind_.converter = renamer_;
  renamer_->fails = true;
  std::vector<Object> objects = {Widget("v1", "a")};
  Status converted = BlockOn(AllToVersion(kind_, objects, "v2"));
  ASSERT_FALSE(converted);
  EXPECT_EQ(converted.error().message(), "no");
  EXPECT_EQ(converted.error().code(), 500);
  EXPECT_EQ(objects[0].version(), "v1");
}

TEST_F(ConvertTest, UnknownVersions) {
  Result<Object> to = BlockOn(ToVersion(kind_, Widget("v1", "a"), "v3"));
  ASSERT_FALSE(to);
  EXPECT_EQ(to.error().message(),
            "request to convert CR to an invalid group/version: demo.example.org/v3");
  Object old = Widget("v1", "a");
  old.set_api_version("demo.example.org/v0");
  Result<Object> from = BlockOn(ToVersion(kind_, old, "v1"));
  ASSERT_FALSE(from);
  EXPECT_EQ(from.error().message(),
            "request to convert CR from an invalid group/version: demo.example.org/v0");
}

TEST_F(ConvertTest, CompiledInKindsAreLeftAlone) {
  scheme::Scheme scheme;
  Kind kind = ConfigMapKind(scheme);
  Object object =
      MustDecode(kind, "v1", R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"}})")
          .object;
  Result<Object> same = BlockOn(ToVersion(kind, object, "v1"));
  ASSERT_TRUE(same);
  EXPECT_EQ(same->meta().name, "a");
}

}  // namespace
}  // namespace pintle::object
