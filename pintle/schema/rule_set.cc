#include "pintle/schema/rule_set.h"

#include <fmt/format.h>

#include <algorithm>

#include "pintle/base/log.h"
#include "pintle/base/strings.h"
#include "pintle/base/work_count.h"
#include "pintle/schema/correlation.h"
#include "pintle/schema/open_api.h"
#include "pintle/schema/rule_compile.h"
#include "pintle/schema/rule_program.h"
#include "pintle/schema/rule_value.h"
#include "pintle/schema/structural.h"

namespace pintle::schema {
namespace {

using cel::Datum;
using field::ErrorType;

constexpr size_t kLongestMessageBytes = 5 * 1024;
constexpr size_t kKeptArenaBytes = size_t{1} << 20;
constexpr std::string_view kNothingMore = "no further validation rules will be run";

// Faults after which rules would see what their types do not allow.
bool LeavesDoubt(const field::Error& error) {
  switch (error.type) {
    case ErrorType::kRequired:
    case ErrorType::kNotSupported:
    case ErrorType::kTooLong:
    case ErrorType::kTooMany:
    case ErrorType::kTypeInvalid:
      return true;
    default:
      return false;
  }
}

// The nearest value, from a node upwards, that has an old one.
struct Correlated {
  const Structural* schema = nullptr;
  const Value* old = nullptr;
  const Value* now = nullptr;
  mutable std::optional<bool> unchanged = {};

  bool IsUnchanged() const {
    if (old == nullptr) return false;
    if (!unchanged) unchanged = Unchanged(*schema, *old, *now);
    return *unchanged;
  }
};

field::Error Broken(const RuleProgram& rule, const field::Path& path, const Value& value,
                    std::string_view detail) {
  bool shown = !value.is_object() && !value.is_list();
  switch (rule.reason) {
    case ErrorType::kForbidden:
      return field::Forbidden(path, detail);
    case ErrorType::kRequired:
      return field::Required(path, detail);
    case ErrorType::kDuplicate: {
      field::Error error = field::Duplicate(path, shown ? Shown(value) : field::BadValue(""));
      if (!shown) error.body = "Duplicate value";
      return error;
    }
    default: {
      field::Error error = field::Invalid(path, shown ? Shown(value) : field::BadValue(""), detail);
      if (!shown) error.body = fmt::format("Invalid value: {}", detail);
      return error;
    }
  }
}

// Runs all rules over one object: the rules of a node, then those below. Recursion follows the
// schema, so it is at most kMaxSchemaDepth deep.
class Runner {
 public:
  using Nodes = std::unordered_map<const Structural*, NodePrograms>;
  Runner(const Nodes& nodes, field::ErrorList& errors, field::ErrorList& forgiven)
      : nodes_(nodes), errors_(errors), forgiven_(forgiven) {}

  // False if nothing more is to be run.
  bool Node(const Structural& node, const Value& value, const Value* old, const Correlated* above,
            const field::Path& path) {
    if (!node.subtree_has_validations || value.is_null()) return true;
    if (old != nullptr && old->is_null()) old = nullptr;
    Correlated here{&node, old, &value};
    const Correlated* nearest = old != nullptr ? &here : above;
    if (node.validations != nullptr) {
      auto found = nodes_.find(&node);
      if (found != nodes_.end() && !Rules(node, found->second, value, old, nearest, path)) {
        return false;
      }
    }
    if (value.is_list()) return Elements(node, value, old, nearest, path);
    if (value.is_object()) return Members(node, value, old, nearest, path);
    return true;
  }

 private:
  bool Elements(const Structural& node, const Value& value, const Value* old,
                const Correlated* nearest, const field::Path& path) {
    if (node.items == nullptr || !node.items->subtree_has_validations) return true;
    ElementCorrelation correlation(node, old, value);
    for (size_t i = 0; i < value.size(); ++i) {
      const Value& item = value.items()[i];
      if (!Node(*node.items, item, correlation.OldElement(item), nearest, path.Index(i))) {
        return false;
      }
    }
    return true;
  }

  bool Members(const Structural& node, const Value& value, const Value* old,
               const Correlated* nearest, const field::Path& path) {
    for (const Member& member : value.members()) {
      std::string_view key = member.key();
      const Structural* property = node.FindProperty(key);
      const Structural* schema = property != nullptr ? property : node.additional_properties;
      if (schema == nullptr) continue;
      const Value* old_member = old != nullptr ? old->FindPtr(key) : nullptr;
      const Correlated* above = nearest;
      // A resource's own apiVersion and kind are never forgiven.
      if (path.empty() && (key == "apiVersion" || key == "kind")) {
        above = nullptr;
        old_member = nullptr;
      }
      field::Path below = property != nullptr ? path.Child(key) : path.Key(key);
      if (!Node(*schema, member.value, old_member, above, below)) return false;
    }
    return true;
  }

  bool Rules(const Structural& node, const NodePrograms& programs, const Value& value,
             const Value* old, const Correlated* nearest, const field::Path& path) {
    if (budget_ <= 0) return OutOfBudget(node, path);
    for (const RuleProgram& rule : programs.rules) {
      if (!rule.fault.empty()) {
        Fail(node, path, "rule compile error: " + rule.fault);
        continue;
      }
      if (!rule.rule) continue;
      if (rule.uses_old_self && old == nullptr && !rule.optional_old_self) continue;
      // Nothing of what was made for other rules is needed any more.
      if (arena_.allocated_bytes() > kKeptArenaBytes) arena_ = Arena();
      Datum variables[] = {RuleValue(arena_, *programs.self, value), Datum()};
      Datum& old_self = variables[kOldSelfSlot];
      if (old != nullptr) old_self = RuleValue(arena_, *programs.self, *old);
      if (rule.optional_old_self) {
        old_self = old != nullptr ? Datum::Optional(arena_, old_self) : Datum::None();
      }
      if (!Rule(node, rule, variables, value, old != nullptr, nearest, path)) return false;
    }
    return true;
  }

