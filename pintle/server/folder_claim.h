#pragma once

#include <memory>
#include <string>

namespace pintle::server {

// Says which of the running servers that were told to use a folder has its file names for itself.
// Ends with the object, and with the process however that ends.
class FolderClaim {
 public:
  // Null if somebody else has it. Where the file system knows no locks everybody gets it.
  static std::unique_ptr<FolderClaim> Take(const std::string& folder);
  ~FolderClaim();
  FolderClaim(const FolderClaim&) = delete;
  FolderClaim& operator=(const FolderClaim&) = delete;

 private:
  explicit FolderClaim(int file) : file_(file) {}

  const int file_;
};

}  // namespace pintle::server
