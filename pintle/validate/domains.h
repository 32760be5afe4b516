#pragma once

#include <string_view>

#include "pintle/field/errors.h"

// Names below a domain.
namespace pintle::validate {

// `acme.io/foo`
void DomainPath(const field::Path& path, std::string_view text, field::ErrorList& errors);
// `a.b.c`: a domain of three segments or more.
void FullyQualifiedName(const field::Path& path, std::string_view text, field::ErrorList& errors);
// `a.b`: a host name of two segments or more; a dot at the end is left out.
void FullyQualifiedDomainName(const field::Path& path, std::string_view text,
                              field::ErrorList& errors);

}  // namespace pintle::validate
