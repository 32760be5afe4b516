#include "pintle/write/commit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "apis/core/v1/types.h"
#include "pintle/write/write_for_test.h"

namespace pintle::write {
namespace {

using apis::core::v1::ConfigMap;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

// Shaped as a webhook: it waits, and adds to what is there.
class MutatingPlugin final : public admission::Plugin {
 public:
  MutatingPlugin(int& mutations, int& validations)
      : mutations_(mutations), validations_(validations) {}
  std::string_view name() const override { return "Mutating"; }
  Task<Status> Mutate(admission::Attributes& attributes) override {
    ++mutations_;
    if (attributes.object == nullptr) co_return Status();
    auto& map = attributes.object->As<ConfigMap>();
    Arena& arena = attributes.object->arena();
    std::string_view before =
        map.data.Find("mutated") != nullptr ? *map.data.Find("mutated") : std::string_view();
    map.data.Set(arena, "mutated", arena.Copy(std::string(before) + "x"));
    co_return Status();
  }
  Task<Status> Validate(const admission::Attributes&) override {
    ++validations_;
    co_return Status();
  }

 private:
  int& mutations_;
  int& validations_;
};

class CommitTest : public WriteTest {
 protected:
  // ConfigMaps for which something is taken; its ends are noted.
  ResourceDefinition Claiming() {
    ResourceDefinition resource = config_maps_;
    resource.writing.strategy.allocate = [this](World& world, const Request& request,
                                                Object& object,
                                                const Object*) -> Task<Result<Claim>> {
      auto& data = object.As<ConfigMap>().data;
      data.Set(object.arena(), "taken", object.arena().Copy(std::to_string(++taken_)));
      if (request.dry_run && !takes_in_dry_runs_) co_return Claim();
      co_return Claim(world.observer(), std::string(object.meta().name),
                      [this](Claim::End end) -> Task<void> {
                        ends_.push_back(end == Claim::End::kStored ? "stored" : "refused");
                        co_return;
                      });
    };
    return resource;
  }
  std::string TakenBy(std::string_view name) {
    auto stored = Stored(config_maps_, name);
    return stored ? std::string(*stored->As<ConfigMap>().data.Find("taken")) : "<gone>";
  }

