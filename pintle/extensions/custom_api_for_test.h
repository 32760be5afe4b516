#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <thread>

#include "pintle/api/handler_for_test.h"
#include "pintle/extensions/custom_resources.h"
#include "pintle/extensions/definition_for_test.h"

namespace pintle::extensions {

constexpr const char* kDefinitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
constexpr const char* kThings = "/apis/example.com/v1/namespaces/default/things";
constexpr const char* kOneVersion = R"([{"name":"v1","served":true,"storage":true,
  "schema":{"openAPIV3Schema":{"type":"object","properties":{
    "spec":{"type":"object","properties":{"size":{"type":"integer","default":3}}}}}}}])";
inline const api::TestHeaders kMergePatch = {{"Content-Type", "application/merge-patch+json"}};

// An API whose custom resources are kept by the object under test.
class CustomApiTest : public testing::Test {
 protected:
  explicit CustomApiTest(CustomResourceOptions options = QuickOptions())
      : options_(std::move(options)) {
    Load();
  }

  static CustomResourceOptions QuickOptions() {
    CustomResourceOptions options;
    options.cleanup.interval = std::chrono::milliseconds(10);
    options.cleanup.settle = std::chrono::milliseconds(1);
    return options;
  }

  // As a server that starts.
  void Load() {
    custom_ = std::make_unique<CustomResources>(api_.effects, api_.registry, options_,
                                                std::make_shared<storage::EncodingBudget>(1 << 20));
    EXPECT_TRUE(BlockOn(custom_->Load(DefinitionsResource())));
  }
  std::shared_ptr<const api::ServedResource> DefinitionsResource() {
    return api_.registry.Current()->Find("apiextensions.k8s.io", "v1", "customresourcedefinitions");
  }

  api::TestReply Define(const std::string& plural, const std::string& kind,
                        const std::string& versions = kOneVersion) {
    return api_.Post(kDefinitions, DefinitionJson("example.com", plural, kind, versions));
  }
  static std::string PathOf(const std::string& plural) {
    return std::string(kDefinitions) + "/" + plural + ".example.com";
  }
  api::TestReply Definition(const std::string& plural) { return api_.Get(PathOf(plural)); }
  api::TestReply Patch(const std::string& path, std::string body) {
    return api_.Do("PATCH", path, std::move(body), kMergePatch);
  }
  api::TestReply MakeThing(const std::string& name, const std::string& members = "") {
    return api_.Post(
        kThings, R"({"apiVersion":"example.com/v1","kind":"Thing","metadata":{"name":")" + name +
                     "\"}" + members + "}");
  }

  // `True/Reason`; empty if it is not there.
  static std::string Condition(const api::TestReply& crd, std::string_view type) {
    Value conditions = crd.Json().FindPath({"status", "conditions"});
    if (!conditions.is_list()) return "";
    for (const Value& condition : conditions.items()) {
      if (condition.FindString("type") == type) {
        return std::string(condition.FindString("status")) + "/" +
               std::string(condition.FindString("reason"));
      }
    }
    return "";
  }

  // Finalization goes on by itself; waits for its effect.
  template <typename Predicate>
  static bool Eventually(Predicate predicate) {
    auto end = std::chrono::steady_clock::now() + api::kPatience;
    while (!predicate()) {
      if (std::chrono::steady_clock::now() > end) return false;
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    return true;
  }
  bool Gone(const std::string& plural) {
    return Eventually([&] { return Definition(plural).status == 404; });
  }

  const CustomResourceOptions options_;
  std::unique_ptr<CustomResources> custom_;
  api::TestApi api_{[this](write::ResourceDefinition& definition) {
    if (definition.plural != "customresourcedefinitions") return;
    definition.on_written = [this](const write::Object& object, bool deleted) {
      return custom_->OnWritten(object, deleted);
    };
  }};
};

}  // namespace pintle::extensions
