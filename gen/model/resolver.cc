#include "gen/model/resolver.h"

#include <fmt/format.h>

#include <algorithm>

#include "gen/model/names.h"
#include "gen/model/well_known.h"
#include "pintle/base/strings.h"

namespace pintle::gen {
namespace {

using ast::TypeExpression;

// Declarations that refer to each other by plain names nest at most this deep.
constexpr size_t kMaxAliasDepth = 64;
// Instances of generic types within each other; a type that grows without end reaches it.
constexpr int kMaxInstanceDepth = 16;
// All of them; those of a type that grows in several ways at once are many before they are deep.
constexpr size_t kMaxInstances = 4096;
// Of the name of an instance, which grows with the names of its arguments.
constexpr size_t kMaxInstanceName = 1000;

bool IsInteger(Kind kind) {
  return kind == Kind::kInt32 || kind == Kind::kInt64 || kind == Kind::kUint32 ||
         kind == Kind::kUint64;
}

// `ListOfString`: a type as a part of a name.
std::string Word(const Type& type) {
  if (type.named != nullptr) return type.named->cpp_name;
  std::string element = type.element != nullptr ? Word(*type.element) : "";
  switch (type.kind) {
    case Kind::kOpt:
    case Kind::kPtr:
      return "PtrTo" + element;
    case Kind::kList:
      return "ListOf" + element;
    case Kind::kMap:
      return "MapOf" + element;
    case Kind::kBinary:
      return "Bytes";
    default:
      return CppTypeName(GoTypeName(type));
  }
}

}  // namespace

const Type* Resolver::Builtin(std::string_view name) const {
  struct Builtin {
    Kind kind;
    uint8_t bits = 0;
  };
  static const std::map<std::string_view, Builtin> kBuiltins = {
      {"string", {Kind::kString}},   {"bool", {Kind::kBool}},       {"int", {Kind::kInt64}},
      {"int8", {Kind::kInt32, 8}},   {"int16", {Kind::kInt32, 16}}, {"int32", {Kind::kInt32}},
      {"rune", {Kind::kInt32}},      {"int64", {Kind::kInt64}},     {"uint", {Kind::kUint64}},
      {"uint8", {Kind::kUint32, 8}}, {"byte", {Kind::kUint32, 8}},  {"uint16", {Kind::kUint32, 16}},
      {"uint32", {Kind::kUint32}},   {"uint64", {Kind::kUint64}},   {"float32", {Kind::kFloat}},
      {"float64", {Kind::kDouble}},  {"any", {Kind::kAny}},
  };
  auto found = kBuiltins.find(name);
  if (found == kBuiltins.end()) return nullptr;
  return model_.Intern(found->second.kind, nullptr, nullptr, found->second.bits);
}

Resolver::Found Resolver::FindIn(Unit* unit, const std::string& path,
                                 const std::string& name) const {
  Found found;
  found.unit = unit;
  if (auto kind = WellKnownType(path, name)) {
    found.type = model_.Intern(*kind);
  } else if (unit == nullptr) {
    found.unread = path;
  } else if (auto declared = unit->types.find(name); declared != unit->types.end()) {
    found.declaration = &declared->second;
  }
  return found;
}

Resolver::Found Resolver::Find(const Place& place, const std::string& package,
                               const std::string& name) const {
  if (!package.empty()) {
    Scope::Imported imported = scope_.Import(*place.file, package);
    if (!imported.path.empty()) return FindIn(imported.unit, imported.path, name);
    Found nothing;
    nothing.no_import = true;
    return nothing;
  }
  if (place.parameters != nullptr) {
    auto parameter = place.parameters->find(name);
    if (parameter != place.parameters->end()) return Found{.type = parameter->second};
  }
  Found own = FindIn(place.unit, place.unit->package->import_path, name);
  if (own.type != nullptr || own.declaration != nullptr) return own;
  for (const Scope::Imported& imported : scope_.DotImports(*place.file)) {
    Found found = FindIn(imported.unit, imported.path, name);
    if (found.type != nullptr || found.declaration != nullptr) return found;
  }
  own.type = Builtin(name);
  return own;
}

void Resolver::FailNotFound(const Found& found, const TypeExpression& expression) {
  if (found.no_import) {
    return Fail(expression.position,
                fmt::format("nothing is imported as {}", Quoted(expression.package)));
  }
  if (!found.unread.empty()) {
    return Fail(expression.position,
                fmt::format("the package {} is not part of this run; map it to a folder with "
                            "--import or add the --root it is below",
                            Quoted(found.unread)));
  }
  static constexpr std::string_view kUnsupported[] = {"uintptr", "complex64", "complex128",
                                                      "error"};
  if (expression.package.empty() &&
      std::ranges::find(kUnsupported, expression.name) != std::end(kUnsupported)) {
    return Fail(expression.position,
                fmt::format("the type {} has no place in an API", expression.name));
  }
  std::vector<std::string> candidates;
  if (expression.package.empty()) candidates = {"string", "bool", "int32", "int64", "float64"};
  for (const auto& [name, declaration] : found.unit->types) candidates.push_back(name);
  std::string message = fmt::format("the type {} is not declared", Quoted(expression.name));
  if (!expression.package.empty()) {
    message += fmt::format(" in the package {}", Quoted(found.unit->package->import_path));
  }
  if (auto nearest = NearestName(expression.name, candidates)) {
    message += fmt::format("; did you mean {}?", Quoted(*nearest));
  }
  Fail(expression.position, message);
}

// A type with functions of its own for JSON or text: its declaration does not say what it looks
// like on the wire. Null for all others.
const Type* Resolver::OwnForm(const Declaration& declaration) {
  Named& named = *declaration.named;
  if (declaration.type->alias || HasMarker(named.doc, "pintle:jsonUnion")) return nullptr;
  const Unit& unit = scope_.UnitOf(*named.package);
  auto has = [&](std::string_view method) { return unit.HasMethod(named.name, method); };
  bool json = has("UnmarshalJSON") || has("MarshalJSON");
  bool text = has("UnmarshalText") || has("MarshalText");
  if (!json && !text) return nullptr;
  named.own_json = true;
  return model_.Intern(json ? Kind::kAny : Kind::kString, nullptr, &named);
}

// `type Named Target`.
const Type* Resolver::DeclareLike(Named& named, const Type* target) {
  if (!target->is_struct()) {
    return model_.Intern(target->kind, target->element, &named, target->bits);
  }
  // A struct of its own with the fields of the other.
  Body body = bodies_.at(target->named);
  body.named = &named;
  body.place.home = &scope_.UnitOf(*named.package);
  body.place.name = named.name;
  waiting_.push_back(body);
  bodies_[&named] = body;
  return model_.Intern(target->kind, nullptr, &named);
}

const Type* Resolver::Resolve(Declaration& declaration) {
  Named& named = *declaration.named;
  if (named.type != nullptr) return named.type;
  if (!declaration.type->parameters.empty()) {
    Fail(named.position, fmt::format("the generic type {} needs type arguments", named.name));
    return nullptr;
  }
  if (resolving_.size() >= kMaxAliasDepth) {
    Fail(named.position, fmt::format("the declaration of {} is too long a chain", named.name));
    return nullptr;
  }
  if (!resolving_.insert(&named).second) {
    Fail(named.position, fmt::format("the type {} is declared by itself", named.name));
    return nullptr;
  }
  Unit& unit = scope_.UnitOf(*named.package);
  Place place{.unit = &unit, .file = declaration.file, .home = &unit, .name = named.name};
  if (const Type* own = OwnForm(declaration)) {
    named.type = own;
  } else if (declaration.type->type.kind == TypeExpression::Kind::kStruct &&
             !declaration.type->alias) {
    bool is_union = HasMarker(named.doc, "pintle:jsonUnion");
    named.type = model_.Intern(is_union ? Kind::kUnion : Kind::kStruct, nullptr, &named);
    AddBody(named, declaration.type->type, place);
  } else {
    place.name += "Item";
    const Type* target = TypeOf(place, declaration.type->type);
    bool alias = declaration.type->alias;
    named.type = target == nullptr || alias ? target : DeclareLike(named, target);
  }
  resolving_.erase(&named);
  return named.type;
}

const Type* Resolver::FindType(Unit& unit, const ast::File& file, const std::string& package,
                               const std::string& name) {
  Found found = Find({.unit = &unit, .file = &file}, package, name);
  if (found.declaration != nullptr) return found.declaration->named->type;
  return found.type;
}

const Type* Resolver::TypeOf(const Place& place, const TypeExpression& expression) {
  switch (expression.kind) {
    case TypeExpression::Kind::kName:
      return NamedType(place, expression);
    case TypeExpression::Kind::kPointer:
      return PointerType(place, expression);
    case TypeExpression::Kind::kSlice:
    case TypeExpression::Kind::kArray:
      return ListType(place, expression);
    case TypeExpression::Kind::kMap:
      return MapType(place, expression);
    case TypeExpression::Kind::kInterface:
      return model_.Intern(Kind::kAny);
    case TypeExpression::Kind::kStruct:
      return StructType(place, expression);
    case TypeExpression::Kind::kGeneric:
      return Instance(place, expression);
    case TypeExpression::Kind::kFunction:
    case TypeExpression::Kind::kChannel:
      Fail(
          expression.position,
          fmt::format("a {} cannot be part of an API; leave the field out with `json:\"-\"`",
                      expression.kind == TypeExpression::Kind::kFunction ? "function" : "channel"));
      return nullptr;
  }
  return nullptr;
}

const Type* Resolver::NamedType(const Place& place, const TypeExpression& expression) {
  Found found = Find(place, expression.package, expression.name);
  if (found.type != nullptr) return found.type;
  if (found.declaration != nullptr) return Resolve(*found.declaration);
  FailNotFound(found, expression);
  return nullptr;
}

const Type* Resolver::PointerType(const Place& place, const TypeExpression& expression) {
  const Type* element = TypeOf(place, *expression.element);
  if (element == nullptr) return nullptr;
  if (element->is_struct()) return model_.Intern(Kind::kPtr, element);
  // A pointer to what can be absent already says no more on the wire.
  bool absent =
      element->kind == Kind::kAny || element->kind == Kind::kOpt || element->kind == Kind::kPtr;
  return absent ? element : model_.Intern(Kind::kOpt, element);
}

const Type* Resolver::ListType(const Place& place, const TypeExpression& expression) {
  const TypeExpression& element = *expression.element;
  bool bytes = expression.kind == TypeExpression::Kind::kSlice &&
               element.kind == TypeExpression::Kind::kName && element.package.empty() &&
               (element.name == "byte" || element.name == "uint8");
  if (bytes) return model_.Intern(Kind::kBinary);
  const Type* type = TypeOf(place, element);
  return type != nullptr ? model_.Intern(Kind::kList, type) : nullptr;
}

const Type* Resolver::MapType(const Place& place, const TypeExpression& expression) {
  // One fault is enough: a chain of maps with a bad end would be looked at twice at each link.
  const Type* key = TypeOf(place, *expression.key);
  if (key == nullptr) return nullptr;
  const Type* element = TypeOf(place, *expression.element);
  if (element == nullptr) return nullptr;
  if (key->kind != Kind::kString && !IsInteger(key->kind)) {
    Fail(expression.key->position,
         "maps with keys other than strings and integers are not supported");
    return nullptr;
  }
  return model_.Intern(Kind::kMap, element);
}

Named& Resolver::NewNamed(const Place& place, const Position& position, const std::string& name) {
  Package& package = *place.home->package;
  auto taken = [&](const std::string& candidate) { return package.by_name.contains(candidate); };
  return package.Declare(UniqueName(name, taken), position);
}

// A struct that is declared where it is used, such as `map[string]struct{}`.
const Type* Resolver::StructType(const Place& place, const TypeExpression& expression) {
  Named& named = NewNamed(place, expression.position, place.name);
  named.type = model_.Intern(Kind::kStruct, nullptr, &named);
  AddBody(named, expression, place);
  return named.type;
}

// Told once: a type that grows without end is met again and again.
const Type* Resolver::EndlessInstance(const TypeExpression& expression) {
  if (!endless_instances_) Fail(expression.position, "generic types are nested too deeply");
  endless_instances_ = true;
  return nullptr;
}

const Type* Resolver::Instance(const Place& place, const TypeExpression& expression) {
  Found found = Find(place, expression.package, expression.name);
  if (found.declaration == nullptr) {
    if (found.type == nullptr) FailNotFound(found, expression);
    if (found.type != nullptr) Fail(expression.position, "this type takes no type arguments");
    return nullptr;
  }
  const Declaration& generic = *found.declaration;
  if (generic.type->parameters.size() != expression.arguments.size()) {
    Fail(expression.position,
         fmt::format("{} takes {} type arguments, not {}", expression.name,
                     generic.type->parameters.size(), expression.arguments.size()));
    return nullptr;
  }
  if (place.depth >= kMaxInstanceDepth) return EndlessInstance(expression);
  Parameters& parameters = parameters_.emplace_back();
  std::string name = generic.named->name + "Of";
  std::string key = fmt::format("{} {}", static_cast<const void*>(place.home),
                                static_cast<const void*>(&generic));
  for (size_t i = 0; i < expression.arguments.size(); ++i) {
    const Type* argument = TypeOf(place, expression.arguments[i]);
    if (argument == nullptr) return nullptr;
    parameters[generic.type->parameters[i]] = argument;
    name += (i == 0 ? "" : "And") + Word(*argument);
    key += fmt::format(" {}", static_cast<const void*>(argument));
  }
  if (auto known = instances_.find(key); known != instances_.end()) return known->second;
  if (name.size() > kMaxInstanceName || instances_.size() >= kMaxInstances) {
    return EndlessInstance(expression);
  }
  Place body{.unit = &scope_.UnitOf(*generic.named->package),
             .file = generic.file,
             .parameters = &parameters,
             .home = place.home,
             .name = name,
             .depth = place.depth + 1};
  const TypeExpression& declared = generic.type->type;
  if (declared.kind != TypeExpression::Kind::kStruct) {
    return instances_[key] = TypeOf(body, declared);
  }
  Named& named = NewNamed(place, generic.named->position, name);
  named.doc = generic.named->doc;
  named.type = model_.Intern(Kind::kStruct, nullptr, &named);
  AddBody(named, declared, body);
  return instances_[key] = named.type;
}

std::string Resolver::ReasonToSkip(const Declaration& declaration) const {
  const TypeExpression& type = declaration.type->type;
  Unit& unit = scope_.UnitOf(*declaration.named->package);
  if (!declaration.type->parameters.empty())
    return "generic; each use of it is a struct of its own";
  if (type.kind == TypeExpression::Kind::kInterface) return "an interface";
  std::string reason;
  if (type.kind != TypeExpression::Kind::kStruct) {
    LooksSupported(unit, *declaration.file, type, reason);
    return reason;
  }
  if (std::ranges::any_of(type.fields, HasApiTag)) return {};
  for (const ast::Field& field : type.fields) {
    if (!field.embedded && !IsExported(field.name)) continue;
    if (!LooksSupported(unit, *declaration.file, *field.type, reason)) {
      return fmt::format("no json tags, and {} is {}", field.name, reason);
    }
  }
  return {};
}

// A look at the expression alone; a name that is declared nowhere counts as supported, so that it
// is reported.
bool Resolver::LooksSupported(Unit& unit, const ast::File& file, const TypeExpression& expression,
                              std::string& reason) const {
  switch (expression.kind) {
    case TypeExpression::Kind::kFunction:
      reason = "a function";
      return false;
    case TypeExpression::Kind::kChannel:
      reason = "a channel";
      return false;
    case TypeExpression::Kind::kPointer:
    case TypeExpression::Kind::kSlice:
    case TypeExpression::Kind::kArray:
    case TypeExpression::Kind::kMap:
      return LooksSupported(unit, file, *expression.element, reason);
    case TypeExpression::Kind::kName:
    case TypeExpression::Kind::kGeneric:
      break;
    default:
      return true;
  }
  Place place{.unit = &unit, .file = &file};
  Found found = Find(place, expression.package, expression.name);
  if (!found.unread.empty()) {
    reason = fmt::format("of the package {}, which is not part of this run", Quoted(found.unread));
    return false;
  }
  if (found.declaration == nullptr) return true;
  TypeExpression::Kind kind = found.declaration->type->type.kind;
  if (kind == TypeExpression::Kind::kFunction || kind == TypeExpression::Kind::kChannel) {
    reason = kind == TypeExpression::Kind::kFunction ? "a function" : "a channel";
    return false;
  }
  return true;
}

}  // namespace pintle::gen
