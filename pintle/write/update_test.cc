#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "apis/core/v1/types.h"
#include "apis/frobber/internal/types.h"
#include "pintle/write/write_for_test.h"

namespace pintle::write {
namespace {

using apis::core::v1::ConfigMap;
using apis::core::v1::Namespace;
using apis::frobber::internal::Frobber;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

class UpdateTest : public WriteTest {
 protected:
  const ResourceDefinition& config_maps_ = Resource("configmaps");
  const ResourceDefinition& leases_ = Resource("leases");
  const ResourceDefinition& namespaces_ = Resource("namespaces");
  const ResourceDefinition& frobbers_ = Resource("frobbers");
};

TEST_F(UpdateTest, WithoutARevisionTheKindDecides) {
  MustCreate(config_maps_, R"({"metadata":{"name":"a"}})");
  EXPECT_TRUE(TryReplace(config_maps_, "a", R"({"metadata":{"name":"a"},"data":{"k":"2"}})"));
  EXPECT_EQ(*Stored(config_maps_, "a")->As<ConfigMap>().data.Find("k"), "2");
  EXPECT_TRUE(TryReplace(config_maps_, "a",
                         R"({"metadata":{"name":"a","resourceVersion":"0"},"data":{"k":"3"}})"));
  EXPECT_EQ(*Stored(config_maps_, "a")->As<ConfigMap>().data.Find("k"), "3");

  for (const char* plural : {"leases", "widgets"}) {
    const ResourceDefinition& resource = Resource(plural);
    const std::string refusal =
        resource.names.plural + "." + resource.names.group +
        " \"l\" is invalid: metadata.resourceVersion: Invalid value: 0: must be specified for an "
        "update";
    MustCreate(resource, R"({"metadata":{"name":"l"}})");
    EXPECT_TRUE(FailsWith(TryReplace(resource, "l", R"({"metadata":{"name":"l"}})"), 422, refusal));
    // 0 is none.
    EXPECT_TRUE(
        FailsWith(TryReplace(resource, "l", R"({"metadata":{"name":"l","resourceVersion":"0"}})"),
                  422, refusal));
    // The same for a patch that takes it away.
    EXPECT_FALSE(TryChange(resource, "l", [](Object& o) { o.meta().resource_version = {}; }));
    EXPECT_TRUE(TryChange(resource, "l", [](Object&) {}));
  }
}

TEST_F(UpdateTest, AMissingObjectIsMadeOnlyByPutAndOnlyWhereTheKindAllowsIt) {
  EXPECT_TRUE(FailsWith(TryReplace(config_maps_, "a", R"({"metadata":{"name":"a"}})"), 404,
                        "configmaps \"a\" not found"));
  EXPECT_TRUE(FailsWith(TryChange(leases_, "l", [](Object&) {}), 404,
                        "leases.coordination.k8s.io \"l\" not found"));
  Outcome outcome = Must(TryReplace(leases_, "l", R"({"metadata":{"name":"l"}})"));
  EXPECT_TRUE(outcome.created);
  EXPECT_EQ(outcome.object.meta().uid, "uid-" + std::to_string(world_.uids));
  EXPECT_TRUE(Stored(leases_, "l"));
  // A revision does not matter where there is nothing yet, a uid does.
  EXPECT_TRUE(TryReplace(leases_, "n", R"({"metadata":{"name":"n","resourceVersion":"5"}})"));
  auto uid_conflict = [](const std::string& object, const std::string& key) {
    return "Operation cannot be fulfilled on " + object +
           ": StorageError: invalid object, Code: 4, Key: /registry/" + key +
           ", ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: "
           "zz, UID in object meta: ";
  };
  EXPECT_TRUE(FailsWith(TryReplace(leases_, "o", R"({"metadata":{"name":"o","uid":"zz"}})"), 409,
                        uid_conflict("leases.coordination.k8s.io \"o\"", "leases/ns/o")));
  EXPECT_TRUE(FailsWith(TryReplace(config_maps_, "a", R"({"metadata":{"name":"a","uid":"zz"}})"),
                        409, uid_conflict("configmaps \"a\"", "configmaps/ns/a")));
  // What a creation would refuse is refused here too.
  EXPECT_TRUE(FailsWith(TryReplace(leases_, "m", R"({"metadata":{"name":"other"}})"), 400,
                        "the name of the object (other) does not match the name on the URL (m)"));
  auto invalid =
      TryReplace(leases_, "m", R"({"metadata":{"name":"m"},"spec":{"leaseDurationSeconds":0}})");
  ASSERT_FALSE(invalid);
  EXPECT_EQ(invalid.error().code(), 422);
  EXPECT_FALSE(Stored(leases_, "m"));
}

TEST_F(UpdateTest, ADryRunOfAPutMakesNothing) {
  TestRequest lease = RequestFor(leases_, "l");
  lease.dry_run = true;
  ASSERT_TRUE(TryReplace(leases_, lease, leases_.writing.strategy, R"({"metadata":{"name":"l"}})"));
  EXPECT_FALSE(Stored(leases_, "l"));
}

TEST_F(UpdateTest, ADryRunFindsTheFaultsOfTheKind) {
  struct Case {
    const char* plural;
    const char* data;
    const char* fault;
  };
  for (const Case& c : std::initializer_list<Case>{
           {"configmaps", R"({"bad key":"x"})",
            "ConfigMap \"a\" is invalid: data[bad key]: Invalid value: "},
           {"widgets", R"({"k":1})",
            "Widget.example.com \"a\" is invalid: [data.k: Invalid value: "},
       }) {
    const ResourceDefinition& resource = Resource(c.plural);
    Object made = MustCreate(resource, R"({"metadata":{"name":"a"}})");
    TestRequest request = RequestFor(resource, "a");
    request.dry_run = true;
    auto result =
        TryReplace(resource, request, resource.writing.strategy,
                   R"({"metadata":{"name":"a","resourceVersion":")" +
                       std::string(made.meta().resource_version) + R"("},"data":)" + c.data + "}");
    ASSERT_FALSE(result) << c.plural;
    EXPECT_EQ(result.error().code(), 422);
    EXPECT_THAT(result.error().message(), StartsWith(c.fault));
  }
}

