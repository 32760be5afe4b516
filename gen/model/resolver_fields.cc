// The fields of structs.
#include <fmt/format.h>

#include <algorithm>

#include "gen/model/names.h"
#include "gen/model/proto_numbers.h"
#include "gen/model/resolver.h"
#include "pintle/base/strings.h"

namespace pintle::gen {

using ast::TypeExpression;

void Resolver::AddBody(Named& named, const TypeExpression& expression, const Place& place) {
  Body body{&named, &expression, place};
  body.place.name = named.name;
  waiting_.push_back(body);
  bodies_[&named] = std::move(body);
}

void Resolver::Finish() {
  while (!waiting_.empty()) {
    Body body = std::move(waiting_.front());
    waiting_.pop_front();
    FillStruct(body);
  }
}

void Resolver::FillStruct(const Body& body) {
  Named& named = *body.named;
  auto taken = [&](const std::string& name) {
    return std::ranges::any_of(named.fields,
                               [&](const Field& field) { return field.cpp_name == name; });
  };
  for (const ast::Field& declared : body.expression->fields) {
    Field field;
    Place place = body.place;
    place.name += declared.name;
    if (!FillField(place, declared, field)) continue;
    CheckNames(named, field);
    CheckProtoForm(field);
    field.cpp_name = UniqueName(field.cpp_name, taken);
    named.fields.push_back(std::move(field));
  }
  const ast::Comment* comments[] = {&named.doc, &body.expression->comments};
  std::vector<RetiredField> all_retired;
  for (const ast::Comment* comment : comments) {
    for (RetiredField& retired : RetiredFields(*comment, diagnostics_)) {
      CheckRetired(named, retired);
      all_retired.push_back(std::move(retired));
    }
  }
  CheckAllNumbered(named, all_retired, diagnostics_);
}

bool Resolver::FillField(const Place& place, const ast::Field& declared, Field& field) {
  if (!declared.embedded && !IsExported(declared.name)) return false;
  FieldTags tags = ReadFieldTags(declared, diagnostics_);
  if (!tags.in_json && tags.proto_number == 0) return false;
  field.position = declared.position;
  field.doc = declared.doc;
  field.go_name = declared.name;
  field.type = TypeOf(place, *declared.type);
  if (field.type == nullptr) return false;
  if (declared.embedded && !IsExported(declared.name) && !field.type->is_struct()) return false;
  // What is absent when nil: a pointer, or a value of any type.
  field.pointer = declared.type->kind == TypeExpression::Kind::kPointer ||
                  declared.type->kind == TypeExpression::Kind::kInterface ||
                  declared.type->name == "any" || declared.type->name == "Object" ||
                  declared.type->name == "RawMessage" || IsInterface(*field.type);
  field.omit_empty = tags.omit_empty;
  field.omit_zero = tags.omit_zero;
  field.proto_number = tags.proto_number;
  field.patch_merge = tags.patch_merge;
  field.patch_replace = tags.patch_replace;
  field.patch_retain_keys = tags.patch_retain_keys;
  field.patch_merge_key = tags.patch_merge_key;
  NameField(declared, tags, field);
  return true;
}

bool Resolver::IsInterface(const Type& type) const {
  if (type.kind != Kind::kAny || type.named == nullptr) return false;
  const Unit& unit = scope_.UnitOf(*type.named->package);
  auto found = unit.types.find(type.named->name);
  return found != unit.types.end() &&
         found->second.type->type.kind == TypeExpression::Kind::kInterface;
}

void Resolver::NameField(const ast::Field& declared, const FieldTags& tags, Field& field) {
  const Type* target = field.type->kind == Kind::kPtr ? field.type->element : field.type;
  field.cpp_name = CppMemberName(declared.name);
  if (!tags.in_json) return;
  // An embedded struct without a name of its own; one behind a pointer is held by value here.
  if (declared.embedded && tags.json_name.empty() && target->kind == Kind::kStruct) {
    field.inlined = true;
    field.type = target;
    return;
  }
  field.json_name = tags.json_name.empty() ? declared.name : tags.json_name;
  field.cpp_name = CppMemberName(field.json_name);
}

void Resolver::CheckNames(const Named& named, const Field& field) {
  for (const Field& other : named.fields) {
    if (!field.json_name.empty() && other.json_name == field.json_name) {
      Fail(field.position,
           fmt::format("two fields of {} have the JSON name {}: {} and {}", named.name,
                       Quoted(field.json_name), other.go_name, field.go_name));
    }
    if (field.proto_number != 0 && other.proto_number == field.proto_number) {
      Fail(field.position,
           fmt::format("two fields of {} have the protobuf number {}: {} and {}", named.name,
                       field.proto_number, other.go_name, field.go_name));
    }
  }
}

void Resolver::CheckRetired(const Named& named, const RetiredField& retired) {
  for (const Field& field : named.fields) {
    if (field.json_name == retired.name) {
      Fail(field.position, fmt::format("the name {} is retired in {} by +k8s:deprecated; choose "
                                       "another",
                                       Quoted(retired.name), named.name));
    }
    if (retired.proto_number != 0 && field.proto_number == retired.proto_number) {
      Fail(field.position, fmt::format("the protobuf number {} is retired in {} by "
                                       "+k8s:deprecated={}; choose another",
                                       retired.proto_number, named.name, retired.name));
    }
  }
}

// Lists of lists and the like cannot be written as Protobuf fields.
void Resolver::CheckProtoForm(const Field& field) {
  if (field.proto_number == 0) return;
  const Type* type = field.type;
  if (type->kind == Kind::kMap && IsListMessage(*type->element)) return;
  bool repeated = type->kind == Kind::kList || type->kind == Kind::kMap;
  if (repeated || type->kind == Kind::kOpt) type = type->element;
  if (type->kind == Kind::kOpt && repeated) type = type->element;
  if (type->kind != Kind::kList && type->kind != Kind::kMap) return;
  Fail(field.position, fmt::format("{} has no protobuf form; name the inner list and mark it "
                                   "+protobuf.nullable=true, or leave out the protobuf tag",
                                   GoTypeName(*field.type)));
}

}  // namespace pintle::gen
