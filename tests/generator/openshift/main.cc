// Reads objects of the compiled API and writes them again, and does the same with random ones.
#include <cstdio>
#include <random>
#include <string>

#include "github.com/openshift/api/apps/v1/types.h"
#include "github.com/openshift/api/build/v1/types.h"
#include "github.com/openshift/api/config/v1/types.h"
#include "github.com/openshift/api/image/dockerpre012/types.h"
#include "github.com/openshift/api/image/v1/types.h"
#include "github.com/openshift/api/operator/v1/types.h"
#include "github.com/openshift/api/osin/v1/types.h"
#include "github.com/openshift/api/route/v1/types.h"
#include "github.com/openshift/api/security/v1/types.h"
#include "github.com/openshift/api/template/v1/types.h"
#include "pintle/codec/json_reader.h"
#include "pintle/codec/json_writer.h"
#include "pintle/typeinfo/decode.h"
#include "pintle/typeinfo/encode.h"
#include "pintle/typeinfo/equal.h"
#include "pintle/typeinfo/owned.h"
#include "pintle/typeinfo/random_fill.h"

namespace {

using pintle::typeinfo::OwnedStruct;
using pintle::typeinfo::TypeInfo;
using pintle::typeinfo::TypeOf;

int failures = 0;

void Fail(const TypeInfo& type, const std::string& what) {
  std::printf("%s: %s\n", std::string(type.name).c_str(), what.c_str());
  ++failures;
}

std::string ToJson(const OwnedStruct& object) {
  std::string text;
  pintle::codec::JsonWriter writer(text);
  Encode(object.type(), object.get(), writer);
  return text;
}

bool FromJson(const std::string& text, const OwnedStruct& object) {
  pintle::codec::JsonReader reader(text);
  pintle::field::Findings findings;
  auto status = Decode(reader, object.type(), object.get(), object.arena(), &findings);
  if (!status) Fail(object.type(), status.error().message() + "\n" + text);
  if (!findings.empty()) Fail(object.type(), "unknown members in\n" + text);
  return status && findings.empty();
}

// `text` must come back as it is, or as `expected`.
void Check(const TypeInfo& type, const std::string& text, const std::string& expected = "") {
  OwnedStruct object = OwnedStruct::New(type);
  if (!FromJson(text, object)) return;
  std::string written = ToJson(object);
  if (written != (expected.empty() ? text : expected)) Fail(type, "became " + written);
}

void CheckRandom(const TypeInfo& type) {
  constexpr int kRounds = 100;
  constexpr int kDepth = 6;
  std::mt19937_64 random(1);
  for (int i = 0; i < kRounds; ++i) {
    OwnedStruct object = OwnedStruct::New(type);
    RandomFill(type, object.get(), object.arena(), random, kDepth);
    OwnedStruct back = OwnedStruct::New(type);
    if (!FromJson(ToJson(object), back)) return;
    if (!SemanticEqual(type, object.get(), back.get())) {
      return Fail(type, "changed\n" + ToJson(object) + "\n" + ToJson(back));
    }
  }
}

}  // namespace

int main() {
  namespace apps = openshift::apps;
  namespace build = openshift::build;
  namespace config = openshift::config;
  namespace image = openshift::image;
  namespace route = openshift::route;
  Check(TypeOf<apps::v1::RollingDeploymentStrategyParams>(),
        R"({"updatePeriodSeconds":1,"maxUnavailable":"25%","maxSurge":3})");
  Check(TypeOf<apps::v1::DeploymentStrategy>(),
        R"({"type":"Rolling","resources":{"limits":{"cpu":"500m","memory":"1Gi","pods":2}}})",
        R"({"type":"Rolling","resources":{"limits":{"cpu":"500m","memory":"1Gi","pods":"2"}}})");
  Check(TypeOf<route::v1::RoutePort>(), R"({"targetPort":"http"})");
  Check(TypeOf<image::v1::ImageBlobReferences>(),
        R"({"imageMissing":true,"layers":["a"],"config":null})");
  // A text or an object.
  for (const char* secret : {R"("s")", R"({"env":"E"})"}) {
    Check(TypeOf<openshift::osin::v1::GitHubIdentityProvider>(),
          std::string(R"({"clientID":"i","clientSecret":)") + secret +
              R"(,"organizations":null,"teams":["t"],"hostname":"h","ca":"c"})");
  }

  for (const TypeInfo* type :
       {&TypeOf<apps::v1::DeploymentConfig>(), &TypeOf<apps::v1::DeploymentConfigList>(),
        &TypeOf<build::v1::BuildConfig>(), &TypeOf<build::v1::Build>(),
        &TypeOf<config::v1::OAuth>(), &TypeOf<config::v1::ClusterVersion>(),
        &TypeOf<config::v1::Network>(), &TypeOf<image::v1::ImageStream>(),
        &TypeOf<image::v1::Image>(), &TypeOf<image::dockerpre012::DockerImage>(),
        &TypeOf<openshift::operator_::v1::Network>(), &TypeOf<route::v1::Route>(),
        &TypeOf<openshift::security::v1::SecurityContextConstraints>(),
        &TypeOf<openshift::template_::v1::Template>()}) {
    CheckRandom(*type);
  }
  std::printf("%d failures\n", failures);
  return failures == 0 ? 0 : 1;
}
