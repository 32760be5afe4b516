#include "pintle/validate/cron.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>
#include <span>
#include <vector>

#include "pintle/base/duration_text.h"
#include "pintle/base/strings.h"

namespace pintle::validate {
namespace {

constexpr size_t kFields = 5;
constexpr std::string_view kMonths[] = {"jan", "feb", "mar", "apr", "may", "jun",
                                        "jul", "aug", "sep", "oct", "nov", "dec"};
constexpr std::string_view kDays[] = {"sun", "mon", "tue", "wed", "thu", "fri", "sat"};
constexpr std::string_view kDescriptors[] = {"@yearly", "@annually", "@monthly", "@weekly",
                                             "@daily",  "@midnight", "@hourly"};

struct Bounds {
  int64_t min;
  int64_t max;
  std::span<const std::string_view> names;
  int64_t first_name = 0;
};
constexpr Bounds kBounds[kFields] = {
    {0, 59, {}}, {0, 23, {}}, {1, 31, {}}, {1, 12, kMonths, 1}, {0, 6, kDays, 0}};

std::vector<std::string_view> Words(std::string_view text) {
  std::vector<std::string_view> words;
  while (true) {
    text = TrimSpace(text);
    if (text.empty()) return words;
    size_t end = std::min(text.find_first_of(" \t\r\n\v\f"), text.size());
    words.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
}

// One range of a field: `5`, `1-5`, `*/10`. The first fault found is kept.
class Range {
 public:
  Range(std::string_view text, const Bounds& bounds) : text_(text), bounds_(bounds) {}

  std::string Fault() {
    std::vector<std::string_view> parts = Split(text_, '/');
    std::vector<std::string_view> ends = Split(parts[0], '-');
    int64_t start = bounds_.min;
    int64_t end = bounds_.max;
    if (ends[0] != "*" && ends[0] != "?") {
      start = Number(ends[0]);
      if (fault_.empty() && ends.size() > 2) return fmt::format("too many hyphens: {}", text_);
      end = ends.size() == 2 ? Number(ends[1]) : start;
    }
    if (!fault_.empty()) return fault_;
    int64_t step = 1;
    if (parts.size() > 2) return fmt::format("too many slashes: {}", text_);
    if (parts.size() == 2) {
      step = Digits(parts[1]);
      if (ends.size() == 1) end = bounds_.max;
    }
    if (!fault_.empty()) return fault_;
    return BoundsFault(start, end, step);
  }

 private:
  std::string BoundsFault(int64_t start, int64_t end, int64_t step) const {
    if (start < bounds_.min) {
      return fmt::format("beginning of range ({}) below minimum ({}): {}", start, bounds_.min,
                         text_);
    }
    if (end > bounds_.max) {
      return fmt::format("end of range ({}) above maximum ({}): {}", end, bounds_.max, text_);
    }
    if (start > end) {
      return fmt::format("beginning of range ({}) beyond end of range ({}): {}", start, end, text_);
    }
    if (step == 0) return fmt::format("step of range should be a positive number: {}", text_);
    return {};
  }

  int64_t Number(std::string_view text) {
    auto found = std::find(bounds_.names.begin(), bounds_.names.end(), ToLower(text));
    if (found != bounds_.names.end()) return found - bounds_.names.begin() + bounds_.first_name;
    return Digits(text);
  }

  int64_t Digits(std::string_view text) {
    std::optional<int64_t> number = ParseInt64(text);
    if (!number) {
      bool digits = !text.empty() && text.find_first_not_of("0123456789") == text.npos;
      Keep(fmt::format("failed to parse int from {}: strconv.Atoi: parsing {}: {}", text,
                       Quoted(text), digits ? "value out of range" : "invalid syntax"));
    } else if (*number < 0) {
      Keep(fmt::format("negative number ({}) not allowed: {}", *number, text));
    }
    return number.value_or(0);
  }

  void Keep(std::string fault) {
    if (fault_.empty()) fault_ = std::move(fault);
  }

  std::string_view text_;
  const Bounds& bounds_;
  std::string fault_;
};

std::string DescriptorFault(std::string_view text) {
  if (std::ranges::find(kDescriptors, text) != std::end(kDescriptors)) return {};
  constexpr std::string_view kEvery = "@every ";
  if (!text.starts_with(kEvery)) return fmt::format("unrecognized descriptor: {}", text);
  auto duration = ParseDuration(text.substr(kEvery.size()));
  if (duration) return {};
  return fmt::format("failed to parse duration {}: {}", text, duration.error().message());
}

}  // namespace

std::string CronScheduleFault(std::string_view schedule) {
  if (schedule.starts_with("TZ=") || schedule.starts_with("CRON_TZ=")) {
    size_t space = schedule.find(' ');
    if (space == std::string_view::npos) return "no schedule after the time zone";
    size_t equals = schedule.find('=');
    std::string_view zone = schedule.substr(equals + 1, space - equals - 1);
    if (!zone.empty() && !IsTimeZone(zone)) {
      return fmt::format("provided bad location {}: unknown time zone {}", zone, zone);
    }
    schedule = TrimSpace(schedule.substr(space));
  }
  if (schedule.starts_with('@')) return DescriptorFault(schedule);
  std::vector<std::string_view> words = Words(schedule);
  if (words.size() != kFields) {
    return fmt::format("expected exactly {} fields, found {}: [{}]", kFields, words.size(),
                       fmt::join(words, " "));
  }
  for (size_t i = 0; i < kFields; ++i) {
    for (std::string_view range : Split(words[i], ',')) {
      if (range.empty()) continue;
      std::string fault = Range(range, kBounds[i]).Fault();
      if (!fault.empty()) return fault;
    }
  }
  return {};
}

bool IsTimeZone(std::string_view name) {
  static const std::filesystem::path kDatabase = "/usr/share/zoneinfo";
  // What files with rules of a zone begin with; there are others in the folder.
  constexpr std::string_view kMagic = "TZif";
  if (name == "UTC" || name == "Local") return true;
  if (name.starts_with('/') || name.find("..") != std::string_view::npos) return false;
  if (name.find('\0') != std::string_view::npos) return false;  // names of files end there
  std::error_code fault;
  if (!std::filesystem::is_directory(kDatabase, fault)) return true;
  const std::filesystem::path file = kDatabase / name;
  if (!std::filesystem::is_regular_file(file, fault)) return false;
  std::string magic(kMagic.size(), '\0');
  std::ifstream(file, std::ios::binary)
      .read(magic.data(), static_cast<std::streamsize>(magic.size()));
  return magic == kMagic;
}

}  // namespace pintle::validate
