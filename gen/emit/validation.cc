#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "gen/emit/checks.h"
#include "gen/emit/cpp.h"
#include "gen/emit/emit.h"
#include "gen/tags/enum_exclude.h"
#include "gen/tags/list_tags.h"
#include "gen/tags/tag.h"

namespace pintle::gen {
namespace {

class ValidationEmitter {
 public:
  ValidationEmitter(const Package& package, const Rules& rules, Diagnostics& diagnostics)
      : package_(package), rules_(rules), diagnostics_(diagnostics), writer_(package, rules) {
    for (const Named& named : package.types) {
      if (named.type == nullptr || named.type->named != &named || !rules.Has(named)) continue;
      types_.push_back(&named);
      if (IsRoot(named)) roots_.push_back(&named);
    }
  }

  std::string Header() const {
    std::string out = FileHeader(package_);
    out += fmt::format(
        "#pragma once\n\n#include <span>\n\n#include \"{}/types.h\"\n#include "
        "\"pintle/validate/operation.h\"\n\n"
        "namespace {} {{\n\n",
        package_.folder, package_.cpp_namespace);
    out += NamespaceAliases(package_);
    out +=
        "// The kinds of this package that have rules.\nstd::span<const validate::Registration> "
        "Validations();\n\n";
    for (const Named* named : roots_) out += RootSignature(*named) + ";\n";
    out += "\n// The parts of a kind, at `path` in it; `old` is null if there was no such part.\n";
    for (const Named* named : types_) out += TypeSignature(*named) + ";\n";
    out += fmt::format("\n}}  // namespace {}\n", package_.cpp_namespace);
    return out;
  }

  std::string Source() {
    std::string out = FileHeader(package_);
    out += fmt::format("#include \"{}/validation.h\"\n\n#include <array>\n\n", package_.folder);
    for (const Package* import : package_.imports) {
      if (import->has_validation())
        out += fmt::format("#include \"{}/validation.h\"\n", import->folder);
    }
    for (std::string_view name :
         {"each", "enum", "format", "immutable", "limits", "required", "unique"}) {
      out += fmt::format("#include \"pintle/validate/{}.h\"\n", name);
    }
    out += fmt::format("\nnamespace {} {{\n", package_.cpp_namespace);
    out += EnumTables();
    for (const Named* named : types_) out += TypeFunction(*named);
    for (const Named* named : roots_) out += RootFunction(*named);
    out += RegistrationTable();
    out += fmt::format("\n}}  // namespace {}\n", package_.cpp_namespace);
    return out;
  }

 private:
  // Wanted by the package's +k8s:validation-gen, or by one above the type.
  bool IsRoot(const Named& named) const {
    if (!named.type->is_struct()) return false;
    for (const std::string& value : MarkerValues(named.second_doc, "k8s:validation-gen")) {
      if (value == "true" || value == "false") return value == "true";
    }
    auto has_field = [&](std::string_view name) {
      return std::ranges::any_of(named.fields,
                                 [&](const Field& field) { return field.go_name == name; });
    };
    if (has_field("ListMeta")) return false;
    return std::ranges::any_of(package_.validation_roots, [&](const std::string& root) {
      return root == "*" || has_field(root);
    });
  }

  std::string RootSignature(const Named& named) const {
    return fmt::format(
        "field::ErrorList Validate_{0}(const validate::Operation& op, const {0}& object, const "
        "{0}* old)",
        named.cpp_name);
  }
  std::string TypeSignature(const Named& named) const {
    std::string type = CppType(*named.type, package_);
    return fmt::format(
        "void Validate_{0}(const validate::Operation& op, const field::Path& path, const {1}* "
        "object,\n"
        "    const {1}* old, field::ErrorList& errors)",
        named.cpp_name, type);
  }

  std::string EnumTables() const {
    std::string out;
    for (const Named* named : types_) {
      const Checks& checks = rules_.Of(*named).type;
      bool used =
          std::ranges::any_of(checks, [](const Check& check) { return check.function == "Enum"; });
      if (!used) continue;
      out += EnumTable(*named);
    }
    return out.empty() ? out : "namespace {\n\n" + out + "\n}  // namespace\n";
  }

  // The values of an enumeration, and which of them options take out.
  static std::string EnumTable(const Named& named) {
    std::set<std::string> values;
    std::string exclusions;
    for (const EnumValue& value : named.constants) {
      bool always = false;
      std::string at_times;
      for (const EnumExclusion& exclusion : ExclusionsOf(value)) {
        always |= exclusion.option.empty();
        at_times += fmt::format("    {{{}, {}, {}}},\n", CppString(value.text),
                                CppString(exclusion.option), exclusion.when_enabled);
      }
      if (always) continue;
      values.insert(value.text);
      exclusions += at_times;
    }
    std::string list;
    for (const std::string& value : values) list += (list.empty() ? "" : ", ") + CppString(value);
    std::string out =
        fmt::format("constexpr std::array<std::string_view, {}> k{}_Values = {{{}}};\n",
                    values.size(), named.cpp_name, list);
    if (!exclusions.empty()) {
      out += fmt::format("constexpr validate::EnumExclusion k{}_Exclusions[] = {{\n{}}};\n",
                         named.cpp_name, exclusions);
    }
    return out;
  }

