#include <fmt/format.h>

#include <algorithm>

#include "gen/emit/conversion_plan.h"
#include "gen/emit/cpp.h"
#include "gen/emit/emit.h"

namespace pintle::gen {
namespace {

// Which way data goes.
struct Direction {
  bool to_hub;

  std::string_view function() const { return to_hub ? "ToHub" : "FromHub"; }
};
constexpr Direction kDirections[] = {{true}, {false}};

class ConversionEmitter {
 public:
  ConversionEmitter(const Package& package, const ConversionPlan& plan)
      : package_(package), plan_(plan) {}

  std::string Header() const {
    std::string out = FileHeader(package_);
    out += fmt::format(
        "#pragma once\n\n#include <span>\n\n#include \"{}/types.h\"\n#include \"{}/types.h\"\n"
        "#include \"pintle/base/arena.h\"\n#include \"pintle/typeinfo/conversion.h\"\n\n"
        "// Between this package and {}. Targets are default objects, and may share data with "
        "their sources.\nnamespace {} {{\n\n",
        package_.folder, plan_.hub().folder, plan_.hub().folder, package_.cpp_namespace);
    if (!NamespaceAliases(package_).empty()) out += "namespace typeinfo = ::pintle::typeinfo;\n\n";
    out +=
        "// The kinds of this package that the hub has too.\n"
        "std::span<const typeinfo::Conversion> Conversions();\n\n";
    std::string by_hand;
    for (const StructPair& pair : plan_.structs()) {
      for (Direction direction : kDirections) {
        std::string& text = pair.by_hand ? by_hand : out;
        text += Signature(pair, direction, "") + ";\n";
      }
    }
    if (!by_hand.empty()) {
      out += "\n// Not generated: these are written by hand.\n" + by_hand;
      out += "\n// What those have in common with the hub, for use in them.\n";
    }
    for (const StructPair& pair : plan_.structs()) {
      if (!pair.by_hand) continue;
      for (Direction direction : kDirections) {
        out += Signature(pair, direction, "SameFields") + ";\n";
      }
    }
    return out + fmt::format("\n}}  // namespace {}\n", package_.cpp_namespace);
  }

  std::string Source() const {
    std::string out = FileHeader(package_);
    out += fmt::format("#include \"{}/conversion.h\"\n\n#include <cstddef>\n\nnamespace {} {{\n",
                       package_.folder, package_.cpp_namespace);
    out += LayoutChecks();
    for (const StructPair& pair : plan_.structs()) {
      for (Direction direction : kDirections) out += Function(pair, direction);
    }
    out += KindTable();
    return out + fmt::format("\n}}  // namespace {}\n", package_.cpp_namespace);
  }

 private:
  std::string Signature(const StructPair& pair, Direction direction,
                        std::string_view prefix) const {
    std::string spoke = pair.spoke->cpp_name;
    std::string hub = CppStructName(*pair.hub, package_);
    return fmt::format("void {}{}(::pintle::Arena& arena, const {}& from, {}& to)", prefix,
                       direction.function(), direction.to_hub ? spoke : hub,
                       direction.to_hub ? hub : spoke);
  }

  // That the structs which are taken for alike are.
  std::string LayoutChecks() const {
    std::string out;
    for (const StructPair& pair : plan_.structs()) {
      if (!pair.same_layout) continue;
      std::string hub = CppStructName(*pair.hub, package_);
      out += fmt::format("static_assert(sizeof({}) == sizeof({}));\n", pair.spoke->cpp_name, hub);
      for (const FieldPair& field : pair.fields) {
        out += fmt::format("static_assert(offsetof({}, {}) == offsetof({}, {}));\n",
                           pair.spoke->cpp_name, field.spoke->cpp_name, hub, field.hub->cpp_name);
      }
    }
    return out.empty() ? out : "\n" + out;
  }

