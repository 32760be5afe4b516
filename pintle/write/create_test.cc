#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "apis/core/v1/types.h"
#include "apis/frobber/internal/types.h"
#include "pintle/write/write_for_test.h"

namespace pintle::write {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

class CreateTest : public WriteTest {
 protected:
  const ResourceDefinition& config_maps_ = Resource("configmaps");
  const ResourceDefinition& namespaces_ = Resource("namespaces");
  const ResourceDefinition& frobbers_ = Resource("frobbers");
};

TEST_F(CreateTest, StoresTheObjectWithWhatTheServerSets) {
  Outcome outcome = Must(TryCreate(config_maps_, R"({"metadata":{"name":"a"},"data":{"k":"v"}})"));
  EXPECT_TRUE(outcome.created);
  EXPECT_FALSE(outcome.removed);
  EXPECT_EQ(ToJson(config_maps_, outcome.object),
            R"({"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"a","namespace":"ns",)"
            R"("uid":"uid-1","resourceVersion":")" +
                std::to_string(CurrentRevision()) +
                R"(","creationTimestamp":"2020-09-13T12:26:40Z"},"data":{"k":"v"}})");
  auto stored = Stored(config_maps_, "a");
  ASSERT_TRUE(stored);
  EXPECT_EQ(ToJson(config_maps_, *stored), ToJson(config_maps_, outcome.object));
  EXPECT_EQ(config_maps_.Key("ns", "a"), "/registry/configmaps/ns/a");
}

TEST_F(CreateTest, StatusAndGenerationAreTheServers) {
  Object frobber = MustCreate(frobbers_, R"({"metadata":{"name":"f","generation":7},
    "spec":{"height":1},"status":{"readyReplicas":3}})");
  EXPECT_EQ(frobber.meta().generation, 1);
  EXPECT_EQ(frobber.As<apis::frobber::internal::Frobber>().status.ready_replicas, 0);
  EXPECT_EQ(MustCreate(config_maps_, R"({"metadata":{"name":"a"}})").meta().generation, 0);
}

TEST_F(CreateTest, NamesMustFitTheKind) {
  struct Case {
    const char* resource;
    const char* metadata;
    const char* error;
  };
  for (const Case& c : std::initializer_list<Case>{
           {"configmaps", R"({})",
            "metadata.name: Required value: name or generateName is required"},
           {"configmaps", R"({"name":"A"})",
            "metadata.name: Invalid value: \"A\": a lowercase RFC 1123 subdomain must consist of"},
           {"namespaces", R"({"name":"a.b"})",
            "metadata.name: Invalid value: \"a.b\": must not contain dots"},
           {"configmaps", R"({"generateName":"AB-"})",
            "metadata.generateName: Invalid value: \"AB-\": "},
           {"widgets", R"({})", "metadata.name: Required value: name or generateName is required"},
           {"widgets", R"({"name":"A"})",
            "metadata.name: Invalid value: \"A\": a lowercase RFC 1123 subdomain must consist of"},
           {"widgets", R"({"generateName":"AB-"})",
            "metadata.generateName: Invalid value: \"AB-\": "},
       }) {
    const ResourceDefinition& resource = Resource(c.resource);
    auto result = TryCreate(resource, R"({"metadata":)" + std::string(c.metadata) + "}");
    ASSERT_FALSE(result) << c.metadata;
    EXPECT_EQ(result.error().code(), 422) << c.metadata;
    EXPECT_THAT(result.error().message(), HasSubstr(c.error));
  }
  EXPECT_TRUE(TryCreate(config_maps_, R"({"metadata":{"name":"a.b"}})"));
  EXPECT_TRUE(TryCreate(Resource("widgets"), R"({"metadata":{"name":"a.b"}})"));
}

TEST_F(CreateTest, FaultsOfMetadataAndOfTheKindAreReportedTogether) {
  struct Case {
    const char* plural;
    const char* spec;
    const char* start;
    size_t causes;
    Cause cause;  // the second
  };
  for (const Case& c : std::initializer_list<Case>{
           {"leases",
            R"({"leaseDurationSeconds":0})",
            "Lease.coordination.k8s.io \"A\" is invalid: [metadata.name: Invalid value: ",
            2,
            {.reason = "FieldValueInvalid",
             .message = "Invalid value: 0: must be greater than 0",
             .field = "spec.leaseDurationSeconds"}},
           {"widgets",
            R"({})",
            "Widget.example.com \"A\" is invalid: [metadata.name: Invalid value: ",
            3,  // and that rules were not run
            {.reason = "FieldValueRequired", .message = "Required value", .field = "spec.size"}},
       }) {
    SCOPED_TRACE(c.plural);
    const ResourceDefinition& resource = Resource(c.plural);
    auto result =
        TryCreate(resource, R"({"metadata":{"name":"A"},"spec":)" + std::string(c.spec) + "}");
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code(), 422);
    EXPECT_THAT(result.error().message(), StartsWith(c.start));
    ASSERT_EQ(result.error().details()->causes.size(), c.causes);
    EXPECT_EQ(result.error().details()->kind, resource.kind.kind);
    const Cause& cause = result.error().details()->causes[1];
    EXPECT_EQ(cause.field, c.cause.field);
    EXPECT_EQ(cause.reason, c.cause.reason);
    EXPECT_EQ(cause.message, c.cause.message);
  }
}

