// Lists, watches and what is deleted together, through the whole handler.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <semaphore>
#include <string>
#include <vector>

#include "apis/core/v1/types.h"
#include "pintle/api/config_maps_for_test.h"
#include "pintle/api/request/list_request.h"
#include "pintle/api/watch/watch_for_test.h"
#include "pintle/typeinfo/protobuf_decode.h"
#include "pintle/typeinfo/protobuf_encode.h"
#include "pintle/typeinfo/value_bridge.h"

namespace pintle::api {
namespace {

using ListAndWatchTest = ConfigMapsTest;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

TEST_F(ListAndWatchTest, Pages) {
  for (const char* name : {"a", "b", "c", "d", "e"})
    Create(name, name == std::string("c") ? "y" : "x");
  TestReply first = api_.Get(Path("?limit=2"));
  EXPECT_EQ(Names(first), (std::vector<std::string>{"a", "b"}));
  Value metadata = first.Json().Find("metadata");
  EXPECT_EQ(metadata.Find("remainingItemCount").as_int(), 3);
  Create("aa");  // not in the pages that follow
  TestReply second =
      api_.Get(Path("?limit=2&continue=") + std::string(metadata.FindString("continue")));
  EXPECT_EQ(Names(second), (std::vector<std::string>{"c", "d"}));
  EXPECT_EQ(second.Json().FindPath({"metadata", "resourceVersion"}),
            metadata.Find("resourceVersion"));
  TestReply third = api_.Get(Path("?limit=2&continue=") +
                             std::string(second.Json().Find("metadata").FindString("continue")));
  EXPECT_EQ(Names(third), (std::vector<std::string>{"e"}));
  EXPECT_FALSE(third.Json().Find("metadata").Has("remainingItemCount"));

  TestReply selected = api_.Get(Path("?limit=2&labelSelector=app%3Dx"));
  EXPECT_EQ(Names(selected), (std::vector<std::string>{"a", "aa"}));
  EXPECT_TRUE(selected.Json().Find("metadata").Has("continue"));
  EXPECT_FALSE(selected.Json().Find("metadata").Has("remainingItemCount"));
}

TEST_F(ListAndWatchTest, ReadsOldRevisions) {
  Create("a");
  std::string revision(api_.Get(kMaps).Json().Find("metadata").FindString("resourceVersion"));
  Create("b");
  TestReply exact = api_.Get(Path("?resourceVersionMatch=Exact&resourceVersion=") + revision);
  EXPECT_EQ(Names(exact), (std::vector<std::string>{"a"}));
  EXPECT_EQ(exact.Json().Find("metadata").FindString("resourceVersion"), revision);
  ASSERT_TRUE(BlockOn(api_.store->Compact(std::stoll(revision))));
  TestReply expired = api_.Get(Path("?resourceVersionMatch=Exact&resourceVersion=1"));
  EXPECT_EQ(expired.status, 410);
  EXPECT_EQ(expired.Reason(), "Expired");
  TestReply paged = api_.Get(Path("?continue=") + EncodeContinue({1, "a"}));
  EXPECT_EQ(paged.status, 410);
  std::string token(paged.Json().Find("metadata").FindString("continue"));
  EXPECT_EQ(Names(api_.Get(Path("?continue=") + token)), (std::vector<std::string>{"b"}));
}

TEST_F(ListAndWatchTest, DeletesWhatSelectorsMatch) {
  Create("a", "x");
  Create("b", "y");
  Create("c", "x");
  TestReply deleted = api_.Do("DELETE", Path("?labelSelector=app%3Dx"));
  EXPECT_EQ(deleted.status, 200);
  EXPECT_EQ(Names(deleted), (std::vector<std::string>{"a", "c"}));
  EXPECT_EQ(Names(api_.Get(kMaps)), (std::vector<std::string>{"b"}));
}

// What is deleted is what a list with the same options shows, in the form that is asked for.
TEST_F(ListAndWatchTest, DeletesAsMuchAsAListShows) {
  for (const char* name : {"a", "b", "c", "d"}) Create(name);
  TestReply page = api_.Do("DELETE", Path("?limit=1"));
  EXPECT_EQ(Names(page), (std::vector<std::string>{"a"}));
  Value metadata = page.Json().Find("metadata");
  EXPECT_EQ(metadata.Find("remainingItemCount").as_int(), 3);
  std::string token(metadata.FindString("continue"));
  EXPECT_EQ(Names(api_.Do("DELETE", Path("?limit=1&continue=" + token))),
            (std::vector<std::string>{"b"}));
  EXPECT_EQ(Names(api_.Get(kMaps)), (std::vector<std::string>{"c", "d"}));

  TestReply table = api_.Do("DELETE", Path("?dryRun=All"), {},
                            {{"Accept", "application/json;as=Table;v=v1;g=meta.k8s.io"}});
  EXPECT_EQ(table.Json().FindString("kind"), "Table");
  EXPECT_EQ(table.Json().Find("rows").items().size(), 2u);
  EXPECT_EQ(Names(api_.Get(kMaps)), (std::vector<std::string>{"c", "d"}));
}

TEST_F(ListAndWatchTest, LongListsAreStreamedInEveryFormat) {
  using apis::core::v1::ConfigMapList;
  constexpr int kCount = 1201;  // not a multiple of what is sent at once
  for (int i = 0; i < kCount; ++i) Create(std::to_string(i) + std::string(i % 200, 'n'));
  TestReply json = api_.Get(kMaps);
  ASSERT_EQ(json.Json().Find("items").size(), static_cast<size_t>(kCount));
  TestReply cbor = api_.Get(kMaps, {{"Accept", "application/cbor"}});
  Arena arena;
  auto value = codec::ParseCbor(cbor.body, arena);
  ASSERT_TRUE(value) << value.error().message();
  EXPECT_EQ(*value, json.Json());
  TestReply protobuf = api_.Get(kMaps, {{"Accept", "application/vnd.kubernetes.protobuf"}});
  const auto& type = typeinfo::TypeOf<ConfigMapList>();
  auto* list = arena.New<ConfigMapList>();
  ASSERT_TRUE(typeinfo::DecodeProtobuf(protobuf.body, type, list, arena));
  EXPECT_EQ(typeinfo::ToValue(type, list, arena).Find("items"), json.Json().Find("items"));
  EXPECT_EQ(typeinfo::EncodeProtobuf(type, list), protobuf.body);
}

// Also lists that have to be built whole.
TEST_F(ListAndWatchTest, LongListsGiveOthersTheirTurn) {
  for (int i = 0; i < 501; ++i) Create(std::to_string(i));
  for (const char* accept : {"application/yaml", "application/json;as=Table;v=v1;g=meta.k8s.io",
                             "application/vnd.kubernetes.protobuf"}) {
    http::Request list =
        TestApi::MakeRequest("GET", Path("?resourceVersion=0"), "", {{"Accept", accept}});
    TestWriter writer;
    std::counting_semaphore<> ended(0);
    std::vector<std::string> order;
    api_.thread->Post([&] {
      // It waits while the list, which needs nothing from elsewhere, is being made.
      api_.thread->Post([&] {
        order.emplace_back("other");
        ended.release();
      });
      Start(api_.handler->Handle(list, writer), [&] {
        order.emplace_back("list");
        ended.release();
      });
    });
    for (int i = 0; i < 2; ++i) ended.acquire();
    EXPECT_EQ(order, (std::vector<std::string>{"other", "list"})) << accept;
    EXPECT_EQ(writer.response.status, 200);
  }
}

TEST_F(ListAndWatchTest, PagesAreOfOneRevisionUntilItIsCompacted) {
  for (const char* name : {"a", "b", "c"}) Create(name);
  TestReply first = api_.Get(Path("?limit=1"));
  Value metadata = first.Json().Find("metadata");
  EXPECT_EQ(metadata.Find("remainingItemCount").as_int(), 2);
  std::string revision(metadata.FindString("resourceVersion"));
  std::string next = Path("?limit=1&continue=" + std::string(metadata.FindString("continue")));
  api_.Do("DELETE", Path("/b"));
  TestReply second = api_.Get(next);
  EXPECT_EQ(second.status, 200);
  EXPECT_THAT(second.body, HasSubstr(R"("name":"b")")) << "as it was when the list began";
  EXPECT_EQ(second.Json().Find("metadata").FindString("resourceVersion"), revision);
  EXPECT_EQ(api_.Get(Path("?resourceVersionMatch=Exact&resourceVersion=" + revision))
                .Json()
                .Find("items")
                .items()
                .size(),
            3u);

  ASSERT_TRUE(BlockOn(api_.store->Compact(*BlockOn(api_.store->CurrentRevision()))));
  TestReply expired = api_.Get(next);
  EXPECT_EQ(expired.status, 410);
  EXPECT_EQ(expired.Reason(), "Expired");
  std::string token(expired.Json().Find("metadata").FindString("continue"));
  TestReply rest = api_.Get(Path("?continue=" + token));
  EXPECT_EQ(rest.status, 200);
  EXPECT_THAT(rest.body, HasSubstr(R"("name":"c")"));
  EXPECT_THAT(rest.body, Not(HasSubstr(R"("name":"b")")));
  EXPECT_EQ(api_.Get(Path("?resourceVersionMatch=Exact&resourceVersion=" + revision)).status, 410);
}

TEST_F(ListAndWatchTest, WatchesInitialObjectsThenChanges) {
  Create("a");
  RunningWatch watch(api_, Path("?watch=1&allowWatchBookmarks=1"));
  std::string initial = watch.WaitFor("initial-events-end");
  EXPECT_THAT(initial,
              StartsWith(R"({"type":"ADDED","object":{"kind":"ConfigMap","apiVersion":"v1")"));
  EXPECT_THAT(initial, HasSubstr(R"({"type":"BOOKMARK",)"));
  Create("b");
  EXPECT_EQ(
      api_.Do("PATCH", Path("/b"), R"({"data":{"a":"2"}})", {{"Content-Type", kMergePatch}}).status,
      200);
  EXPECT_THAT(watch.WaitFor("MODIFIED"), HasSubstr("\"name\":\"b\""));
  api_.Do("DELETE", Path("/b"));
  std::string all = watch.WaitFor("DELETED");
  EXPECT_EQ(watch.response().headers.Get("Content-Type"), "application/json");
  watch.End();
}

TEST_F(ListAndWatchTest, WatchesOneObjectByTheOldPath) {
  Create("a");
  RunningWatch watch(api_, "/api/v1/watch/namespaces/default/configmaps/b");
  Create("aa");
  Create("b");
  std::string seen = watch.WaitFor("\"b\"");
  EXPECT_THAT(seen, Not(HasSubstr("\"name\":\"a")));
}

TEST_F(ListAndWatchTest, WatchFromTheFutureIsAnErrorEvent) {
  RunningWatch watch(api_, Path("?watch=1&resourceVersion=999999"));
  std::string body = watch.WaitForEnd();
  EXPECT_EQ(watch.response().status, 200);
  EXPECT_THAT(body, StartsWith(R"({"type":"ERROR","object":{"kind":"Status")"));
  EXPECT_THAT(body, HasSubstr("Too large resource version: 999999"));
}

TEST_F(ListAndWatchTest, WatchGoesOnAfterItsRevision) {
  Create("a");
  Create("b");
  std::string revision(api_.Get(kMaps).Json().Find("metadata").FindString("resourceVersion"));
  RunningWatch open(api_, Path("?watch=1&resourceVersion=" + revision));
  Create("c");
  EXPECT_THAT(open.WaitFor("\"c\""), Not(HasSubstr("\"b\"")));
}

TEST_F(ListAndWatchTest, WatchTimeoutsOfAnySize) {
  RunningWatch watch(api_, Path("?watch=1&timeoutSeconds=9223372036854775807"));
  Create("late");
  EXPECT_THAT(watch.WaitFor("late"), HasSubstr("ADDED"));
  RunningWatch negative(api_, Path("?watch=1&timeoutSeconds=-5"));
  EXPECT_THAT(negative.WaitFor("late"), HasSubstr("ADDED"));
}

}  // namespace
}  // namespace pintle::api
