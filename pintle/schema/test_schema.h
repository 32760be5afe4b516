#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/codec/document.h"
#include "pintle/codec/yaml.h"
#include "pintle/schema/embedded.h"
#include "pintle/schema/structural.h"

// Help for the tests of this folder.
namespace pintle::schema {

// Reads JSON or flow YAML that a test has written.
inline Value Parse(Arena& arena, std::string_view text) {
  Result<Value> value = codec::ParseYaml(text, arena, nullptr);
  EXPECT_TRUE(value) << text << ": " << value.error().message();
  return value ? *value : Value();
}
inline Value ParseJson(Arena& arena, std::string_view text) {
  Result<Value> value = codec::ParseJson(text, arena);
  EXPECT_TRUE(value) << text << ": " << value.error().message();
  return value ? *value : Value();
}

// Spells out the short forms in which tables of tests write schemas: props, addl, LT, LK, MT, and
// the bare words PUF, EMB, IOS.
inline Value Expand(Arena& arena, const Value& schema) {
  if (!schema.is_object()) return schema;
  std::vector<Member> out;
  for (const Member& member : schema.members()) {
    std::string_view key = member.key();
    const Value& value = member.value;
    std::vector<Value> items;
    std::vector<Member> properties;
    if (key == "props" || key == "properties") {
      for (const Member& property : value.members()) {
        properties.push_back(Member{property.key(), Expand(arena, property.value)});
      }
      out.push_back(Member{"properties", Value::Object(arena, properties)});
    } else if (key == "addl") {
      out.push_back(Member{"additionalProperties", Expand(arena, value)});
    } else if (key == "allOf" || key == "anyOf" || key == "oneOf") {
      for (const Value& item : value.items()) items.push_back(Expand(arena, item));
      out.push_back(Member{key, Value::List(arena, items)});
    } else if (key == "items" || key == "not") {
      out.push_back(Member{key, Expand(arena, value)});
    } else if (key == "LT") {
      out.push_back(Member{"x-kubernetes-list-type", value});
    } else if (key == "LK") {
      out.push_back(Member{"x-kubernetes-list-map-keys", value});
    } else if (key == "MT") {
      out.push_back(Member{"x-kubernetes-map-type", value});
    } else if (key == "PUF") {
      out.push_back(Member{"x-kubernetes-preserve-unknown-fields", Value(true)});
    } else if (key == "EMB") {
      out.push_back(Member{"x-kubernetes-embedded-resource", Value(true)});
    } else if (key == "IOS") {
      out.push_back(Member{"x-kubernetes-int-or-string", Value(true)});
    } else {
      out.push_back(member);
    }
  }
  return Value::Object(arena, out);
}

inline Value SchemaValue(Arena& arena, std::string_view text) {
  return Expand(arena, Parse(arena, text));
}

inline std::shared_ptr<const Structural> SchemaFrom(std::string_view text) {
  Arena arena;
  CompileResult result = Compile(SchemaValue(arena, text), field::Path("SP"));
  for (const field::Error& error : result.errors) ADD_FAILURE() << text << ": " << error.Text();
  return result.schema;
}

inline std::vector<std::string> PathsOf(const field::Findings& findings) {
  std::vector<std::string> paths;
  for (const field::Finding& finding : findings.items()) paths.push_back(finding.path);
  return paths;
}

// Stands in for ObjectMeta: knows name, generateName, namespace, labels, annotations.
inline TidiedMetadata TestTidier(Arena& arena, const Value& metadata, MalformedFields malformed,
                                 field::Findings* unknown) {
  TidiedMetadata result;
  std::vector<Member> kept;
  if (metadata.is_object()) {
    for (const Member& member : metadata.members()) {
      bool map = member.key() == "labels" || member.key() == "annotations";
      bool text =
          member.key() == "name" || member.key() == "generateName" || member.key() == "namespace";
      bool good = map ? member.value.is_object() : text && member.value.is_string();
      if (map && good) {
        for (const Member& entry : member.value.members()) good &= entry.value.is_string();
      }
      if (!map && !text) {
        if (unknown != nullptr) unknown->Unknown("metadata." + std::string(member.key()));
      } else if (good) {
        kept.push_back(member);
      } else if (malformed == MalformedFields::kFail) {
        result.error = "malformed " + std::string(member.key());
      }
    }
  }
  result.metadata = Value::Object(arena, kept);
  return result;
}

inline std::string Texts(const field::ErrorList& errors) {
  std::string out;
  for (const field::Error& error : errors) {
    if (!out.empty()) out += " ++ ";
    out += error.Text();
  }
  return out;
}

}  // namespace pintle::schema