TEST_F(CreateTest, WhatStandsInNoNamespaceLosesItsOwn) {
  EXPECT_EQ(
      MustCreate(namespaces_, R"({"metadata":{"name":"n","namespace":"other"}})").meta().namespace_,
      "");
}

TEST_F(CreateTest, NamespacesGetPhaseFinalizerAndLabel) {
  Object object = MustCreate(namespaces_, R"({"metadata":{"name":"n",
    "labels":{"kubernetes.io/metadata.name":"lie"}},"status":{"phase":"Terminating"}})");
  const auto& ns = object.As<apis::core::v1::Namespace>();
  EXPECT_EQ(ns.status.phase, "Active");
  ASSERT_EQ(ns.spec.finalizers.size(), 1u);
  EXPECT_EQ(ns.spec.finalizers[0], "kubernetes");
  EXPECT_EQ(*object.meta().labels.Find("kubernetes.io/metadata.name"), "n");
  // Also when the name is not known before it is stored.
  object = MustCreate(namespaces_,
                      R"({"metadata":{"generateName":"n-"},"spec":{"finalizers":["x.io/f"]}})");
  EXPECT_EQ(*object.meta().labels.Find("kubernetes.io/metadata.name"), "n-bbbbb");
  EXPECT_EQ(object.As<apis::core::v1::Namespace>().spec.finalizers.size(), 2u);
}

TEST_F(CreateTest, AConflictNamesTheGroupOfTheKind) {
  const ResourceDefinition& leases = Resource("leases");
  MustCreate(leases, R"({"metadata":{"name":"a"}})");
  auto again = TryCreate(leases, R"({"metadata":{"name":"a"}})");
  ASSERT_TRUE(FailsWith(again, 409, "leases.coordination.k8s.io \"a\" already exists"));
  EXPECT_EQ(again.error().details()->kind, "leases");
  EXPECT_EQ(again.error().details()->group, "coordination.k8s.io");
}

// --- Whatever the kind ---

class CreationTest : public EveryKindTest {};

INSTANTIATE_TEST_SUITE_P(EveryKind, CreationTest, EveryKind(), KindName);

TEST_P(CreationTest, ClientsCannotSetWhatTheServerOwns) {
  Object object = MustCreate(things_, R"({"metadata":{"name":"a","uid":"mine",
    "creationTimestamp":"2001-01-01T00:00:00Z","deletionTimestamp":"2001-01-01T00:00:00Z",
    "deletionGracePeriodSeconds":5,"selfLink":"/x"}})");
  EXPECT_EQ(object.meta().uid, "uid-1");
  EXPECT_EQ(object.meta().creation_timestamp.seconds, world_.fake_clock.NowSeconds());
  EXPECT_FALSE(object.meta().deletion_timestamp);
  EXPECT_FALSE(object.meta().deletion_grace_period_seconds);
  EXPECT_EQ(object.meta().self_link, "");
}

TEST_P(CreationTest, ARevisionIsRefusedUnlessNothingIsStored) {
  const char* body = R"({"metadata":{"name":"a","resourceVersion":"5"}})";
  EXPECT_TRUE(FailsWith(TryCreate(things_, body), 400,
                        "resourceVersion should not be set on objects to be created"));
  EXPECT_FALSE(Stored(things_, "a"));
  TestRequest request = RequestFor(things_);
  request.dry_run = true;
  // It is given back as it was sent.
  EXPECT_EQ(Must(TryCreate(things_, request, body)).object.meta().resource_version, "5");
  // Other faults are told first.
  auto invalid = TryCreate(things_, R"({"metadata":{"name":"A_","resourceVersion":"5"}})");
  ASSERT_FALSE(invalid);
  EXPECT_EQ(invalid.error().code(), 422);
  EXPECT_TRUE(TryCreate(things_, R"({"metadata":{"name":"b","resourceVersion":"x"}})"));
  // 0 is none.
  EXPECT_TRUE(TryCreate(things_, R"({"metadata":{"name":"a","resourceVersion":"0"}})"));
}

