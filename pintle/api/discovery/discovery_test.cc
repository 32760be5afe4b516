#include "pintle/api/discovery/discovery.h"

#include <gtest/gtest.h>

#include "pintle/registry/registry_for_test.h"

namespace pintle::api {
namespace {

class DiscoveryTest : public testing::Test {
 protected:
  Value Parse(std::string_view json) { return *codec::ParseJson(json, arena_); }
  void ExpectJson(const Value& actual, std::string_view expected) {
    EXPECT_EQ(codec::ToPrettyJson(actual), codec::ToPrettyJson(Parse(expected)));
  }
  // The entry of a list whose `key` is `name`.
  static Value Entry(const Value& list, std::string_view key, std::string_view name) {
    for (const Value& item : list.items()) {
      if (item.FindString(key) == name) return item;
    }
    return Value();
  }

  Arena arena_;
  TestResources resources_;
  std::shared_ptr<const Registry> registry_ = resources_.Build();
};

TEST_F(DiscoveryTest, ApiVersionsHasNoApiVersion) {
  ExpectJson(ApiVersions(arena_, "10.0.0.1:6443"),
             R"({"kind":"APIVersions","versions":["v1"],"serverAddressByClientCIDRs":[
                 {"clientCIDR":"0.0.0.0/0","serverAddress":"10.0.0.1:6443"}]})");
}

TEST_F(DiscoveryTest, GroupsInOrderOfPriority) {
  Value list = ApiGroupList(arena_, *registry_);
  ExpectJson(list, R"({"kind":"APIGroupList","apiVersion":"v1","groups":[
    {"name":"apiextensions.k8s.io",
     "versions":[{"groupVersion":"apiextensions.k8s.io/v1","version":"v1"}],
     "preferredVersion":{"groupVersion":"apiextensions.k8s.io/v1","version":"v1"}},
    {"name":"coordination.k8s.io",
     "versions":[{"groupVersion":"coordination.k8s.io/v1","version":"v1"}],
     "preferredVersion":{"groupVersion":"coordination.k8s.io/v1","version":"v1"}},
    {"name":"stable.example.com",
     "versions":[{"groupVersion":"stable.example.com/v2","version":"v2"},
                 {"groupVersion":"stable.example.com/v1","version":"v1"}],
     "preferredVersion":{"groupVersion":"stable.example.com/v2","version":"v2"}}]})");
}

TEST_F(DiscoveryTest, Group) {
  ExpectJson(*ApiGroup(arena_, *registry_, "stable.example.com"),
             R"({"kind":"APIGroup","apiVersion":"v1","name":"stable.example.com",
                 "versions":[{"groupVersion":"stable.example.com/v2","version":"v2"},
                             {"groupVersion":"stable.example.com/v1","version":"v1"}],
                 "preferredVersion":{"groupVersion":"stable.example.com/v2","version":"v2"}})");
  EXPECT_FALSE(ApiGroup(arena_, *registry_, "none.example.com"));
  EXPECT_FALSE(ApiGroup(arena_, *registry_, ""));
}

// The hashes are those other servers give for the same storage versions.
TEST_F(DiscoveryTest, CoreResources) {
  ExpectJson(*ApiResourceList(arena_, *registry_, "", "v1"), R"({
    "kind":"APIResourceList","groupVersion":"v1","resources":[
    {"name":"configmaps","singularName":"configmap","namespaced":true,"kind":"ConfigMap",
     "verbs":["create","delete","deletecollection","get","list","patch","update","watch"],
     "shortNames":["cm"],"storageVersionHash":"qFsyl6wFWjQ="},
    {"name":"namespaces","singularName":"namespace","namespaced":false,"kind":"Namespace",
     "verbs":["create","delete","get","list","patch","update","watch"],
     "shortNames":["ns"],"storageVersionHash":"Q3oi5N2YM8M="},
    {"name":"namespaces/finalize","singularName":"","namespaced":false,"kind":"Namespace",
     "verbs":["update"]},
    {"name":"namespaces/status","singularName":"","namespaced":false,"kind":"Namespace",
     "verbs":["get","patch","update"]}]})");
}

TEST_F(DiscoveryTest, ResourcesOfNamedGroups) {
  ExpectJson(*ApiResourceList(arena_, *registry_, "coordination.k8s.io", "v1"), R"({
    "kind":"APIResourceList","apiVersion":"v1","groupVersion":"coordination.k8s.io/v1","resources":[
    {"name":"leases","singularName":"lease","namespaced":true,"kind":"Lease",
     "verbs":["create","delete","deletecollection","get","list","patch","update","watch"],
     "storageVersionHash":"gqkMMb/YqFM="}]})");
  EXPECT_FALSE(ApiResourceList(arena_, *registry_, "coordination.k8s.io", "v2"));
  EXPECT_FALSE(ApiResourceList(arena_, *registry_, "none.example.com", "v1"));
}

TEST_F(DiscoveryTest, StorageVersionHashIsThatOfTheStorageVersion) {
  resources_.definitions->kind.storage_version = "v1beta1";
  Value list = *ApiResourceList(arena_, *resources_.Build(), "apiextensions.k8s.io", "v1");
  Value entry = Entry(list.Find("resources"), "name", "customresourcedefinitions");
  EXPECT_EQ(entry.FindString("storageVersionHash"), "jfWCUB31mvA=");
}

