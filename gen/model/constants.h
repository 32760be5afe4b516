#pragma once

#include <map>
#include <string>

#include "gen/model/resolver.h"

namespace pintle::gen {

// The value of a constant expression.
struct ConstantValue {
  enum class Kind : uint8_t { kNone, kBool, kInt, kDouble, kString };
  Kind kind = Kind::kNone;  // kNone: not known here, or not of a kind that is
  bool boolean = false;
  int64_t integer = 0;
  double number = 0;
  std::string text = {};
  const Type* type = nullptr;  // null for a constant without a type

  static ConstantValue Of(bool value) { return {.kind = Kind::kBool, .boolean = value}; }
  static ConstantValue Of(int64_t value) { return {.kind = Kind::kInt, .integer = value}; }
  static ConstantValue Of(double value) { return {.kind = Kind::kDouble, .number = value}; }
  static ConstantValue Of(std::string value) {
    return {.kind = Kind::kString, .text = std::move(value)};
  }
  double AsDouble() const { return kind == Kind::kInt ? static_cast<double>(integer) : number; }
};

// Works out constants: literals, iota, operators, conversions, names of other constants. What it
// does not know (functions, constants of packages that were not read) has no value and no message:
// constants are a convenience, not part of the wire format.
class ConstantEvaluator {
 public:
  ConstantEvaluator(Scope& scope, Resolver& resolver, Model& model)
      : scope_(scope), resolver_(resolver), model_(model) {}

  ConstantValue Evaluate(Unit& unit, const ConstantDeclaration& declaration);
  // The constants of a package, put with their types or into the package.
  void AddConstants(Unit& unit);

 private:
  friend class ConstantExpression;

  ConstantValue Lookup(Unit& unit, const ast::File& file, const std::string& package,
                       const std::string& name);

  Scope& scope_;
  Resolver& resolver_;
  Model& model_;
  std::map<const ast::Constant*, ConstantValue> known_;
  int depth_ = 0;
};

}  // namespace pintle::gen