  std::string TypeFunction(const Named& named) {
    const TypeRules& rules = rules_.Of(named);
    std::string own = writer_.Statements(rules.type, "  ");
    if (named.type->element != nullptr) {
      Type shape = *named.type;
      shape.named = nullptr;
      own += writer_.TypeCall(shape, ElementKeysOf(named.doc), "  ");
    }
    std::string body;
    if (Mentions(own, "at")) body += "  const field::Path& at = path;\n";
    if (Mentions(own, "value")) body += "  const auto* value = object;\n";
    if (Mentions(own, "before")) body += "  const auto* before = old;\n";
    body += own;
    for (size_t i = 0; i < named.fields.size(); ++i)
      body += FieldBlock(named.fields[i], rules.fields[i]);
    std::string unused;
    for (std::string_view name : {"op", "path", "old", "errors"}) {
      if (!Mentions(body, name)) unused += fmt::format("  (void){};\n", name);
    }
    return fmt::format("\n{} {{\n  if (object == nullptr) return;\n{}{}}}\n", TypeSignature(named),
                       unused, body);
  }

  // One field: nothing if it did not change, else its own checks and those of its type.
  std::string FieldBlock(const Field& field, const Checks& checks) {
    std::string body = writer_.Statements(checks, "    ") +
                       writer_.TypeCall(*field.type, ElementKeysOf(field.doc), "    ");
    if (body.empty()) return {};
    std::string path = field.inlined
                           ? "& at = path"
                           : fmt::format(" at = path.Child({})", CppString(field.ShownName()));
    std::string at = Mentions(body, "at") ? fmt::format("    const field::Path{};\n", path) : "";
    return fmt::format(
        "  [&] {{  // {0}\n"
        "{1}"
        "    const auto& member = object->{2};\n"
        "    const auto* value = validate::Get(member);\n"
        "    const auto* before = old != nullptr ? validate::Get(old->{2}) : nullptr;\n"
        "    if (validate::Unchanged(op, old != nullptr, value, before)) return;\n"
        "{3}  }}();\n",
        field.ShownName(), at, field.cpp_name, body);
  }

  // Subresources whose requests carry this kind, without the slash; empty for the object itself.
  std::set<std::string> Subresources(const Named& named) {
    std::set<std::string> accepted;
    bool is_subresource = false;
    for (const ast::Comment* comment : {&named.doc, &named.second_doc}) {
      for (const ast::CommentLine& line : *comment) {
        auto name = TagNameOf(line);
        if (name != "k8s:isSubresource" && name != "k8s:supportsSubresource") continue;
        auto tag = ParseTag(line, diagnostics_);
        if (!tag) continue;
        if (tag->value_type != Tag::ValueType::kString || !tag->value.starts_with('/')) {
          diagnostics_.Add(tag->position,
                           "this tag needs the path of a subresource, such as \"/status\"");
          continue;
        }
        if (*name == "k8s:isSubresource") {
          if (is_subresource) diagnostics_.Add(tag->position, "a type can be only one subresource");
          is_subresource = true;
        }
        accepted.insert(tag->value.substr(1));
      }
    }
    if (!is_subresource) accepted.insert("");
    return accepted;
  }

  std::string RootFunction(const Named& named) {
    std::string condition;
    for (const std::string& name : Subresources(named)) {
      if (!condition.empty()) condition += " && ";
      condition += fmt::format("op.subresource != {}", CppString(name));
    }
    return fmt::format(
        "\n{} {{\n  if ({}) {{\n    return {{validate::NoSubresource({}, op)}};\n  }}\n"
        "  field::ErrorList errors;\n  Validate_{}(op, field::Path(), &object, old, errors);\n  "
        "return errors;\n}}\n",
        RootSignature(named), condition, CppString(named.name), named.cpp_name);
  }

  std::string RegistrationTable() const {
    if (roots_.empty())
      return "\nstd::span<const validate::Registration> Validations() { return {}; }\n";
    std::string out =
        "\nstd::span<const validate::Registration> Validations() {\n"
        "  static const validate::Registration kTable[] = {\n";
    for (const Named* named : roots_) {
      out += fmt::format(
          "      {{&typeinfo::TypeOf<{0}>(),\n       [](const validate::Operation& op, const void* "
          "object, const void* "
          "old) {{\n         return Validate_{0}(op, *static_cast<const {0}*>(object), "
          "static_cast<const {0}*>(old));\n"
          "       }}}},\n",
          named->cpp_name);
    }
    return out + "  };\n  return kTable;\n}\n";
  }

  const Package& package_;
  const Rules& rules_;
  Diagnostics& diagnostics_;
  CheckWriter writer_;
  std::vector<const Named*> types_;
  std::vector<const Named*> roots_;
};

}  // namespace

void EmitValidation(const Package& package, const Rules& rules, Outputs& outputs,
                    Diagnostics& diagnostics) {
  ValidationEmitter emitter(package, rules, diagnostics);
  outputs["validation.h"] = emitter.Header();
  outputs["validation.cc"] = emitter.Source();
}

}  // namespace pintle::gen
