#include "apis/flowcontrol/v1/types.h"
#include "apis/set_if_unset.h"
#include "apis/type_function_lists.h"

namespace pintle::apis::flowcontrol::v1 {
namespace {

using scheme::FunctionContext;

constexpr int32_t kMatchingPrecedence = 1000;
constexpr int32_t kNominalShares = 30;
constexpr int32_t kHandSize = 8;
constexpr int32_t kQueues = 64;
constexpr int32_t kQueueLengthLimit = 50;

void DefaultFlowSchema(FunctionContext&, FlowSchemaSpec& spec) {
  SetIfUnset(spec.matching_precedence, kMatchingPrecedence);
}

void DefaultExempt(FunctionContext&, ExemptPriorityLevelConfiguration& level) {
  SetIfUnset(level.nominal_concurrency_shares, 0);
  SetIfUnset(level.lendable_percent, 0);
}

void DefaultLimited(FunctionContext&, LimitedPriorityLevelConfiguration& level) {
  SetIfUnset(level.nominal_concurrency_shares, kNominalShares);
  SetIfUnset(level.lendable_percent, 0);
}

void DefaultQueuing(FunctionContext&, QueuingConfiguration& queuing) {
  SetIfUnset(queuing.hand_size, kHandSize);
  SetIfUnset(queuing.queues, kQueues);
  SetIfUnset(queuing.queue_length_limit, kQueueLengthLimit);
}

}  // namespace

void AddDefaults(TypeFunctionList& list) {
  list.push_back(scheme::On<&DefaultFlowSchema>());
  list.push_back(scheme::On<&DefaultExempt>());
  list.push_back(scheme::On<&DefaultLimited>());
  list.push_back(scheme::On<&DefaultQueuing>());
}

}  // namespace pintle::apis::flowcontrol::v1
