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

// An API whose custom resources are kept by the object under test. Changed options count from the
// next Load().
class CustomApiTest : public testing::Test {
 protected:
  explicit CustomApiTest(CustomResourceOptions options = QuickOptions());
  ~CustomApiTest() override;
  void TearDown() override;

  static CustomResourceOptions QuickOptions();

  // As a server that starts.
  void Load();
  std::shared_ptr<const api::ServedResource> DefinitionsResource();

  api::TestReply Define(const std::string& plural, const std::string& kind,
                        const std::string& versions = kOneVersion);
  static std::string PathOf(const std::string& plural);
  api::TestReply Definition(const std::string& plural) { return api_.Get(PathOf(plural)); }
  api::TestReply Patch(const std::string& path, std::string body);
  api::TestReply MakeThing(const std::string& name, const std::string& members = "");

  // `True/Reason`; empty if it is not there.
  static std::string Condition(const api::TestReply& crd, std::string_view type);

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
  // Neither there nor served any more, which it is a little longer.
  bool Gone(const std::string& plural);
  // Waits until nothing goes on by itself: a coroutine whose thread stops is never freed.
  void Settle();

  CustomResourceOptions options_;
  int marks_ = 0;
  std::unique_ptr<CustomResources> custom_;
  api::TestApi api_;
};

}  // namespace pintle::extensions
