#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "gen/emit/cpp.h"
#include "gen/emit/emit.h"
#include "gen/emit/field_flags.h"
#include "gen/emit/flatten.h"
#include "gen/emit/types_header.h"
#include "gen/model/gate_markers.h"
#include "pintle/base/strings.h"

namespace pintle::gen {
namespace {

std::string Description(const ast::Comment& doc) {
  std::string out;
  bool paragraph = false;
  std::string prose = Prose(doc);
  for (std::string_view line : Split(prose, '\n')) {
    line = TrimSpace(line);
    if (line.empty()) {
      paragraph = true;
      continue;
    }
    if (!out.empty()) out += paragraph ? "\n\n" : " ";
    out += line;
    paragraph = false;
  }
  return out;
}

std::string_view KindName(Kind kind) {
  static constexpr std::string_view kNames[] = {
      "kBool",        "kInt32",  "kInt64", "kUint32", "kUint64",    "kFloat",    "kDouble",
      "kString",      "kBinary", "kAny",   "kTime",   "kMicroTime", "kDuration", "kQuantity",
      "kIntOrString", "kStruct", "kUnion", "kOpt",    "kPtr",       "kList",     "kMap"};
  return kNames[static_cast<size_t>(kind)];
}

// The table of a scalar, `kInt32Type`, without its beginning and end.
std::string ScalarWord(const Type& type) {
  std::string word(KindName(type.kind).substr(1));
  if (type.bits == 0) return word;
  return (type.kind == Kind::kInt32 ? "Int" : "Uint") + std::to_string(type.bits);
}

// Closed set of values: marked +enum or +k8s:enum.
bool IsClosedEnum(const Named& named) {
  return named.type->kind == Kind::kString &&
         (HasMarker(named.doc, "enum") || HasMarker(named.doc, "k8s:enum"));
}

std::string Joined(const std::vector<std::string>& parts) {
  std::string out;
  for (const std::string& part : parts) out += (out.empty() ? "" : ", ") + part;
  return out;
}

class TablesEmitter {
 public:
  TablesEmitter(const Package& package, const std::vector<const Named*>& structs,
                Diagnostics& diagnostics)
      : package_(package), structs_(structs), diagnostics_(diagnostics) {}

  std::string Header() const {
    std::string out = FileHeader(package_);
    out += fmt::format(
        "#pragma once\n\n#include <span>\n\n#include \"pintle/typeinfo/type_info.h\"\n\n"
        "// What TypeOf returns, by name: for the tables of packages that use these types.\n"
        "namespace {}::tables {{\n\n",
        package_.cpp_namespace);
    for (const Named& named : package_.types) {
      if (!HasTable(named)) continue;
      out += fmt::format("extern const pintle::typeinfo::TypeInfo k{};\n", named.cpp_name);
      if (!named.fields.empty()) {
        out += fmt::format("extern const pintle::typeinfo::FieldInfo k{}_Fields[{}];\n",
                           named.cpp_name, named.fields.size());
      }
    }
    out += fmt::format(
        "\n// All structs of the package.\n"
        "std::span<const pintle::typeinfo::TypeInfo* const> Structs();\n\n"
        "}}  // namespace {}::tables\n",
        package_.cpp_namespace);
    return out;
  }