// What is going away was stored in a version; component statuses never were.
TEST_F(DiscoveryTest, StorageVersionHashIsThereAsLongAsObjectsAre) {
  auto has_hash = [&](std::string_view group, std::string_view plural) {
    Value list = *ApiResourceList(arena_, *resources_.Build(), group, "v1");
    return Entry(list.Find("resources"), "name", plural).Has("storageVersionHash");
  };
  resources_.widgets->serving.verbs = {write::Verb::kDelete, write::Verb::kGet, write::Verb::kList};
  resources_.widgets->serving.terminating = true;
  EXPECT_TRUE(has_hash("stable.example.com", "widgets"));
  resources_.config_maps->serving.verbs = {write::Verb::kGet, write::Verb::kList};
  EXPECT_FALSE(has_hash("", "configmaps"));
  resources_.config_maps->serving.verbs = write::Verbs::All();
  EXPECT_TRUE(has_hash("", "configmaps"));
  resources_.config_maps->actions.create =
      [](write::EndpointWorld&, const write::Request&, const write::ResourceDefinition&,
         write::Object, write::Warnings&) -> Task<Result<std::optional<write::Object>>> {
    co_return std::nullopt;
  };
  EXPECT_FALSE(has_hash("", "configmaps"));
}

TEST_F(DiscoveryTest, CustomResources) {
  Value list = *ApiResourceList(arena_, *registry_, "stable.example.com", "v1");
  Value widget = Entry(list.Find("resources"), "name", "widgets");
  EXPECT_EQ(codec::ToJson(widget.Find("verbs")),
            R"(["delete","deletecollection","get","list","patch","create","update","watch"])");
  EXPECT_EQ(widget.FindString("storageVersionHash"),
            scheme::StorageVersionHash("stable.example.com", "v2", "Widget"));
  ExpectJson(Entry(list.Find("resources"), "name", "widgets/status"),
             R"({"name":"widgets/status","singularName":"","namespaced":true,"kind":"Widget",
                 "verbs":["get","patch","update"]})");
}

TEST_F(DiscoveryTest, ScaleIsOfAnotherGroup) {
  auto scale = std::make_shared<write::ResourceDefinition>();
  scale->names.group = "autoscaling";
  scale->serving.versions = {"v1"};
  scale->kind.kind = "Scale";
  write::Endpoint& endpoint = resources_.widgets->actions.endpoints["scale"];
  endpoint.verbs = {write::Verb::kGet, write::Verb::kPatch, write::Verb::kUpdate};
  endpoint.spoken = scale;
  Value list = *ApiResourceList(arena_, *resources_.Build(), "stable.example.com", "v1");
  ExpectJson(Entry(list.Find("resources"), "name", "widgets/scale"),
             R"({"name":"widgets/scale","singularName":"","namespaced":true,"group":"autoscaling",
                 "version":"v1","kind":"Scale","verbs":["get","patch","update"]})");
}

TEST_F(DiscoveryTest, AggregatedCore) {
  ExpectJson(AggregatedDiscovery(arena_, *registry_, /*core=*/true), R"({
    "kind":"APIGroupDiscoveryList","apiVersion":"apidiscovery.k8s.io/v2","metadata":{},"items":[
    {"metadata":{},"versions":[{"version":"v1","freshness":"Current","resources":[
      {"resource":"configmaps","responseKind":{"group":"","version":"","kind":"ConfigMap"},
       "scope":"Namespaced","singularResource":"configmap","shortNames":["cm"],
       "verbs":["create","delete","deletecollection","get","list","patch","update","watch"]},
      {"resource":"namespaces","responseKind":{"group":"","version":"","kind":"Namespace"},
       "scope":"Cluster","singularResource":"namespace","shortNames":["ns"],
       "verbs":["create","delete","get","list","patch","update","watch"],
       "subresources":[
        {"subresource":"finalize","responseKind":{"group":"","version":"","kind":"Namespace"},
         "verbs":["update"]},
        {"subresource":"status","responseKind":{"group":"","version":"","kind":"Namespace"},
         "verbs":["get","patch","update"]}]}]}]}]})");
}

TEST_F(DiscoveryTest, AggregatedGroups) {
  Value list = AggregatedDiscovery(arena_, *registry_, /*core=*/false);
  ASSERT_EQ(list.Find("items").size(), 3u);
  Value custom = list.Find("items").items()[2];
  EXPECT_EQ(custom.FindPath({"metadata", "name"}).as_string(), "stable.example.com");
  ASSERT_EQ(custom.Find("versions").size(), 2u);
  EXPECT_EQ(custom.Find("versions").items()[0].FindString("version"), "v2");
  Value widget = custom.Find("versions").items()[0].Find("resources").items()[0];
  EXPECT_EQ(codec::ToJson(widget.Find("categories")), R"(["all"])");
  EXPECT_EQ(widget.FindString("scope"), "Namespaced");
}

TEST_F(DiscoveryTest, ResultsOutliveTheRegistry) {
  Value list = AggregatedDiscovery(arena_, *registry_, /*core=*/false);
  std::string before = codec::ToJson(list);
  registry_.reset();
  resources_.widgets.reset();
  EXPECT_EQ(codec::ToJson(list), before);
}

TEST_F(DiscoveryTest, ContentHash) {
  EXPECT_EQ(ContentHash("").substr(0, 16), "CF83E1357EEFB8BD");
  EXPECT_EQ(ContentHash("abc").size(), 128u);
}

}  // namespace
}  // namespace pintle::api