TEST_P(CreationTest, ATakenNameIsAConflict) {
  const char* body = R"({"metadata":{"name":"a"}})";
  MustCreate(things_, body);
  storage::Revision before = CurrentRevision();
  auto again = TryCreate(things_, body);
  ASSERT_TRUE(FailsWith(again, 409, named() + " already exists"));
  EXPECT_EQ(again.error().reason(), Reason::kAlreadyExists);
  EXPECT_EQ(again.error().details()->name, "a");
  EXPECT_EQ(again.error().details()->kind, things_.names.plural);
  EXPECT_EQ(CurrentRevision(), before);
}

TEST_P(CreationTest, ATerminatingObjectStillHoldsItsName) {
  const char* body = R"({"metadata":{"name":"a","finalizers":["x.io/f"]}})";
  MustCreate(things_, body);
  ASSERT_TRUE(TryDelete(things_, "a"));
  EXPECT_TRUE(FailsWith(TryCreate(things_, body), 409,
                        "object is being deleted: " + named() + " already exists"));
}

TEST_P(CreationTest, NamesAreGenerated) {
  Object object = MustCreate(things_, R"({"metadata":{"generateName":"web-"}})");
  EXPECT_EQ(object.meta().name, "web-bbbbb");
  EXPECT_EQ(object.meta().generate_name, "web-");
  EXPECT_TRUE(Stored(things_, "web-bbbbb"));
  // A name given wins.
  EXPECT_EQ(MustCreate(things_, R"({"metadata":{"name":"a","generateName":"web-"}})").meta().name,
            "a");
  // The prefix is cut so that the name stays a DNS label.
  std::string prefix(80, 'a');
  object = MustCreate(things_, R"({"metadata":{"generateName":")" + prefix + R"("}})");
  EXPECT_EQ(object.meta().name, std::string(58, 'a') + "bbbbb");
}

TEST_P(CreationTest, AGeneratedNameThatIsTakenIsTriedAgain) {
  const char* body = R"({"metadata":{"generateName":"web-"}})";
  MustCreate(things_, body);
  world_.suffixes = {"bbbbb", "bbbbb", "ccccc"};
  EXPECT_EQ(MustCreate(things_, body).meta().name, "web-ccccc");

  world_.suffixes = {"bbbbb"};
  world_.suffixes_used = 0;
  auto failed = TryCreate(things_, body);
  ASSERT_TRUE(
      FailsWith(failed, 409,
                Named("web-bbbbb") +
                    " already exists, the server was not able to generate a unique name for the "
                    "object"));
  EXPECT_EQ(failed.error().details()->retry_after_seconds, 1);
  EXPECT_EQ(world_.suffixes_used, 8);
}

TEST_P(CreationTest, TheNamespaceIsThatOfTheRequest) {
  const char* mismatch =
      "the namespace of the provided object does not match the namespace sent on the request";
  EXPECT_TRUE(FailsWith(TryCreate(things_, R"({"metadata":{"name":"a","namespace":"other"}})"), 400,
                        mismatch));
  EXPECT_EQ(MustCreate(things_, R"({"metadata":{"name":"a","namespace":"ns"}})").meta().namespace_,
            "ns");
}

TEST_P(CreationTest, NothingIsMadeInANamespaceThatIsMissingOrGoing) {
  TestRequest request = RequestFor(things_);
  request.what.namespace_name = "gone";
  EXPECT_TRUE(FailsWith(TryCreate(things_, request, R"({"metadata":{"name":"a"}})"), 404,
                        "namespaces \"gone\" not found"));
  world_.namespaces["ns"] = TestWorld::Phase::kTerminating;
  EXPECT_TRUE(FailsWith(
      TryCreate(things_, R"({"metadata":{"name":"a"}})"), 403,
      named() + " is forbidden: unable to create new content in namespace ns because it is "
                "being terminated"));
}

TEST_P(CreationTest, ADryRunStoresNothingButFindsWhatWouldFail) {
  storage::Revision before = CurrentRevision();
  TestRequest request = RequestFor(things_);
  request.dry_run = true;
  Outcome outcome = Must(TryCreate(things_, request, R"({"metadata":{"generateName":"a-"}})"));
  EXPECT_EQ(outcome.object.meta().name, "a-bbbbb");
  EXPECT_EQ(outcome.object.meta().uid, "uid-1");
  EXPECT_EQ(outcome.object.meta().resource_version, "");
  EXPECT_FALSE(Stored(things_, "a-bbbbb"));
  EXPECT_EQ(CurrentRevision(), before);

  MustCreate(things_, R"({"metadata":{"name":"a"}})");
  EXPECT_TRUE(FailsWith(TryCreate(things_, request, R"({"metadata":{"name":"a"}})"), 409,
                        named() + " already exists"));
  EXPECT_FALSE(TryCreate(things_, request, R"({"metadata":{"name":"A"}})"));
}

