#pragma once

#include <cstdint>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "tests/storage/shim_control.h"

// A recorded trace of writes and syncs, and the states a disk can be in when the power fails.
namespace pintle::storage_tests {

struct TraceStep {
  TraceRecord::Kind kind;
  uint64_t offset = 0;
  std::string bytes;
};

struct Trace {
  // The file before the first step.
  std::string image;
  std::vector<TraceStep> steps;
};

std::string ReadWholeFile(const std::string& path);
std::vector<TraceStep> ReadTraceSteps(const std::string& path);

// The disk as far as it is certain, and the writes whose fate is open.
class Disk {
 public:
  // What becomes of the open writes.
  enum class Fate { kDropped, kWritten, kOnlyTheLast, kTornPages, kTornSectors };
  static constexpr Fate kFates[] = {Fate::kDropped, Fate::kWritten, Fate::kOnlyTheLast,
                                    Fate::kTornPages, Fate::kTornSectors};

  // `image` is what is certain at first.
  Disk(uint64_t seed, std::string image) : random_(seed), image_(std::move(image)) {}

  void Apply(const TraceStep& step);
  bool HasOpenWrites() const { return !open_.empty(); }
  // What is found after a power failure now. Torn: each page or sector is written or not, by
  // chance, and in any order.
  std::string AfterPowerFailure(Fate fate);

 private:
  struct Write {
    uint64_t offset;
    std::string bytes;
  };
  static void Put(std::string& image, const Write& write);
  std::vector<Write> Units(size_t unit_bytes) const;
  void PutSome(std::string& image, size_t unit_bytes);

  std::mt19937_64 random_;
  std::string image_;
  std::vector<Write> open_;
};

}  // namespace pintle::storage_tests
