#include "pintle/codec/yaml_stream.h"

#include <utility>

#include "pintle/codec/document.h"
#include "pintle/codec/json_reader.h"
#include "pintle/codec/yaml_reader.h"

namespace pintle::codec {
namespace {

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
constexpr std::string_view kSpace = " \t\r\n";
constexpr std::string_view kStart = "---";
constexpr std::string_view kEnd = "...";

// The first line, with its break.
std::string_view FirstLine(std::string_view text) {
  size_t at = text.find_first_of("\r\n");
  if (at == std::string_view::npos) return text;
  return text.substr(0, at + (text.substr(at).starts_with("\r\n") ? 2 : 1));
}

// At the start of a line these are markers wherever they stand in a YAML text.
bool HasMarker(std::string_view line, std::string_view marker) {
  if (!line.starts_with(marker)) return false;
  return line.size() == marker.size() || kSpace.find(line[marker.size()]) != kSpace.npos;
}

bool IsBlankOrComment(std::string_view line) {
  size_t first = line.find_first_not_of(kSpace);
  return first == std::string_view::npos || line[first] == '#';
}

struct Extent {
  size_t length = 0;
  bool is_document = false;  // more than comments
};

// The first YAML document: what may stand before `---`, that line, and all up to the next such
// line, or up to `...` and with it. `text` starts at the start of a line.
Extent YamlExtent(std::string_view text) {
  Extent extent;
  bool begun = false;
  while (extent.length < text.size()) {
    std::string_view line = FirstLine(text.substr(extent.length));
    bool ends = HasMarker(line, kEnd);
    if (HasMarker(line, kStart) && begun) break;
    if (!ends && !IsBlankOrComment(line)) {
      extent.is_document = true;
      begun = begun || !line.starts_with('%');
    }
    extent.length += line.size();
    if (ends) break;
  }
  return extent;
}

// Bytes before the content of a document that has no directives: blank lines and comments, around
// at most one bare `---`.
size_t HeaderLength(std::string_view text) {
  size_t length = 0;
  bool marked = false;
  while (length < text.size()) {
    std::string_view line = FirstLine(text.substr(length));
    bool marker = HasMarker(line, kStart) && IsBlankOrComment(line.substr(kStart.size()));
    if (!IsBlankOrComment(line) && (marked || !marker)) break;
    marked = marked || marker;
    length += line.size();
  }
  size_t indented = text.find_first_not_of(" \t", length);
  return indented == std::string_view::npos ? text.size() : indented;
}

// Bytes of the JSON object or list at the start of `text`, 0 if it is none or if more of a YAML
// document follows.
size_t JsonLength(std::string_view text) {
  if (!text.starts_with('{') && !text.starts_with('[')) return 0;
  JsonReader reader(text);
  if (!reader.Skip()) return 0;
  size_t length = reader.offset() + 1;
  size_t next = text.find_first_not_of(kSpace, length);
  if (next == std::string_view::npos) return length;
  std::string_view after = text.substr(next);
  bool at_line_start = text[next - 1] == '\n' || text[next - 1] == '\r';
  bool ends = std::string_view("{[#").find(after[0]) != std::string_view::npos ||
              (at_line_start && (HasMarker(after, kStart) || HasMarker(after, kEnd)));
  return ends ? length : 0;
}

}  // namespace

DocumentStream::DocumentStream(std::string_view text) : rest_(text) {
  if (rest_.starts_with(kByteOrderMark)) rest_.remove_prefix(kByteOrderMark.size());
}

std::string_view DocumentStream::Take(size_t bytes) {
  std::string_view taken = rest_.substr(0, bytes);
  at_ = Advance(at_, taken);
  rest_.remove_prefix(taken.size());
  return taken;
}

Result<std::optional<StreamDocument>> DocumentStream::Next(Arena& arena,
                                                           field::Findings* findings) {
  while (!rest_.empty()) {
    size_t header = HeaderLength(rest_);
    size_t json = JsonLength(rest_.substr(header));
    if (json > 0) return ReadJson(header, json, arena, findings);
    StreamDocument document;
    document.start = at_;
    Extent extent = YamlExtent(rest_);
    document.text = Take(extent.length);
    if (!extent.is_document) continue;
    YamlReader reader(document.text, arena,
                      {.findings = findings,
                       .lines = YamlLines::kOfFile,
                       .start = document.start,
                       .whole_text = true});
    auto value = reader.Read();
    if (!value) {
      error_position_ = reader.error_position();
      return std::unexpected(std::move(value).error());
    }
    if (value->is_null()) continue;
    document.value = *value;
    return document;
  }
  return std::nullopt;
}

Result<std::optional<StreamDocument>> DocumentStream::ReadJson(size_t before, size_t length,
                                                               Arena& arena,
                                                               field::Findings* findings) {
  Take(before);
  StreamDocument document;
  document.is_json = true;
  document.start = at_;
  document.text = Take(length);
  error_position_ = document.start;
  // The rest of the line, so that what follows starts a line.
  size_t blank = rest_.find_first_not_of(" \t");
  if (blank != std::string_view::npos && kSpace.find(rest_[blank]) != kSpace.npos) {
    Take(FirstLine(rest_).size());
  }
  PINTLE_TRY(document.value, ParseJson(document.text, arena, findings));
  return document;
}

Result<PositionMap> DocumentStream::Positions(const StreamDocument& document) {
  return document.is_json ? PositionMap::OfJson(document.text, document.start)
                          : PositionMap::OfYaml(document.text, document.start);
}

}  // namespace pintle::codec
