#include "gen/model/model.h"

#include <algorithm>

#include "gen/model/names.h"
#include "pintle/base/strings.h"

namespace pintle::gen {
namespace {

// `//go:generate`, `//nolint:all`: a word, a colon and no space, for tools.
bool IsDirective(std::string_view line) {
  auto word = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); };
  size_t end = 0;
  while (end < line.size() && word(line[end])) ++end;
  return end > 0 && end + 1 < line.size() && line[end] == ':' && word(line[end + 1]);
}

}  // namespace

Named& Package::Declare(const std::string& type_name, const Position& position) {
  // `foo` and `Foo` are the same to C++.
  auto taken = [&](const std::string& candidate) {
    return std::ranges::any_of(types,
                               [&](const Named& other) { return other.cpp_name == candidate; });
  };
  std::string cpp_name = UniqueName(CppTypeName(type_name), taken);
  Named& named = types.emplace_back();
  named.package = this;
  named.position = position;
  named.name = type_name;
  named.cpp_name = std::move(cpp_name);
  by_name[type_name] = &named;
  return named;
}

const Type* Model::Intern(Kind kind, const Type* element, const Named* named, uint8_t bits) {
  auto& slot = types_[{kind, element, named, bits}];
  if (!slot) slot = std::make_unique<Type>(Type{kind, element, named, bits});
  return slot.get();
}

std::vector<std::string> MarkerValues(const ast::Comment& comment, std::string_view name) {
  std::vector<std::string> values;
  for (const ast::CommentLine& line : comment) {
    std::string_view text = TrimSpace(line.text);
    if (!text.starts_with('+') || !text.substr(1).starts_with(name)) continue;
    std::string_view rest = text.substr(1 + name.size());
    if (rest.empty()) {
      values.emplace_back();
    } else if (rest.starts_with('=')) {
      values.emplace_back(rest.substr(1));
    }
  }
  return values;
}

bool HasMarker(const ast::Comment& comment, std::string_view name) {
  return !MarkerValues(comment, name).empty();
}

std::string Prose(const ast::Comment& comment) {
  std::string prose;
  for (const ast::CommentLine& line : comment) {
    std::string_view text = line.text;
    if (IsDirective(text)) continue;
    if (text.starts_with(' ')) text.remove_prefix(1);
    if (TrimSpace(text).starts_with('+')) continue;
    prose += text;
    prose += '\n';
  }
  return std::string(TrimSpace(prose));
}

const Field* FindField(const Named& owner, std::string_view json_name) {
  if (json_name.empty()) return nullptr;
  for (const Field& field : owner.fields) {
    if (field.json_name == json_name) return &field;
  }
  return nullptr;
}

bool IsTypeMeta(const Field& field) {
  return field.inlined && field.type->named != nullptr && field.type->named->name == "TypeMeta";
}

bool IsKeptFromProtobuf(const Named& named) {
  std::vector<std::string> values = MarkerValues(named.doc, "protobuf");
  return std::ranges::find(values, "false") != values.end();
}

bool HasProtoMessage(const Named& named) {
  if (IsKeptFromProtobuf(named)) return false;
  return named.fields.empty() || std::ranges::any_of(named.fields, [](const Field& field) {
           return field.proto_number != 0;
         });
}

bool IsListMessage(const Type& type) {
  if (type.kind != Kind::kList || type.named == nullptr) return false;
  std::vector<std::string> values = MarkerValues(type.named->doc, "protobuf.nullable");
  return std::ranges::find(values, "true") != values.end();
}

std::string GoTypeName(const Type& type) {
  if (type.named != nullptr) return type.named->name;
  switch (type.kind) {
    case Kind::kBool:
      return "bool";
    case Kind::kInt32:
      return type.bits != 0 ? "int" + std::to_string(type.bits) : "int32";
    case Kind::kInt64:
      return "int64";
    case Kind::kUint32:
      return type.bits != 0 ? "uint" + std::to_string(type.bits) : "uint32";
    case Kind::kUint64:
      return "uint64";
    case Kind::kFloat:
      return "float32";
    case Kind::kDouble:
      return "float64";
    case Kind::kString:
      return "string";
    case Kind::kBinary:
      return "[]byte";
    case Kind::kAny:
      return "any";
    case Kind::kTime:
      return "Time";
    case Kind::kMicroTime:
      return "MicroTime";
    case Kind::kDuration:
      return "Duration";
    case Kind::kQuantity:
      return "Quantity";
    case Kind::kIntOrString:
      return "IntOrString";
    case Kind::kOpt:
    case Kind::kPtr:
      return "*" + GoTypeName(*type.element);
    case Kind::kList:
      return "[]" + GoTypeName(*type.element);
    case Kind::kMap:
      return "map[string]" + GoTypeName(*type.element);
    case Kind::kStruct:
    case Kind::kUnion:
      break;
  }
  return "struct";
}

}  // namespace pintle::gen
