// Stands between a program and the C library (LD_PRELOAD): records what is written to the store's
// data file and when it is synced, and answers with faults when told to. See shim_control.h.
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <string>

#include "tests/storage/shim_control.h"

namespace {

using pintle::storage_tests::ShimControl;
using pintle::storage_tests::TraceRecord;

template <typename Function>
Function Next(const char* name) {
  return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

ShimControl* MapControl() {
  const char* path = std::getenv(pintle::storage_tests::kControlVariable);
  if (path == nullptr) return nullptr;
  const int file = ::open(path, O_RDWR | O_CLOEXEC);
  if (file < 0) return nullptr;
  void* map = ::mmap(nullptr, sizeof(ShimControl), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  ::close(file);
  return map == MAP_FAILED ? nullptr : static_cast<ShimControl*>(map);
}

ShimControl* Control() {
  static ShimControl* const control = MapControl();
  return control;
}

bool IsDataFile(int file) {
  if (Control() == nullptr) return false;
  char link[64];
  char path[4096];
  std::snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  const ssize_t size = ::readlink(link, path, sizeof path);
  constexpr std::string_view kName = "/data.mdb";
  return size > 0 && std::string_view(path, static_cast<size_t>(size)).ends_with(kName);
}

void Record(TraceRecord::Kind kind, uint64_t offset, const void* bytes, uint64_t size) {
  if (Control() == nullptr || Control()->recording == 0) return;
  static std::mutex mutex;
  static const int trace = [] {
    const char* path = std::getenv(pintle::storage_tests::kTraceVariable);
    return path == nullptr ? -1 : ::open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  }();
  const TraceRecord record{kind, 0, offset, size};
  std::scoped_lock lock(mutex);
  ::syscall(SYS_write, trace, &record, sizeof record);
  if (size > 0) ::syscall(SYS_write, trace, bytes, size);
}

int Fault(int error) {
  ++Control()->faults;
  errno = error;
  return -1;
}

bool SyncsItself(int file) { return (::fcntl(file, F_GETFL) & O_DSYNC) != 0; }

// A write as the disk sees it; `write(size)` does it for the first `size` bytes.
template <typename Write>
ssize_t WriteData(int file, off_t offset, const void* bytes, size_t size, Write write) {
  ShimControl& control = *Control();
  const bool synced = SyncsItself(file);
  // Read once each: they change at any time.
  const int error = synced ? control.meta_write_error : control.write_error;
  if (synced && error != 0) {
    if (control.meta_write_happens != 0) {
      Record(TraceRecord::kWrite, static_cast<uint64_t>(offset), bytes, size);
      write(size);
      Record(TraceRecord::kFailedSync, 0, nullptr, 0);
    }
    return Fault(error);
  }
  if (error != 0) return Fault(error);
  if (!synced && control.short_writes > 0 && control.short_writes-- > 0) {
    ++control.faults;
    Record(TraceRecord::kWrite, static_cast<uint64_t>(offset), bytes, size / 2);
    return write(size / 2);
  }
  // Before it happens: from now on any part of it may be on disk.
  Record(TraceRecord::kWrite, static_cast<uint64_t>(offset), bytes, size);
  const ssize_t written = write(size);
  if (synced) Record(TraceRecord::kSyncedWrite, static_cast<uint64_t>(offset), bytes, size);
  return written;
}

std::string Gather(const iovec* parts, int count) {
  std::string bytes;
  for (int i = 0; i < count; ++i) {
    bytes.append(static_cast<const char*>(parts[i].iov_base), parts[i].iov_len);
  }
  return bytes;
}

int SyncData(int file, int (*next)(int)) {
  if (!IsDataFile(file)) return next(file);
  if (const int error = Control()->sync_error; error != 0) {
    Record(TraceRecord::kFailedSync, 0, nullptr, 0);
    return Fault(error);
  }
  const int result = next(file);
  if (result == 0) Record(TraceRecord::kSync, 0, nullptr, 0);
  return result;
}

}  // namespace

extern "C" {

void pintle_shim_mark(const void* bytes, uint64_t size) {
  Record(TraceRecord::kMark, 0, bytes, size);
}

ssize_t pwrite(int file, const void* bytes, size_t size, off_t offset) {
  static const auto next = Next<decltype(&pwrite)>("pwrite");
  if (!IsDataFile(file)) return next(file, bytes, size, offset);
  return WriteData(file, offset, bytes, size,
                   [&](size_t count) { return next(file, bytes, count, offset); });
}

ssize_t write(int file, const void* bytes, size_t size) {
  static const auto next = Next<decltype(&write)>("write");
  if (!IsDataFile(file)) return next(file, bytes, size);
  return WriteData(file, ::lseek(file, 0, SEEK_CUR), bytes, size,
                   [&](size_t count) { return next(file, bytes, count); });
}

ssize_t writev(int file, const iovec* parts, int count) {
  static const auto next = Next<decltype(&writev)>("writev");
  if (!IsDataFile(file)) return next(file, parts, count);
  const off_t offset = ::lseek(file, 0, SEEK_CUR);
  const std::string bytes = Gather(parts, count);
  return WriteData(file, offset, bytes.data(), bytes.size(),
                   [&](size_t size) { return ::syscall(SYS_write, file, bytes.data(), size); });
}

ssize_t pwritev(int file, const iovec* parts, int count, off_t offset) {
  static const auto next = Next<decltype(&pwritev)>("pwritev");
  if (!IsDataFile(file)) return next(file, parts, count, offset);
  const std::string bytes = Gather(parts, count);
  return WriteData(file, offset, bytes.data(), bytes.size(), [&](size_t size) {
    return ::syscall(SYS_pwrite64, file, bytes.data(), size, offset);
  });
}

int fdatasync(int file) {
  static const auto next = Next<int (*)(int)>("fdatasync");
  return SyncData(file, next);
}

int fsync(int file) {
  static const auto next = Next<int (*)(int)>("fsync");
  return SyncData(file, next);
}

int ftruncate(int file, off_t size) noexcept {
  static const auto next = Next<decltype(&ftruncate)>("ftruncate");
  if (IsDataFile(file)) Record(TraceRecord::kTruncate, static_cast<uint64_t>(size), nullptr, 0);
  return next(file, size);
}

}  // extern "C"