  std::string Source() {
    std::string tables;
    for (const Named& named : package_.types) {
      if (!HasTable(named)) continue;
      tables += named.type->is_struct() ? StructTables(named) : NamedTable(named);
    }
    std::string out = FileHeader(package_);
    out += fmt::format("#include \"{}/types.h\"\n\n#include <cstddef>\n\n", package_.folder);
    for (const Package* import : package_.imports)
      out += fmt::format("#include \"{}/tables.h\"\n", import->folder);
    out += fmt::format("#include \"{}/tables.h\"\n\nnamespace {} {{\n", package_.folder,
                       package_.cpp_namespace);
    out += "namespace {\n\n";
    if (!shapes_text_.empty()) {
      out +=
          "template <typename T>\n"
          "constexpr typeinfo::TypeInfo Shape_(typeinfo::Kind kind, const typeinfo::TypeInfo& "
          "element) {\n"
          "  return {.kind = kind, .size = sizeof(T), .align = alignof(T), .element = "
          "&element};\n}\n\n";
    }
    out += shapes_text_;
    out += "\n}  // namespace\n\nnamespace tables {\n\n" + tables + StructList() +
           "}  // namespace tables\n";
    out += fmt::format("}}  // namespace {}\n\nnamespace pintle::typeinfo {{\n\n",
                       package_.cpp_namespace);
    for (const Named* named : structs_) {
      out += fmt::format(
          "template <>\nconst TypeInfo& TypeOf<::{0}::{1}>() {{\n  return "
          "::{0}::tables::k{1};\n}}\n",
          package_.cpp_namespace, named->cpp_name);
    }
    out += "\n}  // namespace pintle::typeinfo\n";
    return out;
  }

 private:
  // Structs, named scalars and named lists; a named map is no more than its shape.
  static bool HasTable(const Named& named) {
    return named.type != nullptr && named.type->named == &named && named.type->kind != Kind::kMap;
  }

  std::string StructList() const {
    constexpr std::string_view kHead = "std::span<const typeinfo::TypeInfo* const> Structs() {\n";
    std::vector<std::string> structs;
    for (const Named& named : package_.types) {
      if (HasTable(named) && named.type->is_struct()) structs.push_back("&k" + named.cpp_name);
    }
    if (structs.empty()) return fmt::format("{}  return {{}};\n}}\n\n", kHead);
    return fmt::format(
        "{}  static constexpr const typeinfo::TypeInfo* kAll[] = {{{}}};\n  return kAll;\n}}\n\n",
        kHead, Joined(structs));
  }

  std::string TableOf(const Named& named) const {
    std::string prefix =
        named.package == &package_ ? "" : fmt::format("::{}::", named.package->cpp_namespace);
    return fmt::format("{}tables::k{}", prefix, named.cpp_name);
  }

  // An expression for the TypeInfo of a type; makes shapes as they are needed.
  std::string InfoOf(const Type& type) {
    if (type.named != nullptr && HasTable(*type.named)) return TableOf(*type.named);
    if (type.element != nullptr) return ShapeOf(type);
    return fmt::format("typeinfo::k{}Type", ScalarWord(type));
  }

  static std::string ShapeWord(const Type& type) {
    if (type.named != nullptr && HasTable(*type.named)) return type.named->cpp_name;
    std::string word = ScalarWord(type);
    return type.element != nullptr ? word + "Of_" + ShapeWord(*type.element) : word;
  }

  std::string ShapeOf(const Type& type) {
    std::string cpp = CppType(type, package_);
    std::string element = InfoOf(*type.element);
    auto [found, added] = shapes_.try_emplace(cpp + "/" + element);
    if (!added) return found->second;
    std::string name = "k" + ShapeWord(type);
    for (int i = 2; !shape_names_.insert(name).second; ++i)
      name = fmt::format("k{}_{}", ShapeWord(type), i);
    found->second = name;
    shapes_text_ += fmt::format(
        "constinit const typeinfo::TypeInfo {} =\n    Shape_<{}>(typeinfo::Kind::{}, {});\n", name,
        cpp, KindName(type.kind), element);
    return name;
  }

  // Name, package and doc: what every table of a declared type has.
  std::string Identity(const Named& named) const {
    std::string out = fmt::format(".name = {}", CppString(named.name));
    if (!package_.openapi_prefix.empty())
      out += fmt::format(", .package = {}", CppString(package_.openapi_prefix));
    return out;
  }
  static std::string DocMember(const ast::Comment& comment) {
    std::string doc = Description(comment);
    return doc.empty() ? "" : fmt::format(",\n    .doc = {}", CppString(doc));
  }
  static std::string SizeMembers(std::string_view cpp) {
    return fmt::format(".size = sizeof({0}), .align = alignof({0})", cpp);
  }

