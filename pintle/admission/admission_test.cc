#include "pintle/admission/admission.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "pintle/admission/plugins/namespace_lifecycle.h"

namespace pintle::admission {
namespace {

using ::testing::ElementsAre;

// Notes when it is called, and refuses what it is told to.
class NotingPlugin final : public Plugin {
 public:
  NotingPlugin(std::string name, std::vector<std::string>& calls, bool refuse_mutate = false,
               bool refuse_validate = false)
      : name_(std::move(name)),
        calls_(calls),
        refuse_mutate_(refuse_mutate),
        refuse_validate_(refuse_validate) {}
  std::string_view name() const override { return name_; }
  Task<Status> Mutate(Attributes&) override { co_return Note("mutate", refuse_mutate_); }
  Task<Status> Validate(const Attributes&) override {
    co_return Note("validate", refuse_validate_);
  }

 private:
  Status Note(std::string_view pass, bool refuse) {
    calls_.push_back(std::string(pass) + " " + name_);
    if (refuse) return Fail(Reason::kForbidden, name_ + " says no");
    return {};
  }

  std::string name_;
  std::vector<std::string>& calls_;
  bool refuse_mutate_;
  bool refuse_validate_;
};

TEST(Chain, CallsPluginsInOrderAndStopsAtTheFirstError) {
  std::vector<std::string> calls;
  Chain chain;
  chain.Add(std::make_unique<NotingPlugin>("a", calls));
  chain.Add(std::make_unique<NotingPlugin>("b", calls, false, true));
  chain.Add(std::make_unique<NotingPlugin>("c", calls, true, false));
  chain.Add(std::make_unique<NotingPlugin>("d", calls));
  const auth::Attributes request;
  Attributes attributes{.request = request};
  Status mutated = BlockOn(chain.Mutate(attributes));
  ASSERT_FALSE(mutated);
  EXPECT_EQ(mutated.error().message(), "c says no");
  EXPECT_THAT(calls, ElementsAre("mutate a", "mutate b", "mutate c"));
  calls.clear();
  Status validated = BlockOn(chain.Validate(attributes));
  ASSERT_FALSE(validated);
  EXPECT_EQ(validated.error().message(), "b says no");
  EXPECT_THAT(calls, ElementsAre("validate a", "validate b"));
}

TEST(Chain, AdmitsWithoutPluginsAndPluginsThatDoNothing) {
  class Idle final : public Plugin {
    std::string_view name() const override { return "Idle"; }
  };
  Chain chain;
  const auth::Attributes request;
  Attributes attributes{.request = request};
  EXPECT_TRUE(BlockOn(chain.Mutate(attributes)));
  chain.Add(std::make_unique<Idle>());
  EXPECT_TRUE(BlockOn(chain.Mutate(attributes)));
  EXPECT_TRUE(BlockOn(chain.Validate(attributes)));
}

TEST(Chain, TellsHowLongPluginsTake) {
  class Notes final : public Observer {
   public:
    void PluginDone(std::string_view plugin, Pass pass, Operation, bool rejected,
                    std::chrono::nanoseconds took) override {
      EXPECT_GE(took.count(), 0);
      lines.push_back(std::string(plugin) + (pass == Pass::kMutate ? " mutate" : " validate") +
                      (rejected ? " rejected" : ""));
    }
    void PassDone(Pass pass, Operation operation, bool rejected,
                  std::chrono::nanoseconds) override {
      EXPECT_EQ(operation, Operation::kUpdate);
      PluginDone("pass", pass, operation, rejected, {});
    }
    std::vector<std::string> lines;
  };
  class Mutating final : public Plugin {
    std::string_view name() const override { return "mutating"; }
    bool TakesPart(Pass pass) const override { return pass == Pass::kMutate; }
    Task<Status> Validate(const Attributes&) override {
      co_return Fail(Reason::kForbidden, "not to be asked");
    }
  };
  std::vector<std::string> calls;
  Notes notes;
  Chain chain;
  chain.Observe(notes);
  chain.Add(std::make_unique<Mutating>());
  chain.Add(std::make_unique<NotingPlugin>("a", calls, false, true));
  const auth::Attributes request;
  Attributes attributes{.request = request, .operation = Operation::kUpdate};
  EXPECT_TRUE(BlockOn(chain.Mutate(attributes)));
  EXPECT_FALSE(BlockOn(chain.Validate(attributes)));
  EXPECT_THAT(notes.lines, ElementsAre("mutating mutate", "a mutate", "pass mutate",
                                       "a validate rejected", "pass validate rejected"));
}

auth::Attributes RequestTo(std::string group, std::string plural, std::string namespace_name) {
  auth::Attributes request;
  request.group = std::move(group);
  request.resource = std::move(plural);
  request.namespace_name = std::move(namespace_name);
  return request;
}

using Phase = NamespaceLifecycle::Phase;

Phase LookUp(std::string_view name) {
  if (name == "gone") return Phase::kMissing;
  return name == "ending" ? Phase::kTerminating : Phase::kActive;
}

TEST(NamespaceLifecycle, WhatMayBeDoneWhere) {
  struct Case {
    const char* resource;
    Operation operation;
    const char* namespace_name;
    const char* name;
    int code;  // 0: admitted
    const char* message;
  };
  for (const Case& c : std::initializer_list<Case>{
           {"configmaps", Operation::kCreate, "ns", "a", 0, ""},
           {"configmaps", Operation::kUpdate, "ns", "a", 0, ""},
           {"configmaps", Operation::kCreate, "gone", "a", 404, "namespaces \"gone\" not found"},
           {"configmaps", Operation::kUpdate, "gone", "a", 404, "namespaces \"gone\" not found"},
           {"configmaps", Operation::kDelete, "gone", "a", 0, ""},
           {"configmaps", Operation::kCreate, "ending", "a", 403,
            "configmaps \"a\" is forbidden: unable to create new content in namespace ending "
            "because "
            "it is being terminated"},
           {"configmaps", Operation::kUpdate, "ending", "a", 0, ""},
           {"configmaps", Operation::kDelete, "ending", "a", 0, ""},
           // Not in a namespace.
           {"nodes", Operation::kCreate, "", "a", 0, ""},
           {"namespaces", Operation::kCreate, "gone", "gone", 0, ""},
           {"namespaces", Operation::kUpdate, "ending", "ending", 0, ""},
           {"namespaces", Operation::kDelete, "", "mine", 0, ""},
           {"namespaces", Operation::kDelete, "", "default", 403,
            "namespaces \"default\" is forbidden: this namespace may not be deleted"},
           {"namespaces", Operation::kDelete, "", "kube-system", 403,
            "namespaces \"kube-system\" is forbidden: this namespace may not be deleted"},
           {"namespaces", Operation::kDelete, "", "kube-public", 403,
            "namespaces \"kube-public\" is forbidden: this namespace may not be deleted"},
           {"namespaces", Operation::kDelete, "", "kube-node-lease", 0, ""},
           {"configmaps", Operation::kDelete, "ns", "default", 0, ""},
       }) {
    NamespaceLifecycle plugin(LookUp);
    const auth::Attributes request = RequestTo("", c.resource, c.namespace_name);
    Attributes attributes{.request = request, .operation = c.operation, .name = c.name};
    Status status = BlockOn(plugin.Mutate(attributes));
    EXPECT_EQ(status ? 0 : status.error().code(), c.code)
        << c.resource << " " << c.namespace_name << "/" << c.name;
    EXPECT_EQ(status ? "" : status.error().message(), c.message);
  }
}

TEST(NamespaceLifecycle, LooksCloserAtWhatSeemsToBeMissing) {
  std::vector<std::string> asked;
  auto look_closer = [&](std::string name) -> Task<Result<Phase>> {
    asked.push_back(name);
    if (name == "unknown") co_return Fail(Reason::kServiceUnavailable, "the store is away");
    co_return name == "young" ? Phase::kActive : Phase::kMissing;
  };
  auto look = [](std::string_view name) {
    return name == "old" ? Phase::kActive : Phase::kMissing;
  };
  NamespaceLifecycle plugin(look, look_closer);
  for (const auto& [name, code] :
       {std::pair("old", 0), std::pair("young", 0), {"none", 404}, {"unknown", 503}}) {
    const auth::Attributes request = RequestTo("", "configmaps", name);
    Attributes attributes{.request = request};
    Status status = BlockOn(plugin.Mutate(attributes));
    EXPECT_EQ(status ? 0 : status.error().code(), code) << name;
  }
  EXPECT_THAT(asked, ElementsAre("young", "none", "unknown"));
}

TEST(NamespaceLifecycle, SaysWhyNothingNewComesIn) {
  NamespaceLifecycle plugin(LookUp);
  const auth::Attributes request = RequestTo("coordination.k8s.io", "leases", "ending");
  Attributes attributes{.request = request, .name = "a"};
  Status status = BlockOn(plugin.Mutate(attributes));
  ASSERT_FALSE(status);
  const ErrorDetails* details = status.error().details();
  ASSERT_NE(details, nullptr);
  EXPECT_EQ(details->kind, "leases");
  EXPECT_EQ(details->group, "coordination.k8s.io");
  EXPECT_EQ(details->name, "a");
  ASSERT_EQ(details->causes.size(), 1u);
  EXPECT_EQ(details->causes[0].reason, "NamespaceTerminating");
  EXPECT_EQ(details->causes[0].message, "namespace ending is being terminated");
  EXPECT_EQ(details->causes[0].field, "metadata.namespace");
}

TEST(NamespaceLifecycle, AResourceOfAnotherGroupCalledNamespacesIsNotANamespace) {
  NamespaceLifecycle plugin(LookUp);
  const auth::Attributes anywhere = RequestTo("example.org", "namespaces", "");
  Attributes ends{.request = anywhere, .operation = Operation::kDelete, .name = "default"};
  EXPECT_TRUE(BlockOn(plugin.Mutate(ends)));
  const auth::Attributes inside = RequestTo("example.org", "namespaces", "gone");
  Attributes made{.request = inside, .name = "default"};
  EXPECT_FALSE(BlockOn(plugin.Mutate(made)));
}

}  // namespace
}  // namespace pintle::admission
