#include "pintle/base/log.h"

#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <memory>

#include "pintle/base/strings.h"

namespace pintle {
namespace {

spdlog::level::level_enum SpdlogLevel(LogLevel level) {
  switch (level) {
    case LogLevel::kDebug:
      return spdlog::level::debug;
    case LogLevel::kInfo:
      return spdlog::level::info;
    case LogLevel::kWarning:
      return spdlog::level::warn;
    case LogLevel::kError:
      return spdlog::level::err;
  }
  return spdlog::level::err;
}

spdlog::logger& Logger() {
  static const std::shared_ptr<spdlog::logger> logger = [] {
    auto made = spdlog::stderr_logger_mt("pintle");
    made->set_pattern("%Y-%m-%dT%H:%M:%S.%e%z %L %v");
    return made;
  }();
  return *logger;
}

// A message is as it was written, unless it would not stay on its line.
void AppendMessage(std::string& line, std::string_view message) {
  auto is_control = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; };
  if (std::ranges::any_of(message, is_control)) return AppendQuoted(line, message);
  line += message;
}

}  // namespace

void Log(LogLevel level, std::string_view message, std::span<const LogField> fields) {
  auto spd_level = SpdlogLevel(level);
  if (!Logger().should_log(spd_level)) return;
  std::string line;
  AppendMessage(line, message);
  for (const LogField& field : fields) {
    line += ' ';
    line += field.key;
    line += '=';
    AppendQuoted(line, field.value);
  }
  Logger().log(spd_level, "{}", line);
}

void SetLogLevel(LogLevel level) { Logger().set_level(SpdlogLevel(level)); }

}  // namespace pintle
