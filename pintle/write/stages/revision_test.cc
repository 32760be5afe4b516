#include "pintle/write/stages/revision.h"

#include <gtest/gtest.h>

#include "pintle/write/write_for_test.h"

namespace pintle::write {
namespace {

class RevisionTest : public WriteTest {
 protected:
  // The error of a change of an object of revision 7 by one with this revision, or the revision
  // that it gets.
  std::string Check(std::string_view plural, std::string_view revision) {
    const ResourceDefinition& resource = Resource(plural);
    Object old = Body(resource, R"({"metadata":{"name":"a","resourceVersion":"7"}})");
    Object object = Body(resource, R"({"metadata":{"name":"a"}})");
    object.meta().resource_version = object.arena().Copy(revision);
    Warnings warnings;
    Draft draft{.object = std::move(object), .old = &old, .warnings = warnings};
    Status status = CheckRevision(RulesOf(world_, resource), draft);
    if (status) return std::string(draft.object.meta().resource_version);
    return std::to_string(status.error().code()) + " " + status.error().message();
  }
};

TEST_F(RevisionTest, IsALock) {
  constexpr const char* kModified =
      "409 Operation cannot be fulfilled on configmaps \"a\": the object has been modified; please "
      "apply your changes to the latest version and try again";
  EXPECT_EQ(Check("configmaps", "7"), "7");
  EXPECT_EQ(Check("configmaps", "07"), "7") << "it is a number";
  EXPECT_EQ(Check("configmaps", "6"), kModified);
  EXPECT_EQ(Check("configmaps", "8"), kModified);
  EXPECT_EQ(Check("configmaps", "x"),
            "400 resourceVersion: Invalid value: \"x\": must be a whole number");
}

TEST_F(RevisionTest, WithoutOneTheKindDecides) {
  constexpr const char* kRequired =
      "422 leases.coordination.k8s.io \"a\" is invalid: metadata.resourceVersion: Invalid value: "
      "0: "
      "must be specified for an update";
  for (std::string_view none : {"", "0"}) {
    EXPECT_EQ(Check("configmaps", none), "7");
    EXPECT_EQ(Check("leases", none), kRequired);
  }
}

TEST_F(RevisionTest, WhatIsNewHasNone) {
  Warnings warnings;
  Draft draft{.object = Body(Resource("configmaps"), R"({"metadata":{"name":"a"}})"),
              .warnings = warnings};
  for (std::string_view none : {"", "0", "x"}) {
    draft.object.meta().resource_version = none;
    EXPECT_TRUE(CheckNoRevision(draft)) << none;
  }
  draft.object.meta().resource_version = "5";
  Status status = CheckNoRevision(draft);
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().code(), 400);
}

}  // namespace
}  // namespace pintle::write
