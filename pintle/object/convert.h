#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/base/error.h"
#include "pintle/base/task.h"
#include "pintle/object/kind.h"
#include "pintle/object/object.h"

// Objects of custom resources from version to version. Compiled-in kinds have a hub form and are
// converted where they are decoded and encoded.
namespace pintle::object {

// Converts between the versions of one custom resource by asking somebody outside. Thread-safe.
class Converter {
 public:
  virtual ~Converter() = default;
  // `documents`, whole objects none of which is of `version`, as that version, in their order.
  // Names, uids and the like are those of the originals. The result lives in `arena`, which
  // outlives the call as `documents` do.
  virtual Task<Result<std::vector<Value>>> Convert(std::vector<Value> documents,
                                                   std::string version, Arena& arena) const = 0;
};

// Whether the object is of another version than that.
bool IsOtherVersion(const Kind& kind, const Object& object, std::string_view version);
// Whether it takes the kind's converter to have it in that version.
bool NeedsConverter(const Kind& kind, const Object& object, std::string_view version);

// The object in that version: converted, then pruned by the version's schema; no defaults are
// filled in. Other kinds than custom resources stay as they are.
Task<Result<Object>> ToVersion(const Kind& kind, Object object, std::string version);
// The same for several, which are converted together. Empty objects are left out. On failure none
// has changed.
Task<Status> AllToVersion(const Kind& kind, std::vector<Object>& objects, std::string version);

}  // namespace pintle::object
