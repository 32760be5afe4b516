// Made by pintle-gen from imports/base. Changes are lost with the next build.
#pragma once

#include <span>

#include "imports/base/types.h"
#include "pintle/validate/operation.h"

namespace testdata::imports::base {

namespace field = ::pintle::field;
namespace typeinfo = ::pintle::typeinfo;
namespace validate = ::pintle::validate;

// The kinds of this package that have rules.
std::span<const validate::Registration> Validations();

field::ErrorList Validate_Shared(const validate::Operation& op, const Shared& object, const Shared* old);

// The parts of a kind, at `path` in it; `old` is null if there was no such part.
void Validate_Shared(const validate::Operation& op, const field::Path& path, const Shared* object,
    const Shared* old, field::ErrorList& errors);

}  // namespace testdata::imports::base
