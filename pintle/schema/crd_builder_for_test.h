#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pintle/schema/crd.h"
#include "pintle/schema/crd_defaults_for_test.h"
#include "pintle/schema/test_schema.h"

// Definitions for tests of their rules.
namespace pintle::schema {

inline constexpr std::string_view kGoodSchema = "{type: object}";

// A definition of things.example.com with one version and some members of its spec replaced.
class CrdBuilder {
 public:
  explicit CrdBuilder(Arena& arena) : arena_(arena) {
    crd_ = Parse(arena, R"({metadata: {name: things.example.com}, spec: {group: example.com,
        scope: Namespaced, names: {plural: things, kind: Thing}},
        status: {storedVersions: [v1]}})");
    Versions("[{name: v1, served: true, storage: true}]");
    Schema(kGoodSchema);
  }

  CrdBuilder& Set(std::string_view key, std::string_view yaml) {
    Value spec = crd_.Find("spec").With(arena_, key, Parse(arena_, yaml));
    crd_ = crd_.With(arena_, "spec", spec);
    return *this;
  }
  CrdBuilder& Versions(std::string_view yaml) { return Set("versions", yaml); }
  CrdBuilder& Metadata(std::string_view yaml) {
    crd_ = crd_.With(arena_, "metadata", Parse(arena_, yaml));
    return *this;
  }
  CrdBuilder& Status(std::string_view yaml) {
    crd_ = crd_.With(arena_, "status", Parse(arena_, yaml));
    return *this;
  }
  // Sets the schema of every version, or takes it away.
  CrdBuilder& Schema(std::string_view yaml) {
    std::vector<Value> versions;
    Value spec = crd_.Find("spec");
    for (const Value& version : spec.Find("versions").items()) {
      Value schema = yaml.empty() ? Value() : SchemaValue(arena_, yaml);
      Value holder = Value::EmptyObject().With(arena_, "openAPIV3Schema", schema);
      versions.push_back(yaml.empty() ? version.Without(arena_, "schema")
                                      : version.With(arena_, "schema", holder));
    }
    spec = spec.With(arena_, "versions", Value::List(arena_, versions));
    crd_ = crd_.With(arena_, "spec", spec);
    return *this;
  }
  Value Build() const { return DefaultCrd(arena_, crd_); }

 private:
  Arena& arena_;
  Value crd_;
};

inline CrdOptions TestOptions() {
  CrdOptions options;
  options.prune_mode = PruneMode::kKubernetes;
  options.metadata_tidier = TestTidier;
  return options;
}

inline std::string Create(const CrdBuilder& crd) {
  return Texts(ValidateCrd(crd.Build(), nullptr, TestOptions()));
}

inline std::string Update(const CrdBuilder& crd, const CrdBuilder& old) {
  Value old_crd = old.Build();
  return Texts(ValidateCrd(crd.Build(), &old_crd, TestOptions()));
}

}  // namespace pintle::schema
