#include "gen/emit/checks.h"

#include <fmt/format.h>

#include <algorithm>

#include "gen/emit/cpp.h"

namespace pintle::gen {
namespace {

// Parameters of a lambda that is called for a part; `before` is named only if `body` uses it.
std::string PartParameters(const std::string& body) {
  bool used = Mentions(body, "before");
  return fmt::format("(const field::Path& at, const auto* value, const auto*{})",
                     used ? " before" : "");
}

// `{"name", "port"}`
std::string KeysArgument(const ElementKeys& keys) {
  std::string list;
  for (const std::string& key : keys) list += (list.empty() ? "" : ", ") + CppString(key);
  return "{" + list + "}";
}

// The beginning of a call for every element, up to the function it is given.
std::string EachValue(const std::optional<ElementKeys>& keys) {
  return "validate::EachValue(op, at, value, before, " + (keys ? KeysArgument(*keys) + ", " : "");
}

}  // namespace

std::string CheckWriter::Call(const Check& check, const std::string& indent) const {
  std::string deeper = indent + "  ";
  switch (check.form) {
    case Check::Form::kValue:
      return fmt::format("validate::{}(at, value, {}errors)", check.function, check.arguments);
    case Check::Form::kMember:
      return fmt::format("validate::{}(at, member, errors)", check.function);
    case Check::Form::kPresence:
      return fmt::format("validate::{}(member)", check.function);
    case Check::Form::kOperation:
      return fmt::format("validate::{}(op, at, errors)", check.function);
    case Check::Form::kEachValue: {
      std::string inner = Call(*check.inner, deeper);
      if (!Mentions(inner, "value")) inner = "(void)value, " + inner;
      return EachValue(check.keys) + fmt::format("[&]{} {{\n{}return {};\n{}}})",
                                                 PartParameters(inner), deeper, inner, indent);
    }
    case Check::Form::kUnique:
      return fmt::format("validate::{}(at, value, {}, errors{})", check.function,
                         KeysArgument(*check.keys), check.arguments);
    case Check::Form::kSubfield: {
      std::string inner = Call(*check.inner, deeper);
      std::string body;
      if (Mentions(inner, "value")) body += deeper + "const auto* value = validate::Get(member);\n";
      bool before = Mentions(inner, "before");
      if (before) {
        body +=
            deeper +
            "const auto* before = old_member != nullptr ? validate::Get(*old_member) : nullptr;\n";
      }
      bool at = Mentions(inner, "at");
      bool member = Mentions(body + inner, "member");
      return fmt::format(
          "validate::Subfield(\n{0}    op, at, value, before, {1}, [](const auto& owner) -> const "
          "auto& {{ return owner.{2}; "
          "}},\n{0}    [&](const field::Path&{3}, const auto&{4}, const auto*{5}) "
          "{{\n{6}{7}return {8};\n{9}}})",
          indent, CppString(check.subfield->json_name), check.subfield->cpp_name, at ? " at" : "",
          member ? " member" : "", before ? " old_member" : "", body, deeper, inner, indent);
    }
    case Check::Form::kOption: {
      std::string inner = Call(*check.inner, deeper);
      return fmt::format("validate::{}(op, {}, [&] {{\n{}return {};\n{}}})", check.function,
                         CppString(check.arguments), deeper, inner, indent);
    }
    case Check::Form::kNote:
      break;
  }
  return {};
}

std::string CheckWriter::Cohort(const Checks& checks, const std::string& name,
                                const std::string& indent) const {
  std::vector<const Check*> stops;
  std::vector<const Check*> others;
  std::string out;
  for (const Check& check : checks) {
    if (check.cohort != name) continue;
    if (check.form == Check::Form::kNote) {
      out += fmt::format("{}// {}\n", indent, check.function);
    } else {
      (check.short_circuit ? stops : others).push_back(&check);
    }
  }
  if (stops.size() == 1) {
    out += fmt::format("{}if ({}) return;\n", indent, Call(*stops.front(), indent));
  } else if (stops.size() > 1) {
    // All of them run, so that each can report.
    for (const Check* check : stops) {
      out += fmt::format("{}{} {};\n", indent,
                         check == stops.front() ? "bool stop =" : "stop |=", Call(*check, indent));
    }
    out += indent + "if (stop) return;\n";
  }
  for (const Check* check : others) out += fmt::format("{}{};\n", indent, Call(*check, indent));
  return out;
}

std::string CheckWriter::Statements(const Checks& checks, const std::string& indent) const {
  std::string out = Cohort(checks, "", indent);
  std::vector<std::string> cohorts;
  for (const Check& check : checks) {
    bool known = check.cohort.empty() || std::ranges::find(cohorts, check.cohort) != cohorts.end();
    if (!known) cohorts.push_back(check.cohort);
  }
  for (const std::string& cohort : cohorts) {
    out +=
        fmt::format("{}[&] {{\n{}{}}}();\n", indent, Cohort(checks, cohort, indent + "  "), indent);
  }
  return out;
}

std::string CheckWriter::TypeCall(const Type& type, const std::optional<ElementKeys>& keys,
                                  const std::string& indent) const {
  if (!rules_.Has(type)) return {};
  if (type.kind == Kind::kOpt || type.kind == Kind::kPtr) {
    return TypeCall(*type.element, keys, indent);
  }
  if (type.named != nullptr) {
    if (!rules_.Has(*type.named)) return {};
    std::string prefix =
        type.named->package == &package_ ? "" : "::" + type.named->package->cpp_namespace + "::";
    return fmt::format("{}{}Validate_{}(op, at, value, before, errors);\n", indent, prefix,
                       type.named->cpp_name);
  }
  std::string inner = TypeCall(*type.element, std::nullopt, indent + "  ");
  return fmt::format("{0}{1}[&]{2} {{\n{3}{0}  return false;\n{0}}});\n", indent,
                     EachValue(type.kind == Kind::kList ? keys : std::nullopt),
                     PartParameters(inner), inner);
}

}  // namespace pintle::gen
