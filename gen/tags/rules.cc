#include "gen/tags/rules.h"

#include "gen/tags/definition.h"

namespace pintle::gen {
namespace {

// In all comments, also those that belong to no declaration: a misspelt tag must not pass unseen.
void FindUnknownTags(const Package& package, Diagnostics& diagnostics) {
  for (const ast::Comment& comment : package.comments) {
    for (const ast::CommentLine& line : comment) {
      auto name = TagNameOf(line);
      if (!name || FindTag(*name) != nullptr || IsControlTag(*name)) continue;
      if (IsUncheckedTag(*name)) {
        auto tag = ParseTag(line, diagnostics);
        if (tag) CheckUncheckedTag(*tag, package.has_validation(), diagnostics);
        continue;
      }
      Position position = line.position;
      position.column += static_cast<uint32_t>(line.text.find('+') + 1);
      FailUnknownTag(position, *name, diagnostics);
    }
  }
}

}  // namespace

Rules::Rules(const Model& model, Diagnostics& diagnostics) {
  for (const Package& package : model.packages()) {
    if (package.generated && !package.as_needed) FindUnknownTags(package, diagnostics);
    if (package.generated || package.has_validation()) Read(package, diagnostics);
  }
  // Types may refer to each other in circles, so this is repeated until nothing is added.
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto& [named, rules] : rules_) {
      if (!named->package->has_validation() || with_checks_.contains(named) || !HasOwn(*named))
        continue;
      changed = with_checks_.insert(named).second;
    }
  }
}

void Rules::Read(const Package& package, Diagnostics& diagnostics) {
  bool enforced = package.has_validation();
  for (const Named& named : package.types) {
    if (named.type == nullptr) continue;
    TypeRules& rules = rules_[&named];
    rules.type =
        ChecksOf({kTypeScope, named.type, &named, nullptr, diagnostics, enforced}, named.doc);
    for (const Field& field : named.fields) {
      rules.fields.push_back(
          ChecksOf({kFieldScope, field.type, nullptr, &field, diagnostics, enforced}, field.doc));
    }
    for (const EnumValue& constant : named.constants) {
      ChecksOf({kConstantScope, named.type, &named, nullptr, diagnostics, enforced}, constant.doc);
    }
  }
}

bool Rules::Has(const Type& type) const {
  for (const Type* at = &type; at != nullptr; at = at->element) {
    if (at->named != nullptr && Has(*at->named)) return true;
  }
  return false;
}

bool Rules::HasOwn(const Named& named) const {
  const TypeRules& rules = Of(named);
  if (!rules.type.empty()) return true;
  if (named.type->element != nullptr && Has(*named.type->element)) return true;
  for (size_t i = 0; i < named.fields.size(); ++i) {
    if (!rules.fields[i].empty() || Has(*named.fields[i].type)) return true;
  }
  return false;
}

}  // namespace pintle::gen
