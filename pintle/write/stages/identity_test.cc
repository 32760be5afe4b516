#include "pintle/write/stages/identity.h"

#include <gtest/gtest.h>

#include "pintle/write/write_for_test.h"

namespace pintle::write {
namespace {

class IdentityTest : public WriteTest {
 protected:
  // What CheckIdentity says of a ConfigMap with this metadata, for a request to `ns/a`.
  Result<Object> Check(std::string_view metadata, const Object* old) {
    const Rules rules = RulesOf(world_, config_maps_);
    TestRequest request = RequestFor(config_maps_, old != nullptr ? "a" : "");
    Draft draft{.object = Body(config_maps_, R"({"metadata":)" + std::string(metadata) + "}"),
                .old = old,
                .warnings = request.warnings};
    PINTLE_RETURN_IF_ERROR(CheckIdentity(request, rules, draft));
    return draft.object;
  }

  const ResourceDefinition& config_maps_ = Resource("configmaps");
  const ResourceDefinition& namespaces_ = Resource("namespaces");
};

constexpr const char* kOtherNamespace =
    "the namespace of the provided object does not match the namespace sent on the request";

TEST_F(IdentityTest, WhatIsNewHasNothingOfTheServers) {
  Object taken = Must(Check(R"({"name":"x","uid":"u","selfLink":"/x","deletionGracePeriodSeconds":1,
    "creationTimestamp":"2001-01-01T00:00:00Z","deletionTimestamp":"2001-01-01T00:00:00Z"})",
                            nullptr));
  const object::ObjectMeta& meta = taken.meta();
  EXPECT_EQ(meta.name, "x") << "a creation names its object by itself";
  EXPECT_EQ(meta.namespace_, "ns");
  EXPECT_EQ(meta.uid, "");
  EXPECT_EQ(meta.self_link, "");
  EXPECT_FALSE(meta.creation_timestamp);
  EXPECT_FALSE(meta.deletion_timestamp);
  EXPECT_FALSE(meta.deletion_grace_period_seconds);
  EXPECT_TRUE(
      FailsWith(Check(R"({"name":"x","namespace":"other"})", nullptr), 400, kOtherNamespace));
}

TEST_F(IdentityTest, WhatIsChangedIsTheObjectOfTheRequest) {
  const Object old = Body(config_maps_, R"({"metadata":{"name":"a","namespace":"ns"}})");
  EXPECT_EQ(Must(Check(R"({"name":"a"})", &old)).meta().namespace_, "ns");
  EXPECT_EQ(Must(Check(R"({"name":"a","uid":"u"})", &old)).meta().uid, "u");
  struct Case {
    const char* metadata;
    const char* message;
  };
  for (const Case& c : std::initializer_list<Case>{
           {R"({"name":"a","namespace":"other"})", kOtherNamespace},
           {R"({})",
            "the name of the object (a based on URL) was undeterminable: name must be "
            "provided"},
           {R"({"name":"b"})", "the name of the object (b) does not match the name on the URL (a)"},
       }) {
    EXPECT_TRUE(FailsWith(Check(c.metadata, &old), 400, c.message)) << c.metadata;
  }
}

TEST_F(IdentityTest, WhatIsInNoNamespaceHasNone) {
  TestRequest request = RequestFor(namespaces_, "n");
  request.what.namespace_name = "n";  // as paths of namespaces have it
  Object object = Body(namespaces_, R"({"metadata":{"name":"n","namespace":"other"}})");
  EXPECT_TRUE(CheckNames(request, namespaces_, object));
  EXPECT_EQ(object.meta().namespace_, "");
  object.meta().namespace_ = "other";
  EXPECT_TRUE(TakeAsNew(request, namespaces_, object));
  EXPECT_EQ(object.meta().namespace_, "");
}

TEST_F(IdentityTest, AUidNamesOneObject) {
  const TestRequest request = RequestFor(config_maps_, "a");
  Object object = Body(config_maps_, R"({"metadata":{"name":"a"}})");
  EXPECT_TRUE(CheckUid(request, config_maps_, object, "u"));
  EXPECT_TRUE(CheckUid(request, config_maps_, object, ""));
  object.meta().uid = "u";
  EXPECT_TRUE(CheckUid(request, config_maps_, object, "u"));
  for (std::string_view current : {"", "v"}) {
    Status status = CheckUid(request, config_maps_, object, current);
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().code(), 409);
    EXPECT_EQ(status.error().message(),
              "Operation cannot be fulfilled on configmaps \"a\": StorageError: invalid object, "
              "Code: 4, Key: /registry/configmaps/ns/a, ResourceVersion: 0, AdditionalErrorMsg: "
              "Precondition failed: UID in precondition: u, UID in object meta: " +
                  std::string(current));
  }
}

TEST(PathName, MustBeASegment) {
  EXPECT_TRUE(CheckPathName("a.b"));
  struct Case {
    const char* name;
    const char* message;
  };
  for (const Case& c : std::initializer_list<Case>{
           {"", "Name parameter required."},
           {".", "Name parameter invalid: \".\": may not be '.'"},
           {"..", "Name parameter invalid: \"..\": may not be '..'"},
           {"a/b", "Name parameter invalid: \"a/b\": may not contain '/'"},
           {"a/%", "Name parameter invalid: \"a/%\": may not contain '/';may not contain '%'"},
       }) {
    Status status = CheckPathName(c.name);
    ASSERT_FALSE(status) << c.name;
    EXPECT_EQ(status.error().code(), 400);
    EXPECT_EQ(status.error().message(), c.message);
  }
}

}  // namespace
}  // namespace pintle::write