TEST_F(UpdateTest, SpecAndStatusHaveTheirOwnEndpoints) {
  MustCreate(frobbers_, R"({"metadata":{"name":"f"},"spec":{"height":1}})");
  const char* both =
      R"({"metadata":{"name":"f"},"spec":{"height":2},"status":{"readyReplicas":3}})";
  Object spec = Must(TryReplace(frobbers_, "f", both)).object;
  EXPECT_EQ(*spec.As<Frobber>().spec.height, 2);
  EXPECT_EQ(spec.As<Frobber>().status.ready_replicas, 0);
  EXPECT_EQ(spec.meta().generation, 2);

  TestRequest request = RequestFor(frobbers_, "f");
  request.what.subresource = "status";
  const char* status =
      R"({"metadata":{"name":"f"},"spec":{"height":9},"status":{"readyReplicas":3}})";
  Object changed = Must(TryReplace(frobbers_, request,
                                   frobbers_.writing.subresources.at("status").strategy, status))
                       .object;
  EXPECT_EQ(*changed.As<Frobber>().spec.height, 2);
  EXPECT_EQ(changed.As<Frobber>().status.ready_replicas, 3);
  EXPECT_EQ(changed.meta().generation, 2) << "status is not the desired state";

  Object labelled = Must(TryChange(frobbers_, "f", [](Object& o) {
                      o.meta().labels.Set(o.arena(), "x", "1");
                    })).object;
  EXPECT_EQ(labelled.meta().generation, 2) << "nor are labels";
  EXPECT_EQ(labelled.As<Frobber>().status.ready_replicas, 3);
}

TEST_F(UpdateTest, DeclaredRulesSeeTheOldObject) {
  MustCreate(frobbers_, R"({"metadata":{"name":"f"},"spec":{"height":1,"owner":"team-a"}})");
  auto result = TryReplace(frobbers_, "f",
                           R"({"metadata":{"name":"f"},"spec":{"height":1,"owner":"team-b"}})");
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code(), 422);
  EXPECT_THAT(result.error().message(), HasSubstr("spec.owner: Invalid value: "));
  EXPECT_THAT(result.error().message(), HasSubstr("field is immutable"));
}

