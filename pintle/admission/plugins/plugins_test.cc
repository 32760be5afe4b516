#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "apis/core/v1/types.h"
#include "apis/scheduling/v1/types.h"
#include "pintle/admission/plugins/plugin_names.h"
#include "pintle/admission/plugins/pod_priority.h"
#include "pintle/admission/plugins/pod_tolerations.h"
#include "pintle/admission/plugins/service_account.h"

namespace pintle::admission {
namespace {

namespace core = apis::core::v1;
using apis::scheduling::v1::PriorityClass;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

template <typename T>
object::Object Make(const std::function<void(Arena&, T&)>& fill) {
  auto arena = std::make_shared<Arena>();
  T* data = arena->New<T>();
  fill(*arena, *data);
  return object::Object::Typed(std::move(arena), typeinfo::TypeOf<T>(), data);
}

object::Object MakePod(const std::function<void(Arena&, core::Pod&)>& fill = {}) {
  return Make<core::Pod>([&](Arena& arena, core::Pod& pod) {
    pod.metadata.name = "p";
    pod.spec.containers.Append(arena).name = "c";
    if (fill) fill(arena, pod);
  });
}

auth::Attributes RequestTo(std::string group, std::string plural, std::string namespace_name,
                           std::string subresource = {}) {
  auth::Attributes request;
  request.group = std::move(group);
  request.resource = std::move(plural);
  request.namespace_name = std::move(namespace_name);
  request.subresource = std::move(subresource);
  return request;
}

const auth::Attributes kPods = RequestTo("", "pods", "ns");

Attributes CreatePod(object::Object& pod, const auth::Attributes& request = kPods) {
  return {.request = request, .name = std::string(pod.meta().name), .object = &pod};
}

std::string Refusal(const Status& status) { return status ? "" : status.error().message(); }

// --- DefaultTolerationSeconds ---

std::string Tolerations(const object::Object& pod) {
  std::string text;
  for (const core::Toleration& toleration : pod.As<core::Pod>().spec.tolerations) {
    text += fmt::format("{}:{}:{}:{} ", toleration.key, toleration.operator_, toleration.effect,
                        toleration.toleration_seconds.value_or(-1));
  }
  return text;
}

TEST(DefaultTolerationSeconds, AddsWhatThePodDoesNotSay) {
  const std::string not_ready = "node.kubernetes.io/not-ready:Exists:NoExecute:300 ";
  const std::string unreachable = "node.kubernetes.io/unreachable:Exists:NoExecute:300 ";
  struct Case {
    core::Toleration given;
    std::string expected;
  };
  const Case cases[] = {
      {{.key = "other", .effect = "NoExecute"}, "other::NoExecute:-1 " + not_ready + unreachable},
      {{.key = "node.kubernetes.io/not-ready", .effect = "NoExecute"},
       "node.kubernetes.io/not-ready::NoExecute:-1 " + unreachable},
      {{.key = "node.kubernetes.io/unreachable"},
       "node.kubernetes.io/unreachable:::-1 " + not_ready},
      {{.key = "node.kubernetes.io/not-ready", .effect = "NoSchedule"},
       "node.kubernetes.io/not-ready::NoSchedule:-1 " + not_ready + unreachable},
      {{.operator_ = "Exists"}, ":Exists::-1 "},
  };
  DefaultTolerationSeconds plugin;
  for (const Case& c : cases) {
    object::Object pod = MakePod(
        [&](Arena& arena, core::Pod& made) { made.spec.tolerations.Append(arena, c.given); });
    Attributes attributes = CreatePod(pod);
    EXPECT_TRUE(BlockOn(plugin.Mutate(attributes)));
    EXPECT_EQ(Tolerations(pod), c.expected);
  }
  object::Object plain = MakePod();
  const auth::Attributes to_status = RequestTo("", "pods", "ns", "status");
  Attributes of_status = CreatePod(plain, to_status);
  EXPECT_TRUE(BlockOn(plugin.Mutate(of_status)));
  EXPECT_EQ(Tolerations(plain), "");
  Attributes attributes = CreatePod(plain);
  attributes.operation = Operation::kUpdate;
  EXPECT_TRUE(BlockOn(plugin.Mutate(attributes)));
  EXPECT_EQ(Tolerations(plain), not_ready + unreachable);
}

// --- Priority ---

class MapClasses final : public PriorityClasses {
 public:
  Task<Result<std::optional<PriorityClassInfo>>> Find(std::string name) override {
    auto found = classes.find(name);
    if (found == classes.end()) co_return std::optional<PriorityClassInfo>();
    co_return std::optional(found->second);
  }
  Result<std::optional<PriorityClassInfo>> Default() override { return by_default; }

