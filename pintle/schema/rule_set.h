#pragma once

#include <memory>
#include <string>
#include <vector>

#include "pintle/field/errors.h"
#include "pintle/field/path.h"
#include "pintle/value/value.h"

namespace pintle::schema {

struct Structural;

// What running the rules over one object may cost.
inline constexpr int64_t kRulesBudget = 10'000'000;

// The validation rules of a schema, ready to run; compiled when they are first needed. Any thread
// may use it.
class RuleSet {
 public:
  // Null if the schema has no rules. It is the schema of a whole resource.
  static std::shared_ptr<const RuleSet> Make(std::shared_ptr<const Structural> schema);
  explicit RuleSet(std::shared_ptr<const Structural> schema);
  ~RuleSet();

  // Adds the rules that `object` breaks to `errors`, where faults found before stand: if they leave
  // doubt about the shape of the object, no rule is run and one error says so.
  //
  // `old` is the object before an update; values have old ones as Validate() finds them. A rule
  // without oldSelf that fails on a value that did not change is forgiven: its text goes to
  // `forgiven`.
  void Validate(const Value& object, const Value* old, field::ErrorList& errors,
                field::ErrorList& forgiven) const {
    ValidatePart(*schema_, object, old, field::Path(), errors, forgiven);
  }
  // The same for a part of an object: `node` of the schema is what it keeps to, `path` where it
  // stands.
  void ValidatePart(const Structural& node, const Value& part, const Value* old,
                    const field::Path& path, field::ErrorList& errors,
                    field::ErrorList& forgiven) const;

 private:
  struct Programs;

  const Programs& Compiled() const;

  const std::shared_ptr<const Structural> schema_;
  const std::unique_ptr<Programs> programs_;
};

}  // namespace pintle::schema