TEST_F(UpdateTest, NamespacesLoseTheirFinalizersOnlyThroughFinalize) {
  MustCreate(namespaces_, R"({"metadata":{"name":"n"}})");
  ASSERT_TRUE(TryDelete(namespaces_, "n"));
  Object kept = Must(TryReplace(namespaces_, "n", R"({"metadata":{"name":"n"},"spec":{}})")).object;
  EXPECT_EQ(kept.As<Namespace>().spec.finalizers.size(), 1u);
  EXPECT_EQ(kept.As<Namespace>().status.phase, "Terminating");
  EXPECT_TRUE(Stored(namespaces_, "n"));

  TestRequest request = RequestFor(namespaces_, "n");
  request.what.subresource = "finalize";
  Outcome gone = Must(TryReplace(namespaces_, request,
                                 namespaces_.writing.subresources.at("finalize").strategy,
                                 R"({"metadata":{"name":"n"},"spec":{}})"));
  EXPECT_TRUE(gone.removed);
  EXPECT_FALSE(Stored(namespaces_, "n"));
}

// --- Whatever the kind ---

class ChangeTest : public EveryKindTest {
 protected:
  std::string Modified() const {
    return "Operation cannot be fulfilled on " + named() +
           ": the object has been modified; please apply your changes to the latest version and "
           "try again";
  }
};

INSTANTIATE_TEST_SUITE_P(EveryKind, ChangeTest, EveryKind(), KindName);

TEST_P(ChangeTest, TheRevisionOfABodyIsALock) {
  Object first = MustCreate(things_, Body("", "1"));
  std::string revision(first.meta().resource_version);
  Outcome outcome =
      Must(TryReplace(things_, "a", Body(R"(,"resourceVersion":")" + revision + "\"", "2")));
  EXPECT_FALSE(outcome.created);
  EXPECT_EQ(outcome.object.meta().resource_version, std::to_string(CurrentRevision()));
  EXPECT_EQ(Data("a"), "2");

  auto stale = TryReplace(things_, "a", Body(R"(,"resourceVersion":")" + revision + "\"", "3"));
  EXPECT_TRUE(FailsWith(stale, 409, Modified()));
  EXPECT_EQ(Data("a"), "2");
  auto odd = TryReplace(things_, "a", Body(R"(,"resourceVersion":"abc")"));
  ASSERT_FALSE(odd);
  EXPECT_EQ(odd.error().code(), 400);
}

TEST_P(ChangeTest, WritingTheSameAgainKeepsTheRevision) {
  Object first = MustCreate(things_, Body(R"(,"labels":{"x":"1"})", "1"));
  storage::Revision before = CurrentRevision();
  world_.fake_clock.AdvanceSeconds(10);
  Outcome outcome = Must(TryReplace(things_, "a", Body(R"(,"labels":{"x":"1"})", "1")));
  EXPECT_EQ(outcome.object.meta().resource_version, first.meta().resource_version);
  EXPECT_EQ(CurrentRevision(), before);
  EXPECT_EQ(ToJson(things_, outcome.object), ToJson(things_, first));
}

TEST_P(ChangeTest, AnObjectMadeMeanwhileIsReplaced) {
  ResourceDefinition maps = things_;
  maps.writing.strategy.allow_create_on_update = true;
  maps.writing.strategy.allow_unconditional_update = true;
  TestRequest request = RequestFor(maps, "a");
  // Somebody else makes it after it was not found.
  const Object mine = WriteTest::Body(maps, Body("", "mine"));
  const Rules rules = RulesOf(world_, maps);
  Change change = ReplaceBy(request, rules, mine);
  std::string other;
  change.make = [&, make = std::move(change.make)](
                    const Object* current, const Drawn& drawn,
                    Warnings& warnings) mutable -> Task<Result<Object>> {
    if (current == nullptr) other = MustCreate(maps, Body("", "other")).meta().uid;
    return make(current, drawn, warnings);
  };
  Outcome outcome = Must(Run(maps, request, maps.writing.strategy, std::move(change)));
  EXPECT_FALSE(outcome.created);
  EXPECT_EQ(outcome.object.meta().uid, other);
  EXPECT_EQ(Data("a"), "mine");
}

