#include "tests/storage/trace.h"

#include <algorithm>
#include <fstream>

namespace pintle::storage_tests {
namespace {

constexpr size_t kPageBytes = 4096;
// What a disk writes whole or not at all.
constexpr size_t kSectorBytes = 512;

}  // namespace

std::string ReadWholeFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<TraceStep> ReadTraceSteps(const std::string& path) {
  std::vector<TraceStep> steps;
  std::ifstream file(path, std::ios::binary);
  TraceRecord record{};
  while (file.read(reinterpret_cast<char*>(&record), sizeof record)) {
    TraceStep step{static_cast<TraceRecord::Kind>(record.kind), record.offset, ""};
    step.bytes.resize(record.size);
    file.read(step.bytes.data(), static_cast<std::streamsize>(record.size));
    steps.push_back(std::move(step));
  }
  return steps;
}

void Disk::Put(std::string& image, const Write& write) {
  const size_t end = write.offset + write.bytes.size();
  if (image.size() < end) image.resize(end, '\0');
  std::copy(write.bytes.begin(), write.bytes.end(),
            image.begin() + static_cast<ptrdiff_t>(write.offset));
}

void Disk::Apply(const TraceStep& step) {
  switch (step.kind) {
    case TraceRecord::kWrite:
      open_.push_back({step.offset, step.bytes});
      return;
    case TraceRecord::kSyncedWrite:  // only this one, which was the last
      Put(image_, open_.back());
      open_.pop_back();
      return;
    case TraceRecord::kSync:
      for (const Write& write : open_) Put(image_, write);
      open_.clear();
      return;
    case TraceRecord::kFailedSync:
      PutSome(image_, kSectorBytes);
      open_.clear();
      return;
    case TraceRecord::kTruncate:
      image_.resize(step.offset, '\0');
      return;
    case TraceRecord::kMark:
      return;
  }
}

std::vector<Disk::Write> Disk::Units(size_t unit_bytes) const {
  std::vector<Write> units;
  for (const Write& write : open_) {
    const uint64_t end = write.offset + write.bytes.size();
    for (uint64_t at = write.offset; at < end;) {
      const uint64_t next = std::min(end, (at / unit_bytes + 1) * unit_bytes);
      units.push_back({at, write.bytes.substr(at - write.offset, next - at)});
      at = next;
    }
  }
  return units;
}

void Disk::PutSome(std::string& image, size_t unit_bytes) {
  std::vector<Write> units = Units(unit_bytes);
  std::shuffle(units.begin(), units.end(), random_);
  const uint64_t kept_in_ten = 1 + random_() % 9;
  for (const Write& unit : units) {
    if (random_() % 10 < kept_in_ten) Put(image, unit);
  }
}

std::string Disk::AfterPowerFailure(Fate fate) {
  std::string image = image_;
  switch (fate) {
    case Fate::kDropped:
      break;
    case Fate::kWritten:
      for (const Write& write : open_) Put(image, write);
      break;
    case Fate::kOnlyTheLast:
      if (!open_.empty()) Put(image, open_.back());
      break;
    case Fate::kTornPages:
      PutSome(image, kPageBytes);
      break;
    case Fate::kTornSectors:
      PutSome(image, kSectorBytes);
      break;
  }
  return image;
}

}  // namespace pintle::storage_tests
