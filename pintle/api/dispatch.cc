#include "pintle/api/dispatch.h"

#include <cstddef>

#include "pintle/api/verbs/verbs.h"

namespace pintle::api {
namespace {

using write::Verb;

struct VerbRow {
  Verb verb;
  VerbHandler handle;
};

constexpr VerbRow kVerbTable[] = {
    {Verb::kCreate, HandleCreate},
    {Verb::kDelete, HandleDelete},
    {Verb::kDeleteCollection, HandleDeleteCollection},
    {Verb::kGet, HandleGet},
    {Verb::kList, HandleList},
    {Verb::kPatch, HandlePatch},
    {Verb::kUpdate, HandleUpdate},
    {Verb::kWatch, HandleWatch},
};

// Every verb has a row, which is found by the verb's number.
constexpr bool IsWhole() {
  for (size_t i = 0; i < auth::kVerbs; ++i) {
    if (kVerbTable[i].verb != static_cast<Verb>(i)) return false;
  }
  return std::size(kVerbTable) == auth::kVerbs;
}
static_assert(IsWhole());

}  // namespace

VerbHandler HandlerOf(const Exchange& exchange) {
  if (exchange.endpoint() != nullptr) return HandleEndpoint;
  if (exchange.verb == Verb::kCreate && exchange.definition().actions.create) {
    return HandleVirtualCreate;
  }
  return kVerbTable[static_cast<size_t>(*exchange.verb)].handle;
}

}  // namespace pintle::api