TEST_P(ChangeTest, NameAndNamespaceAreThoseOfTheRequest) {
  MustCreate(things_, Body(""));
  EXPECT_TRUE(FailsWith(TryReplace(things_, "a", R"({"metadata":{"name":"b"}})"), 400,
                        "the name of the object (b) does not match the name on the URL (a)"));
  EXPECT_TRUE(FailsWith(
      TryReplace(things_, "a", R"({"metadata":{}})"), 400,
      "the name of the object (a based on URL) was undeterminable: name must be provided"));
  EXPECT_TRUE(FailsWith(
      TryReplace(things_, "a", Body(R"(,"namespace":"other")")), 400,
      "the namespace of the provided object does not match the namespace sent on the request"));
}

TEST_P(ChangeTest, AnotherUidIsAnotherObject) {
  Object first = MustCreate(things_, Body(""));
  EXPECT_TRUE(
      FailsWith(TryReplace(things_, "a", Body(R"(,"uid":"zz")")), 409,
                "Operation cannot be fulfilled on " + named() +
                    ": StorageError: invalid object, Code: 4, Key: " + things_.Key("ns", "a") +
                    ", ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in "
                    "precondition: zz, UID in object meta: uid-1"));
  EXPECT_TRUE(TryReplace(things_, "a", Body(R"(,"uid":"uid-1")", "3")));
  // A patch that changes it is invalid; the cause is there for each of the two checks.
  auto patched = TryChange(things_, "a", [](Object& o) { o.meta().uid = "x"; });
  EXPECT_TRUE(FailsWith(patched, 422,
                        invalid() + "metadata.uid: Invalid value: \"x\": field is immutable"));
  EXPECT_EQ(patched.error().details()->causes.size(), 2u);
  // Without one it stays.
  EXPECT_EQ(Must(TryReplace(things_, "a", Body("", "4"))).object.meta().uid, "uid-1");
}

TEST_P(ChangeTest, WhatTheServerOwnsStays) {
  Object first = MustCreate(things_, Body(""));
  world_.fake_clock.AdvanceSeconds(10);
  Object now =
      Must(TryReplace(things_, "a",
                      Body(R"(,"creationTimestamp":"2001-01-01T00:00:00Z","selfLink":"/x",)"
                           R"("generation":9)",
                           "5")))
          .object;
  EXPECT_EQ(now.meta().creation_timestamp, first.meta().creation_timestamp);
  EXPECT_EQ(now.meta().generation, Generation(2));
  EXPECT_EQ(now.meta().self_link, "");
  auto deleting = TryReplace(things_, "a", Body(R"(,"deletionTimestamp":"2020-01-01T00:00:00Z")"));
  EXPECT_TRUE(FailsWith(deleting, 422,
                        invalid() + "metadata.deletionTimestamp: Invalid value: "
                                    "\"2020-01-01T00:00:00Z\": field is immutable"));
}

TEST_P(ChangeTest, ALostRaceIsRunAgainOnTheNewState) {
  MustCreate(things_, Body("", "1"));
  int calls = 0;
  auto outcome = TryChange(things_, "a", [&](Object& object) {
    ++calls;
    if (calls <= 2) {
      // Somebody else is quicker.
      Must(TryChange(things_, "a",
                     [&](Object& other) { SetData(other, "other-" + std::to_string(calls)); }));
    }
    object.meta().labels.Set(object.arena(), "mine", "yes");
  });
  ASSERT_TRUE(outcome);
  EXPECT_EQ(calls, 3);
  auto stored = Stored(things_, "a");
  EXPECT_EQ(*stored->meta().labels.Find("mine"), "yes");
  EXPECT_EQ(Data(*stored), "other-2") << "the other's change is kept";
  EXPECT_EQ(outcome->object.meta().resource_version, stored->meta().resource_version);
}

TEST_P(ChangeTest, ALostRaceEndsAWriteThatNamesItsRevision) {
  Object first = MustCreate(things_, Body("", "1"));
  std::string revision(first.meta().resource_version);
  int calls = 0;
  auto outcome = TryChange(things_, "a", [&](Object& object) {
    if (++calls == 1) Must(TryChange(things_, "a", [&](Object& o) { SetData(o, "other"); }));
    object.meta().resource_version = revision;
    SetData(object, "mine");
  });
  EXPECT_TRUE(FailsWith(outcome, 409, Modified()));
  EXPECT_EQ(calls, 2);
  EXPECT_EQ(Data("a"), "other");
}

