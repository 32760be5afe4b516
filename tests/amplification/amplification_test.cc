// Small in, small out: requests that say little and stand for very much. What the server answers
// and what it takes from its heap meanwhile is bounded by what was sent.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "pintle/base/strings.h"
#include "pintle/base/work_count.h"
#include "pintle/codec/cbor_writer.h"
#include "pintle/codec/document.h"
#include "pintle/extensions/custom_api_for_test.h"
#include "tests/amplification/heap_meter.h"

namespace pintle::extensions {
namespace {

// What an answer may have beyond what it repeats of the input; what may be held of the heap at one
// time, and taken from it in all.
constexpr size_t kMostAnswered = size_t{1} << 20;
constexpr size_t kMostHeld = size_t{32} << 20;
constexpr size_t kMostMade = size_t{64} << 20;
constexpr size_t kPerByte = 8;
// Nodes that are looked at, and cost of rules, of which there may be 100 million by themselves.
constexpr size_t kMostWork = 100'000'000;
constexpr size_t kWorkPerByte = 1000;

std::string Repeated(size_t count, std::string_view piece) {
  std::string out;
  out.reserve(count * (piece.size() + 1));
  for (size_t i = 0; i < count; ++i) {
    if (i > 0) out += ',';
    out += piece;
  }
  return out;
}

std::string Numbered(size_t count, const std::function<std::string(size_t)>& piece) {
  std::string out;
  for (size_t i = 0; i < count; ++i) {
    if (i > 0) out += ',';
    out += piece(i);
  }
  return out;
}

std::string Versions(const std::string& spec) {
  return R"([{"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":{)"
         R"("type":"object","properties":{"spec":)" +
         spec + "}}}}]";
}

std::string Thing(const std::string& spec) {
  return R"({"apiVersion":"example.com/v1","kind":"Thing","metadata":{"name":"a"},"spec":)" + spec +
         "}";
}

std::string Pod(const std::string& spec, const std::string& meta = "") {
  return R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":"a")" + meta + R"(},"spec":)" +
         spec + "}";
}

constexpr const char* kPods = "/api/v1/namespaces/default/pods";

struct Sent {
  std::string body;
  std::string path = kThings;
  std::string method = "POST";
  std::string type = "application/json";
  std::string accept = "application/json";
};

struct Row {
  std::string name;
  // Of the definition of things, or all of its versions; empty: there is none.
  std::string spec_schema;
  // Before the measured request.
  std::vector<Sent> first;
  Sent sent;
  // What it is answered; 0: a test of its own says so.
  int status;
};

void PrintTo(const Row& row, std::ostream* out) { *out << row.name; }

const std::string kLongName(50'000, 'k');

// A map whose values have no unknown members, and a long key.
const std::string kMapSchema =
    R"({"type":"object","properties":{"m":{"type":"object","additionalProperties":)"
    R"({"type":"object","properties":{"a":{"type":"string"}}}}}})";

std::string LongKeyAndUnknown(size_t members, const std::string& key = kLongName) {
  return R"({"m":{")" + key + R"(":{)" +
         Numbered(members, [](size_t i) { return fmt::format("\"x{}\":1", i); }) + "}}}";
}

std::string ItemsSchema(const std::string& item) {
  return R"({"type":"object","properties":{"l":{"type":"array","items":)" + item + "}}}";
}

std::string Items(size_t count, std::string_view item) {
  return R"({"l":[)" + Repeated(count, item) + "]}";
}

std::string Cbor(const std::string& json) {
  Arena arena;
  return std::string(codec::kCborPrefix) + codec::ToCbor(*codec::ParseJson(json, arena));
}

// A field of a Protobuf message that has a length.
std::string Field(int number, const std::string& content) {
  std::string out(1, static_cast<char>(number << 3 | 2));
  size_t size = content.size();
  for (; size >= 0x80; size >>= 7) out += static_cast<char>(size | 0x80);
  return out + static_cast<char>(size) + content;
}

std::string Protobuf(const std::string& version, const std::string& kind,
                     const std::string& message) {
  return std::string("k8s\0", 4) + Field(1, Field(1, version) + Field(2, kind)) + Field(2, message);
}

std::string RepeatedBytes(size_t count, std::string_view piece) {
  std::string out;
  for (size_t i = 0; i < count; ++i) out += piece;
  return out;
}

std::vector<Row> Rows() {
  std::vector<Row> rows;
  auto add = [&](std::string name, std::string schema, Sent sent, int status,
                 std::vector<Sent> first = {}) {
    rows.push_back({std::move(name), std::move(schema), std::move(first), std::move(sent), status});
  };
  // Findings.
  const std::string unknown = Thing(LongKeyAndUnknown(5000));
  for (const char* mode : {"Strict", "Warn", "Ignore"}) {
    const std::string path = std::string(kThings) + "?fieldValidation=" + mode;
    const int created = std::string(mode) == "Strict" ? 400 : 201;
    add(std::string("unknown members below a long key, ") + mode, kMapSchema, {unknown, path},
        created);
    add(std::string("the same in YAML, ") + mode, kMapSchema,
        {Thing(LongKeyAndUnknown(20'000, std::string(1000, 'k'))), path, "POST",
         "application/yaml"},
        created);
    const int patched = created == 400 ? 422 : 200;
    add(std::string("the same by a merge patch, ") + mode, kMapSchema,
        {R"({"spec":)" + LongKeyAndUnknown(5000) + "}",
         std::string(kThings) + "/a?fieldValidation=" + mode, "PATCH",
         "application/merge-patch+json"},
        patched, {{Thing("{}")}});
    add(std::string("the same by a JSON patch, ") + mode, kMapSchema,
        {R"([{"op":"add","path":"/spec","value":)" + LongKeyAndUnknown(5000) + "}]",
         std::string(kThings) + "/a?fieldValidation=" + mode, "PATCH",
         "application/json-patch+json"},
        patched, {{Thing("{}")}});
  }
  const std::string many =
      Thing("{" + Numbered(100'000, [](size_t i) { return fmt::format("\"x{}\":1", i); }) + "}");
  add("very many unknown members, Strict", kMapSchema,
      {many, std::string(kThings) + "?fieldValidation=Strict"}, 400);
  add("very many unknown members", kMapSchema, {many}, 201);
  const std::string repeated =
      Thing(R"({"m":{")" + kLongName + R"(":{)" + Repeated(5000, R"("a":"")") + "}}}");
  add("repeated members below a long key, Strict", kMapSchema,
      {repeated, std::string(kThings) + "?fieldValidation=Strict"}, 400);
  const std::string definition = DefinitionJson(
      "example.com", "others", "Other",
      Versions(R"({"type":"object","properties":{")" + kLongName + R"(":{"type":"string",)" +
               Numbered(5000, [](size_t i) { return fmt::format("\"x{}\":1", i); }) + "}}}"));
  add("a kind with a table, a long key and unknown members, Strict", "",
      {definition, std::string(kDefinitions) + "?fieldValidation=Strict"}, 400);
  add("the same", "", {definition, kDefinitions}, 201);
  // Faults.
  add("empty containers", "", {Pod(R"({"containers":[)" + Repeated(700'000, "{}") + "]}"), kPods},
      413);
  add("some empty containers", "",
      {Pod(R"({"containers":[)" + Repeated(20'000, "{}") + "]}"), kPods}, 422);
  const std::string names = Numbered(20'000, [](size_t i) { return fmt::format("\"v{}\"", i); });
  add("wrong values of a long enum", ItemsSchema(R"({"type":"string","enum":[)" + names + "]}"),
      {Thing(Items(2000, "\"z\""))}, 422);
  const std::string required = Numbered(200, [](size_t i) { return fmt::format("\"f{}\"", i); });
  add("items without required members",
      ItemsSchema(
          R"({"type":"object","required":[)" + required + R"(],"properties":{)" +
          Numbered(200, [](size_t i) { return fmt::format(R"("f{}":{{"type":"string"}})", i); }) +
          "}}"),
      {Thing(Items(50'000, "{}"))}, 422);
  add("values of a wrong type", ItemsSchema(R"({"type":"string"})"), {Thing(Items(300'000, "1"))},
      422);
  add("a long value of a wrong form",
      ItemsSchema(R"({"type":"string","maxLength":3,"pattern":"^a$"})"),
      {Thing(R"({"l":[")" + std::string(1'000'000, 'b') + "\"]}")}, 422);
  add("a long value that is none of an enum", ItemsSchema(R"({"type":"string","enum":["a"]})"),
      {Thing(R"({"l":[")" + std::string(1'000'000, 'b') + "\"]}")}, 422);
  add("a long name", "",
      {R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":")" +
           std::string(1'000'000, 'B') + "\"}}",
       "/api/v1/namespaces/default/configmaps"},
      422);
  add("a long kind", "",
      {R"({"apiVersion":"v1","kind":")" + std::string(1'000'000, 'B') +
           R"(","metadata":{"name":"a"}})",
       "/api/v1/namespaces/default/configmaps"},
      400);
  add("a long apiVersion", "",
      {R"({"kind":"ConfigMap","apiVersion":")" + std::string(1'000'000, 'B') +
           R"(","metadata":{"name":"a"}})",
       "/api/v1/namespaces/default/configmaps"},
      400);
  add("bad labels", "",
      {Pod(R"({"containers":[{"name":"a","image":"i"}]})",
           R"(,"labels":{)" +
               Numbered(50'000, [](size_t i) { return fmt::format("\"-{}\":\"-\"", i); }) + "}"),
       kPods},
      422);
  add("finalizers that want a domain", "{\"type\":\"object\"}",
      {R"({"apiVersion":"example.com/v1","kind":"Thing","metadata":{"name":"a","finalizers":[)" +
       Numbered(100'000, [](size_t i) { return fmt::format("\"f{}\"", i); }) + "]}}"},
      201);
  add("owner references that are empty", "",
      {Pod(R"({"containers":[{"name":"a","image":"i"}]})",
           R"(,"ownerReferences":[)" + Repeated(300'000, "{}") + "]"),
       kPods},
      413);
  add("controllers of one object", "",
      {Pod(R"({"containers":[{"name":"a","image":"i"}]})",
           R"(,"ownerReferences":[)" +
               Numbered(5000,
                        [](size_t i) {
                          return fmt::format(R"({{"apiVersion":"v1","kind":"K","name":"n",)"
                                             R"("uid":"{}","controller":true}})",
                                             i);
                        }) +
               "]"),
       kPods},
      422);
  add("equal elements of a set", ItemsSchema(R"({"type":"string"},"x-kubernetes-list-type":"set")"),
      {Thing(Items(100'000, "\"aaaaaaaa\""))}, 422);
  // Defaults.
  const std::string large(100'000, 'd');
  const std::string defaulted = ItemsSchema(
      R"({"type":"object","properties":{"d":{"type":"string","default":")" + large + "\"}}}");
  add("a long default in each of many elements", defaulted, {Thing(Items(50'000, "{}"))}, 413);
  add("the same, dry", defaulted,
      {Thing(Items(50'000, "{}")), std::string(kThings) + "?dryRun=All"}, 413);
  add("the same by a merge patch", defaulted,
      {R"({"spec":)" + Items(50'000, "{}") + "}", std::string(kThings) + "/a", "PATCH",
       "application/merge-patch+json"},
      413, {{Thing("{}")}});
  add("the same by a JSON patch", defaulted,
      {R"([{"op":"add","path":"/spec","value":)" + Items(50'000, "{}") + "}]",
       std::string(kThings) + "/a", "PATCH", "application/json-patch+json"},
      413, {{Thing("{}")}});
  add("the same in YAML", defaulted,
      {Thing(Items(50'000, "{}")), kThings, "POST", "application/yaml"}, 413);
  add("the same in CBOR", defaulted,
      {Cbor(Thing(Items(50'000, "{}"))), kThings, "POST", "application/cbor"}, 413);
  const std::string nested = ItemsSchema(
      R"({"type":"object","properties":{"d":{"type":"object","default":{},"properties":{)" +
      Numbered(
          1000,
          [](size_t i) { return fmt::format(R"("p{}":{{"type":"string","default":"d"}})", i); }) +
      "}}}}");
  add("many small defaults in each of many elements", nested, {Thing(Items(50'000, "{}"))}, 413);
  // What is said once and meant often.
  const std::string open = R"({"type":"object","x-kubernetes-preserve-unknown-fields":true})";
  auto aliased = [](size_t bytes, size_t count) {
    return "apiVersion: example.com/v1\nkind: Thing\nmetadata: {name: a}\nspec:\n  a: &a " +
           std::string(bytes, 't') + "\n  l: [" + Repeated(count, "*a") + "]\n";
  };
  const std::string dry = std::string(kThings) + "?dryRun=All";
  add("aliases of a long text", open, {aliased(100'000, 150), kThings, "POST", "application/yaml"},
      400);
  add("fewer of them", open, {aliased(100'000, 30), kThings, "POST", "application/yaml"}, 413);
  add("fewer of them, dry", open, {aliased(100'000, 30), dry, "POST", "application/yaml"}, 413);
  add("more than is kept, dry", open,
      {Thing(R"({"a":")" + std::string(2'000'000, 't') + "\"}"), dry}, 413);
  // What is many times its text in a compiled-in kind.
  add("empty containers in CBOR", "",
      {Cbor(Pod(R"({"containers":[)" + Repeated(700'000, "{}") + "]}")), kPods, "POST",
       "application/cbor"},
      413);
  add("empty containers in YAML", "",
      {Pod(R"({"containers":[)" + Repeated(200'000, "{}") + "]}"), kPods, "POST",
       "application/yaml"},
      413);
  add("empty containers in Protobuf", "",
      {Protobuf("v1", "Pod", Field(2, RepeatedBytes(700'000, Field(2, "")))), kPods, "POST",
       "application/vnd.kubernetes.protobuf"},
      413);
  add("a strategic merge patch with empty containers", "",
      {R"({"spec":{"containers":[)" +
           Numbered(100'000, [](size_t i) { return fmt::format(R"({{"name":"{}"}})", i); }) + "]}}",
       std::string(kPods) + "/a", "PATCH", "application/strategic-merge-patch+json"},
      413, {{Pod(R"({"containers":[{"name":"a","image":"i"}]})"), kPods}});
  add("a JSON patch that copies",
      "{\"type\":\"object\",\"x-kubernetes-preserve-unknown-fields\":true}",
      {"[" +
           Numbered(60,
                    [](size_t i) {
                      return fmt::format(R"({{"op":"copy","from":"/spec","path":"/spec/c{}"}})", i);
                    }) +
           "]",
       std::string(kThings) + "/a", "PATCH", "application/json-patch+json"},
      422, {{Thing(R"({"text":")" + std::string(1000, 't') + "\"}")}});
  // Rules.
  auto ruled = [](const std::string& item, const std::string& rule) {
    return R"({"type":"object","properties":{"l":{"type":"array","maxItems":3000,"items":)" + item +
           R"(}},"x-kubernetes-validations":[)" + rule + "]}";
  };
  add("a message for each of many items",
      ItemsSchema(R"({"type":"string","maxLength":5,"x-kubernetes-validations":[{"rule":"false",)"
                  R"("message":")" +
                  std::string(2000, 'm') + "\"}]}"),
      {Thing(Items(100'000, "\"\""))}, 422);
  add("a message that is made",
      ruled(R"({"type":"string","maxLength":100})",
            R"x({"rule":"false","messageExpression":"self.l.map(x, x + x + x + x).join(',')"})x"),
      {Thing(Items(3000, "\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\""))}, 422);
  add("texts that are made of texts",
      R"x({"type":"object","properties":{"l":{"type":"array","maxItems":200,"items":)x"
      R"x({"type":"string","maxLength":100}}},"x-kubernetes-validations":[)x"
      R"x({"rule":"self.l.all(x, self.l.all(y, x + y == 'z'))"}]})x",
      {Thing(Items(200, "\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\""))}, 422);
  // Definitions.
  add("a definition with faults everywhere", "",
      {DefinitionJson(
           "example.com", "others", "Other",
           Versions(R"({"type":"object","properties":{)" +
                    Numbered(10'000,
                             [](size_t i) {
                               return fmt::format(
                                   R"("p{}":{{"type":"strin","maxLength":-1,"format":3}})", i);
                             }) +
                    "}}")),
       kDefinitions},
      400);
  add("a definition with wrong types everywhere", "",
      {DefinitionJson("example.com", "others", "Other",
                      Versions(R"({"type":"object","properties":{)" +
                               Numbered(10'000,
                                        [](size_t i) {
                                          return fmt::format(
                                              R"("p{}":{{"type":"strin","nullable":true}})", i);
                                        }) +
                               "}}")),
       kDefinitions},
      422);
  add("a definition with rules that do not compile", "",
      {DefinitionJson(
           "example.com", "others", "Other",
           Versions(R"({"type":"object","x-kubernetes-validations":[)" +
                    Repeated(5000, R"({"rule":"self.nothing == self.nothing"})") + "]}")),
       kDefinitions},
      422);
  add("a definition of many versions", "",
      {DefinitionJson("example.com", "others", "Other",
                      "[" +
                          Numbered(5000,
                                   [](size_t i) {
                                     return fmt::format(R"({{"name":"v{}","served":true,)"
                                                        R"("storage":true}})",
                                                        i);
                                   }) +
                          "]"),
       kDefinitions},
      422);
  // What is only shown.
  std::string columns =
      Versions(R"({"type":"object","x-kubernetes-preserve-unknown-fields":true})");
  columns.insert(columns.size() - 2,
                 R"(,"additionalPrinterColumns":[)" + Numbered(1000, [](size_t i) {
                   return fmt::format(R"({{"name":"C{}","type":"string",)"
                                      R"("jsonPath":".spec"}})",
                                      i);
                 }) + "]");
  add("a table whose columns show everything", columns,
      {"", std::string(kThings) + "/a", "GET", "", "application/json;as=Table;v=v1;g=meta.k8s.io"},
      200, {{Thing(Items(1000, "\"aaaaaaaaaa\""))}});
  return rows;
}

class AmplificationTest : public CustomApiTest, public testing::WithParamInterface<Row> {
 protected:
  // What has been counted on the thread of the requests.
  size_t Worked() {
    size_t done = 0;
    api_.OnThread([&]() -> Task<void> {
      done = WorkCount::done();
      co_return;
    });
    return done;
  }
  api::TestReply Send(const Sent& sent) {
    return api_.Do(sent.method, sent.path, sent.body,
                   {{"Content-Type", sent.type}, {"Accept", sent.accept}});
  }
};

TEST_P(AmplificationTest, IsBounded) {
  const Row& row = GetParam();
  if (!row.spec_schema.empty()) {
    const bool whole = row.spec_schema.starts_with('[');
    api::TestReply defined =
        Define("things", "Thing", whole ? row.spec_schema : Versions(row.spec_schema));
    ASSERT_EQ(defined.status, 201) << defined.body.substr(0, 1000);
  }
  for (const Sent& sent : row.first) {
    api::TestReply reply = Send(sent);
    ASSERT_LT(reply.status, 300) << reply.body.substr(0, 1000);
  }
  const size_t worked_before = Worked();
  HeapMeter meter;
  api::TestReply reply = Send(row.sent);
  const size_t made = meter.made();
  const size_t peak = meter.peak();
  const size_t worked = Worked() - worked_before;
  const size_t in = row.sent.body.size();
  fmt::print("{:>9} in {:>9} out {:>6.1f} MiB made {:>6.1f} MiB held {:>10} units  {} {}\n", in,
             reply.body.size(), made / 1048576.0, peak / 1048576.0, worked, reply.status, row.name);
  EXPECT_EQ(reply.status, row.status) << Shortened(reply.body, 1000);
  EXPECT_LE(reply.body.size(), kMostAnswered + (reply.status < 300 ? 2 * in : 0));
  EXPECT_LE(peak, kMostHeld + kPerByte * in);
  EXPECT_LE(made, kMostMade + kPerByte * in);
  EXPECT_LE(worked, kMostWork + kWorkPerByte * in);
}

INSTANTIATE_TEST_SUITE_P(Requests, AmplificationTest, testing::ValuesIn(Rows()));

}  // namespace
}  // namespace pintle::extensions
