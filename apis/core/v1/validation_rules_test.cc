#include "apis/core/v1/validation_rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "pintle/base/strings.h"
#include "pintle/codec/json_reader.h"
#include "pintle/typeinfo/decode.h"

namespace pintle::apis::core::v1 {
namespace {

using ::testing::ElementsAre;
using ::testing::ElementsAreArray;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

template <typename T>
T& Read(const std::string& json, Arena& arena) {
  T* object = arena.New<T>();
  codec::JsonReader reader(json);
  EXPECT_TRUE(typeinfo::Decode(reader, typeinfo::TypeOf<T>(), object, arena, nullptr)) << json;
  return *object;
}

std::vector<std::string> Texts(const field::ErrorList& errors) {
  std::vector<std::string> out;
  for (const field::Error& error : errors) out.push_back(error.Text());
  return out;
}

struct Case {
  std::string json;
  std::vector<std::string> faults;
};

const std::string kBadKey =
    "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name', "
    " or "
    "'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')";

TEST(ConfigMapRules, Faults) {
  const std::string megabyte(1024 * 1024, 'x');
  for (const Case& c : std::vector<Case>{
           {R"({})", {}},
           {R"({"data":{"a.b-c_D":"x"},"binaryData":{"e":"AAEC"}})", {}},
           {R"({"data":{"a b":"x"}})", {"data[a b]: Invalid value: \"a b\": " + kBadKey}},
           {R"({"binaryData":{"a b":""}})",
            {"binaryData[a b]: Invalid value: \"a b\": " + kBadKey}},
           {R"({"data":{"a":""},"binaryData":{"a":""}})",
            {"data[a]: Invalid value: \"a\": duplicate of key present in binaryData"}},
           {R"({"data":{"a":")" + megabyte + "\"}}", {}},
           {R"({"data":{"a":")" + megabyte + R"(","b":"x"}})",
            {"[]: Too long: may not be more than 1048576 bytes"}},
       }) {
    Arena arena;
    EXPECT_THAT(Texts(ValidateConfigMap(Read<ConfigMap>(c.json, arena))),
                ElementsAreArray(c.faults))
        << c.json.substr(0, 80);
  }
}

TEST(ConfigMapRules, AnImmutableMapCannotChange) {
  Arena arena;
  auto faults = [&](const std::string& now, const std::string& before) {
    return Texts(
        ValidateConfigMapUpdate(Read<ConfigMap>(now, arena), Read<ConfigMap>(before, arena)));
  };
  const std::string frozen = R"({"immutable":true,"data":{"a":"1"},"binaryData":{"b":"AA=="}})";
  const std::string text = ": Forbidden: field is immutable when `immutable` is set";
  EXPECT_THAT(faults(frozen, frozen), IsEmpty());
  EXPECT_THAT(faults(R"({"data":{"a":"2"},"binaryData":{"b":"AQ=="}})", frozen),
              ElementsAre("immutable" + text, "data" + text, "binaryData" + text));
  EXPECT_THAT(faults(R"({"immutable":false,"data":{"a":"1"},"binaryData":{"b":"AA=="}})", frozen),
              ElementsAre("immutable" + text));
  EXPECT_THAT(
      faults(R"({"immutable":true,"data":{"a":"1","c":""},"binaryData":{"b":"AA=="}})", frozen),
      ElementsAre("data" + text));
  // Freezing, and changing what is not frozen, is allowed.
  EXPECT_THAT(faults(frozen, R"({"data":{"a":"0"}})"), IsEmpty());
  EXPECT_THAT(faults(R"({"data":{"a":"0"}})", R"({"immutable":false})"), IsEmpty());
}

std::string SecretOf(std::string_view type, std::string_view data, std::string_view more = "") {
  return R"({"type":")" + std::string(type) + R"(","data":{)" + std::string(data) + "}" +
         std::string(more) + "}";
}

TEST(SecretRules, EachTypeNeedsItsKeys) {
  const std::string object = "\"" + Base64Encode("{}") + "\"";
  const std::string list = "\"" + Base64Encode("[]") + "\"";
  const std::string nothing = "\"" + Base64Encode("null") + "\"";
  for (const Case& c : std::vector<Case>{
           {SecretOf("Opaque", ""), {}},
           {SecretOf("example.com/any", ""), {}},
           {SecretOf("Opaque", R"("a b":"")"), {"data[a b]: Invalid value: \"a b\": " + kBadKey}},
           {SecretOf("kubernetes.io/tls", ""),
            {"data[tls.crt]: Required value", "data[tls.key]: Required value"}},
           {SecretOf("kubernetes.io/tls", R"("tls.crt":"","tls.key":"")"), {}},
           {SecretOf("kubernetes.io/ssh-auth", ""), {"data[ssh-privatekey]: Required value"}},
           {SecretOf("kubernetes.io/ssh-auth", R"("ssh-privatekey":"")"),
            {"data[ssh-privatekey]: Required value"}},
           {SecretOf("kubernetes.io/ssh-auth", R"("ssh-privatekey":"AA==")"), {}},
           {SecretOf("kubernetes.io/basic-auth", ""),
            {"data[username]: Required value", "data[password]: Required value"}},
           {SecretOf("kubernetes.io/basic-auth", R"("username":"")"), {}},
           {SecretOf("kubernetes.io/basic-auth", R"("password":"")"), {}},
           {SecretOf("kubernetes.io/dockercfg", ""), {"data[.dockercfg]: Required value"}},
           {SecretOf("kubernetes.io/dockercfg", "\".dockercfg\":" + object), {}},
           {SecretOf("kubernetes.io/dockercfg", "\".dockercfg\":" + nothing), {}},
           {SecretOf("kubernetes.io/dockerconfigjson", "\".dockerconfigjson\":" + object), {}},
           {SecretOf("kubernetes.io/service-account-token", ""),
            {"metadata.annotations[kubernetes.io/service-account.name]: Required value"}},
           {SecretOf("kubernetes.io/service-account-token", "",
                     R"(,"metadata":{"annotations":{"kubernetes.io/service-account.name":"x"}})"),
            {}},
       }) {
    Arena arena;
    EXPECT_THAT(Texts(ValidateSecret(Read<Secret>(c.json, arena))), ElementsAreArray(c.faults))
        << c.json;
  }
  // What is secret is not shown.
  for (const std::string& content : {list, "\"" + Base64Encode("{secret") + "\""}) {
    Arena arena;
    auto texts = Texts(ValidateSecret(
        Read<Secret>(SecretOf("kubernetes.io/dockercfg", "\".dockercfg\":" + content), arena)));
    EXPECT_THAT(
        texts,
        ElementsAre(HasSubstr("data[.dockercfg]: Invalid value: \"<secret contents redacted>\"")));
  }
}

TEST(SecretRules, TooMuchData) {
  Arena arena;
  std::string data = Base64Encode(std::string(1024 * 1024 + 1, 'x'));
  EXPECT_THAT(
      Texts(ValidateSecret(Read<Secret>(SecretOf("Opaque", "\"a\":\"" + data + "\""), arena))),
      ElementsAre("data: Too long: may not be more than 1048576 bytes"));
}

TEST(SecretRules, TypeAndFrozenDataCannotChange) {
  Arena arena;
  auto faults = [&](const std::string& now, const std::string& before) {
    return Texts(ValidateSecretUpdate(Read<Secret>(now, arena), Read<Secret>(before, arena)));
  };
  EXPECT_THAT(faults(SecretOf("a/b", ""), SecretOf("Opaque", "")),
              ElementsAre("type: Invalid value: \"a/b\": field is immutable"));
  const std::string frozen = SecretOf("Opaque", R"("a":"AA==")", R"(,"immutable":true)");
  EXPECT_THAT(faults(frozen, frozen), IsEmpty());
  EXPECT_THAT(faults(SecretOf("Opaque", R"("a":"AQ==")"), frozen),
              ElementsAre("immutable: Forbidden: field is immutable when `immutable` is set",
                          "data: Forbidden: field is immutable when `immutable` is set"));
}

TEST(NamespaceRules, FinalizersAreStandardOrQualified) {
  const std::string text =
      "\": name is neither a standard finalizer name nor is it fully qualified";
  for (const Case& c : std::vector<Case>{
           {R"({"spec":{"finalizers":["kubernetes","orphan","foregroundDeletion","x.io/f"]}})", {}},
           {R"({"spec":{"finalizers":["mine"]}})",
            {"spec.finalizers: Invalid value: \"mine" + text}},
           {R"({"spec":{"finalizers":["/f"]}})",
            {"spec.finalizers: Invalid value: \"/f\": prefix part must be non-empty"}},
       }) {
    Arena arena;
    EXPECT_THAT(Texts(ValidateNamespace(Read<Namespace>(c.json, arena))),
                ElementsAreArray(c.faults))
        << c.json;
  }
}

TEST(NamespaceRules, ThePhaseFollowsTheDeletion) {
  const std::string ending = R"("metadata":{"deletionTimestamp":"2020-01-01T00:00:00Z"})";
  for (const Case& c : std::vector<Case>{
           {R"({"status":{"phase":"Active"}})", {}},
           {"{" + ending + R"(,"status":{"phase":"Terminating"}})", {}},
           {R"({"status":{"phase":"Terminating"}})",
            {"status.Phase: Invalid value: \"Terminating\": may only be 'Active' if "
             "`deletionTimestamp` is "
             "empty"}},
           {"{" + ending + R"(,"status":{"phase":"Active"}})",
            {"status.Phase: Invalid value: \"Active\": may only be 'Terminating' if "
             "`deletionTimestamp` is "
             "not empty"}},
       }) {
    Arena arena;
    EXPECT_THAT(Texts(ValidateNamespaceStatus(Read<Namespace>(c.json, arena))),
                ElementsAreArray(c.faults))
        << c.json;
  }
}

}  // namespace
}  // namespace pintle::apis::core::v1