  std::string Function(const StructPair& pair, Direction direction) const {
    std::string body;
    if (pair.same_layout) {
      const Named& target = direction.to_hub ? *pair.hub : *pair.spoke;
      body = fmt::format("  to = typeinfo::SameData<{}>(from);\n", CppStructName(target, package_));
    } else {
      for (const FieldPair& field : pair.fields) {
        const Field& from = direction.to_hub ? *field.spoke : *field.hub;
        const Field& to = direction.to_hub ? *field.hub : *field.spoke;
        body += fmt::format("  {}\n", Assign(*field.spoke->type, *field.hub->type, direction,
                                             "from." + from.cpp_name, "to." + to.cpp_name));
      }
    }
    std::string unused;
    for (std::string_view name : {"arena", "from", "to"}) {
      if (!Mentions(body, name)) unused += fmt::format("  (void){};\n", name);
    }
    return fmt::format("\n{} {{\n{}{}}}\n",
                       Signature(pair, direction, pair.by_hand ? "SameFields" : ""), unused, body);
  }

  // A statement that converts `from` to `to`.
  std::string Assign(const Type& spoke, const Type& hub, Direction direction,
                     const std::string& from, const std::string& to) const {
    const Type& target = direction.to_hub ? hub : spoke;
    if (ConversionPlan::SameType(spoke, hub)) return fmt::format("{} = {};", to, from);
    if (plan_.SameLayout(spoke, hub)) {
      return fmt::format("{} = typeinfo::SameData<{}>({});", to, CppType(target, package_), from);
    }
    if (spoke.is_struct()) {
      return fmt::format("{}(arena, {}, {});", direction.function(), from, to);
    }
    // Nested lambdas hide each other's parameters.
    std::string inner = Assign(*spoke.element, *hub.element, direction, "a", "b");
    return fmt::format("{} = typeinfo::Convert{}<{}>({}{}, [&](const auto& a, auto& b) {{ {} }});",
                       to, ContainerName(spoke.kind), CppType(*target.element, package_),
                       spoke.kind == Kind::kOpt ? "" : "arena, ", from, inner);
  }

  static std::string_view ContainerName(Kind kind) {
    switch (kind) {
      case Kind::kOpt:
        return "Opt";
      case Kind::kPtr:
        return "Ptr";
      case Kind::kList:
        return "List";
      default:
        return "Map";
    }
  }

  static bool IsKind(const Named& named) {
    auto has = [&](std::string_view name) {
      return std::ranges::any_of(named.fields,
                                 [&](const Field& field) { return field.go_name == name; });
    };
    return has("TypeMeta") && has("ObjectMeta");
  }

  std::string KindTable() const {
    std::string entries;
    for (const StructPair& pair : plan_.structs()) {
      if (!IsKind(*pair.spoke)) continue;
      entries += fmt::format(
          "      {{&typeinfo::TypeOf<{0}>(), &typeinfo::TypeOf<{1}>(),\n"
          "       [](::pintle::Arena& arena, const void* from, void* to) {{\n"
          "         ToHub(arena, *static_cast<const {0}*>(from), *static_cast<{1}*>(to));\n"
          "       }},\n"
          "       [](::pintle::Arena& arena, const void* from, void* to) {{\n"
          "         FromHub(arena, *static_cast<const {1}*>(from), *static_cast<{0}*>(to));\n"
          "       }}}},\n",
          pair.spoke->cpp_name, CppStructName(*pair.hub, package_));
    }
    if (entries.empty())
      return "\nstd::span<const typeinfo::Conversion> Conversions() { return {}; }\n";
    return fmt::format(
        "\nstd::span<const typeinfo::Conversion> Conversions() {{\n"
        "  static const typeinfo::Conversion kTable[] = {{\n{}  }};\n  return kTable;\n}}\n",
        entries);
  }

  const Package& package_;
  const ConversionPlan& plan_;
};

}  // namespace

void EmitConversion(const Package& package, const Model& model, Outputs& outputs,
                    Diagnostics& diagnostics) {
  size_t faults = diagnostics.size();
  ConversionPlan plan(package, model, diagnostics);
  if (diagnostics.size() != faults) return;
  ConversionEmitter emitter(package, plan);
  outputs["conversion.h"] = emitter.Header();
  outputs["conversion.cc"] = emitter.Source();
}

}  // namespace pintle::gen
