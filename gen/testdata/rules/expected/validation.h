// Made by pintle-gen from rules. Changes are lost with the next build.
#pragma once

#include <span>

#include "rules/types.h"
#include "pintle/validate/operation.h"

namespace testdata::rules {

namespace field = ::pintle::field;
namespace typeinfo = ::pintle::typeinfo;
namespace validate = ::pintle::validate;

// The kinds of this package that have rules.
std::span<const validate::Registration> Validations();

field::ErrorList Validate_Thing(const validate::Operation& op, const Thing& object, const Thing* old);

// The parts of a kind, at `path` in it; `old` is null if there was no such part.
void Validate_Thing(const validate::Operation& op, const field::Path& path, const Thing* object,
    const Thing* old, field::ErrorList& errors);
void Validate_Port(const validate::Operation& op, const field::Path& path, const Port* object,
    const Port* old, field::ErrorList& errors);
void Validate_Modes(const validate::Operation& op, const field::Path& path, const typeinfo::List<typeinfo::Str>* object,
    const typeinfo::List<typeinfo::Str>* old, field::ErrorList& errors);
void Validate_Meta(const validate::Operation& op, const field::Path& path, const Meta* object,
    const Meta* old, field::ErrorList& errors);
void Validate_Part(const validate::Operation& op, const field::Path& path, const Part* object,
    const Part* old, field::ErrorList& errors);
void Validate_Mode(const validate::Operation& op, const field::Path& path, const typeinfo::Str* object,
    const typeinfo::Str* old, field::ErrorList& errors);
void Validate_Code(const validate::Operation& op, const field::Path& path, const typeinfo::Str* object,
    const typeinfo::Str* old, field::ErrorList& errors);
void Validate_Codes(const validate::Operation& op, const field::Path& path, const typeinfo::List<typeinfo::Str>* object,
    const typeinfo::List<typeinfo::Str>* old, field::ErrorList& errors);
void Validate_ThingList(const validate::Operation& op, const field::Path& path, const ThingList* object,
    const ThingList* old, field::ErrorList& errors);
void Validate_Spare(const validate::Operation& op, const field::Path& path, const Spare* object,
    const Spare* old, field::ErrorList& errors);

}  // namespace testdata::rules
