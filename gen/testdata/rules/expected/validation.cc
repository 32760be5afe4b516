// Made by pintle-gen from rules. Changes are lost with the next build.
#include "rules/validation.h"

#include <array>

#include "pintle/validate/each.h"
#include "pintle/validate/enum.h"
#include "pintle/validate/format.h"
#include "pintle/validate/immutable.h"
#include "pintle/validate/limits.h"
#include "pintle/validate/required.h"
#include "pintle/validate/unique.h"

namespace testdata::rules {
namespace {

constexpr std::array<std::string_view, 4> kMode_Values = {"Fast", "Night", "Old", "Safe"};
constexpr validate::EnumExclusion kMode_Exclusions[] = {
    {"Night", "NightMode", false},
    {"Old", "NoPast", true},
};

}  // namespace

void Validate_Thing(const validate::Operation& op, const field::Path& path, const Thing* object,
    const Thing* old, field::ErrorList& errors) {
  if (object == nullptr) return;
  [&] {  // metadata
    const field::Path at = path.Child("metadata");
    const auto& member = object->metadata;
    const auto* value = validate::Get(member);
    const auto* before = old != nullptr ? validate::Get(old->metadata) : nullptr;
    if (validate::Unchanged(op, old != nullptr, value, before)) return;
    [&] {
      if (validate::Subfield(
          op, at, value, before, "name", [](const auto& owner) -> const auto& { return owner.name; },
          [&](const field::Path&, const auto& member, const auto*) {
        return validate::Optional(member);
      })) return;
      validate::Subfield(
          op, at, value, before, "name", [](const auto& owner) -> const auto& { return owner.name; },
          [&](const field::Path& at, const auto& member, const auto*) {
        const auto* value = validate::Get(member);
        return validate::Format(at, value, validate::NameFormat::kShortName, validate::TextType::kPlain, errors);
      });
    }();
    [&] {
      validate::Subfield(
          op, at, value, before, "title", [](const auto& owner) -> const auto& { return owner.title; },
          [&](const field::Path& at, const auto& member, const auto*) {
        const auto* value = validate::Get(member);
        return validate::MaxLength(at, value, 4, errors);
      });
    }();
    [&] {
      validate::Subfield(
          op, at, value, before, "holders", [](const auto& owner) -> const auto& { return owner.holders; },
          [&](const field::Path& at, const auto& member, const auto*) {
        const auto* value = validate::Get(member);
        return validate::Unique(at, value, {"name"}, errors);
      });
    }();
    Validate_Meta(op, at, value, before, errors);
  }();
  [&] {  // size
    const field::Path at = path.Child("size");
    const auto& member = object->size;
    const auto* value = validate::Get(member);
    const auto* before = old != nullptr ? validate::Get(old->size) : nullptr;
    if (validate::Unchanged(op, old != nullptr, value, before)) return;
    if (validate::Required(at, member, errors)) return;
    validate::Maximum(at, value, 10, errors);
    validate::Minimum(at, value, 1, errors);
  }();
  [&] {  // replicas
    const field::Path at = path.Child("replicas");
    const auto& member = object->replicas;
    const auto* value = validate::Get(member);
    const auto* before = old != nullptr ? validate::Get(old->replicas) : nullptr;
    if (validate::Unchanged(op, old != nullptr, value, before)) return;
    if (validate::Required(at, member, errors)) return;
    validate::Minimum(at, value, 0, errors);
  }();
  [&] {  // offset
    const field::Path at = path.Child("offset");
    const auto& member = object->offset;
    const auto* value = validate::Get(member);
    const auto* before = old != nullptr ? validate::Get(old->offset) : nullptr;
    if (validate::Unchanged(op, old != nullptr, value, before)) return;
    // optional; the default is the zero value
    validate::Minimum(at, value, -1, errors);
  }();
  [&] {  // mode
    const field::Path at = path.Child("mode");
    const auto& member = object->mode;
    const auto* value = validate::Get(member);
    const auto* before = old != nullptr ? validate::Get(old->mode) : nullptr;
    if (validate::Unchanged(op, old != nullptr, value, before)) return;
    bool stop = validate::Immutable(op, at, errors);
    stop |= validate::Required(at, member, errors);
    if (stop) return;
    Validate_Mode(op, at, value, before, errors);
  }();
  [&] {  // owner
    const field::Path at = path.Child("owner");
    const auto& member = object->owner;
    const auto* value = validate::Get(member);
    const auto* before = old != nullptr ? validate::Get(old->owner) : nullptr;
    if (validate::Unchanged(op, old != nullptr, value, before)) return;
    bool stop = validate::Immutable(op, at, errors);
    stop |= validate::Optional(member);
    if (stop) return;
    validate::MaxBytes(at, value, 5, errors);
  }();
  [&] {  // notes
    const field::Path at = path.Child("notes");
    const auto& member = object->notes;
    const auto* value = validate::Get(member);
    const auto* before = old != nullptr ? validate::Get(old->notes) : nullptr;
    if (validate::Unchanged(op, old != nullptr, value, before)) return;
    bool stop = validate::MaxItems(at, value, 2, errors);
    stop |= validate::Optional(member);
    if (stop) return;
    validate::EachValue(op, at, value, before, [&](const field::Path& at, const auto* value, const auto*) {
      return validate::MaxLength(at, value, 3, errors);
    });
  }();
  [&] {  // counts
    const field::Path at = path.Child("counts");
    const auto& member = object->counts;
    const auto* value = validate::Get(member);
    const auto* before = old != nullptr ? validate::Get(old->counts) : nullptr;
    if (validate::Unchanged(op, old != nullptr, value, before)) return;
    if (validate::Optional(member)) return;
    validate::EachValue(op, at, value, before, [&](const field::Path& at, const auto* value, const auto*) {
      return validate::Minimum(at, value, 0, errors);
    });
  }();
  [&] {  // parts
    const field::Path at = path.Child("parts");
    const auto& member = object->parts;
    const auto* value = validate::Get(member);
    const auto* before = old != nullptr ? validate::Get(old->parts) : nullptr;
    if (validate::Unchanged(op, old != nullptr, value, before)) return;
    if (validate::Required(at, member, errors)) return;
    validate::MinItems(at, value, 1, errors);
    validate::EachValue(op, at, value, before, [&](const field::Path& at, const auto* value, const auto* before) {
      Validate_Part(op, at, value, before, errors);
      return false;
    });
  }();
  [&] {  // main
    const field::Path at = path.Child("main");
    const auto& member = object->main;
    const auto* value = validate::Get(member);
    const auto* before = old != nullptr ? validate::Get(old->main) : nullptr;
    if (validate::Unchanged(op, old != nullptr, value, before)) return;
    if (validate::Optional(member)) return;
    Validate_Part(op, at, value, before, errors);
  }();
  [&] {  // beyond
    const field::Path at = path.Child("beyond");
    const auto& member = object->beyond;
    const auto* value = validate::Get(member);
    const auto* before = old != nullptr ? validate::Get(old->beyond) : nullptr;
    if (validate::Unchanged(op, old != nullptr, value, before)) return;
    bool stop = validate::IfDisabled(op, "Beyond", [&] {
      return validate::Forbidden(at, member, errors);
    });
    stop |= validate::IfDisabled(op, "Beyond", [&] {
      return validate::Optional(member);
    });
    stop |= validate::IfEnabled(op, "Beyond", [&] {
      return validate::Optional(member);
    });
    if (stop) return;
    validate::IfEnabled(op, "Beyond", [&] {
      return validate::Minimum(at, value, 100, errors);
    });
  }();
  [&] {  // gone
    const field::Path at = path.Child("gone");
    const auto& member = object->gone;
    const auto* value = validate::Get(member);
    const auto* before = old != nullptr ? validate::Get(old->gone) : nullptr;
    if (validate::Unchanged(op, old != nullptr, value, before)) return;
    bool stop = validate::Forbidden(at, member, errors);
    stop |= validate::Optional(member);
    if (stop) return;
  }();
  [&] {  // codes
    const field::Path at = path.Child("codes");
    const auto& member = object->codes;
    const auto* value = validate::Get(member);
    const auto* before = old != nullptr ? validate::Get(old->codes) : nullptr;
    if (validate::Unchanged(op, old != nullptr, value, before)) return;
    if (validate::Optional(member)) return;
    Validate_Codes(op, at, value, before, errors);
  }();
  [&] {  // byName
    const field::Path at = path.Child("byName");
    const auto& member = object->by_name;
    const auto* value = validate::Get(member);
    const auto* before = old != nullptr ? validate::Get(old->by_name) : nullptr;
    if (validate::Unchanged(op, old != nullptr, value, before)) return;
    if (validate::Optional(member)) return;
    validate::EachValue(op, at, value, before, [&](const field::Path& at, const auto* value, const auto* before) {
      Validate_Part(op, at, value, before, errors);
      return false;
    });
  }();
  [&] {  // words
    const field::Path at = path.Child("words");
    const auto& member = object->words;
    const auto* value = validate::Get(member);
    const auto* before = old != nullptr ? validate::Get(old->words) : nullptr;
    if (validate::Unchanged(op, old != nullptr, value, before)) return;
    bool stop = validate::MaxItems(at, value, 4, errors);
    stop |= validate::Optional(member);
    if (stop) return;
    validate::EachValue(op, at, value, before, {}, [&](const field::Path& at, const auto* value, const auto*) {
      return validate::MaxLength(at, value, 3, errors);
    });
    validate::Unique(at, value, {}, errors);
  }();
  [&] {  // ports
    const field::Path at = path.Child("ports");
    const auto& member = object->ports;
    const auto* value = validate::Get(member);
    const auto* before = old != nullptr ? validate::Get(old->ports) : nullptr;
    if (validate::Unchanged(op, old != nullptr, value, before)) return;
    if (validate::Optional(member)) return;
    validate::Unique(at, value, {"number", "protocol"}, errors);
    validate::EachValue(op, at, value, before, {"number", "protocol"}, [&](const field::Path& at, const auto* value, const auto* before) {
      Validate_Port(op, at, value, before, errors);
      return false;
    });
  }();
  [&] {  // spares
    const field::Path at = path.Child("spares");
    const auto& member = object->spares;
    const auto* value = validate::Get(member);
    const auto* before = old != nullptr ? validate::Get(old->spares) : nullptr;
    if (validate::Unchanged(op, old != nullptr, value, before)) return;
    if (validate::Optional(member)) return;
    validate::Unique(at, value, {"name"}, errors);
    validate::EachValue(op, at, value, before, {"name"}, [&](const field::Path& at, const auto* value, const auto* before) {
      Validate_Part(op, at, value, before, errors);
      return false;
    });
  }();
  [&] {  // modes
    const field::Path at = path.Child("modes");
    const auto& member = object->modes;
    const auto* value = validate::Get(member);
    const auto* before = old != nullptr ? validate::Get(old->modes) : nullptr;
    if (validate::Unchanged(op, old != nullptr, value, before)) return;
    if (validate::Optional(member)) return;
    Validate_Modes(op, at, value, before, errors);
  }();
  [&] {  // loose
    const field::Path at = path.Child("loose");
    const auto& member = object->loose;
    const auto* value = validate::Get(member);
    const auto* before = old != nullptr ? validate::Get(old->loose) : nullptr;
    if (validate::Unchanged(op, old != nullptr, value, before)) return;
    if (validate::Optional(member)) return;
    validate::EachValue(op, at, value, before, {}, [&](const field::Path& at, const auto* value, const auto*) {
      return validate::MaxLength(at, value, 3, errors);
    });
  }();
  [&] {  // levelledFirst
    const auto& member = object->levelled_first;
    const auto* value = validate::Get(member);
    const auto* before = old != nullptr ? validate::Get(old->levelled_first) : nullptr;
    if (validate::Unchanged(op, old != nullptr, value, before)) return;
    if (validate::Optional(member)) return;
  }();
  [&] {  // levelledLast
    const auto& member = object->levelled_last;
    const auto* value = validate::Get(member);
    const auto* before = old != nullptr ? validate::Get(old->levelled_last) : nullptr;
    if (validate::Unchanged(op, old != nullptr, value, before)) return;
    if (validate::Optional(member)) return;
  }();
  [&] {  // fixed
    const field::Path at = path.Child("fixed");
    const auto& member = object->fixed;
    const auto* value = validate::Get(member);
    const auto* before = old != nullptr ? validate::Get(old->fixed) : nullptr;
    if (validate::Unchanged(op, old != nullptr, value, before)) return;
    bool stop = validate::Optional(member);
    stop |= validate::EachValue(op, at, value, before, [&](const field::Path& at, const auto* value, const auto* before) {
      return validate::Subfield(
          op, at, value, before, "name", [](const auto& owner) -> const auto& { return owner.name; },
          [&](const field::Path& at, const auto&, const auto*) {
        return validate::Immutable(op, at, errors);
      });
    });
    if (stop) return;
  }();
}

void Validate_Port(const validate::Operation& op, const field::Path& path, const Port* object,
    const Port* old, field::ErrorList& errors) {
  if (object == nullptr) return;
  [&] {  // note
    const field::Path at = path.Child("note");
    const auto& member = object->note;
    const auto* value = validate::Get(member);
    const auto* before = old != nullptr ? validate::Get(old->note) : nullptr;
    if (validate::Unchanged(op, old != nullptr, value, before)) return;
    if (validate::Optional(member)) return;
    validate::MaxLength(at, value, 3, errors);
  }();
}

void Validate_Modes(const validate::Operation& op, const field::Path& path, const typeinfo::List<typeinfo::Str>* object,
    const typeinfo::List<typeinfo::Str>* old, field::ErrorList& errors) {
  if (object == nullptr) return;
  const field::Path& at = path;
  const auto* value = object;
  const auto* before = old;
  validate::Unique(at, value, {}, errors, validate::TextType::kNamed);
  validate::EachValue(op, at, value, before, {}, [&](const field::Path& at, const auto* value, const auto* before) {
    Validate_Mode(op, at, value, before, errors);
    return false;
  });
}

void Validate_Meta(const validate::Operation& op, const field::Path& path, const Meta* object,
    const Meta* old, field::ErrorList& errors) {
  if (object == nullptr) return;
  [&] {  // keepers
    const field::Path at = path.Child("keepers");
    const auto& member = object->keepers;
    const auto* value = validate::Get(member);
    const auto* before = old != nullptr ? validate::Get(old->keepers) : nullptr;
    if (validate::Unchanged(op, old != nullptr, value, before)) return;
    validate::Unique(at, value, {"name"}, errors);
  }();
}

void Validate_Part(const validate::Operation& op, const field::Path& path, const Part* object,
    const Part* old, field::ErrorList& errors) {
  if (object == nullptr) return;
  [&] {  // name
    const field::Path at = path.Child("name");
    const auto& member = object->name;
    const auto* value = validate::Get(member);
    const auto* before = old != nullptr ? validate::Get(old->name) : nullptr;
    if (validate::Unchanged(op, old != nullptr, value, before)) return;
    if (validate::Required(at, member, errors)) return;
    validate::MinLength(at, value, 2, errors);
  }();
  [&] {  // sub
    const field::Path at = path.Child("sub");
    const auto& member = object->sub;
    const auto* value = validate::Get(member);
    const auto* before = old != nullptr ? validate::Get(old->sub) : nullptr;
    if (validate::Unchanged(op, old != nullptr, value, before)) return;
    if (validate::Optional(member)) return;
    Validate_Part(op, at, value, before, errors);
  }();
}

void Validate_Mode(const validate::Operation& op, const field::Path& path, const typeinfo::Str* object,
    const typeinfo::Str* old, field::ErrorList& errors) {
  if (object == nullptr) return;
  (void)old;
  const field::Path& at = path;
  const auto* value = object;
  validate::Enum(at, value, kMode_Values, kMode_Exclusions, op, errors);
}

void Validate_Code(const validate::Operation& op, const field::Path& path, const typeinfo::Str* object,
    const typeinfo::Str* old, field::ErrorList& errors) {
  if (object == nullptr) return;
  (void)op;
  (void)old;
  const field::Path& at = path;
  const auto* value = object;
  validate::MaxLength(at, value, 2, errors);
}

void Validate_Codes(const validate::Operation& op, const field::Path& path, const typeinfo::List<typeinfo::Str>* object,
    const typeinfo::List<typeinfo::Str>* old, field::ErrorList& errors) {
  if (object == nullptr) return;
  const field::Path& at = path;
  const auto* value = object;
  const auto* before = old;
  validate::EachValue(op, at, value, before, [&](const field::Path& at, const auto* value, const auto* before) {
    Validate_Code(op, at, value, before, errors);
    return false;
  });
}

void Validate_ThingList(const validate::Operation& op, const field::Path& path, const ThingList* object,
    const ThingList* old, field::ErrorList& errors) {
  if (object == nullptr) return;
  [&] {  // metadata
    const field::Path at = path.Child("metadata");
    const auto& member = object->metadata;
    const auto* value = validate::Get(member);
    const auto* before = old != nullptr ? validate::Get(old->metadata) : nullptr;
    if (validate::Unchanged(op, old != nullptr, value, before)) return;
    Validate_Meta(op, at, value, before, errors);
  }();
  [&] {  // items
    const field::Path at = path.Child("items");
    const auto& member = object->items;
    const auto* value = validate::Get(member);
    const auto* before = old != nullptr ? validate::Get(old->items) : nullptr;
    if (validate::Unchanged(op, old != nullptr, value, before)) return;
    validate::EachValue(op, at, value, before, [&](const field::Path& at, const auto* value, const auto* before) {
      Validate_Thing(op, at, value, before, errors);
      return false;
    });
  }();
}

void Validate_Spare(const validate::Operation& op, const field::Path& path, const Spare* object,
    const Spare* old, field::ErrorList& errors) {
  if (object == nullptr) return;
  [&] {  // name
    const field::Path at = path.Child("name");
    const auto& member = object->name;
    const auto* value = validate::Get(member);
    const auto* before = old != nullptr ? validate::Get(old->name) : nullptr;
    if (validate::Unchanged(op, old != nullptr, value, before)) return;
    if (validate::Required(at, member, errors)) return;
  }();
}

field::ErrorList Validate_Thing(const validate::Operation& op, const Thing& object, const Thing* old) {
  if (op.subresource != "" && op.subresource != "status") {
    return {validate::NoSubresource("Thing", op)};
  }
  field::ErrorList errors;
  Validate_Thing(op, field::Path(), &object, old, errors);
  return errors;
}

std::span<const validate::Registration> Validations() {
  static const validate::Registration kTable[] = {
      {&typeinfo::TypeOf<Thing>(),
       [](const validate::Operation& op, const void* object, const void* old) {
         return Validate_Thing(op, *static_cast<const Thing*>(object), static_cast<const Thing*>(old));
       }},
  };
  return kTable;
}

}  // namespace testdata::rules
