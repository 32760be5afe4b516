#include "pintle/auth/identity/token_file.h"

#include <fmt/format.h>

#include "pintle/base/strings.h"

namespace pintle::auth {
namespace {

constexpr size_t kMinFields = 3;

// Reads comma-separated records; a quoted field may hold commas and line ends.
class CsvReader {
 public:
  explicit CsvReader(std::string_view text) : text_(text) {}
  bool done() const { return at_ == text_.size(); }
  int line() const { return line_; }

  Result<std::vector<std::string>> NextRecord() {
    std::vector<std::string> fields;
    while (true) {
      PINTLE_TRY(std::string field, Peek() == '"' ? Quoted() : Result<std::string>(Bare()));
      fields.push_back(std::move(field));
      if (Peek() != ',') break;
      ++at_;
    }
    if (Peek() == '\r') ++at_;
    if (!done()) ++at_;
    ++line_;
    return fields;
  }

 private:
  // '\n' at the end of the text.
  char Peek() const { return done() ? '\n' : text_[at_]; }

  std::string Bare() {
    size_t end = text_.find_first_of(",\n", at_);
    if (end == std::string_view::npos) end = text_.size();
    std::string_view field = text_.substr(at_, end - at_);
    if (end == text_.size() || text_[end] == '\n') {
      if (field.ends_with('\r')) field.remove_suffix(1);
    }
    at_ = end;
    return std::string(field);
  }

  Result<std::string> Quoted() {
    std::string field;
    for (++at_; !done(); ++at_) {
      if (text_[at_] == '\n') ++line_;
      if (text_[at_] == '"') {
        ++at_;
        bool ends = Peek() == ',' || Peek() == '\n' || text_.substr(at_).starts_with("\r\n");
        if (ends) return field;
        if (Peek() != '"') return BadRequest(fmt::format("line {}: stray quote", line_));
      }
      field.push_back(text_[at_]);
    }
    return BadRequest(fmt::format("line {}: quote is not closed", line_));
  }

  std::string_view text_;
  size_t at_ = 0;
  int line_ = 1;
};

}  // namespace

Result<std::vector<TokenRecord>> ParseTokenFile(std::string_view text) {
  std::vector<TokenRecord> records;
  CsvReader reader(text);
  while (!reader.done()) {
    int line = reader.line();
    PINTLE_TRY(auto fields, reader.NextRecord());
    if (fields.size() == 1 && TrimSpace(fields[0]).empty()) continue;
    if (fields.size() < kMinFields) {
      return BadRequest(fmt::format(
          "line {}: a token needs at least 3 columns (token, user name, user uid), found {}", line,
          fields.size()));
    }
    if (fields[0].empty()) continue;
    TokenRecord record{fields[0], User{fields[1], fields[2], {}, {}}};
    if (fields.size() > kMinFields) {
      for (std::string_view group : Split(fields[kMinFields], ',')) {
        if (!TrimSpace(group).empty()) record.user.groups.emplace_back(TrimSpace(group));
      }
    }
    records.push_back(std::move(record));
  }
  return records;
}

}  // namespace pintle::auth
