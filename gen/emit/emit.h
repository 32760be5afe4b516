#pragma once

#include <map>
#include <string>

#include "gen/model/model.h"
#include "gen/tags/rules.h"

namespace pintle::gen {

// File name -> contents, for one package.
using Outputs = std::map<std::string, std::string>;

// `types.h` with the structs, `tables.h` and `types.cc` with their tables.
void EmitTypes(const Package& package, Outputs& outputs, Diagnostics& diagnostics);

// `lifecycle.h`: when the kinds of the package came, and when they go. Nothing for a package that
// does not say.
void EmitLifecycle(const Package& package, Outputs& outputs, Diagnostics& diagnostics);

// `validation.h` and `validation.cc`: the rules of +k8s: tags as functions. For packages that ask
// for validation.
void EmitValidation(const Package& package, const Rules& rules, Outputs& outputs,
                    Diagnostics& diagnostics);

// `conversion.h` and `conversion.cc`: the structs of the package to and from those of its hub. For
// packages that name one.
void EmitConversion(const Package& package, const Model& model, Outputs& outputs,
                    Diagnostics& diagnostics);

}  // namespace pintle::gen
