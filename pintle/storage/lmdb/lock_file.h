#pragma once

#include <string>
#include <utility>

#include "pintle/base/error.h"

namespace pintle::storage {

// An exclusive lock on a file that says who holds it. The kernel releases it when the process dies,
// however that happens; the file itself stays.
class LockFile {
 public:
  // Fails with kServiceUnavailable, naming the pid of the holder, if it is held.
  static Result<LockFile> Acquire(const std::string& path);

  LockFile(LockFile&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  LockFile& operator=(LockFile&&) = delete;
  ~LockFile();

 private:
  explicit LockFile(int descriptor) : descriptor_(descriptor) {}

  int descriptor_;
};

}  // namespace pintle::storage
