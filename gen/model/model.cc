#include "gen/model/model.h"

#include "pintle/base/strings.h"

namespace pintle::gen {

const Type* Model::Intern(Kind kind, const Type* element, const Named* named) {
  auto& slot = types_[{kind, element, named}];
  if (!slot) slot = std::make_unique<Type>(Type{kind, element, named});
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
    if (text.starts_with(' ')) text.remove_prefix(1);
    if (TrimSpace(text).starts_with('+')) continue;
    prose += text;
    prose += '\n';
  }
  return std::string(TrimSpace(prose));
}

const Field* FindField(const Named& owner, std::string_view json_name) {
  for (const Field& field : owner.fields) {
    if (field.json_name == json_name) return &field;
  }
  return nullptr;
}

std::string GoTypeName(const Type& type) {
  if (type.named != nullptr) return type.named->name;
  switch (type.kind) {
    case Kind::kBool:
      return "bool";
    case Kind::kInt32:
      return "int32";
    case Kind::kInt64:
      return "int64";
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
