#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "pintle/base/arena.h"
#include "pintle/base/error.h"
#include "pintle/codec/position.h"
#include "pintle/field/findings.h"
#include "pintle/value/value.h"

namespace pintle::codec {

// One document of a file of manifests.
struct StreamDocument {
  Value value;
  // What it was read from, and where that begins in the file: what PositionMap wants to know.
  std::string_view text;
  Position start;
  bool is_json = false;
};

// Reads the documents of a file one after the other: YAML documents between `---` and `...`, and
// JSON objects and lists, with or without such lines between them. A document that is JSON is read
// as JSON, so that 1.0 stays a double. Documents without content (nothing, comments, null) are left
// out. The text must outlive the stream. Not thread-safe.
class DocumentStream {
 public:
  explicit DocumentStream(std::string_view text);

  // The next document, or nothing at the end. Repeated keys go to `findings` if it is not null. An
  // error, `yaml: line N: ...` with the line of the file, is about one document: the next call goes
  // on behind the next line that starts one.
  Result<std::optional<StreamDocument>> Next(Arena& arena, field::Findings* findings = nullptr);
  // Where the error is that Next returned.
  Position error_position() const { return error_position_; }

  // A map of the places in a document of this stream.
  static Result<PositionMap> Positions(const StreamDocument& document);

 private:
  // Steps over `bytes` of the rest and returns them.
  std::string_view Take(size_t bytes);
  Result<std::optional<StreamDocument>> ReadJson(size_t before, size_t length, Arena& arena,
                                                 field::Findings* findings);

  std::string_view rest_;
  Position at_;  // of the rest in the file
  Position error_position_;
};

}  // namespace pintle::codec
