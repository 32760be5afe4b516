#include "pintle/storage/lmdb/lock_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>

#include "pintle/base/strings.h"

namespace pintle::storage {
namespace {

constexpr size_t kPidTextBytes = 32;

std::string HolderText(int descriptor) {
  std::array<char, kPidTextBytes> text;
  const ssize_t size = ::pread(descriptor, text.data(), text.size(), 0);
  const std::string_view read(text.data(), size > 0 ? static_cast<size_t>(size) : 0);
  const auto pid = ParseInt64(TrimSpace(read));
  return pid ? fmt::format("process {}", *pid) : std::string("another process");
}

}  // namespace

Result<LockFile> LockFile::Acquire(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (descriptor < 0) {
    return InternalError(
        fmt::format("cannot open lock file {}: {}", path, std::generic_category().message(errno)));
  }
  LockFile lock(descriptor);
  if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
    const int fault = errno;
    if (fault == EWOULDBLOCK) {
      return Fail(
          Reason::kServiceUnavailable,
          fmt::format("the store is in use by {} (it holds {})", HolderText(descriptor), path));
    }
    return InternalError(
        fmt::format("cannot lock {}: {}", path, std::generic_category().message(fault)));
  }
  const std::string pid = fmt::format("{}\n", ::getpid());
  // The pid is only told to people; without it the lock holds all the same.
  if (::ftruncate(descriptor, 0) == 0) {
    [[maybe_unused]] const ssize_t written = ::pwrite(descriptor, pid.data(), pid.size(), 0);
  }
  return lock;
}

LockFile::~LockFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

}  // namespace pintle::storage
