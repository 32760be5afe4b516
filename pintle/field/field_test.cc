#include <gtest/gtest.h>

#include "pintle/field/errors.h"
#include "pintle/field/findings.h"
#include "pintle/field/path.h"

namespace pintle::field {
namespace {

TEST(Path, PrintsNamesIndicesAndKeys) {
  Path spec("spec");
  Path containers = spec.Child("containers");
  Path first = containers.Index(0);
  Path env = first.Child("env");
  EXPECT_EQ(env.Key("name").ToString(), "spec.containers[0].env[name]");
  EXPECT_EQ(Path().ToString(), "");
  Path root;
  EXPECT_EQ(root.Child("a").ToString(), "a");
}

TEST(Errors, HaveTheApiTexts) {
  Path p("spec.x");
  EXPECT_EQ(Required(p).Text(), "spec.x: Required value");
  EXPECT_EQ(Required(p, "why").Text(), "spec.x: Required value: why");
  EXPECT_EQ(Invalid(p, "a\"b", "bad").Text(), R"(spec.x: Invalid value: "a\"b": bad)");
  EXPECT_EQ(Invalid(p, int64_t{5}, "").Text(), "spec.x: Invalid value: 5");
  EXPECT_EQ(NotSupported(p, "Foo", {"a", "b"}).Text(),
            R"(spec.x: Unsupported value: "Foo": supported values: "a", "b")");
  EXPECT_EQ(Duplicate(p, "a").Text(), R"(spec.x: Duplicate value: "a")");
  EXPECT_EQ(Forbidden(p, "no").Text(), "spec.x: Forbidden: no");
  EXPECT_EQ(TooLong(p, 63).Text(), "spec.x: Too long: may not be more than 63 bytes");
  EXPECT_EQ(TooLong(p, 1).Text(), "spec.x: Too long: may not be more than 1 byte");
  EXPECT_EQ(TooLong(p, -1).Text(), "spec.x: Too long: value is too long");
  EXPECT_EQ(TooMany(p, 7, 5).Text(), "spec.x: Too many: 7: must have at most 5 items");
  EXPECT_EQ(Required(Path()).Text(), "<nil>: Required value");
}

TEST(Errors, BecomeOne422) {
  ErrorList errors;
  errors.push_back(Required(Path("a")));
  pintle::Error one = InvalidStatus("example.com", "Foo", "n", errors);
  EXPECT_EQ(one.message(), "Foo.example.com \"n\" is invalid: a: Required value");
  EXPECT_EQ(one.code(), 422);
  errors.push_back(Required(Path("b")));
  errors.push_back(Required(Path("b")));
  pintle::Error many = InvalidStatus("", "Foo", "n", errors);
  EXPECT_EQ(many.message(), "Foo \"n\" is invalid: [a: Required value, b: Required value]");
  EXPECT_EQ(many.details()->causes.size(), 3u);
  EXPECT_EQ(many.details()->causes[0].reason, "FieldValueRequired");
  EXPECT_EQ(many.details()->causes[0].message, "Required value");
}

TEST(Findings, AreDedupedCappedAndJoined) {
  Findings findings;
  findings.Unknown("spec.foo");
  findings.Duplicate("spec.a\"b");
  findings.Unknown("spec.foo");
  EXPECT_EQ(findings.Message(),
            R"(strict decoding error: unknown field "spec.foo", duplicate field "spec.a\"b")");
  for (int i = 0; i < 200; ++i) findings.Unknown(std::to_string(i));
  EXPECT_EQ(findings.texts().size(), Findings::kMaxFindings);
}

}  // namespace
}  // namespace pintle::field