  const ResourceDefinition& config_maps_ = Resource("configmaps");
  const ResourceDefinition& leases_ = Resource("leases");
  int taken_ = 0;
  bool takes_in_dry_runs_ = false;
  std::vector<std::string> ends_;
};

TEST_F(CommitTest, AGeneratedNameThatIsLostSevenTimesIsMutatedOnce) {
  MustCreate(config_maps_, R"({"metadata":{"name":"web-bbbbb"}})");
  int mutations = 0;
  int validations = 0;
  world_.mutable_admission().Add(std::make_unique<MutatingPlugin>(mutations, validations));
  world_.suffixes = {"bbbbb", "bbbbb", "bbbbb", "bbbbb", "bbbbb", "bbbbb", "bbbbb", "ccccc"};
  Object made = MustCreate(config_maps_, R"({"metadata":{"generateName":"web-"}})");
  EXPECT_EQ(made.meta().name, "web-ccccc");
  EXPECT_EQ(*made.As<ConfigMap>().data.Find("mutated"), "x");
  EXPECT_EQ(mutations, 1);
  EXPECT_EQ(validations, 8) << "each name is admitted";
}

// What one attempt prepared must not be seen by the next.
TEST_F(CommitTest, EachNameIsMadeOfTheObjectAsMutationLeftIt) {
  MustCreate(config_maps_, R"({"metadata":{"name":"web-bbbbb"}})");
  ResourceDefinition resource = config_maps_;
  resource.writing.strategy.prepare_create = [](const Context&, Object& object) {
    auto& data = object.As<ConfigMap>().data;
    EXPECT_EQ(data.Find("prepared"), nullptr);
    data.Set(object.arena(), "prepared", object.meta().name);
  };
  world_.suffixes = {"bbbbb", "ccccc"};
  Object made = MustCreate(resource, R"({"metadata":{"generateName":"web-"}})");
  EXPECT_EQ(*made.As<ConfigMap>().data.Find("prepared"), "web-ccccc");
}

TEST_F(CommitTest, EveryAttemptDrawsAnew) {
  MustCreate(config_maps_, R"({"metadata":{"name":"web-bbbbb"}})");
  const int before = world_.uids;
  world_.suffixes = {"bbbbb", "ccccc"};
  Object made = MustCreate(config_maps_, R"({"metadata":{"generateName":"web-"}})");
  EXPECT_EQ(made.meta().uid, "uid-" + std::to_string(before + 2));
}

TEST_F(CommitTest, AClaimIsToldHowItEnds) {
  const ResourceDefinition resource = Claiming();
  FailingStore store(world_.store());
  world_.other_store = &store;
  MustCreate(resource, R"({"metadata":{"name":"a"}})");
  EXPECT_THAT(ends_, ElementsAre("stored"));
  // The name is taken.
  EXPECT_FALSE(TryCreate(resource, R"({"metadata":{"name":"a"}})"));
  EXPECT_THAT(ends_, ElementsAre("stored", "refused"));
  // The store says that it did not write.
  ends_.clear();
  store.failure = Reason::kRequestEntityTooLarge;
  EXPECT_FALSE(TryCreate(resource, R"({"metadata":{"name":"b"}})"));
  EXPECT_THAT(ends_, ElementsAre("refused"));
  EXPECT_EQ(world_.metrics.claims_left, 0);
  // It does not say: nothing is given back.
  ends_.clear();
  store.failure = Reason::kServiceUnavailable;
  EXPECT_FALSE(TryCreate(resource, R"({"metadata":{"name":"b"}})"));
  EXPECT_FALSE(TryReplace(resource, "a", R"({"metadata":{"name":"a"},"data":{"k":"v"}})"));
  EXPECT_THAT(ends_, IsEmpty());
  EXPECT_EQ(world_.metrics.claims_left, 2);
}

TEST_F(CommitTest, AClaimThatLosesARaceIsGivenBackAndTakenAnew) {
  const ResourceDefinition resource = Claiming();
  MustCreate(resource, R"({"metadata":{"name":"a"}})");
  ends_.clear();
  int calls = 0;
  Must(TryChange(resource, "a", [&](Object& object) {
    if (++calls == 1) {
      Must(TryChange(config_maps_, "a", [](Object& other) {
        other.meta().labels.Set(other.arena(), "other", "yes");
      }));
    }
    object.meta().labels.Set(object.arena(), "mine", "yes");
  }));
  EXPECT_THAT(ends_, ElementsAre("refused", "stored"));
  EXPECT_EQ(TakenBy("a"), "3");
}

TEST_F(CommitTest, NothingIsTakenForADryRun) {
  const ResourceDefinition resource = Claiming();
  TestRequest request = RequestFor(resource);
  request.dry_run = true;
  EXPECT_TRUE(TryCreate(resource, request, R"({"metadata":{"name":"a"}})"));
  EXPECT_THAT(ends_, IsEmpty());
  EXPECT_EQ(world_.metrics.claims_left, 0);
}

TEST_F(CommitTest, WhatIsTakenInADryRunIsGivenBack) {
  takes_in_dry_runs_ = true;
  const ResourceDefinition resource = Claiming();
  TestRequest request = RequestFor(resource);
  request.dry_run = true;
  EXPECT_TRUE(TryCreate(resource, request, R"({"metadata":{"name":"a"}})"));
  EXPECT_THAT(ends_, ElementsAre("refused"));
  MustCreate(config_maps_, R"({"metadata":{"name":"a"}})");
  request.what.name = "a";
  EXPECT_TRUE(TryReplace(resource, request, resource.writing.strategy,
                         R"({"metadata":{"name":"a"},"data":{"k":"v"}})"));
  EXPECT_THAT(ends_, ElementsAre("refused", "refused"));
}

// Who may change an object may not make one for that.
TEST_F(CommitTest, APutThatCreatesNeedsTheRightToCreate) {
  std::vector<std::string> asked;
  world_.authorize = [&](const auth::Attributes& attributes) -> auth::Decision {
    asked.push_back(attributes.verb + " " + attributes.resource + " " + attributes.name);
    return {auth::Decision::Verdict::kNoOpinion, "no rule"};
  };
  TestRequest request = RequestFor(leases_, "l");
  request.what.user.name = "jane";
  request.what.verb = "update";
  const char* body = R"({"metadata":{"name":"l"}})";
  EXPECT_TRUE(
      FailsWith(TryReplace(leases_, request, leases_.writing.strategy, body), 403,
                "leases.coordination.k8s.io \"l\" is forbidden: User \"jane\" cannot create "
                "resource \"leases\" in API group \"coordination.k8s.io\" in the namespace "
                "\"ns\": no rule"));
  EXPECT_THAT(asked, ElementsAre("create leases l"));
  EXPECT_FALSE(Stored(leases_, "l"));
  asked.clear();
  Object lease = MustCreate(leases_, body);
  const std::string revision(lease.meta().resource_version);
  EXPECT_TRUE(TryReplace(leases_, request, leases_.writing.strategy,
                         R"({"metadata":{"name":"l","resourceVersion":")" + revision +
                             R"("},"spec":{"holderIdentity":"x"}})"));
  EXPECT_THAT(asked, IsEmpty()) << "what is there is only changed";
}