  std::string NamedTable(const Named& named) {
    std::string out;
    std::string extra;
    if (IsClosedEnum(named) && !named.constants.empty()) {
      std::set<std::string> values;
      for (const EnumValue& value : named.constants) values.insert(value.text);
      std::vector<std::string> literals;
      for (const std::string& value : values) literals.push_back(CppString(value));
      out += fmt::format("constexpr std::string_view k{}_Values[] = {{{}}};\n", named.cpp_name,
                         Joined(literals));
      extra = fmt::format(",\n    .enum_values = k{}_Values", named.cpp_name);
    }
    if (named.type->element != nullptr)
      extra = fmt::format(",\n    .element = &{}", InfoOf(*named.type->element));
    std::string bits;
    if (named.type->bits != 0) bits = fmt::format(",\n    .bits = {}", named.type->bits);
    out += fmt::format(
        "constinit const typeinfo::TypeInfo k{} = {{\n    .kind = typeinfo::Kind::{}, {},\n    "
        "{}{}{}}};\n\n",
        named.cpp_name, KindName(named.type->kind), SizeMembers(CppType(*named.type, package_)),
        Identity(named), extra, DocMember(named.doc) + bits);
    return out;
  }

  std::string StructTables(const Named& named) {
    std::string out;
    std::string fields;
    for (const Field& field : named.fields) fields += FieldEntry(named, field, out);
    if (!named.fields.empty()) {
      out += fmt::format("constinit const typeinfo::FieldInfo k{}_Fields[{}] = {{\n{}}};\n",
                         named.cpp_name, named.fields.size(), fields);
    }
    std::string extra;
    if (!named.fields.empty()) extra += fmt::format(",\n    .fields = k{}_Fields", named.cpp_name);
    if (named.type->kind == Kind::kStruct) extra += JsonTables(named, out);
    extra += ProtoTable(named, out);
    out += fmt::format(
        "constinit const typeinfo::TypeInfo k{} = {{\n    .kind = typeinfo::Kind::{}, {},\n    "
        "{}{}{}}};\n\n",
        named.cpp_name, KindName(named.type->kind), SizeMembers(named.cpp_name), Identity(named),
        extra, DocMember(named.doc));
    return out;
  }

