#include "pintle/codec/yaml_events.h"

#include <fmt/format.h>

namespace pintle::codec {
namespace {

constexpr std::string_view kTagPrefix = "tag:yaml.org,2002:";

// libyaml looks at every open flow collection for every token, so the sum of those looks is
// limited: enough for a nest of kMaxDepth and for large documents of usual depth, seconds of work
// at most.
constexpr uint64_t kMaxFlowLooks = 120'000'000;

// It looks at every %TAG of a document for each further one, and for each node with a tag.
constexpr ptrdiff_t kMaxTagDirectives = 100;
constexpr ptrdiff_t kDefaultTagDirectives = 2;  // `!` and `!!`, which it adds

}  // namespace

std::string YamlProblem(size_t line, std::string_view problem) {
  return line == 0 ? fmt::format("yaml: {}", problem)
                   : fmt::format("yaml: line {}: {}", line, problem);
}

std::string_view StandardTag(const yaml_char_t* tag) {
  if (tag == nullptr) return {};
  std::string_view text = reinterpret_cast<const char*>(tag);
  return text.starts_with(kTagPrefix) ? text.substr(kTagPrefix.size()) : std::string_view();
}

YamlEvents::YamlEvents(std::string_view text, YamlLines lines, Position start)
    : text_(text), lines_(lines), start_(start) {
  ready_ = yaml_parser_initialize(&parser_) != 0;
  if (!ready_) return;
  yaml_parser_set_input(&parser_, GiveText, this);
}

YamlEvents::~YamlEvents() {
  yaml_event_delete(&event_);
  if (ready_) yaml_parser_delete(&parser_);
}

// The directives of a document are read without an event in between: this is where it can be told
// to stop.
int YamlEvents::GiveText(void* events, unsigned char* buffer, size_t size, size_t* given) {
  auto& self = *static_cast<YamlEvents*>(events);
  const auto& tags = self.parser_.tag_directives;
  self.too_many_tags_ = tags.top - tags.start > kMaxTagDirectives + kDefaultTagDirectives;
  if (self.too_many_tags_) return 0;
  *given = self.text_.copy(reinterpret_cast<char*>(buffer), size, self.given_);
  self.given_ += *given;
  return 1;
}

Status YamlEvents::Next() {
  if (!ready_) return InternalError("out of memory");
  yaml_event_delete(&event_);
  const bool parsed = yaml_parser_parse(&parser_, &event_) != 0;
  if (parsed && event_.type == YAML_DOCUMENT_START_EVENT) {
    const auto& tags = event_.data.document_start.tag_directives;
    too_many_tags_ = tags.end - tags.start > kMaxTagDirectives;
  }
  if (too_many_tags_) return BadRequest(YamlProblem(0, "document has too many tag directives"));
  if (!parsed) return BadRequest(SyntaxError());
  flow_looks_ += static_cast<uint64_t>(parser_.flow_level);
  if (flow_looks_ <= kMaxFlowLooks) return {};
  return BadRequest(YamlProblem(0, "document is too large and too deeply nested"));
}

Position YamlEvents::At(const yaml_mark_t& mark) const {
  auto line = static_cast<uint32_t>(mark.line);
  auto column = static_cast<uint32_t>(mark.column);
  return {start_.line + line, line == 0 ? start_.column + column : column + 1};
}

Position YamlEvents::error_position() const {
  // Bytes that are no text have no mark.
  if (parser_.error == YAML_READER_ERROR) {
    return Advance(start_, text_.substr(0, parser_.problem_offset));
  }
  return At(parser_.problem_mark);
}

std::unexpected<Error> YamlEvents::ProblemHere(std::string_view problem) const {
  bool nameless = lines_ == YamlLines::kAsServer && event_.start_mark.line == 0;
  return BadRequest(YamlProblem(nameless ? 0 : At(event_.start_mark).line, problem));
}

std::string YamlEvents::SyntaxError() const {
  std::string_view problem = parser_.problem != nullptr ? std::string_view(parser_.problem)
                                                        : "unknown problem parsing YAML content";
  if (lines_ == YamlLines::kOfFile) return YamlProblem(error_position().line, problem);
  size_t line = parser_.problem_mark.line;
  if (line == 0) {
    line = parser_.context_mark.line;
  } else if (parser_.error == YAML_SCANNER_ERROR) {
    ++line;
  }
  return YamlProblem(line, problem);
}

}  // namespace pintle::codec
