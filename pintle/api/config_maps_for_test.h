// Tests of the API with config maps, the plainest of objects.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "pintle/api/handler_for_test.h"

namespace pintle::api {

inline constexpr const char* kMaps = "/api/v1/namespaces/default/configmaps";
inline constexpr const char* kMergePatch = "application/merge-patch+json";

inline std::string Map(const std::string& name, const std::string& label = "x") {
  return R"({"metadata":{"name":")" + name + R"(","labels":{"app":")" + label +
         R"("}},"data":{"a":"1"}})";
}

inline std::vector<std::string> Names(const TestReply& reply) {
  std::vector<std::string> names;
  Value items = reply.Json().Find("items");
  if (!items.is_list()) return {"(no list)"};
  for (const Value& item : items.items()) {
    names.emplace_back(item.Find("metadata").FindString("name"));
  }
  return names;
}

class ConfigMapsTest : public testing::Test {
 protected:
  std::string Path(const std::string& rest) { return kMaps + rest; }
  void Create(const std::string& name, const std::string& label = "x") {
    TestReply reply = api_.Post(kMaps, Map(name, label));
    ASSERT_EQ(reply.status, 201) << reply.body;
  }

  TestApi api_;
};

}  // namespace pintle::api
