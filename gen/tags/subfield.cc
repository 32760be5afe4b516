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
    return context.Fail(tag,
                        "no field for json name " + Quoted(name) + NearestField(*type.named, name));
  }
  Checks inner;
  ApplyTag(context.OfSubfield(*field), *tag.payload, inner);
  for (Check& check : inner) out.push_back(SubfieldCheck(*field, std::move(check)));
}

}  // namespace

Check SubfieldCheck(const Field& member, Check inner) {
  bool short_circuit = inner.short_circuit;
  return {.form = Check::Form::kSubfield,
          .short_circuit = short_circuit,
          .cohort = member.json_name,
          .subfield = &member,
          .inner = std::make_shared<const Check>(std::move(inner))};
}

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
