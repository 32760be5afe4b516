#include <gtest/gtest.h>

#include "apis/core/v1/types.h"
#include "apis/endpoint_for_test.h"

namespace pintle::apis::core::v1 {
namespace {

using write::FailsWith;

class ConnectionsTest : public EndpointTest {
 protected:
  void MakePod(const std::string& name, const std::string& spec,
               const std::string& annotations = "{}") {
    MustCreate(Resource("pods"), R"({"metadata":{"name":")" + name + R"(","annotations":)" +
                                     annotations + R"(},"spec":{)" + spec + "}}");
  }
  const std::string one_ = R"("containers":[{"name":"c","image":"i"}])";
  const std::string two_ = R"("containers":[{"name":"c","image":"i"},{"name":"d","image":"i"}])";
};

TEST_F(ConnectionsTest, TheLogOfAPodThatIsNowhereIsEmpty) {
  MakePod("p", one_);
  Result<std::string> log = Connect("pods", "p", "log");
  ASSERT_TRUE(log) << log.error().message();
  EXPECT_EQ(*log, "");
  EXPECT_TRUE(FailsWith(Connect("pods", "q", "log"), 404, "pods \"q\" not found"));
}

TEST_F(ConnectionsTest, AContainerMustBeChosen) {
  MakePod("two", two_);
  MakePod("init", two_ + R"(,"initContainers":[{"name":"e","image":"i"}])");
  MakePod("chosen", two_, R"({"kubectl.kubernetes.io/default-container":"d"})");
  for (const char* endpoint : {"log", "exec", "attach"}) {
    EXPECT_TRUE(FailsWith(Connect("pods", "two", endpoint), 400,
                          "a container name must be specified for pod two, choose one of: [c d]"));
    EXPECT_TRUE(FailsWith(Connect("pods", "init", endpoint), 400,
                          "a container name must be specified for pod init, choose one of: [c d] "
                          "or one of the init containers: [e]"));
    EXPECT_TRUE(FailsWith(Connect("pods", "two", endpoint, {{"container", "x"}}), 400,
                          "container x is not valid for pod two"));
  }
  EXPECT_TRUE(Connect("pods", "two", "log", {{"container", "d"}}));
  EXPECT_TRUE(Connect("pods", "init", "log", {{"container", "e"}}));
  EXPECT_TRUE(Connect("pods", "chosen", "log"));
}

TEST_F(ConnectionsTest, OptionsOfLogsAreChecked) {
  MakePod("p", one_);
  const struct {
    Query query;
    int code;
    const char* message;
  } kCases[] = {
      {{{"tailLines", "-1"}},
       422,
       "PodLogOptions \"p\" is invalid: tailLines: Invalid value: -1: must be greater than or "
       "equal "
       "to 0"},
      {{{"limitBytes", "0"}},
       422,
       "PodLogOptions \"p\" is invalid: limitBytes: Invalid value: 0: must be greater than 0"},
      {{{"sinceSeconds", "5"}, {"sinceTime", "2020-01-01T00:00:00Z"}},
       422,
       "PodLogOptions \"p\" is invalid: []: Forbidden: at most one of `sinceTime` or "
       "`sinceSeconds` may be specified"},
      {{{"tailLines", "many"}}, 400, "tailLines: \"many\" is not a number"},
      {{{"sinceTime", "noon"}}, 400, "sinceTime: \"noon\" is not a time"},
  };
  for (const auto& c : kCases) {
    EXPECT_TRUE(FailsWith(Connect("pods", "p", "log", c.query), c.code, c.message));
  }
  EXPECT_TRUE(Connect("pods", "p", "log", {{"tailLines", "5"}, {"follow", "true"}}));
}

TEST_F(ConnectionsTest, StreamsNeedANode) {
  MakePod("p", one_);
  for (const char* endpoint : {"exec", "attach", "portforward"}) {
    EXPECT_TRUE(
        FailsWith(Connect("pods", "p", endpoint), 400, "pod p does not have a host assigned"));
  }
}

TEST_F(ConnectionsTest, NothingIsReachedOnANode) {
  MakePod("p", one_ + R"(,"nodeName":"n")");
  for (const char* endpoint : {"log", "exec", "attach", "portforward"}) {
    EXPECT_TRUE(FailsWith(Connect("pods", "p", endpoint), 404, "nodes \"n\" not found"));
  }
  MustCreate(Resource("nodes"), R"({"metadata":{"name":"n"}})");
  for (const char* endpoint : {"log", "exec", "attach", "portforward"}) {
    EXPECT_TRUE(
        FailsWith(Connect("pods", "p", endpoint), 503, "this server has no connection to node n"));
  }
}

TEST_F(ConnectionsTest, Proxies) {
  MakePod("p", one_ + R"(,"nodeName":"n")");
  MustCreate(Resource("nodes"), R"({"metadata":{"name":"n"}})");
  EXPECT_TRUE(FailsWith(Connect("pods", "p", "proxy"), 400, "address not allowed"));
  MustPutAt("pods", "p", "status",
            R"({"metadata":{"name":"p"},"status":{"phase":"Running","podIP":"10.1.2.3",
                "podIPs":[{"ip":"10.1.2.3"}]}})");
  for (const char* name : {"p", "p:8080", "http:p:8080", "https:p:", ":p:80"}) {
    EXPECT_TRUE(
        FailsWith(Connect("pods", name, "proxy"), 503, "this server has no connection to pod p"))
        << name;
  }
  for (const char* name : {"ftp:p:80", "http:p:80:1", ":80"}) {
    EXPECT_EQ(Connect("pods", name, "proxy").error().code(), 400) << name;
  }
  EXPECT_TRUE(FailsWith(Connect("pods", "q:80", "proxy"), 404, "pods \"q\" not found"));
  EXPECT_TRUE(FailsWith(Connect("nodes", "n:10250", "proxy"), 503,
                        "this server has no connection to node n"));
  EXPECT_TRUE(FailsWith(Connect("services", "s:http", "proxy"), 404, "services \"s\" not found"));
}

}  // namespace
}  // namespace pintle::apis::core::v1
