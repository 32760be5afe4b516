#include "tests/storage/shim_session.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace pintle::storage_tests {
namespace {

[[noreturn]] void Die(const char* what) {
  std::perror(what);
  std::exit(1);
}

}  // namespace

void PreloadShim(char** arguments) {
  if (dlsym(RTLD_DEFAULT, kMarkSymbol) != nullptr) return;
  std::string folder = std::filesystem::temp_directory_path() / "pintle-shim-XXXXXX";
  if (::mkdtemp(folder.data()) == nullptr) Die("making a folder");
  const std::string control = folder + "/control";
  const int file = ::open(control.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0 || ::ftruncate(file, sizeof(ShimControl)) != 0) Die("making the control file");
  ::close(file);
  ::setenv(kControlVariable, control.c_str(), 1);
  ::setenv(kTraceVariable, (folder + "/trace").c_str(), 1);
  ::setenv("LD_PRELOAD", PINTLE_FILE_SHIM, 1);
  ::execv("/proc/self/exe", arguments);
  Die("starting again");
}

void CleanUpShim() {
  std::error_code ignored;
  std::filesystem::remove_all(std::filesystem::path(std::getenv(kControlVariable)).parent_path(),
                              ignored);
}

ShimControl& Control() {
  static ShimControl* const control = [] {
    const int file = ::open(std::getenv(kControlVariable), O_RDWR | O_CLOEXEC);
    void* map = ::mmap(nullptr, sizeof(ShimControl), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (map == MAP_FAILED) Die("mapping the control file");
    ::close(file);
    return static_cast<ShimControl*>(map);
  }();
  return *control;
}

void StartRecording() {
  // Emptied, not removed: the shim has it open.
  std::ofstream(std::getenv(kTraceVariable), std::ios::trunc).flush();
  Control().recording = 1;
}

std::string StopRecording() {
  Control().recording = 0;
  return std::getenv(kTraceVariable);
}

void Mark(const std::string& text) {
  static const auto mark = reinterpret_cast<MarkFunction>(dlsym(RTLD_DEFAULT, kMarkSymbol));
  mark(text.data(), text.size());
}

}  // namespace pintle::storage_tests
