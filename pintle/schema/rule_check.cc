#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/schema/crd_rules.h"
#include "pintle/schema/hub_form.h"
#include "pintle/schema/open_api.h"
#include "pintle/schema/rule_compile.h"
#include "pintle/schema/structural.h"

namespace pintle::schema::crd_detail {
namespace {

// What one rule may cost for all values that one object can have at its node.
constexpr uint64_t kRuleCostLimit = 10'000'000;
// What all rules of a schema may cost together.
constexpr uint64_t kSchemaCostLimit = 100'000'000;
// When a schema costs too much, up to so many of its dearest rules are named, if they cost at least
// so much.
constexpr size_t kNamedRules = 4;
constexpr uint64_t kNamedCost = kSchemaCostLimit / 100;
constexpr uint64_t kRequestBytes = 3 * 1024 * 1024;

uint64_t Times(uint64_t a, uint64_t b) {
  uint64_t product = 0;
  return __builtin_mul_overflow(a, b, &product) ? std::numeric_limits<uint64_t>::max() : product;
}
uint64_t Plus(uint64_t a, uint64_t b) {
  uint64_t sum = 0;
  return __builtin_add_overflow(a, b, &sum) ? std::numeric_limits<uint64_t>::max() : sum;
}

std::string CostText(std::string_view what, uint64_t cost, uint64_t limit) {
  // Beyond this the rule is likely to need bounds rather than tuning.
  constexpr double kHopeless = 100;
  constexpr double kClose = 1.5;
  double factor = static_cast<double>(cost) / static_cast<double>(limit);
  std::string shown = factor > kHopeless ? "more than 100x"
                      : factor < kClose  ? fmt::format("{:f}x", factor)
                                         : fmt::format("{:.1f}x", factor);
  return fmt::format(
      "{} exceeds budget by factor of {} (try simplifying the rule, or adding maxItems, "
      "maxProperties, and maxLength where arrays, maps, and strings are declared)",
      what, shown);
}

// The rule as errors show it.
field::BadValue ShownRule(const Value& rule) { return field::BadValue::Rendered(HubRule(rule)); }

// Walks a schema, children before their parents. Recursion follows the schema, so it is at most
// kMaxSchemaDepth deep.
class RuleChecker {
 public:
  RuleChecker(const field::ErrorList& faults, bool limit_each, field::ErrorList& errors)
      : limit_each_(limit_each), errors_(errors) {
    for (const field::Error& fault : faults) faulty_.insert(fault.field);
  }

  void Run(const Structural& root, const field::Path& path) {
    types_.Of(root, true);
    Node(root, path, {1, {}});
    if (total_ <= kSchemaCostLimit) return;
    std::ranges::stable_sort(dear_, std::ranges::greater(), &Cost::cost);
    if (dear_.size() > kNamedRules) dear_.resize(kNamedRules);
    for (const Cost& dear : dear_) {
      errors_.push_back(field::Forbidden(field::Path(dear.path),
                                         "contributed to estimated rule cost total exceeding cost "
                                         "limit for entire OpenAPIv3 schema"));
    }
    errors_.push_back(field::Forbidden(
        path, CostText("x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 "
                       "schema",
                       total_, kSchemaCostLimit)));
  }

 private:
  // What is known of a node from above.
  struct Place {
    // How many values an object can have here; nothing if there is no bound.
    std::optional<uint64_t> cardinality;
    // The list whose elements have no old values; empty if there is none.
    std::string uncorrelated;
  };
  struct Cost {
    std::string path;
    uint64_t cost;
  };

  static Place Below(const Place& place, std::optional<int64_t> bound) {
    Place below = place;
    if (!bound || !place.cardinality) {
      below.cardinality.reset();
    } else {
      uint64_t count = *bound < 0 ? 0 : static_cast<uint64_t>(*bound);
      below.cardinality = Times(*place.cardinality, count);
    }
    return below;
  }