TEST_F(CommitTest, WhatIsMadeByAPutToAnEndpointIsHeldToTheRulesOfTheResource) {
  ResourceDefinition resource = leases_;
  auto mark = [](std::string_view with) {
    return [with](const Context&, Object& object) {
      object.meta().labels.Set(object.arena(), "prepared", with);
    };
  };
  Strategy status = resource.writing.strategy;
  status.prepare_create = mark("status");
  resource.writing.strategy.prepare_create = mark("resource");
  TestRequest request = RequestFor(resource, "l");
  request.what.subresource = "status";
  Outcome made = Must(TryReplace(resource, request, status, R"({"metadata":{"name":"l"}})"));
  EXPECT_TRUE(made.created);
  EXPECT_EQ(*made.object.meta().labels.Find("prepared"), "resource");
}

// Somebody else is always faster.
class LosingStore final : public storage::ForwardingStore {
 public:
  using ForwardingStore::ForwardingStore;
  Task<Result<storage::WriteResult>> Update(std::string key, storage::Revision, Bytes,
                                            int64_t) override {
    attempt(++attempts);
    auto reading = Get(std::move(key));
    PINTLE_CO_TRY(storage::GetResult found, co_await reading);
    storage::WriteResult lost;
    lost.current = std::move(found.record);
    co_return lost;
  }
  int attempts = 0;
  std::function<void(int)> attempt;
};

TEST_F(CommitTest, ARequestThatNobodyWaitsForLosesNoMoreRaces) {
  MustCreate(config_maps_, R"({"metadata":{"name":"a"}})");
  LosingStore store(world_.store());
  Cancellation cancellation;
  store.attempt = [&](int attempt) {
    if (attempt == 3) cancellation.Cancel(Error(Reason::kTimeout, "over"));
  };
  world_.other_store = &store;
  TestRequest request = RequestFor(config_maps_, "a");
  request.cancellation = &cancellation;
  int made = 0;
  auto changed = TryChange(config_maps_, request, [&](Object& object) {
    ++made;
    object.meta().labels.Set(object.arena(), "mine", "yes");
  });
  EXPECT_TRUE(FailsWith(changed, 504, "over"));
  EXPECT_EQ(store.attempts, 3);
  EXPECT_EQ(made, 3) << "the next one is not even begun";
}

// Admission may have taken long.
TEST_F(CommitTest, ARequestThatNobodyWaitsForIsNotStored) {
  const ResourceDefinition resource = Claiming();
  Cancellation cancellation;
  TestRequest request = RequestFor(resource);
  request.cancellation = &cancellation;
  int mutations = 0;
  int validations = 0;
  world_.mutable_admission().Add(std::make_unique<MutatingPlugin>(mutations, validations));
  EXPECT_TRUE(TryCreate(resource, request, R"({"metadata":{"name":"a"}})"));
  cancellation.Cancel(Error(Reason::kTimeout, "over"));
  EXPECT_TRUE(FailsWith(TryCreate(resource, request, R"({"metadata":{"name":"b"}})"), 504, "over"));
  EXPECT_EQ(validations, 2);
  EXPECT_EQ(taken_, 1);
  EXPECT_FALSE(Stored(resource, "b"));
}

// What is stored is told to all who have to know, whoever waits.
TEST_F(CommitTest, WhatIsStoredIsFollowedToItsEnd) {
  ResourceDefinition resource = Claiming();
  Cancellation cancellation;
  auto allocate = resource.writing.strategy.allocate;
  resource.writing.strategy.allocate = [&](World& world, const Request& request, Object& object,
                                           const Object* old) {
    cancellation.Cancel(Error(Reason::kTimeout, "over"));
    return allocate(world, request, object, old);
  };
  int told = 0;
  resource.storing.on_written = [&](const Object&, bool) -> Task<void> {
    ++told;
    co_return;
  };
  TestRequest request = RequestFor(resource);
  request.cancellation = &cancellation;
  EXPECT_TRUE(TryCreate(resource, request, R"({"metadata":{"name":"a"}})"));
  EXPECT_THAT(ends_, ElementsAre("stored"));
  EXPECT_EQ(told, 1);
}

TEST_F(CommitTest, WarningsOfAllAttemptsAreToldOnce) {
  MustCreate(config_maps_, R"({"metadata":{"name":"web-bbbbb"}})");
  ResourceDefinition resource = config_maps_;
  resource.writing.strategy.warn = [](const Context& context, const Object&, const Object*) {
    context.warnings.Add("careful");
  };
  world_.suffixes = {"bbbbb", "ccccc"};
  TestRequest request = RequestFor(resource);
  EXPECT_TRUE(TryCreate(resource, request, R"({"metadata":{"generateName":"web-"}})"));
  EXPECT_THAT(request.warnings.texts(), ElementsAre("careful"));
}

}  // namespace
}  // namespace pintle::write
