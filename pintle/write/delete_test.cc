#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "apis/core/v1/types.h"
#include "pintle/write/write_for_test.h"

namespace pintle::write {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class DeleteTest : public WriteTest {
 protected:
  void MakeConfigMap(std::string_view finalizers) {
    MustCreate(config_maps_,
               R"({"metadata":{"name":"a","finalizers":[)" + std::string(finalizers) + "]}}");
  }
  std::vector<std::string> Finalizers(const Object& object) {
    std::vector<std::string> out;
    for (std::string_view finalizer : object.meta().finalizers) out.emplace_back(finalizer);
    return out;
  }

  const ResourceDefinition& config_maps_ = Resource("configmaps");
  const ResourceDefinition& leases_ = Resource("leases");
  const ResourceDefinition& namespaces_ = Resource("namespaces");
  const ResourceDefinition& frobbers_ = Resource("frobbers");
};

TEST_F(DeleteTest, RemovesWhatNothingHolds) {
  MakeConfigMap("");
  Outcome outcome = Must(TryDelete(config_maps_, "a"));
  EXPECT_TRUE(outcome.removed);
  EXPECT_EQ(outcome.object.meta().uid, "uid-1");
  EXPECT_FALSE(outcome.object.meta().deletion_timestamp);
  EXPECT_EQ(outcome.object.meta().resource_version, std::to_string(CurrentRevision()));
  EXPECT_FALSE(Stored(config_maps_, "a"));
  EXPECT_TRUE(FailsWith(TryDelete(config_maps_, "a"), 404, "configmaps \"a\" not found"));
}

TEST_F(DeleteTest, PreconditionsMustHold) {
  MustCreate(leases_, R"({"metadata":{"name":"l"}})");
  std::string revision = std::to_string(CurrentRevision());
  DeleteOptions options;
  options.precondition_uid = "zz";
  EXPECT_TRUE(FailsWith(
      TryDelete(leases_, "l", options), 409,
      "Operation cannot be fulfilled on Lease.coordination.k8s.io \"l\": the UID in the "
      "precondition "
      "(zz) does not match the UID in record (uid-1). The object might have been deleted and then "
      "recreated"));
  options.precondition_uid = "uid-1";
  options.precondition_resource_version = "1";
  EXPECT_TRUE(FailsWith(TryDelete(leases_, "l", options), 409,
                        "Operation cannot be fulfilled on Lease.coordination.k8s.io \"l\": the "
                        "ResourceVersion in the "
                        "precondition (1) does not match the ResourceVersion in record (" +
                            revision + "). The object might have been modified"));
  EXPECT_TRUE(Stored(leases_, "l"));
  options.precondition_resource_version = revision;
  EXPECT_TRUE(TryDelete(leases_, "l", options));
  EXPECT_FALSE(Stored(leases_, "l"));
}

// Kinds with an end of their own word it otherwise.
TEST_F(DeleteTest, PreconditionsOfNamespaces) {
  MustCreate(namespaces_, R"({"metadata":{"name":"n"}})");
  std::string revision = std::to_string(CurrentRevision());
  DeleteOptions options;
  options.precondition_uid = "zz";
  EXPECT_TRUE(FailsWith(TryDelete(namespaces_, "n", options), 409,
                        "Operation cannot be fulfilled on namespaces \"n\": Precondition failed: "
                        "UID in precondition: zz, UID in object meta: uid-1"));
  options.precondition_uid = "uid-1";
  options.precondition_resource_version = "1";
  EXPECT_TRUE(FailsWith(TryDelete(namespaces_, "n", options), 409,
                        "Operation cannot be fulfilled on namespaces \"n\": Precondition failed: "
                        "ResourceVersion in precondition: 1, ResourceVersion in object meta: " +
                            revision));
  EXPECT_FALSE(Stored(namespaces_, "n")->meta().deletion_timestamp);
}

// What has a period to end in shows that it is over.
TEST_F(DeleteTest, TheAnswerShowsTheEndOfAGracePeriod) {
  ResourceDefinition resource = config_maps_;
  resource.writing.strategy.grace_period = [](const Object&, std::optional<int64_t> requested) {
    return requested.value_or(30);
  };
  MakeConfigMap("");
  DeleteOptions at_once;
  at_once.grace_period_seconds = 0;
  for (bool dry_run : {true, false}) {
    TestRequest request = RequestFor(resource, "a");
    request.dry_run = dry_run;
    Outcome outcome = Must(TryDelete(resource, request, at_once));
    EXPECT_TRUE(outcome.removed);
    EXPECT_TRUE(outcome.object.meta().deletion_timestamp);
    EXPECT_EQ(outcome.object.meta().deletion_grace_period_seconds.value_or(9), 0);
  }
  EXPECT_FALSE(Stored(config_maps_, "a"));
}

TEST_F(DeleteTest, GracePeriodsOfAnyLength) {
  ResourceDefinition resource = config_maps_;
  resource.writing.strategy.grace_period = [](const Object&, std::optional<int64_t> requested) {
    return requested.value_or(30);
  };
  MakeConfigMap("");
  auto remove = [&](int64_t seconds) {
    DeleteOptions options;
    options.grace_period_seconds = seconds;
    return Must(TryDelete(resource, "a", options)).object;
  };
  const int64_t now = world_.fake_clock.NowSeconds();
  Object marked = remove(INT64_MAX);
  EXPECT_GT((*marked.meta().deletion_timestamp).seconds, now + 1'000'000'000);
  EXPECT_EQ((*marked.meta().deletion_timestamp).seconds,
            now + *marked.meta().deletion_grace_period_seconds);
  Object sooner = remove(60);
  EXPECT_EQ((*sooner.meta().deletion_timestamp).seconds, now + 60);
}

TEST_F(DeleteTest, FinalizersHoldTheObject) {
  MakeConfigMap("\"x.io/f\"");
  world_.fake_clock.AdvanceSeconds(5);
  Outcome first = Must(TryDelete(config_maps_, "a"));
  EXPECT_FALSE(first.removed);
  const object::ObjectMeta& meta = first.object.meta();
  ASSERT_TRUE(meta.deletion_timestamp);
  EXPECT_EQ((*meta.deletion_timestamp).seconds, world_.fake_clock.NowSeconds());
  EXPECT_EQ(meta.deletion_grace_period_seconds.value_or(-1), 0);
  EXPECT_EQ(meta.generation, 0);
  EXPECT_EQ(meta.resource_version, std::to_string(CurrentRevision()));

  // A second deletion finds it as it is and writes nothing.
  storage::Revision before = CurrentRevision();
  world_.fake_clock.AdvanceSeconds(5);
  DeleteOptions foreground;
  foreground.propagation_policy = "Foreground";
  Outcome second = Must(TryDelete(config_maps_, "a", foreground));
  EXPECT_FALSE(second.removed);
  EXPECT_EQ(ToJson(config_maps_, second.object), ToJson(config_maps_, first.object));
  EXPECT_EQ(CurrentRevision(), before);
}

TEST_F(DeleteTest, TheMarkCountsAsAChangeOfTheDesiredState) {
  MustCreate(frobbers_, R"({"metadata":{"name":"f","finalizers":["x.io/f"]},
    "spec":{"height":1}})");
  EXPECT_EQ(Must(TryDelete(frobbers_, "f")).object.meta().generation, 2);
}

TEST_F(DeleteTest, PoliciesBecomeFinalizersOfTheGarbageCollector) {
  struct Case {
    const char* before;
    const char* policy;              // null: not given
    std::optional<bool> orphan;      // orphanDependents
    std::vector<std::string> after;  // empty: removed
  };
  for (const Case& c : std::vector<Case>{
           {"", "Background", {}, {}},
           {"", nullptr, {}, {}},
           {"", "Foreground", {}, {"foregroundDeletion"}},
           {"", "Orphan", {}, {"orphan"}},
           {"", nullptr, true, {"orphan"}},
           {"", nullptr, false, {}},
           {"\"x.io/f\"", "Foreground", {}, {"x.io/f", "foregroundDeletion"}},
           {"\"x.io/f\"", "Background", {}, {"x.io/f"}},
           // What is there already counts unless the request says otherwise.
           {"\"orphan\"", nullptr, {}, {"orphan"}},
           {"\"orphan\"", "Foreground", {}, {"foregroundDeletion"}},
           {"\"foregroundDeletion\",\"x.io/f\"", nullptr, {}, {"x.io/f", "foregroundDeletion"}},
           {"\"foregroundDeletion\"", "Background", {}, {}},
           {"\"foregroundDeletion\"", nullptr, true, {"orphan"}},
           {"\"orphan\"", nullptr, false, {}},
       }) {
    MakeConfigMap(c.before);
    DeleteOptions options;
    if (c.policy != nullptr) options.propagation_policy = c.policy;
    options.orphan_dependents = c.orphan;
    Outcome outcome = Must(TryDelete(config_maps_, "a", options));
    std::string name = std::string(c.before) + " " + (c.policy != nullptr ? c.policy : "-");
    EXPECT_EQ(outcome.removed, c.after.empty()) << name;
    auto stored = Stored(config_maps_, "a");
    EXPECT_EQ(stored.has_value(), !c.after.empty()) << name;
    if (!stored) continue;
    EXPECT_EQ(Finalizers(*stored), c.after) << name;
    Must(TryChange(config_maps_, "a", [](Object& o) { o.meta().finalizers.reset(); }));
  }
}

TEST_F(DeleteTest, ADryRunDeletesNothing) {
  MakeConfigMap("");
  TestRequest request = RequestFor(config_maps_, "a");
  request.dry_run = true;
  Outcome outcome = Must(TryDelete(config_maps_, request, {}));
  EXPECT_TRUE(outcome.removed);
  EXPECT_FALSE(outcome.object.meta().deletion_timestamp);
  EXPECT_TRUE(Stored(config_maps_, "a"));
  EXPECT_FALSE(Stored(config_maps_, "a")->meta().deletion_timestamp);
}

TEST_F(DeleteTest, NamespacesGoThroughTerminating) {
  MustCreate(namespaces_, R"({"metadata":{"name":"n"}})");
  Outcome outcome = Must(TryDelete(namespaces_, "n"));
  EXPECT_FALSE(outcome.removed);
  EXPECT_EQ(outcome.object.As<apis::core::v1::Namespace>().status.phase, "Terminating");
  EXPECT_TRUE(outcome.object.meta().deletion_timestamp);
  EXPECT_FALSE(outcome.object.meta().deletion_grace_period_seconds);
  EXPECT_FALSE(Must(TryDelete(namespaces_, "n")).removed) << "its own finalizer holds it";
}

TEST_F(DeleteTest, SystemNamespacesStay) {
  MustCreate(namespaces_, R"({"metadata":{"name":"default"}})");
  EXPECT_TRUE(FailsWith(TryDelete(namespaces_, "default"), 403,
                        "namespaces \"default\" is forbidden: this namespace may not be deleted"));
  EXPECT_FALSE(Stored(namespaces_, "default")->meta().deletion_timestamp);
}

TEST_F(DeleteTest, ObjectsOfATerminatingNamespaceCanGo) {
  MakeConfigMap("");
  world_.namespaces["ns"] = TestWorld::Phase::kTerminating;
  EXPECT_TRUE(TryDelete(config_maps_, "a"));
  world_.namespaces.clear();
  EXPECT_TRUE(FailsWith(TryDelete(config_maps_, "a"), 404, "configmaps \"a\" not found"));
}

// Changes the object the first time a deletion is admitted, so that the deletion loses the race.
class Interloper final : public admission::Plugin {
 public:
  explicit Interloper(std::function<void()> act) : act_(std::move(act)) {}
  std::string_view name() const override { return "Interloper"; }
  Task<Status> Mutate(admission::Attributes& attributes) override {
    if (attributes.operation == admission::Operation::kDelete && ++deletions == 1) act_();
    co_return Status();
  }
  int deletions = 0;

