#include "pintle/server/files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <filesystem>

namespace pintle::server {
namespace {

std::unexpected<Error> FileError(std::string_view what, const std::string& path) {
  return Fail(Reason::kInternalError, fmt::format("cannot {} {}: {}", what, path, strerror(errno)));
}

}  // namespace

Result<std::string> ReadFile(const std::string& path) {
  int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return FileError("read", path);
  std::string text;
  std::array<char, 16 * 1024> buffer;
  ssize_t n;
  while ((n = ::read(file, buffer.data(), buffer.size())) > 0) {
    text.append(buffer.data(), static_cast<size_t>(n));
  }
  if (n < 0) {
    auto failed = FileError("read", path);
    ::close(file);
    return failed;
  }
  ::close(file);
  return text;
}

Status WritePrivateFile(const std::string& path, const std::string& text) {
  std::string temporary = path + ".new";
  int file = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (file < 0) return FileError("write", temporary);
  // The mode above counts only for a new file, not for what an interrupted write left.
  if (::fchmod(file, 0600) != 0) {
    auto failed = FileError("write", temporary);
    ::close(file);
    return failed;
  }
  size_t written = 0;
  while (written < text.size()) {
    ssize_t n = ::write(file, text.data() + written, text.size() - written);
    if (n < 0) {
      auto failed = FileError("write", temporary);
      ::close(file);
      return failed;
    }
    written += static_cast<size_t>(n);
  }
  ::close(file);
  if (::rename(temporary.c_str(), path.c_str()) != 0) return FileError("write", path);
  return {};
}

Status EnsureDirectory(const std::string& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (error) {
    return Fail(Reason::kInternalError,
                fmt::format("cannot make folder {}: {}", path, error.message()));
  }
  std::filesystem::permissions(path, std::filesystem::perms::owner_all, error);
  return {};
}

}  // namespace pintle::server
