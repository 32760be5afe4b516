#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "apis/core/v1/types.h"
#include "apis/frobber/internal/types.h"
#include "apis/frobber/v6/types.h"
#include "apis/frobber/v7beta1/types.h"
#include "pintle/codec/document.h"
#include "pintle/codec/protobuf_format.h"
#include "pintle/object/encode.h"
#include "pintle/object/kind.h"
#include "pintle/object/read/decode.h"
#include "pintle/scheme/type_functions.h"

// Kinds for the tests of this folder: compiled-in ones with one version and with two, and a custom
// one.
namespace pintle::object {

// Of a compiled-in kind with one version, which is the hub.
template <typename T>
Kind SingleVersionKind(scheme::Scheme& scheme, std::string kind) {
  scheme::KindInfo info;
  info.kind = kind;
  info.hub = &typeinfo::TypeOf<T>();
  info.storage_version = "v1";
  info.versions.push_back({.version = "v1", .type = info.hub});
  return TypedKind(scheme.Register(std::move(info)));
}

inline Kind ConfigMapKind(scheme::Scheme& scheme) {
  return SingleVersionKind<apis::core::v1::ConfigMap>(scheme, "ConfigMap");
}

// Every v6 Frobber has an owner.
inline void DefaultOwner(scheme::FunctionContext&, apis::frobber::v6::Frobber& frobber) {
  if (frobber.spec.owner.empty()) frobber.spec.owner = "nobody";
}

// Frobbers, of whose fields only size and owner are converted: v6 has height and width beside each
// other, v7beta1 and the hub have a size.
inline Kind FrobberKind(scheme::Scheme& scheme) {
  using Hub = apis::frobber::internal::Frobber;
  using V6 = apis::frobber::v6::Frobber;
  using V7 = apis::frobber::v7beta1::Frobber;
  scheme::KindInfo info;
  info.group = "frobber.example";
  info.kind = "Frobber";
  info.hub = &typeinfo::TypeOf<Hub>();
  info.storage_version = "v6";
  scheme::KindVersion v6;
  v6.version = "v6";
  v6.type = &typeinfo::TypeOf<V6>();
  v6.to_hub = [](Arena&, const void* spoke, void* hub) {
    const auto& from = *static_cast<const V6*>(spoke);
    auto& to = *static_cast<Hub*>(hub);
    to.metadata = from.metadata;
    to.spec.size = {from.spec.height, from.spec.width};
    to.spec.owner = from.spec.owner;
  };
  v6.from_hub = [](Arena&, const void* hub, void* spoke) {
    const auto& from = *static_cast<const Hub*>(hub);
    auto& to = *static_cast<V6*>(spoke);
    to.metadata = from.metadata;
    to.spec.height = from.spec.size.height_millimetres;
    to.spec.width = from.spec.size.width_millimetres;
    to.spec.owner = from.spec.owner;
  };
  scheme::KindVersion v7;
  v7.version = "v7beta1";
  v7.type = &typeinfo::TypeOf<V7>();
  v7.to_hub = [](Arena&, const void* spoke, void* hub) {
    const auto& from = *static_cast<const V7*>(spoke);
    auto& to = *static_cast<Hub*>(hub);
    to.metadata = from.metadata;
    to.spec.size = {from.spec.size.height_millimetres, from.spec.size.width_millimetres};
    to.spec.owner = from.spec.owner;
  };
  v7.from_hub = [](Arena&, const void* hub, void* spoke) {
    const auto& from = *static_cast<const Hub*>(hub);
    auto& to = *static_cast<V7*>(spoke);
    to.metadata = from.metadata;
    to.spec.size = {from.spec.size.height_millimetres, from.spec.size.width_millimetres};
    to.spec.owner = from.spec.owner;
  };
  info.versions = {v6, v7};
  static const scheme::TypeFunctions kDefaults({scheme::On<&DefaultOwner>()}, {});
  info.defaults = &kDefaults;
  return TypedKind(scheme.Register(std::move(info)));
}

inline constexpr std::string_view kWidgetSchema = R"({
  "type": "object",
  "properties": {
    "spec": {"type": "object", "properties": {
      "size": {"type": "integer"},
      "color": {"type": "string"},
      "ratio": {"type": "number"},
      "maybe": {"type": "string", "nullable": true},
      "dflt": {"type": "string", "default": "D"},
      "tags": {"type": "object", "additionalProperties": {"type": "object",
               "properties": {"v": {"type": "string"}}}},
      "opaque": {"type": "object", "x-kubernetes-preserve-unknown-fields": true},
      "empty": {"type": "object"},
      "ports": {"type": "array", "items": {"type": "object", "properties": {
                "num": {"type": "integer"}, "proto": {"type": "string"}}}},
      "child": {"type": "object", "x-kubernetes-embedded-resource": true, "properties": {
                "spec": {"type": "object", "properties": {"a": {"type": "string"}}}}},
      "kids": {"type": "object", "additionalProperties": {"type": "object",
               "x-kubernetes-embedded-resource": true,
               "x-kubernetes-preserve-unknown-fields": true}}}},
    "status": {"type": "object", "properties": {"phase": {"type": "string"}}}}})";
// v2 has lost everything but the size.
inline constexpr std::string_view kSmallWidgetSchema = R"({
  "type": "object",
  "properties": {"spec": {"type": "object", "properties": {"size": {"type": "integer"}}}}})";

inline std::shared_ptr<const schema::ServedSchema> CompileSchema(std::string_view json) {
  Arena arena;
  schema::CompileResult compiled =
      schema::Compile(*codec::ParseJson(json, arena), field::Path("schema"));
  for (const field::Error& error : compiled.errors) ADD_FAILURE() << error.Text();
  return std::make_shared<schema::ServedSchema>(compiled.schema);
}

inline Kind WidgetKind() {
  Kind kind;
  kind.group = "demo.example.org";
  kind.kind = "Widget";
  kind.list_kind = "WidgetList";
  kind.storage_version = "v1";
  kind.schemas = {{"v1", CompileSchema(kWidgetSchema)}, {"v2", CompileSchema(kSmallWidgetSchema)}};
  kind.prune_mode = schema::PruneMode::kKubernetes;
  return kind;
}

// The text of a refusal, or nothing and a failed test if the body was accepted.
inline std::string DecodeError(const Kind& kind, std::string_view version, std::string_view body,
                               MediaType media = MediaType::kJson) {
  auto decoded = DecodeBody(kind, version, media, body, true);
  Status done = decoded ? decoded->fits : std::unexpected(decoded.error());
  if (done) {
    ADD_FAILURE() << "accepted: " << body;
    return {};
  }
  EXPECT_EQ(done.error().code(), 400) << body;
  EXPECT_EQ(done.error().reason(), Reason::kBadRequest) << body;
  return done.error().message();
}

inline Decoded MustDecode(const Kind& kind, std::string_view version, std::string_view body,
                          MediaType media = MediaType::kJson) {
  auto decoded = DecodeBody(kind, version, media, body, true);
  if (!decoded) {
    ADD_FAILURE() << body << ": " << decoded.error().message();
    return {};
  }
  return std::move(*decoded);
}

inline std::string ToJson(const Kind& kind, const Object& object, std::string_view version) {
  return EncodeAs(kind, object, version, true, MediaType::kJson, false);
}

}  // namespace pintle::object
