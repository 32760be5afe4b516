#include "pintle/api/request/negotiate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace pintle::api {
namespace {

using object::MediaType;
using testing::HasSubstr;

constexpr Offer kCustom{.protobuf = ProtobufOffer::kMetadataOnly};
constexpr Offer kCompiledIn{.list = true, .exact_types = true};
constexpr Offer kWatch{.watch = true};
constexpr Offer kCustomWatch{.protobuf = ProtobufOffer::kMetadataOnly, .watch = true};
constexpr Offer kErrors{.tables = false, .transforms = false};
constexpr Offer kNoCbor{.cbor = false};

http::Request WithHeader(std::string name, std::string value) {
  http::Request request;
  request.headers.Add(std::move(name), std::move(value));
  return request;
}

Result<Negotiated> Negotiate(const std::string& accept, const Offer& offer) {
  return NegotiateResponse(WithHeader("Accept", accept), offer);
}

// `json`, `yaml`, `cbor`, with what it is turned into; the code if nothing fits.
std::string Outcome(const std::string& accept, const Offer& offer) {
  auto negotiated = Negotiate(accept, offer);
  if (!negotiated) return std::to_string(negotiated.error().code());
  std::string out(MediaTypeText(negotiated->media).substr(12));
  switch (negotiated->transform) {
    case Transform::kNone:
      break;
    case Transform::kTable:
      out += " Table";
      break;
    case Transform::kPartialMetadata:
      out += " PartialObjectMetadata";
      break;
    case Transform::kPartialMetadataList:
      out += " PartialObjectMetadataList";
      break;
  }
  return out;
}

struct AcceptCase {
  std::string accept;
  Offer offer;
  std::string expected;
};

TEST(NegotiateTest, ChoosesByTheHeader) {
  const AcceptCase cases[] = {
      {"", kCompiledIn, "json"},
      {"  ", kCompiledIn, "json"},
      {"application/*", kCompiledIn, "406"},
      {"application/*", kCustom, "json"},
      {"application/*, application/yaml", kCompiledIn, "yaml"},
      {"*", kCompiledIn, "406"},
      {"*", kCustom, "json"},
      {"text/html", kCompiledIn, "406"},
      {"APPLICATION/JSON", kCompiledIn, "406"},
      {"APPLICATION/JSON", kCustom, "406"},
      {"application/cbor", kCompiledIn, "cbor"},
      {"application/cbor", kNoCbor, "406"},
      {"application/vnd.kubernetes.protobuf", kCompiledIn, "vnd.kubernetes.protobuf"},
      {"application/vnd.kubernetes.protobuf,application/json", kCompiledIn,
       "vnd.kubernetes.protobuf"},
      {"application/vnd.kubernetes.protobuf", kCustom, "406"},
      {"application/vnd.kubernetes.protobuf,application/json", kCustom, "json"},
      {"application/vnd.kubernetes.protobuf", kErrors, "vnd.kubernetes.protobuf"},
      // The client's order and weights decide, never the server's.
      {"application/vnd.kubernetes.protobuf;q=1,application/cbor;q=0.9,application/json;q=0.8",
       kCompiledIn, "vnd.kubernetes.protobuf"},
      {"application/vnd.kubernetes.protobuf;q=1,application/cbor;q=0.9,application/json;q=0.8",
       kCustom, "cbor"},
      {"application/cbor;q=1,application/json;q=0.9", kCompiledIn, "cbor"},
      {"application/cbor;q=1,application/json;q=0.9", kNoCbor, "json"},
      {"application/cbor;q=0.9,application/json;q=1", kCompiledIn, "json"},
      {"*/*", kCompiledIn, "json"},
      {"text/html, */*;q=0.1", kCompiledIn, "json"},
      {"application/json;q=0", kCompiledIn, "json"},
      {"*/*;q=1, application/yaml;q=0.5", kCompiledIn, "yaml"},
      {"application/yaml;q=0.5, */*", kCompiledIn, "json"},
      {"application/yaml;q=0.5,application/json;q=0.6", kCustom, "json"},
      {"application/yaml;q=0.5,application/json;q=nonsense", kCustom, "yaml"},
      {"application/yaml;q=0.5,application/json;q=0.9x", kCustom, "yaml"},
      {"application/json;sv=v2;sv=v1", kCustom, "json"},
      {"application/json;sv=v1;sv=v2", kCustom, "406"},
      {"application/yaml,application/json", kCustom, "yaml"},
      {"application/json;charset=utf-8;profile=x", kCustom, "json"},
      {"application/yaml;stream=watch", kCustom, "406"},
      {"application/json;stream=watch", kCustom, "json"},
      {"application/json;stream=other", kCustom, "406"},
      {"application/json;sv=v2", kCustom, "406"},
      {"application/json;sv=v1", kCustom, "json"},
  };
  for (const AcceptCase& c : cases) EXPECT_EQ(Outcome(c.accept, c.offer), c.expected) << c.accept;
}

TEST(NegotiateTest, Transforms) {
  const std::string meta = ";v=v1;g=meta.k8s.io";
  const AcceptCase cases[] = {
      {"application/json;as=Table" + meta, kCompiledIn, "json Table"},
      {"application/yaml;as=Table" + meta, kCompiledIn, "yaml Table"},
      {"application/cbor;as=Table" + meta, kCompiledIn, "406"},
      {"application/vnd.kubernetes.protobuf;as=Table" + meta, kCompiledIn, "406"},
      {"application/vnd.kubernetes.protobuf;as=PartialObjectMetadataList" + meta, kCustom,
       "vnd.kubernetes.protobuf PartialObjectMetadataList"},
      {"application/json;as=Table", kCompiledIn, "406"},
      {"application/json;as=Table;v=v1", kCompiledIn, "406"},
      {"application/json;as=Table;v=v1beta1;g=meta.k8s.io", kCompiledIn, "json Table"},
      {"application/json;as=Table;v=v2;g=meta.k8s.io", kCompiledIn, "406"},
      {"application/json;as=Other" + meta, kCompiledIn, "406"},
      {"application/json;v=v1", kCompiledIn, "406"},
      {"application/json;as=PartialObjectMetadata" + meta, kCustom, "json PartialObjectMetadata"},
      {"application/cbor;as=PartialObjectMetadataList" + meta, kCustom,
       "cbor PartialObjectMetadataList"},
      // What kubectl sends, where there are no tables.
      {"application/json;as=Table" + meta + ",application/json", kErrors, "json"},
      {"application/json;as=Table" + meta, kErrors, "406"},
  };
  for (const AcceptCase& c : cases) EXPECT_EQ(Outcome(c.accept, c.offer), c.expected) << c.accept;
  EXPECT_EQ(
      Negotiate("application/json;as=Table;v=v1beta1;g=meta.k8s.io", kCustom)->transform_version,
      "v1beta1");
}

TEST(NegotiateTest, WatchesAreStreams) {
  const AcceptCase cases[] = {
      {"", kWatch, "json"},
      {"*/*", kWatch, "json"},
      {"application/yaml", kWatch, "406"},
      {"application/yaml, application/json", kWatch, "json"},
      {"application/cbor-seq", kWatch, "cbor"},
      {"application/cbor", kWatch, "cbor"},
      {"application/json;stream=watch", kWatch, "json"},
      {"application/cbor-seq", kCustom, "406"},
      {"application/vnd.kubernetes.protobuf", kWatch, "vnd.kubernetes.protobuf"},
      {"application/vnd.kubernetes.protobuf;stream=watch", kWatch, "vnd.kubernetes.protobuf"},
      {"application/vnd.kubernetes.protobuf", kCustomWatch, "406"},
      {"application/vnd.kubernetes.protobuf;as=PartialObjectMetadata;v=v1;g=meta.k8s.io",
       kCustomWatch, "vnd.kubernetes.protobuf PartialObjectMetadata"},
  };
  for (const AcceptCase& c : cases) EXPECT_EQ(Outcome(c.accept, c.offer), c.expected) << c.accept;
}

TEST(NegotiateTest, RefusalsNameWhatThereIs) {
  auto refused = Negotiate("application/json;as=Table", kCompiledIn);
  EXPECT_EQ(refused.error().reason(), Reason::kNotAcceptable);
  EXPECT_EQ(refused.error().message(),
            "only the following media types are accepted: application/json, application/yaml, "
            "application/vnd.kubernetes.protobuf, application/cbor");
  EXPECT_EQ(refused.error().details(), nullptr);
  EXPECT_THAT(Negotiate("application/yaml", kWatch).error().message(),
              HasSubstr("application/json;stream=watch, "
                        "application/vnd.kubernetes.protobuf;stream=watch, application/cbor-seq"));
  auto early = Negotiate("text/html", kCompiledIn);
  EXPECT_EQ(early.error().message(),
            "406: Not Acceptable\n\nAvailable representations: application/json, application/yaml, "
            "application/vnd.kubernetes.protobuf, application/cbor, application/json;stream=watch, "
            "application/vnd.kubernetes.protobuf;stream=watch, application/cbor-seq");
  EXPECT_NE(early.error().details(), nullptr);
}

TEST(NegotiateTest, SurvivesNonsense) {
  std::string long_header;
  for (int i = 0; i < 200; ++i) long_header += "a/b;q=0." + std::to_string(i) + ",";
  // Of so many clauses, the best one last, not all are looked at.
  std::string too_long;
  for (int i = 0; i < 8000; ++i) too_long += "*/b,";
  for (const std::string& header :
       {std::string("/"), std::string("//"), std::string("*/"), std::string("/*"), std::string(";"),
        std::string(",,,"), std::string(";q=1"), std::string("application/json/x"),
        std::string("a=b;c"), std::string("\xff\xfe/\x80"), std::string("application/\0json", 17),
        long_header, too_long + "application/json"}) {
    EXPECT_EQ(Outcome(header, kCustom), "406") << header.substr(0, 40);
  }
  for (const std::string& header :
       {std::string("application/json;"), std::string("application/json;;;q;q=;=;==;a=b=c"),
        std::string("application/json;q=nan"), std::string("application/json;q=-1"),
        std::string("application/json;q=1e999"), std::string(",,application/json,,"),
        std::string("application/json;as="), long_header + "application/json"}) {
    EXPECT_EQ(Outcome(header, kCustom), "json") << header.substr(0, 40);
  }
}

TEST(NegotiateTest, Pretty) {
  struct Case {
    const char* agent;
    const char* query;
    bool pretty;
  };
  const Case cases[] = {
      {"", "", false},
      {"curl/8", "", true},
      {"Wget/1", "", true},
      {"Mozilla/5.0 X", "", true},
      {"Mozilla/4.0", "", false},
      {"kubectl/v1.36", "", false},
      {"curl/8", "pretty=false", false},
      {"curl/8", "pretty=", true},
      {"curl/8", "pretty=zzz", false},
      {"", "pretty=1", true},
      {"", "pretty=t", true},
      {"", "pretty=True", true},
      {"", "pretty=yes", false},
  };
  for (const Case& c : cases) {
    http::Request request = WithHeader("User-Agent", c.agent);
    request.query = c.query;
    EXPECT_EQ(WantsPretty(request), c.pretty) << c.agent << " ?" << c.query;
  }
  EXPECT_TRUE(Negotiate("application/json;pretty=1", kCustom)->pretty);
  EXPECT_FALSE(Negotiate("application/json;pretty=0", kCustom)->pretty);
}

TEST(NegotiateTest, RequestBodies) {
  struct Case {
    const char* type;
    bool cbor;
    const char* expected;
  };
  const Case cases[] = {
      {"", true, "json"},
      {"application/json", true, "json"},
      {"Application/JSON", true, "json"},
      {"application/json; charset=utf-8", true, "json"},
      {"application/yaml", true, "yaml"},
      {"application/cbor", true, "cbor"},
      {"application/cbor", false, "415"},
      {"application/vnd.kubernetes.protobuf", true, "vnd.kubernetes.protobuf"},
      {"application/vnd.kubernetes.protobuf;x=y", false, "vnd.kubernetes.protobuf"},
      {"application/json;", true, "json"},
      {"application/json ; a=b ; ", true, "json"},
      {"application/json; A = b; a=b", true, "json"},
      {"application/json; a=\"b;c\\\"d\"", true, "json"},
      {"application/json; a=\"\"", true, "json"},
      {"application/json; charset", true, "415"},
      {"application/json; charset=", true, "415"},
      {"application/json; =utf-8", true, "415"},
      {"application/json; a=b c", true, "415"},
      {"application/json; a=b=c", true, "415"},
      {"application/json; a=\"b", true, "415"},
      {"application/json; a=b; A=c", true, "415"},
      {"application/json; \xc3\xa9=b", true, "415"},
      {"application/json a=b", true, "415"},
      {"application/json;;", true, "415"},
      {"application/json; a=b,application/yaml", true, "415"},
      {"application/json,application/yaml", true, "415"},
      {"text/plain", true, "415"},
      {"text/yaml", true, "415"},
      {"application/x-yaml", true, "415"},
      {"*/*", true, "415"},
      {";", true, "415"},
      {"application/x-www-form-urlencoded", true, "415"},
      {"\xff", true, "415"},
  };
  for (const Case& c : cases) {
    auto media = RequestMediaType(WithHeader("Content-Type", c.type), {.cbor = c.cbor});
    std::string outcome = media ? std::string(MediaTypeText(*media).substr(12))
                                : std::to_string(media.error().code());
    EXPECT_EQ(outcome, c.expected) << c.type;
  }
  EXPECT_EQ(*RequestMediaType(http::Request(), {}), MediaType::kJson);
  const std::string lead =
      "the body of the request was in an unknown format - accepted media types include: ";
  auto refusal = [](const char* type, BodyFormats formats) {
    return RequestMediaType(WithHeader("Content-Type", type), formats).error().message();
  };
  EXPECT_EQ(refusal("text/plain", {}),
            lead +
                "application/json, application/yaml, application/vnd.kubernetes.protobuf, "
                "application/cbor");
  EXPECT_EQ(AcceptedBodyTypes({}),
            "application/json, application/yaml, application/vnd.kubernetes.protobuf, "
            "application/cbor");
  EXPECT_EQ(AcceptedBodyTypes({.cbor = false, .protobuf = false}),
            "application/json, application/yaml");
  // Custom resources.
  EXPECT_EQ(refusal("application/vnd.kubernetes.protobuf", {.protobuf = false}),
            lead + "application/json, application/yaml, application/cbor");
  EXPECT_EQ(refusal("text/plain", {.cbor = false, .protobuf = false}),
            lead + "application/json, application/yaml, application/vnd.kubernetes.protobuf");
}

}  // namespace
}  // namespace pintle::api
