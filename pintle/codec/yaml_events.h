#pragma once

#include <yaml.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "pintle/base/error.h"
#include "pintle/codec/position.h"

namespace pintle::codec {

// `yaml: line N: <problem>`, without the line for line 0.
std::string YamlProblem(size_t line, std::string_view problem);

// The text of a tag without the prefix of YAML's own tags (`str` for `!!str`); empty for other tags
// and for none.
std::string_view StandardTag(const yaml_char_t* tag);

inline std::string_view ScalarText(const yaml_event_t& event) {
  return {reinterpret_cast<const char*>(event.data.scalar.value), event.data.scalar.length};
}

// Which line a syntax error names.
enum class YamlLines : uint8_t {
  // As the API server answers: no number on the first line, and for errors of grammar the number of
  // the line before.
  kAsServer,
  // The line of the file, always; for people.
  kOfFile,
};

// The events of a YAML text, from libyaml. The text must outlive it. Not thread-safe.
class YamlEvents {
 public:
  // `start` says where the text begins in its file.
  YamlEvents(std::string_view text, YamlLines lines, Position start);
  ~YamlEvents();
  YamlEvents(const YamlEvents&) = delete;
  YamlEvents& operator=(const YamlEvents&) = delete;

  // Reads the next event; after the end of the stream it must not be called again. Syntax errors
  // are kBadRequest.
  Status Next();
  // The event last read, valid until the next call of Next.
  const yaml_event_t& event() const { return event_; }

  // Where a mark of libyaml is in the file.
  Position At(const yaml_mark_t& mark) const;
  // Whether the last Next found a syntax error, and where.
  bool failed() const { return parser_.error != YAML_NO_ERROR; }
  Position error_position() const;
  // An error at the start of the last event.
  std::unexpected<Error> ProblemHere(std::string_view problem) const;

 private:
  // libyaml's read handler, with an object of this class as its data.
  static int GiveText(void* events, unsigned char* buffer, size_t size, size_t* given);
  std::string SyntaxError() const;

  std::string_view text_;
  size_t given_ = 0;  // bytes of the text that libyaml has got
  bool too_many_tags_ = false;
  yaml_parser_t parser_{};
  yaml_event_t event_{};
  bool ready_ = false;
  YamlLines lines_;
  Position start_;
  uint64_t flow_looks_ = 0;
};

}  // namespace pintle::codec