  std::string JsonTables(const Named& named, std::string& out) {
    std::vector<FlatField> flat = Flatten(named, diagnostics_);
    if (flat.empty()) return {};
    out += fmt::format("constexpr typeinfo::JsonField k{}_Json[] = {{\n", named.cpp_name);
    for (const FlatField& field : flat) {
      out += fmt::format("    {{&{}_Fields[{}], offsetof({}, {})}},\n", TableOf(*field.owner),
                         field.index, named.cpp_name, field.path);
    }
    out += "};\n";
    std::vector<size_t> order(flat.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::sort(order, {}, [&](size_t i) { return flat[i].field->json_name; });
    out += IndexArray(named, "Index", order);
    return fmt::format(",\n    .json_fields = k{0}_Json,\n    .json_index = k{0}_Index",
                       named.cpp_name);
  }

  static std::string IndexArray(const Named& named, std::string_view suffix,
                                const std::vector<size_t>& order) {
    std::vector<std::string> numbers;
    for (size_t i : order) numbers.push_back(std::to_string(i));
    return fmt::format("constexpr uint16_t k{}_{}[] = {{{}}};\n", named.cpp_name, suffix,
                       Joined(numbers));
  }

  static std::string ProtoTable(const Named& named, std::string& out) {
    if (!HasProtoMessage(named)) return {};
    std::vector<size_t> order;
    for (size_t i = 0; i < named.fields.size(); ++i) {
      if (named.fields[i].proto_number != 0) order.push_back(i);
    }
    std::string members = ",\n    .proto_message = true";
    if (order.empty()) return members;
    std::ranges::sort(order, {}, [&](size_t i) { return named.fields[i].proto_number; });
    out += IndexArray(named, "Proto", order);
    return members + fmt::format(",\n    .proto_index = k{}_Proto", named.cpp_name);
  }

  // One element of the field table; arrays it needs go to `before`.
  std::string FieldEntry(const Named& owner, const Field& field, std::string& before) {
    std::string out =
        fmt::format("    {{.name = {}, .go_name = {}, .type = &{}, .offset = offsetof({}, {})",
                    CppString(field.inlined ? field.go_name : field.json_name),
                    CppString(field.go_name), InfoOf(*field.type), owner.cpp_name, field.cpp_name);
    auto flag = [&](bool set, std::string_view name) {
      if (set) out += fmt::format(", .{} = true", name);
    };
    if (field.proto_number != 0) out += fmt::format(", .proto_number = {}", field.proto_number);
    flag(field.proto_number != 0 && HoldsListMessages(field), "proto_list_message");
    auto text = [&](const std::string& value, std::string_view name) {
      if (!value.empty()) out += fmt::format(", .{} = {}", name, CppString(value));
    };
    flag(OmitsEmpty(field), "omit_empty");
    flag(field.omit_zero, "omit_zero");
    flag(field.inlined, "inlined");
    flag(IsOptional(field), "optional");
    flag(IsRequired(owner, field), "required");
    out += ListMembers(field);
    flag(IsAtomic(field), "map_atomic");
    flag(field.patch_merge, "patch_merge");
    flag(field.patch_replace, "patch_replace");
    flag(field.patch_retain_keys, "patch_retain_keys");
    text(field.patch_merge_key, "patch_merge_key");
    std::vector<std::string> keys = MarkerValues(field.doc, "listMapKey");
    if (keys.empty()) keys = MarkerValues(field.doc, "k8s:listMapKey");
    out += TextArray(owner, field, keys, "list_map_keys", before);
    text(Last(MarkerValues(field.doc, "default")), "default_json");
    std::vector<std::string> gates;
    for (GateMarker& marker : GateMarkersOf(field.doc)) gates.push_back(std::move(marker.gate));
    out += TextArray(owner, field, gates, "feature_gates", before);
    text(Description(field.doc), "doc");
    return out + "},\n";
  }

  static std::string Last(const std::vector<std::string>& values) {
    return values.empty() ? "" : values.back();
  }

  std::string ListMembers(const Field& field) {
    std::string type = Last(MarkerValues(field.doc, "listType"));
    if (type.empty()) type = Last(MarkerValues(field.doc, "k8s:listType"));
    if (type.empty()) return {};
    static const std::map<std::string, std::string> kTypes = {
        {"atomic", "kAtomic"}, {"set", "kSet"}, {"map", "kMap"}};
    auto found = kTypes.find(type);
    if (found == kTypes.end()) {
      diagnostics_.Add(field.position,
                       fmt::format("unknown list type {}; use atomic, set or map", Quoted(type)));
      return {};
    }
    return fmt::format(", .list_type = typeinfo::ListType::{}", found->second);
  }

  // A member that is a list of texts; the array it needs goes to `before`.
  static std::string TextArray(const Named& owner, const Field& field,
                               const std::vector<std::string>& texts, std::string_view member,
                               std::string& before) {
    if (texts.empty()) return {};
    std::string name = fmt::format("k{}_{}_{}", owner.cpp_name, field.cpp_name, member);
    std::vector<std::string> literals;
    for (const std::string& text : texts) literals.push_back(CppString(text));
    before += fmt::format("constexpr std::string_view {}[] = {{{}}};\n", name, Joined(literals));
    return fmt::format(", .{} = {}", member, name);
  }

  const Package& package_;
  const std::vector<const Named*>& structs_;
  Diagnostics& diagnostics_;
  std::map<std::string, std::string> shapes_;
  std::set<std::string> shape_names_;
  std::string shapes_text_;
};

}  // namespace

void EmitTypes(const Package& package, Outputs& outputs, Diagnostics& diagnostics) {
  size_t faults = diagnostics.size();
  std::vector<const Named*> structs = StructsInOrder(package, diagnostics);
  if (diagnostics.size() != faults) return;
  outputs["types.h"] = TypesHeader(package, structs, diagnostics);
  TablesEmitter tables(package, structs, diagnostics);
  outputs["tables.h"] = tables.Header();
  outputs["types.cc"] = tables.Source();
}

}  // namespace pintle::gen