  void Node(const Structural& node, const field::Path& path, const Place& place) {
    if (!node.subtree_has_validations) return;
    static const ValueRules kNone;
    const ValueRules& rules = node.rules != nullptr ? *node.rules : kNone;
    if (node.additional_properties != nullptr) {
      Node(*node.additional_properties, path.Child("additionalProperties"),
           Below(place, rules.max_properties));
    }
    field::Path properties = path.Child("properties");
    for (const Property& property : node.properties) {
      Node(*property.schema, properties.Key(property.name), place);
    }
    if (node.items != nullptr) {
      Place below = Below(place, rules.max_items);
      if (node.list_type != ListType::kMap && below.uncorrelated.empty()) {
        below.uncorrelated = path.ToString();
      }
      Node(*node.items, path.Child("items"), below);
    }
    if (node.validations != nullptr) Rules(node, path, place);
  }

  void Rules(const Structural& node, const field::Path& path, const Place& place) {
    std::string here = path.ToString();
    auto fault = faulty_.lower_bound(here);
    // What the rules mean shows when the schema is right.
    if (fault != faulty_.end() && fault->starts_with(here)) return;
    field::Path list = path.Child(kValidationsKey);
    const RuleType* self = types_.Of(node);
    if (self == nullptr) {
      errors_.push_back(field::Internal(list,
                                        "internal error: failed to retrieve type information for "
                                        "x-kubernetes-validations"));
      return;
    }
    uint64_t cardinality = place.cardinality.value_or(kRequestBytes / (self->least_bytes + 1));
    for (size_t i = 0; i < node.validations->size(); ++i) {
      Rule(node.validations->items()[i], *self, list.Index(i), cardinality, place);
    }
  }

  void Rule(const Value& rule, const RuleType& self, const field::Path& path, uint64_t cardinality,
            const Place& place) {
    CompiledRule compiled = CompileRule(rule, types_, self);
    field::Path at = path.Child("rule");
    field::Path message_at = path.Child("messageExpression");
    Observe(at, Times(compiled.rule.most_cost, cardinality), "estimated rule cost");
    if (!compiled.rule.fault.empty()) {
      errors_.push_back(field::Invalid(at, ShownRule(rule), compiled.rule.fault));
    }
    if (!compiled.message.fault.empty()) {
      errors_.push_back(field::Invalid(message_at, ShownRule(rule), compiled.message.fault));
    } else if (compiled.message.checked) {
      Observe(message_at, compiled.message.most_cost, "estimated messageExpression cost");
    }
    if (compiled.rule.uses_old_self) {
      if (!place.uncorrelated.empty()) {
        errors_.push_back(field::Invalid(
            at, rule.FindString("rule"),
            fmt::format("oldSelf cannot be used on the uncorrelatable portion of the schema "
                        "within {}",
                        place.uncorrelated)));
      }
    } else if (IsSet(rule, "optionalOldSelf")) {
      errors_.push_back(field::Invalid(path.Child("optionalOldSelf"), Flag(rule, "optionalOldSelf"),
                                       "may not be set if oldSelf is not used in rule"));
    }
  }

  void Observe(const field::Path& path, uint64_t cost, std::string_view what) {
    if (limit_each_ && cost > kRuleCostLimit) {
      errors_.push_back(field::Forbidden(path, CostText(what, cost, kRuleCostLimit)));
    }
    total_ = Plus(total_, cost);
    if (cost >= kNamedCost) dear_.push_back({path.ToString(), cost});
  }

  // Where something is wrong with the schema.
  std::set<std::string_view> faulty_;
  const bool limit_each_;
  field::ErrorList& errors_;
  RuleTypes types_;
  uint64_t total_ = 0;
  std::vector<Cost> dear_;
};

}  // namespace

field::ErrorList CheckRules(const Structural& schema, const field::Path& path,
                            const field::ErrorList& faults, bool limit_each) {
  field::ErrorList errors;
  if (schema.subtree_has_validations) RuleChecker(faults, limit_each, errors).Run(schema, path);
  return errors;
}

}  // namespace pintle::schema::crd_detail