  std::map<std::string, PriorityClassInfo> classes;
  std::optional<PriorityClassInfo> by_default;
};

struct PriorityTest : testing::Test {
  std::string Prioritize(const std::function<void(Arena&, core::Pod&)>& fill = {}) {
    object::Object pod = MakePod(fill);
    Attributes attributes = CreatePod(pod);
    Status admitted = BlockOn(plugin.Mutate(attributes));
    if (!admitted) return admitted.error().message();
    const core::PodSpec& spec = pod.As<core::Pod>().spec;
    return fmt::format("{} {} {}", spec.priority_class_name, spec.priority.value_or(-1),
                       spec.preemption_policy.value_or("-"));
  }

  MapClasses classes;
  Priority plugin{classes};
};

TEST_F(PriorityTest, ComesFromTheClass) {
  EXPECT_EQ(Prioritize(), " 0 PreemptLowerPriority");
  classes.classes["high"] = {"high", 1000, "Never"};
  classes.classes["plain"] = {"plain", 5, std::nullopt};
  auto of_class = [](const char* name) {
    return [name](Arena&, core::Pod& pod) { pod.spec.priority_class_name = name; };
  };
  EXPECT_EQ(Prioritize(of_class("high")), "high 1000 Never");
  EXPECT_EQ(Prioritize(of_class("plain")), "plain 5 -");
  EXPECT_EQ(Prioritize(of_class("none")),
            "pods \"p\" is forbidden: no PriorityClass with name none was found");
  classes.by_default = PriorityClassInfo{"usual", 7, "PreemptLowerPriority"};
  EXPECT_EQ(Prioritize(), "usual 7 PreemptLowerPriority");
  EXPECT_EQ(Prioritize([](Arena&, core::Pod& pod) { pod.spec.priority = 7; }),
            "usual 7 PreemptLowerPriority");
  EXPECT_EQ(
      Prioritize([](Arena&, core::Pod& pod) { pod.spec.priority = 8; }),
      "pods \"p\" is forbidden: the integer value of priority (8) must not be provided in pod "
      "spec; priority admission controller computed 7 from the given PriorityClass name");
  EXPECT_EQ(
      Prioritize([](Arena&, core::Pod& pod) { pod.spec.preemption_policy = core::kPreemptNever; }),
      "pods \"p\" is forbidden: the string value of PreemptionPolicy (Never) must not be "
      "provided in pod spec; priority admission controller computed PreemptLowerPriority from "
      "the given PriorityClass name");
}

TEST_F(PriorityTest, StaysWhenAClientDoesNotKnowIt) {
  object::Object old = MakePod([](Arena&, core::Pod& pod) {
    pod.spec.priority = 3;
    pod.spec.preemption_policy = core::kPreemptNever;
  });
  object::Object pod = MakePod();
  Attributes attributes = CreatePod(pod);
  attributes.operation = Operation::kUpdate;
  attributes.old_object = &old;
  EXPECT_TRUE(BlockOn(plugin.Mutate(attributes)));
  EXPECT_EQ(pod.As<core::Pod>().spec.priority.value_or(-1), 3);
  EXPECT_EQ(pod.As<core::Pod>().spec.preemption_policy.value_or(""), "Never");
}

TEST_F(PriorityTest, ThereIsOneDefault) {
  object::Object made = Make<PriorityClass>([](Arena&, PriorityClass& priority_class) {
    priority_class.metadata.name = "new";
    priority_class.global_default = true;
  });
  const auth::Attributes request = RequestTo("scheduling.k8s.io", "priorityclasses", "");
  Attributes attributes{.request = request, .name = "new", .object = &made};
  EXPECT_TRUE(BlockOn(plugin.Validate(attributes)));
  classes.by_default = PriorityClassInfo{"usual", 7, std::nullopt};
  EXPECT_EQ(
      Refusal(BlockOn(plugin.Validate(attributes))),
      "priorityclasses.scheduling.k8s.io \"new\" is forbidden: PriorityClass usual is already "
      "marked as default. Only one default can exist");
  attributes.operation = Operation::kUpdate;
  EXPECT_FALSE(BlockOn(plugin.Validate(attributes)));
  classes.by_default->name = "new";
  EXPECT_TRUE(BlockOn(plugin.Validate(attributes)));
  made.As<PriorityClass>().global_default = false;
  attributes.operation = Operation::kCreate;
  EXPECT_TRUE(BlockOn(plugin.Validate(attributes)));
}

// --- ServiceAccount ---

struct ServiceAccountTest : testing::Test {
  Task<Result<std::optional<ServiceAccountInfo>>> Find(std::string where, std::string name) {
    auto found = accounts.find(where + "/" + name);
    if (found == accounts.end()) co_return std::optional<ServiceAccountInfo>();
    co_return std::optional(found->second);
  }
  std::string Admit(object::Object& pod) {
    Attributes attributes = CreatePod(pod);
    Status admitted = BlockOn(plugin.Mutate(attributes));
    if (admitted) admitted = BlockOn(plugin.Validate(attributes));
    return Refusal(admitted);
  }

