#include "pintle/schema/number_check.h"

#include <fmt/format.h>

#include <cmath>
#include <compare>
#include <limits>
#include <utility>

#include "pintle/base/strings.h"

namespace pintle::schema {
namespace {

constexpr double kTwoTo63 = 9223372036854775808.0;
// Largest double below which every integer is exact.
constexpr double kMaxExactInteger = 9007199254740991.0;
// Relative distance to an integer that counts as none.
constexpr double kTolerance = 1e-9;

// A bound as an integer; what does not fit is cut at the ends.
int64_t Truncate(double number) {
  if (number >= kTwoTo63) return std::numeric_limits<int64_t>::max();
  if (number <= -kTwoTo63) return std::numeric_limits<int64_t>::min();
  return static_cast<int64_t>(number);
}

double AsDouble(const Value& value) {
  return value.is_int() ? static_cast<double>(value.as_int()) : value.as_double();
}

class Checker {
 public:
  Checker(std::string_view type, const ValueRules& rules, const Value& value)
      : type_(type), rules_(rules), value_(value) {}

  std::vector<NumberFault> Run() && {
    CheckRange(value_, "Checked");
    if (rules_.multiple_of) MultipleOf(*rules_.multiple_of);
    if (rules_.minimum) Bound(*rules_.minimum, "Minimum boundary", false);
    if (rules_.maximum) Bound(*rules_.maximum, "Maximum boundary", true);
    return std::move(faults_);
  }

 private:
  bool InRange(const Value& value) const {
    double number = AsDouble(value);
    if (type_ == "integer") {
      bool integral = value.is_int() ||
                      (std::trunc(number) == number && number >= -kTwoTo63 && number < kTwoTo63);
      if (rules_.format != Format::kInt32) return integral;
      return integral && number >= std::numeric_limits<int32_t>::min() &&
             number <= std::numeric_limits<int32_t>::max();
    }
    return rules_.format != Format::kFloat || std::isfinite(static_cast<float>(number));
  }

  bool CheckRange(const Value& value, std::string_view what) {
    if (InRange(value)) return true;
    std::string format = rules_.format_name.empty()
                             ? std::string("(default format)")
                             : fmt::format("with format {}", rules_.format_name);
    faults_.push_back(NumberFault{
        {}, fmt::format("{} value must be of type {} {} in ", what, type_, format), {}});
    return false;
  }

  void Report(std::string_view shown, std::string_view what) {
    faults_.push_back(
        NumberFault{std::string(shown), {}, fmt::format(" in body should be {}", what)});
  }

  void MultipleOf(double factor) {
    bool native = CheckRange(Value(factor), "MultipleOf") && value_.is_int();
    if (native) {
      int64_t whole = Truncate(factor);
      if (whole <= 0) {
        NotPositive(std::to_string(whole));
      } else if (value_.as_int() % whole != 0) {
        Report(std::to_string(value_.as_int()), fmt::format("a multiple of {}", whole));
      }
      return;
    }
    double number = AsDouble(value_);
    if (factor < 0) {
      NotPositive(ShownNumber(factor));
    } else if (!IsIntegral(factor < 1 ? 1 / factor * number : number / factor)) {
      Report(ShownNumber(number), fmt::format("a multiple of {}", ShownNumber(factor)));
    }
  }

  void NotPositive(const std::string& factor) {
    faults_.push_back(
        NumberFault{factor, "factor MultipleOf declared for ", " must be positive: " + factor});
  }

  void Bound(double bound, std::string_view what, bool is_maximum) {
    bool exclusive = is_maximum ? rules_.exclusive_maximum : rules_.exclusive_minimum;
    bool native = CheckRange(Value(bound), what) && value_.is_int();
    double number = AsDouble(value_);
    int64_t whole = native ? Truncate(bound) : 0;
    auto order = native ? std::partial_ordering(value_.as_int() <=> whole) : number <=> bound;
    bool beyond = is_maximum ? order > 0 : order < 0;
    if (!beyond && !(exclusive && order == 0)) return;
    std::string shown_bound = native ? std::to_string(whole) : ShownNumber(bound);
    std::string shown_value = native ? std::to_string(value_.as_int()) : ShownNumber(number);
    Report(shown_value, fmt::format("{} than {}{}", is_maximum ? "less" : "greater",
                                    exclusive ? "" : "or equal to ", shown_bound));
  }

  std::string_view type_;
  const ValueRules& rules_;
  const Value& value_;
  std::vector<NumberFault> faults_;
};

}  // namespace

bool IsIntegral(double number) {
  if (!std::isfinite(number) || std::fabs(number) > kMaxExactInteger) return false;
  double whole = std::trunc(number);
  if (whole == number) return true;
  if (number < 0 || whole == 0) return false;
  return (number - whole) / (number + whole) < kTolerance;
}

std::vector<NumberFault> CheckNumber(std::string_view type, const ValueRules& rules,
                                     const Value& value) {
  return Checker(type, rules, value).Run();
}

}  // namespace pintle::schema
