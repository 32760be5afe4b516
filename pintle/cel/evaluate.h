#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>

#include "pintle/base/arena.h"
#include "pintle/cel/ast.h"
#include "pintle/cel/datum.h"

namespace re2 {
class RE2;
}

namespace pintle::cel {

// What one evaluation may cost unless the caller says otherwise.
inline constexpr uint64_t kEvaluationCostLimit = 1'000'000;
// How often a loop looks whether it was cancelled.
inline constexpr uint64_t kIterationsPerPoll = 100;

inline constexpr std::string_view kCostLimitExceeded =
    "operation cancelled: actual cost limit exceeded";
inline constexpr std::string_view kInterrupted = "operation interrupted";

// What the values of one evaluation may take, beyond what the call that passes the limit takes.
// Cost bounds it in most cases, but not where a call makes much of little.
inline constexpr size_t kEvaluationBytes = size_t{64} << 20;
// How many regular expressions that are no constants one evaluation keeps.
inline constexpr size_t kKeptPatterns = 64;
// How large all of them together may be, in instructions of their programs: a few characters can
// take a tenth of a second to compile.
inline constexpr size_t kMostPatternInstructions = 1'000'000;

struct EvaluationLimits {
  uint64_t cost = kEvaluationCostLimit;
  // Another thread may set it to end the evaluation; may be null.
  const std::atomic<bool>* cancelled = nullptr;
};

struct Outcome {
  Datum value;  // an error if evaluation failed
  uint64_t cost = 0;
  // The cost is above the limit, by one step at most, or more was to be kept or compared than any
  // expression may. The value is kCostLimitExceeded.
  bool cost_exceeded = false;
};

struct Code;

// A checked expression in a form that is quick to evaluate: names are slots, functions are chosen,
// constants and constant patterns are made. Immutable and independent of the tree; any thread may
// evaluate it. Copies share the code.
class Executable {
 public:
  static Executable Bind(const Expr& checked);

  // Why a constant part cannot have a value, whatever the variables are: a conversion of a constant
  // fails, or a constant is no regular expression. Empty if all can. The expression can be
  // evaluated all the same, as that part may not be reached.
  std::string_view fault() const;

  // `variables` by their slots in the environment. Values made on the way live in `arena`; the
  // outcome may point to constants of the expression too.
  Outcome Evaluate(std::span<const Datum> variables, Arena& arena,
                   const EvaluationLimits& limits = {}) const;

 private:
  explicit Executable(std::shared_ptr<const Code> code) : code_(std::move(code)) {}
  std::shared_ptr<const Code> code_;
};

struct Node;

// One evaluation under way, as functions see it.
class Evaluation {
 public:
  Evaluation(std::span<const Datum> variables, Arena& arena, const EvaluationLimits& limits,
             Datum* locals);
  ~Evaluation();
  Evaluation(const Evaluation&) = delete;
  Evaluation& operator=(const Evaluation&) = delete;

  Arena& arena() { return arena_; }
  // The regular expression that the function under way was given as its argument: compiled with the
  // expression if it is a constant there. Null, with `*error` set, if it is none.
  const re2::RE2* Pattern(std::string_view text, Datum* error);

  // Deep equality; ends the evaluation if it takes more steps than any expression may.
  bool Same(const Datum& a, const Datum& b);

  // For functions that would do more than any expression may: ends the evaluation.
  Datum Exceed() {
    exceeded_ = true;
    return Datum::Error(kCostLimitExceeded);
  }

  Datum Run(const Node& node);
  uint64_t cost() const { return cost_; }
  bool exceeded() const { return exceeded_ || cost_ > limits_.cost; }
  // What may still be spent.
  uint64_t remaining() const { return cost_ < limits_.cost ? limits_.cost - cost_ : 0; }

 private:
  struct Patterns;

  Datum Select(const Node& node);
  Datum Test(const Node& node);
  Datum Index(const Node& node);
  Datum And(const Node& node);
  Datum Or(const Node& node);
  Datum Call(const Node& node);
  Datum List(const Node& node);
  Datum Map(const Node& node);
  Datum Fold(const Node& node);
  Datum Append(const Node& node);
  Datum Insert(const Node& node);
  // One turn of a fold; false ends it.
  bool Turn(const Node& node, Datum first, Datum second);
  Datum NoSuchKey(const Datum& key);
  // The field, key or element; nothing if it is absent; an error if there can be none.
  std::optional<Datum> Member(const Datum& operand, std::string_view field);
  std::optional<Datum> Element(const Datum& operand, const Datum& key, Datum* absent);
  bool Stopped();

  std::span<const Datum> variables_;
  Arena& arena_;
  const EvaluationLimits& limits_;
  Datum* locals_;
  uint64_t cost_ = 0;
  uint64_t iterations_ = 0;
  const size_t most_bytes_;  // of the arena
  Comparison comparison_;
  bool exceeded_ = false;
  bool interrupted_ = false;
  const re2::RE2* pattern_ = nullptr;  // of the call under way
  std::unique_ptr<Patterns> patterns_;
};

}  // namespace pintle::cel
