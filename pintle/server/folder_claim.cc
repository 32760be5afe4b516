#include "pintle/server/folder_claim.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>

namespace pintle::server {

std::unique_ptr<FolderClaim> FolderClaim::Take(const std::string& folder) {
  const int file = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (file >= 0 && ::flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    ::close(file);
    return nullptr;
  }
  return std::unique_ptr<FolderClaim>(new FolderClaim(file));
}

FolderClaim::~FolderClaim() {
  if (file_ >= 0) ::close(file_);
}

}  // namespace pintle::server
