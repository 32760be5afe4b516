#include "gen/tags/all_tags.h"
#include "pintle/base/strings.h"

namespace pintle::gen {
namespace {

void ChecksSubfield(const TagContext& context, const Tag& tag, Checks& out) {
  const Type& type = context.target();
  if (type.kind != Kind::kStruct) {
    return context.Fail(tag, "can only be used on struct types: " + TypeInMessage(*context.type));
  }
  const std::string& name = tag.arguments.front().text;
  const Field* field = FindField(*type.named, name);
  if (field == nullptr) {
    std::vector<std::string> names;
    names.reserve(type.named->fields.size());
    for (const Field& candidate : type.named->fields) names.push_back(candidate.json_name);
    std::string message = "no field for json name " + Quoted(name);
    if (auto nearest = NearestName(name, names))
      message += "; did you mean " + Quoted(*nearest) + "?";
    return context.Fail(tag, message);
  }
  TagContext target{kFieldScope, field->type,         nullptr,
                    field,       context.diagnostics, context.enforced};
  Checks inner;
  ApplyTag(target, *tag.payload, inner);
  for (Check& check : inner) {
    bool short_circuit = check.short_circuit;
    out.push_back({.form = Check::Form::kSubfield,
                   .short_circuit = short_circuit,
                   .cohort = name,
                   .subfield = field,
                   .inner = std::make_shared<const Check>(std::move(check))});
  }
}

}  // namespace

const TagDefinition kSubfieldTag = {
    .name = "k8s:subfield",
    .scopes = kAnyValueScope,
    .argument = Tag::ValueType::kString,
    .payload = Tag::ValueType::kTag,
    .late = false,
    .checks = ChecksSubfield,
    .doc = "The named member of the struct must pass the given tag.",
};

}  // namespace pintle::gen
