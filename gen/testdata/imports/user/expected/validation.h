// Made by pintle-gen from imports/user. Changes are lost with the next build.
#pragma once

#include <span>

#include "imports/user/types.h"
#include "pintle/validate/operation.h"

namespace testdata::imports::user {

namespace field = ::pintle::field;
namespace typeinfo = ::pintle::typeinfo;
namespace validate = ::pintle::validate;

// The kinds of this package that have rules.
std::span<const validate::Registration> Validations();

field::ErrorList Validate_User(const validate::Operation& op, const User& object, const User* old);

// The parts of a kind, at `path` in it; `old` is null if there was no such part.
void Validate_User(const validate::Operation& op, const field::Path& path, const User* object,
    const User* old, field::ErrorList& errors);

}  // namespace testdata::imports::user
