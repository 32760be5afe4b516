#include "pintle/cel/functions/time_zone.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <iterator>
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace pintle::cel {
namespace {

constexpr const char* kZoneFolder = "/usr/share/zoneinfo/";
constexpr size_t kLongestName = 64;

// The second, 64-bit half of a zone file.
struct Zone {
  std::vector<int64_t> transitions;
  std::vector<int64_t> offsets;  // after each transition
  int64_t first_offset = 0;      // before all
};

uint64_t ReadNumber(std::string_view data, size_t at, size_t bytes) {
  uint64_t number = 0;
  for (size_t i = 0; i < bytes; ++i)
    number = number << 8 | static_cast<unsigned char>(data[at + i]);
  return number;
}

struct Header {
  static constexpr size_t kBytes = 44;
  explicit Header(std::string_view data) {
    constexpr size_t kCounts = 20;
    for (size_t i = 0; i < 6; ++i) counts[i] = ReadNumber(data, kCounts + 4 * i, 4);
  }
  size_t transitions() const { return counts[3]; }
  size_t types() const { return counts[4]; }
  size_t DataBytes(size_t time_bytes) const {
    return transitions() * (time_bytes + 1) + types() * 6 + counts[5] +
           counts[2] * (time_bytes + 4) + counts[1] + counts[0];
  }
  size_t counts[6];  // isut, isstd, leap, transitions, types, characters
};

std::optional<Zone> ReadZone(std::string_view data) {
  if (data.size() < Header::kBytes || !data.starts_with("TZif") || data[4] < '2') return {};
  size_t start = Header::kBytes + Header(data).DataBytes(4);
  if (data.size() < start + Header::kBytes) return {};
  data.remove_prefix(start);
  Header header(data);
  if (data.size() < Header::kBytes + header.DataBytes(8) || header.types() == 0) return {};
  size_t times = Header::kBytes;
  size_t indices = times + header.transitions() * 8;
  size_t types = indices + header.transitions();
  auto offset = [&](size_t type) {
    return int64_t{static_cast<int32_t>(ReadNumber(data, types + type * 6, 4))};
  };
  Zone zone;
  zone.first_offset = offset(0);
  for (size_t i = 0; i < header.transitions(); ++i) {
    auto type = static_cast<unsigned char>(data[indices + i]);
    if (type >= header.types()) return {};
    zone.transitions.push_back(static_cast<int64_t>(ReadNumber(data, times + i * 8, 8)));
    zone.offsets.push_back(offset(type));
  }
  return zone;
}

bool IsZoneName(std::string_view name) {
  auto allowed = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '/' || c == '+' || c == '-';
  };
  return !name.empty() && name.size() <= kLongestName && name[0] != '/' &&
         std::ranges::all_of(name, allowed);
}

// Zones are read once; those that do not exist are not kept, so that there are few.
const Zone* FindZone(std::string_view name) {
  static std::mutex mutex;
  static std::map<std::string, Zone, std::less<>> zones;
  if (!IsZoneName(name)) return nullptr;
  std::lock_guard lock(mutex);
  if (auto found = zones.find(name); found != zones.end()) return &found->second;
  std::ifstream file(kZoneFolder + std::string(name), std::ios::binary);
  std::string data((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  std::optional<Zone> zone = ReadZone(data);
  if (!zone) return nullptr;
  return &zones.emplace(std::string(name), *std::move(zone)).first->second;
}

// `01:30`, `-08:00`
std::optional<int64_t> FixedOffset(std::string_view zone, size_t colon) {
  bool negative = zone.starts_with('-');
  size_t start = negative || zone.starts_with('+') ? 1 : 0;
  int hours = 0;
  int minutes = 0;
  const char* end = zone.data() + zone.size();
  const char* middle = zone.data() + colon;
  auto [hours_end, hours_error] = std::from_chars(zone.data() + start, middle, hours);
  auto [minutes_end, minutes_error] = std::from_chars(middle + 1, end, minutes);
  if (hours_error != std::errc() || hours_end != middle) return std::nullopt;
  if (minutes_error != std::errc() || minutes_end != end) return std::nullopt;
  if (hours < 0 || hours > 23 || minutes < 0 || minutes > 59) return std::nullopt;
  int64_t seconds = int64_t{hours} * 3600 + int64_t{minutes} * 60;
  return negative ? -seconds : seconds;
}

}  // namespace

std::optional<int64_t> ZoneOffset(std::string_view zone, int64_t seconds) {
  if (zone.empty() || zone == "UTC") return 0;
  if (size_t colon = zone.find(':'); colon != std::string_view::npos) {
    return FixedOffset(zone, colon);
  }
  const Zone* found = FindZone(zone);
  if (found == nullptr) return std::nullopt;
  auto next = std::ranges::upper_bound(found->transitions, seconds);
  if (next == found->transitions.begin()) return found->first_offset;
  return found->offsets[static_cast<size_t>(next - found->transitions.begin() - 1)];
}

}  // namespace pintle::cel
