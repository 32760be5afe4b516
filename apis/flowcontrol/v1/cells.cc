#include "apis/flowcontrol/v1/cells.h"

#include <fmt/format.h>

#include "apis/cells.h"
#include "apis/flowcontrol/v1/types.h"

namespace pintle::apis::flowcontrol::v1 {
namespace {

constexpr std::string_view kDangling = "Dangling";

Value NumberOrNone(const typeinfo::Opt<int32_t>& number) {
  return number ? Number(*number) : Value(kNone);
}

CellList FlowSchemaCells(const FlowSchema& schema, const CellContext& context) {
  std::string_view missing = "?";
  for (const auto& condition : schema.status.conditions) {
    if (condition.type == kDangling) missing = condition.status;
  }
  const auto* method = schema.spec.distinguisher_method.get();
  return {context.Text(schema.metadata.name),
          context.Text(schema.spec.priority_level_configuration.name),
          Number(schema.spec.matching_precedence),
          context.Text(method == nullptr ? kNone : method->type),
          context.Age(schema.metadata),
          context.Text(missing)};
}

CellList PriorityLevelCells(const PriorityLevelConfiguration& level, const CellContext& context) {
  typeinfo::Opt<int32_t> shares;
  typeinfo::Opt<int32_t> queues;
  typeinfo::Opt<int32_t> hand;
  typeinfo::Opt<int32_t> length;
  if (const auto* limited = level.spec.limited.get()) {
    shares = limited->nominal_concurrency_shares.value_or(0);
    if (const auto* queuing = limited->limit_response.queuing.get()) {
      queues = queuing->queues;
      hand = queuing->hand_size;
      length = queuing->queue_length_limit;
    }
  }
  return {context.Text(level.metadata.name),
          context.Text(level.spec.type),
          NumberOrNone(shares),
          NumberOrNone(queues),
          NumberOrNone(hand),
          NumberOrNone(length),
          context.Age(level.metadata)};
}

}  // namespace

write::Table FlowSchemaTable() {
  return TableOf<FlowSchema>(
      {NameColumn(), TextColumn("PriorityLevel", "Where its requests go."),
       TextColumn("MatchingPrecedence",
                  "A request goes by the schema that matches it with the lowest number."),
       TextColumn("DistinguisherMethod", "What tells the flows of the schema apart."), AgeColumn(),
       TextColumn("MissingPL", "Whether the priority level it names does not exist.")},
      FlowSchemaCells);
}

write::Table PriorityLevelConfigurationTable() {
  return TableOf<PriorityLevelConfiguration>(
      {NameColumn(), TextColumn("Type", "Exempt, or Limited."),
       TextColumn("NominalConcurrencyShares", "Its part of all requests that may run at a time."),
       TextColumn("Queues", "How many queues it has."),
       TextColumn("HandSize", "How many queues a flow is spread over."),
       TextColumn("QueueLengthLimit", "How many requests may wait in a queue."), AgeColumn()},
      PriorityLevelCells);
}

}  // namespace pintle::apis::flowcontrol::v1
