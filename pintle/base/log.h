#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

namespace pintle {

enum class LogLevel : uint8_t { kDebug, kInfo, kWarning, kError };

// One key of a structured log line.
struct LogField {
  LogField(std::string_view key, std::string_view value) : key(key), value(value) {}
  LogField(std::string_view key, const std::string& value) : key(key), value(value) {}
  LogField(std::string_view key, const char* value) : key(key), value(value) {}
  LogField(std::string_view key, int64_t value) : key(key), value(std::to_string(value)) {}
  LogField(std::string_view key, int value) : key(key), value(std::to_string(value)) {}
  LogField(std::string_view key, uint64_t value) : key(key), value(std::to_string(value)) {}
  std::string_view key;
  std::string value;
};

// Writes `<time> <level> <message> key="value" ...` to standard error. Thread-safe; control
// characters are escaped, so that a line is always one line.
void Log(LogLevel level, std::string_view message, std::span<const LogField> fields);
inline void Log(LogLevel level, std::string_view message,
                std::initializer_list<LogField> fields = {}) {
  Log(level, message, std::span(fields.begin(), fields.size()));
}
// Lines below `level` are dropped. The default is kInfo.
void SetLogLevel(LogLevel level);

inline void LogInfo(std::string_view message, std::initializer_list<LogField> fields = {}) {
  Log(LogLevel::kInfo, message, fields);
}
inline void LogWarning(std::string_view message, std::initializer_list<LogField> fields = {}) {
  Log(LogLevel::kWarning, message, fields);
}
inline void LogError(std::string_view message, std::initializer_list<LogField> fields = {}) {
  Log(LogLevel::kError, message, fields);
}
inline void LogDebug(std::string_view message, std::initializer_list<LogField> fields = {}) {
  Log(LogLevel::kDebug, message, fields);
}

}  // namespace pintle