TEST_P(ChangeTest, AnObjectDeletedMeanwhileIsNotFound) {
  MustCreate(things_, Body(""));
  auto outcome = TryChange(things_, "a", [&](Object& object) {
    Must(TryDelete(things_, "a"));
    SetData(object, "mine");
  });
  EXPECT_TRUE(FailsWith(outcome, 404, named() + " not found"));
  EXPECT_EQ(Data("a"), "<gone>");
}

TEST_P(ChangeTest, AFailedTransformIsTheAnswer) {
  MustCreate(things_, Body("", "1"));
  TestRequest request = RequestFor(things_, "a");
  auto refuse = [](const Object&, const Drawn&, Warnings&) -> Result<Object> {
    return BadRequest("no");
  };
  EXPECT_TRUE(
      FailsWith(Run(things_, request, things_.writing.strategy, EditBy(refuse)), 400, "no"));
  EXPECT_EQ(Data("a"), "1");
}

TEST_P(ChangeTest, ADryRunChangesNothing) {
  MustCreate(things_, Body("", "1"));
  storage::Revision before = CurrentRevision();
  TestRequest request = RequestFor(things_, "a");
  request.dry_run = true;
  auto outcome = Must(TryChange(things_, request, [&](Object& o) { SetData(o, "2"); }));
  EXPECT_EQ(Data(outcome.object), "2");
  EXPECT_EQ(Data("a"), "1");
  EXPECT_EQ(CurrentRevision(), before);
  EXPECT_FALSE(TryChange(things_, request,
                         [&](Object& o) { o.meta().labels.Set(o.arena(), "bad key", "x"); }));
}

TEST_P(ChangeTest, TheLastFinalizerGoneRemovesATerminatingObject) {
  MustCreate(things_, Body(R"(,"finalizers":["x.io/a","x.io/b"])"));
  ASSERT_TRUE(TryDelete(things_, "a"));
  auto one_left = Must(TryChange(things_, "a", [](Object& o) { o.meta().finalizers.Erase(0); }));
  EXPECT_FALSE(one_left.removed);
  EXPECT_TRUE(one_left.object.meta().deletion_timestamp);
  EXPECT_TRUE(Stored(things_, "a"));

  ResourceDefinition watched = things_;
  std::vector<bool> deletions;
  watched.storing.on_written = [&](const Object&, bool deleted) -> Task<void> {
    deletions.push_back(deleted);
    co_return;
  };
  auto gone = Must(TryChange(watched, "a", [](Object& o) { o.meta().finalizers.reset(); }));
  EXPECT_TRUE(gone.removed);
  EXPECT_FALSE(Stored(things_, "a"));
  EXPECT_THAT(deletions, ElementsAre(true));
}

TEST_P(ChangeTest, TheGracePeriodOfATerminatingObjectStays) {
  MustCreate(things_, Body(R"(,"finalizers":["x.io/f"])"));
  Must(TryDelete(things_, "a"));
  EXPECT_TRUE(TryChange(things_, "a", [](Object& o) {
    o.meta().deletion_timestamp.reset();
    o.meta().deletion_grace_period_seconds.reset();
  }));
  EXPECT_EQ(Stored(things_, "a")->meta().deletion_grace_period_seconds.value_or(9), 0);
  auto changed =
      TryChange(things_, "a", [](Object& o) { o.meta().deletion_grace_period_seconds = 7; });
  ASSERT_FALSE(changed);
  EXPECT_EQ(changed.error().code(), 422);
}

TEST_P(ChangeTest, NoFinalizerIsAddedToATerminatingObject) {
  MustCreate(things_, Body(R"(,"finalizers":["x.io/a"])"));
  ASSERT_TRUE(TryDelete(things_, "a"));
  auto result =
      TryChange(things_, "a", [](Object& o) { o.meta().finalizers.Append(o.arena(), "x.io/b"); });
  EXPECT_TRUE(FailsWith(result, 422,
                        invalid() +
                            "metadata.finalizers: Forbidden: no new finalizers can be added "
                            "if the object is being deleted, found new finalizers "
                            "[]string{\"x.io/b\"}"));
  // Marks of deletion cannot be taken back.
  Object now = Must(TryReplace(things_, "a", Body(R"(,"finalizers":["x.io/a"])", "9"))).object;
  EXPECT_TRUE(now.meta().deletion_timestamp);
  EXPECT_EQ(now.meta().deletion_grace_period_seconds.value_or(-1), 0);
}

}  // namespace
}  // namespace pintle::write
