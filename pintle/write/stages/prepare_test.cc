#include "pintle/write/stages/prepare.h"

#include <gtest/gtest.h>

#include "apis/frobber/internal/types.h"
#include "pintle/write/write_for_test.h"

namespace pintle::write {
namespace {

using apis::frobber::internal::Frobber;

class PrepareTest : public WriteTest {
 protected:
  Object Prepared(std::string_view json, const Object* old = nullptr) {
    const Rules rules = RulesOf(world_, frobbers_);
    TestRequest request = RequestFor(frobbers_);
    Draft draft{.object = Body(frobbers_, json), .old = old, .warnings = request.warnings};
    Prepare(ContextOf(request, rules, drawn_, draft), rules, drawn_, draft);
    return draft.object;
  }

  const ResourceDefinition& frobbers_ = Resource("frobbers");
  const Drawn drawn_{.uid = "drawn", .suffix = "12345", .now_seconds = 77};
};

TEST_F(PrepareTest, WhatIsNewGetsWhatWasDrawn) {
  Object made = Prepared(R"({"metadata":{"name":"a","generateName":"b-","generation":9}})");
  EXPECT_EQ(made.meta().uid, "drawn");
  EXPECT_EQ(made.meta().name, "a") << "a name that is given stays";
  EXPECT_EQ(made.meta().creation_timestamp.seconds, 77);
  EXPECT_EQ(made.meta().generation, 1) << "the strategy of the kind";
  EXPECT_EQ(world_.uids + world_.suffixes_used, 0) << "nothing else is drawn";
}

TEST_F(PrepareTest, NamesAreGenerated) {
  EXPECT_EQ(Prepared(R"({"metadata":{"generateName":"b-"}})").meta().name, "b-12345");
  std::string prefix(80, 'p');
  EXPECT_EQ(Prepared(R"({"metadata":{"generateName":")" + prefix + R"("}})").meta().name,
            std::string(58, 'p') + "12345")
      << "a DNS label";
  EXPECT_EQ(Prepared(R"({"metadata":{}})").meta().name, "");
}

TEST_F(PrepareTest, WhatIsChangedKeepsWhatIsTheServers) {
  Object old = Prepared(R"({"metadata":{"name":"a"},"spec":{"height":1}})");
  old.meta().uid = "old";
  old.meta().generation = 3;
  old.meta().deletion_timestamp = typeinfo::Time::FromSeconds(50);
  old.meta().deletion_grace_period_seconds = 5;
  old.As<Frobber>().status.ready_replicas = 2;
  Object same = Prepared(R"({"metadata":{"name":"a","generation":9,"selfLink":"/x",
    "creationTimestamp":"2003-01-01T00:00:00Z"},"spec":{"height":1}})",
                         &old);
  EXPECT_EQ(same.meta().uid, "old");
  EXPECT_EQ(same.meta().self_link, "");
  EXPECT_EQ(same.meta().creation_timestamp, old.meta().creation_timestamp);
  EXPECT_TRUE(same.meta().deletion_timestamp);
  EXPECT_EQ(same.meta().deletion_grace_period_seconds.value_or(0), 5);
  EXPECT_EQ(same.meta().generation, 3);
  EXPECT_EQ(same.As<Frobber>().status.ready_replicas, 2);
  Object changed = Prepared(R"({"metadata":{"name":"a","uid":"mine"},"spec":{"height":2}})", &old);
  EXPECT_EQ(changed.meta().generation, 4);
  EXPECT_EQ(changed.meta().uid, "mine") << "which validation refuses";
}

TEST_F(PrepareTest, FieldsOfFeaturesThatAreOffGo) {
  world_.SetGates("Frobber2D=false");
  Object made = Prepared(R"({"metadata":{"name":"a"},"spec":{"height":1,"width":5}})");
  EXPECT_FALSE(made.As<Frobber>().spec.size.width_millimetres);
  Object old = Body(frobbers_, R"({"metadata":{"name":"a"},"spec":{"height":1,"width":5}})");
  Object kept = Prepared(R"({"metadata":{"name":"a"},"spec":{"height":1,"width":6}})", &old);
  EXPECT_EQ(kept.As<Frobber>().spec.size.width_millimetres.value_or(0), 6);
}

}  // namespace
}  // namespace pintle::write
