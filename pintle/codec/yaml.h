#pragma once

#include <string>
#include <string_view>

#include "pintle/base/arena.h"
#include "pintle/base/error.h"
#include "pintle/field/findings.h"
#include "pintle/value/value.h"

namespace pintle::codec {

// The first document of a YAML 1.1 text, as the JSON value it stands for; nothing at all is null.
// Scalars resolve as Kubernetes resolves them: `yes` is true, `010` is 8, `1.0` is the integer 1.
// Anchors, aliases and merge keys are expanded within limits. Of repeated keys the last wins; each
// is recorded as `duplicate field "<path>"` when `findings` is not null. Errors are kBadRequest,
// `yaml: line N: ...`.
Result<Value> ParseYaml(std::string_view text, Arena& arena, field::Findings* findings);

// The same, and whether anything is behind that document that is not read: another document with
// content, or what is no YAML. Nothing, comments and null are no content.
struct FirstDocument {
  Value value;
  bool more = false;
};
Result<FirstDocument> ParseFirstYaml(std::string_view text, Arena& arena,
                                     field::Findings* findings);

// Block-style YAML with a newline at the end that ParseYaml reads back as the same value, but for
// doubles with integral values, which read back as integers.
std::string ToYaml(const Value& value);

}  // namespace pintle::codec