  std::map<std::string, ServiceAccountInfo> accounts = {{"ns/default", {}}};
  ServiceAccount plugin{[this](std::string where, std::string name) { return Find(where, name); },
                        [] { return std::string("xxxxx"); }};
};

TEST_F(ServiceAccountTest, PodsGetTheDefaultAccountAndItsToken) {
  accounts["ns/default"].image_pull_secrets = {"one", "two"};
  object::Object pod = MakePod([](Arena& arena, core::Pod& made) {
    core::Container& second = made.spec.containers.Append(arena);
    second.name = "own";
    second.volume_mounts.Append(arena).mount_path = "/var/run/secrets/kubernetes.io/serviceaccount";
    made.spec.init_containers.Append(arena).name = "init";
  });
  EXPECT_EQ(Admit(pod), "");
  const core::PodSpec& spec = pod.As<core::Pod>().spec;
  EXPECT_EQ(spec.service_account_name, "default");
  ASSERT_EQ(spec.volumes.size(), 1u);
  EXPECT_EQ(spec.volumes[0].name, "kube-api-access-xxxxx");
  const core::ProjectedVolumeSource& projected = *spec.volumes[0].volume_source.projected;
  EXPECT_EQ(projected.default_mode.value_or(0), 0644);
  ASSERT_EQ(projected.sources.size(), 3u);
  EXPECT_EQ(projected.sources[0].service_account_token->expiration_seconds.value_or(0), 3607);
  EXPECT_EQ(projected.sources[0].service_account_token->path, "token");
  EXPECT_EQ(projected.sources[1].config_map->local_object_reference.name, "kube-root-ca.crt");
  EXPECT_EQ(projected.sources[2].downward_api->items[0].field_ref->field_path,
            "metadata.namespace");
  ASSERT_EQ(spec.containers[0].volume_mounts.size(), 1u);
  EXPECT_TRUE(spec.containers[0].volume_mounts[0].read_only);
  EXPECT_EQ(spec.containers[1].volume_mounts.size(), 1u);
  EXPECT_EQ(spec.containers[1].volume_mounts[0].name, "");
  EXPECT_EQ(spec.init_containers[0].volume_mounts.size(), 1u);
  ASSERT_EQ(spec.image_pull_secrets.size(), 2u);
  EXPECT_EQ(spec.image_pull_secrets[1].name, "two");
}

TEST_F(ServiceAccountTest, WhoWantsNoTokenGetsNone) {
  accounts["ns/quiet"].automount_token = false;
  auto volumes = [&](const char* account, typeinfo::Opt<bool> automount) {
    object::Object pod = MakePod([&](Arena&, core::Pod& made) {
      made.spec.service_account_name = account;
      made.spec.automount_service_account_token = automount;
    });
    EXPECT_EQ(Admit(pod), "");
    return pod.As<core::Pod>().spec.volumes.size();
  };
  typeinfo::Opt<bool> unset;
  typeinfo::Opt<bool> yes;
  yes = true;
  typeinfo::Opt<bool> no;
  no = false;
  EXPECT_EQ(volumes("default", unset), 1u);
  EXPECT_EQ(volumes("default", no), 0u);
  EXPECT_EQ(volumes("quiet", unset), 0u);
  EXPECT_EQ(volumes("quiet", yes), 1u);
}

TEST_F(ServiceAccountTest, AccountsMustExist) {
  accounts.clear();
  object::Object pod = MakePod();
  EXPECT_EQ(Admit(pod),
            "pods \"p\" is forbidden: error looking up service account ns/default: serviceaccount "
            "\"default\" not found");
  object::Object generated = MakePod([](Arena&, core::Pod& made) {
    made.metadata.name = "";
    made.metadata.generate_name = "p-";
  });
  EXPECT_THAT(Admit(generated), HasSubstr("pods \"p-\" is forbidden"));
}

TEST_F(ServiceAccountTest, MirrorPodsHaveNone) {
  object::Object pod = MakePod([](Arena& arena, core::Pod& made) {
    made.metadata.annotations.Set(arena, "kubernetes.io/config.mirror", "x");
  });
  EXPECT_EQ(Admit(pod), "");
  EXPECT_EQ(pod.As<core::Pod>().spec.service_account_name, "");
  EXPECT_EQ(pod.As<core::Pod>().spec.volumes.size(), 0u);
  pod.As<core::Pod>().spec.service_account_name = "default";
  EXPECT_EQ(Admit(pod), "pods \"p\" is forbidden: a mirror pod may not reference service accounts");
}

// --- Names ---

TEST(PluginChoice, Flags) {
  PluginChoice choice;
  EXPECT_TRUE(choice.IsOn("NamespaceLifecycle"));
  EXPECT_TRUE(choice.IsOn("Priority"));
  EXPECT_FALSE(choice.IsOn("ServiceAccount"));
  EXPECT_TRUE(choice.Apply("ServiceAccount, AlwaysPullImages", "Priority,DefaultStorageClass"));
  EXPECT_TRUE(choice.IsOn("ServiceAccount"));
  EXPECT_FALSE(choice.IsOn("Priority"));
  EXPECT_THAT(choice.missing(), ElementsAre("AlwaysPullImages"));
  EXPECT_THAT(PluginChoice().missing(), IsEmpty());
  EXPECT_EQ(Refusal(PluginChoice().Apply("Priorty", "")),
            "enable-admission-plugins plugin \"Priorty\" is unknown; did you mean Priority?");
  EXPECT_THAT(Refusal(PluginChoice().Apply("", "Nothing At All")),
              HasSubstr("disable-admission-plugins plugin \"Nothing At All\" is unknown"));
  EXPECT_THAT(Refusal(PluginChoice().Apply("Priority", "Priority")), HasSubstr("overlapped"));
}

}  // namespace
}  // namespace pintle::admission
