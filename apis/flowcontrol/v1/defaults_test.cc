#include "apis/flowcontrol/v1/types.h"
#include "apis/functions_for_test.h"

namespace pintle::apis::flowcontrol::v1 {
namespace {

TEST(FlowControlDefaults, OfFlowSchemas) {
  ExpectDefaults<FlowSchemaSpec>({{"matchingPrecedence", "{}", "1000"},
                                  {"matchingPrecedence", R"({"matchingPrecedence":5})", "5"}});
}

TEST(FlowControlDefaults, OfPriorityLevels) {
  ExpectDefaults<ExemptPriorityLevelConfiguration>({
      {"nominalConcurrencyShares", "{}", "0"},
      {"nominalConcurrencyShares", R"({"nominalConcurrencyShares":5})", "5"},
      {"lendablePercent", "{}", "0"},
      {"lendablePercent", R"({"lendablePercent":50})", "50"},
  });
  ExpectDefaults<LimitedPriorityLevelConfiguration>({
      {"nominalConcurrencyShares", "{}", "30"},
      {"nominalConcurrencyShares", R"({"nominalConcurrencyShares":0})", "0"},
      {"lendablePercent", "{}", "0"},
      {"lendablePercent", R"({"lendablePercent":50})", "50"},
  });
  ExpectDefaults<QueuingConfiguration>({
      {"handSize", "{}", "8"},
      {"handSize", R"({"handSize":2})", "2"},
      {"queues", "{}", "64"},
      {"queues", R"({"queues":1})", "1"},
      {"queueLengthLimit", "{}", "50"},
      {"queueLengthLimit", R"({"queueLengthLimit":3})", "3"},
  });
  ExpectDefaults<PriorityLevelConfiguration>({
      {"spec.limited.limitResponse.queuing.queues",
       R"({"spec":{"limited":{"limitResponse":{"type":"Queue","queuing":{}}}}})", "64"},
      {"spec.exempt", R"({"spec":{"type":"Exempt"}})", "absent"},
  });
}

}  // namespace
}  // namespace pintle::apis::flowcontrol::v1
