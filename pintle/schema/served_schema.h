#pragma once

#include <functional>
#include <memory>
#include <mutex>

#include "pintle/schema/rule_set.h"
#include "pintle/schema/structural.h"
#include "pintle/value/value.h"

namespace pintle::schema {

// The schema of one version of a custom resource and its validation rules, each compiled when it is
// first needed: most schemas of a server with many definitions are never used. Any thread may use
// it.
class ServedSchema {
 public:
  // Gives the openAPIV3Schema, null if the version has none. Called at most once, on the thread
  // that needs the schema first.
  using Read = std::function<Document()>;
  ServedSchema(Read read, CompileOptions options);
  // Of a schema that is compiled; null: there is none.
  explicit ServedSchema(std::shared_ptr<const Structural> compiled);

  // Null if the version has no schema.
  const Structural* structural() const;
  // Null if the schema has no rules.
  const RuleSet* rules() const;

 private:
  // Guarded by compiling_ until that is done; then constant.
  mutable std::once_flag compiling_;
  mutable Read read_;
  mutable std::shared_ptr<const Structural> structural_;
  mutable std::shared_ptr<const RuleSet> rules_;
  const CompileOptions options_;
};

}  // namespace pintle::schema