TEST_P(CreationTest, FaultsOfMetadata) {
  struct Case {
    const char* metadata;
    const char* fault;
  };
  for (const Case& c : std::initializer_list<Case>{
           {R"("labels":{"b c":"d"})", "metadata.labels: Invalid value: \"b c\": "},
           {R"("labels":{"b":"c d"})", "metadata.labels: Invalid value: \"c d\": "},
           {R"("annotations":{"b c":"d"})", "metadata.annotations: Invalid value: \"b c\": "},
           {R"("finalizers":["b c/d"])", "metadata.finalizers: Invalid value: \"b c/d\": "},
           {R"("ownerReferences":[{"apiVersion":"v1","kind":"Pod","name":"p"}])",
            "metadata.ownerReferences.uid: Invalid value: \"\": must not be empty"},
           {R"("ownerReferences":[{"apiVersion":"a/b/c","kind":"Pod","name":"p","uid":"u"}])",
            "metadata.ownerReferences.apiVersion: Invalid value: "},
       }) {
    auto result = TryCreate(
        things_, R"({"metadata":{"name":"a",)" + std::string(c.metadata) + R"(},"data":{}})");
    ASSERT_FALSE(result) << c.metadata;
    EXPECT_EQ(result.error().code(), 422) << c.metadata;
    EXPECT_THAT(result.error().message(), StartsWith(invalid() + c.fault));
  }
}

TEST_P(CreationTest, EqualOwnersAreMergedWithAWarning) {
  TestRequest request = RequestFor(things_);
  const std::string owner = R"({"apiVersion":"v1","kind":"Pod","name":"p","uid":"u"})";
  const std::string other = R"({"apiVersion":"v1","kind":"Pod","name":"q","uid":"u"})";
  Outcome outcome = Must(TryCreate(things_, request,
                                   R"({"metadata":{"name":"a","ownerReferences":[)" + owner + "," +
                                       other + "," + owner + "]}}"));
  EXPECT_EQ(outcome.object.meta().owner_references.size(), 2u);
  EXPECT_THAT(
      request.warnings.texts(),
      ElementsAre(".metadata.ownerReferences contains duplicate entries; API server dedups "
                  "owner references in 1.20+, and may reject such requests as early as 1.24; "
                  "please fix your requests; duplicate UID(s) observed: u"));
}

TEST_P(CreationTest, MutatingPluginsSeeNoGeneratedNameAndValidatingOnesDo) {
  class Recorder final : public admission::Plugin {
   public:
    explicit Recorder(std::vector<std::string>& names) : names_(names) {}
    std::string_view name() const override { return "Recorder"; }
    Task<Status> Mutate(admission::Attributes& attributes) override {
      names_.push_back("mutate " + attributes.name);
      auto& labels = attributes.object->meta().labels;
      labels.Set(attributes.object->arena(), "added", "yes");
      co_return Status();
    }
    Task<Status> Validate(const admission::Attributes& attributes) override {
      names_.push_back("validate " + attributes.name);
      co_return Status();
    }

   private:
    std::vector<std::string>& names_;
  };
  std::vector<std::string> names;
  world_.mutable_admission().Add(std::make_unique<Recorder>(names));
  Object object = MustCreate(things_, R"({"metadata":{"generateName":"a-"}})");
  EXPECT_THAT(names, ElementsAre("mutate ", "validate a-bbbbb"));
  EXPECT_EQ(*Stored(things_, "a-bbbbb")->meta().labels.Find("added"), "yes");
}

TEST_P(CreationTest, TheHookRunsOnceForWhatIsStored) {
  ResourceDefinition resource = things_;
  std::vector<std::string> written;
  resource.storing.on_written = [&](const Object& object, bool deleted) -> Task<void> {
    written.push_back(std::string(object.meta().name) + (deleted ? " deleted" : ""));
    co_return;
  };
  TestRequest request = RequestFor(resource);
  request.dry_run = true;
  ASSERT_TRUE(TryCreate(resource, request, R"({"metadata":{"name":"dry"}})"));
  EXPECT_THAT(written, IsEmpty());
  ASSERT_TRUE(TryCreate(resource, R"({"metadata":{"name":"a"}})"));
  EXPECT_FALSE(TryCreate(resource, R"({"metadata":{"name":"a"}})"));
  EXPECT_THAT(written, ElementsAre("a"));
}

}  // namespace
}  // namespace pintle::write