  bool Rule(const Structural& node, const RuleProgram& rule, std::span<const Datum> variables,
            const Value& value, bool has_old, const Correlated* nearest, const field::Path& path) {
    cel::Outcome outcome = rule.rule->Evaluate(variables, arena_);
    if (!Spend(outcome.cost)) return OutOfBudget(node, path);
    if (outcome.value.is_true()) return true;
    if (outcome.value.is_error()) return Failed(node, rule, outcome, path);
    const bool forgiven = !rule.uses_old_self && nearest != nullptr && nearest->IsUnchanged();
    field::ErrorList& broken = forgiven ? forgiven_ : errors_;
    if (!broken.WantsMore()) {
      broken.CountMore();
      return true;
    }
    bool go_on = true;
    std::string detail = rule.detail;
    // The path of the error, which may be below the node.
    field::Path below = path.Child(rule.field_path);
    const field::Path& at = rule.field_path.empty() ? path : below;
    std::optional<field::Error> stopped;
    if (rule.message && (has_old || rule.optional_old_self || !rule.message_uses_old_self)) {
      stopped = Message(node, rule, variables, at, detail);
      go_on = !stopped;
    }
    broken.push_back(stopped ? *std::move(stopped) : Broken(rule, at, value, detail));
    return go_on;
  }

  // Puts what messageExpression says into `detail`, if that can be used. An error if it cost too
  // much.
  std::optional<field::Error> Message(const Structural& node, const RuleProgram& rule,
                                      std::span<const Datum> variables, const field::Path& path,
                                      std::string& detail) {
    cel::Outcome outcome = rule.message->Evaluate(variables, arena_);
    if (!Spend(outcome.cost)) {
      return field::Invalid(path, TypeText(node.type),
                            fmt::format("messageExpression evaluation failed due to running out "
                                        "of cost budget, {}",
                                        kNothingMore));
    }
    if (outcome.cost_exceeded) {
      return field::Invalid(
          path, TypeText(node.type),
          fmt::format("{} due to call cost exceeds limit for messageExpression: {}", kNothingMore,
                      Quoted(rule.message_text)));
    }
    bool made = outcome.value.is(Datum::Kind::kString);
    std::string_view text = made ? TrimSpace(outcome.value.text()) : std::string_view();
    bool usable = !text.empty() && text.size() <= kLongestMessageBytes &&
                  text.find('\n') == std::string_view::npos;
    if (usable) {
      detail = text;
    } else {
      LogDebug("messageExpression gave no usable text", {{"expression", rule.message_text}});
    }
    return std::nullopt;
  }

  bool Failed(const Structural& node, const RuleProgram& rule, const cel::Outcome& outcome,
              const field::Path& path) {
    std::string_view text = outcome.value.text();
    if (outcome.cost_exceeded) {
      Fail(node, path,
           fmt::format("'{}': {} due to call cost exceeds limit for rule: {}", text, kNothingMore,
                       rule.name));
      return false;
    }
    if (text.starts_with(cel::kNoSuchOverload)) {
      Fail(node, path,
           fmt::format("'{}': call arguments did not match a supported operator, function or "
                       "macro signature for rule: {}",
                       text, rule.name));
    } else {
      Fail(node, path, fmt::format("{} evaluating rule: {}", text, rule.name));
    }
    return true;
  }

  bool Spend(uint64_t cost) {
    if (cost > static_cast<uint64_t>(budget_)) return false;
    budget_ -= static_cast<int64_t>(cost);
    WorkCount::Add(cost);
    return true;
  }

  bool OutOfBudget(const Structural& node, const field::Path& path) {
    Fail(node, path,
         fmt::format("validation failed due to running out of cost budget, {}", kNothingMore));
    return false;
  }

  void Fail(const Structural& node, const field::Path& path, std::string_view text) {
    errors_.push_back(field::Invalid(path, TypeText(node.type), text));
  }

  const Nodes& nodes_;
  field::ErrorList& errors_;
  field::ErrorList& forgiven_;
  Arena arena_;
  int64_t budget_ = kRulesBudget;
};

}  // namespace

std::shared_ptr<const RuleSet> RuleSet::Make(std::shared_ptr<const Structural> schema) {
  if (schema == nullptr || !schema->subtree_has_validations) return nullptr;
  return std::make_shared<const RuleSet>(std::move(schema));
}

RuleSet::RuleSet(std::shared_ptr<const Structural> schema)
    : schema_(std::move(schema)), programs_(std::make_unique<Programs>()) {}
RuleSet::~RuleSet() = default;

const RuleSet::Programs& RuleSet::Compiled() const {
  std::call_once(programs_->made, [&] {
    programs_->types.Of(*schema_, true);
    programs_->Make(*schema_);
  });
  return *programs_;
}

void RuleSet::ValidatePart(const Structural& node, const Value& part, const Value* old,
                           const field::Path& path, field::ErrorList& errors,
                           field::ErrorList& forgiven) const {
  if (std::ranges::any_of(errors, LeavesDoubt)) {
    errors.push_back(
        field::Invalid(field::Path(), nullptr,
                       "some validation rules were not checked because the object was invalid; "
                       "correct the existing errors to complete validation"));
    return;
  }
  Runner(Compiled().nodes, errors, forgiven).Node(node, part, old, nullptr, path);
}

}  // namespace pintle::schema
