#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "pintle/field/findings.h"
#include "pintle/object/kind.h"
#include "pintle/object/object.h"
#include "pintle/object/read/decode.h"
#include "pintle/patch/json_patch.h"
#include "pintle/patch/patch_format.h"

namespace pintle::patch {

// The body of a patch as a transform: parsed once, when there is an object to apply it to, and
// applied to whatever the current object of the kind is. For every type of patch but apply. `kind`
// and `body` must outlive it. One thread at a time.
class PatchBody {
 public:
  // `collects`: findings are wanted.
  PatchBody(const object::Kind& kind, std::string_view version, PatchFormat format, bool collects,
            std::string_view body)
      : kind_(kind), version_(version), format_(format), collects_(collects), body_(body) {}

  // The patched object in hub form, with the findings of the patch itself, then those of the
  // result. 400 for a patch that cannot be read, 422 for one that cannot be applied or whose result
  // is no object of the kind. If what failed may be for members that have another name they are in
  // `misspelt`: the error does not say so.
  Result<object::Decoded> Apply(const object::Object& current, field::Findings& misspelt);

  // What is answered where findings are refused: 422 with a cause for each.
  Error StrictRefusal(const field::Findings& findings) const;

 private:
  Status Parse();
  Status ParseMerge();
  Status ParseStrategic();
  // Whether the patch says nothing at all.
  bool IsEmpty() const;
  Result<Value> Patched(Arena& arena, const Value& document) const;
  Result<Value> StrategicallyPatched(Arena& arena, const Value& document) const;
  Result<object::Decoded> Decode(const std::shared_ptr<Arena>& arena, const Value& result) const;
  // Whether the body has the field at the path that the finding names.
  bool HasPlace(const field::Finding& finding) const;
  // The field that was probably meant by one that is not known.
  std::optional<std::string> Meant(const field::Finding& finding) const;

  const object::Kind& kind_;
  const std::string version_;
  const PatchFormat format_;
  const bool collects_;
  const std::string_view body_;

  std::shared_ptr<Arena> arena_;  // of the patch; kept alive by results, which share its data
  std::optional<JsonPatch> json_patch_;
  Value patch_;  // of the other types
  field::Findings findings_;
};

}  // namespace pintle::patch
