#pragma once

#include <string_view>

#include "pintle/field/errors.h"

// Paths of files as volumes and mounts have them.
namespace pintle::validate {

// No element is `..`.
void NoBacksteps(const field::Path& path, std::string_view text, field::ErrorList& errors);
// Not absolute, no backsteps.
void RelativePath(const field::Path& path, std::string_view text, field::ErrorList& errors);
// A relative path that does not begin with `..` either.
void LocalPath(const field::Path& path, std::string_view text, field::ErrorList& errors);
// Permission bits.
void FileMode(const field::Path& path, int64_t mode, field::ErrorList& errors);

}  // namespace pintle::validate