 private:
  std::function<void()> act_;
};

TEST_F(DeleteTest, ALostRaceIsRunAgainOnTheNewState) {
  MakeConfigMap("");
  auto plugin = std::make_unique<Interloper>([&] {
    Must(TryChange(config_maps_, "a",
                   [](Object& o) { o.meta().finalizers.Append(o.arena(), "x.io/late"); }));
  });
  Interloper& interloper = *plugin;
  world_.mutable_admission().Add(std::move(plugin));
  Outcome outcome = Must(TryDelete(config_maps_, "a"));
  EXPECT_EQ(interloper.deletions, 2);
  EXPECT_FALSE(outcome.removed) << "the finalizer that came in between holds it";
  EXPECT_THAT(Finalizers(*Stored(config_maps_, "a")), ElementsAre("x.io/late"));
}

TEST_F(DeleteTest, ALostRaceIsCheckedAgainstThePreconditions) {
  MakeConfigMap("");
  DeleteOptions options;
  options.precondition_resource_version = std::to_string(CurrentRevision());
  world_.mutable_admission().Add(std::make_unique<Interloper>([&] {
    Must(TryChange(config_maps_, "a", [](Object& o) { o.meta().labels.Set(o.arena(), "x", "1"); }));
  }));
  auto result = TryDelete(config_maps_, "a", options);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().reason(), Reason::kConflict);
  EXPECT_TRUE(Stored(config_maps_, "a"));
}

TEST_F(DeleteTest, TheHookTellsMarkingFromRemoving) {
  ResourceDefinition resource = config_maps_;
  std::vector<bool> deletions;
  resource.storing.on_written = [&](const Object&, bool deleted) -> Task<void> {
    deletions.push_back(deleted);
    co_return;
  };
  MakeConfigMap("\"x.io/f\"");
  ASSERT_TRUE(TryDelete(resource, "a"));
  EXPECT_THAT(deletions, ElementsAre(false));
  deletions.clear();
  ASSERT_TRUE(TryDelete(resource, "a"));
  EXPECT_THAT(deletions, IsEmpty());
  ASSERT_TRUE(TryChange(config_maps_, "a", [](Object& o) { o.meta().finalizers.reset(); }));
  MakeConfigMap("");
  ASSERT_TRUE(TryDelete(resource, "a"));
  EXPECT_THAT(deletions, ElementsAre(true));
}

}  // namespace
}  // namespace pintle::write
