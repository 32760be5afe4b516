#include "apis/frobber/linked_fields.h"

#include <algorithm>

#include "pintle/field/path.h"

namespace pintle::apis::frobber {
namespace {

using internal::FrobberSpec;
using Params = typeinfo::List<typeinfo::Str>;

bool Same(const Params& a, const Params& b) { return std::ranges::equal(a, b); }

// The writer's intention, row by row; what no row speaks of stays as it is.
//
//   creation  param alone                         params := [param]
//   update    params gone, param as before        params := as before
//             param cleared, params as before     params := none
//             param new, params as before         params := [param]
//             param new, params gone              params := [param]
void NormalizeParams(Arena& arena, FrobberSpec& spec, const FrobberSpec* old) {
  auto param_alone = [&] { spec.params = Params::Of(arena, {spec.param}); };
  if (old == nullptr) {
    if (!spec.param.empty() && spec.params.empty()) param_alone();
    return;
  }
  if (spec.param == old->param) {
    // The client does not know of params: it cannot have meant to clear them.
    if (spec.params.empty()) spec.params = old->params;
    return;
  }
  bool params_as_before = Same(spec.params, old->params);
  if (spec.param.empty()) {
    if (params_as_before) spec.params.reset();
  } else if (params_as_before || spec.params.empty()) {
    param_alone();
  }
}

// The old name counts where it was changed, for who knows only the old name sends the new one back
// as it was read.
void NormalizeHeight(FrobberSpec& spec, const FrobberSpec* old) {
  bool changed = spec.height && (old == nullptr || !(spec.height == old->height));
  if (changed || !spec.size.height_millimetres) {
    spec.size.height_millimetres = spec.height;
  } else {
    spec.height = spec.size.height_millimetres;
  }
}

}  // namespace

void CompleteLinkedFields(Arena& arena, FrobberSpec& spec) {
  if (spec.params.empty() && !spec.param.empty()) {
    spec.params = Params::Of(arena, {spec.param});
  }
  if (!spec.size.height_millimetres) spec.size.height_millimetres = spec.height;
  if (!spec.height) spec.height = spec.size.height_millimetres;
}

void NormalizeLinkedFields(Arena& arena, FrobberSpec& spec, const FrobberSpec* old) {
  if (old == nullptr) {
    NormalizeParams(arena, spec, nullptr);
    NormalizeHeight(spec, nullptr);
    return;
  }
  // Beside what clients were shown of it.
  FrobberSpec shown = *old;
  CompleteLinkedFields(arena, shown);
  NormalizeParams(arena, spec, &shown);
  NormalizeHeight(spec, &shown);
}

field::ErrorList ValidateLinkedFields(const internal::Frobber& frobber) {
  const FrobberSpec& spec = frobber.spec;
  if (spec.params.empty() || spec.param == spec.params[0]) return {};
  const field::Path path("spec.params");
  if (spec.param.empty()) {
    return {
        field::Invalid(path, field::BadValue(spec.params[0]), "must not be set without `param`")};
  }
  return {field::Invalid(path.Index(0), field::BadValue(spec.params[0]),
                         "must be the same as `param`")};
}

}  // namespace pintle::apis::frobber
