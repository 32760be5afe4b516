#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/value/value.h"

namespace pintle::api {

// A compiled path into a document, in the subset that printer columns use (written without the
// surrounding braces):
// `.field` (`\.` for a dot in a name), `['key']`, `[n]`, `[-1]`, `[a:b:step]`, `[*]`, `.*`,
// `..field`, unions `[0,1]`, filters `[?(@.type=="Ready")]` with == != < <= > >= or none
// (existence); `$` and `@` are where one is. Immutable and cheap to copy; thread-safe.
class JsonPath {
 public:
  // Nothing if the text is no path of this subset.
  static std::optional<JsonPath> Parse(std::string_view text);

  // The first match in document order. Nothing if there is none, an index is out of range, or an
  // index or filter is applied to what is no list. The match shares the data of `root`.
  std::optional<Value> First(const Value& root) const;

  struct Step;
  using Steps = std::vector<Step>;

 private:
  explicit JsonPath(std::shared_ptr<const Steps> steps) : steps_(std::move(steps)) {}

  std::shared_ptr<const Steps> steps_;
};

}  // namespace pintle::api
