#include "pintle/cel/evaluate.h"
#include "pintle/cel/functions/cost.h"
#include "pintle/cel/functions/library.h"

namespace pintle::cel {
namespace {

Datum InList(Evaluation& evaluation, Arguments arguments) {
  const ListDatum& list = arguments[1].list();
  for (size_t i = 0; i < list.size(); ++i) {
    if (evaluation.Same(arguments[0], list.At(evaluation.arena(), i))) {
      return Datum::Bool(true);
    }
  }
  return Datum::Bool(false);
}

Datum InMap(Evaluation& evaluation, Arguments arguments) {
  return Datum::Bool(arguments[1].map().Find(evaluation.arena(), arguments[0]).has_value());
}

uint64_t InListCost(Arguments arguments, const Datum&) { return SizeOf(arguments[1]); }
Estimate InListEstimate(Sizes sizes, Estimate*) { return sizes[1].size; }

Datum Size(Evaluation&, Arguments arguments) {
  return Datum::Int(static_cast<int64_t>(SizeOf(arguments[0])));
}

constexpr Row kRows[] = {
    {"@in", "in_list", "(T, list(T)) bool", InList, InListCost, InListEstimate},
    {"@in", "in_map", "(K, map(K, V)) bool", InMap},
    {"_[_]", "index_list", "(list(T), int) T"},
    {"_[_]", "index_map", "(map(K, V), K) V"},
    {"_[_]", "optional_list_index_int", "(optional(list(V)), int) optional(V)"},
    {"_[_]", "optional_map_index_value", "(optional(map(K, V)), K) optional(V)"},
    {"_[?_]", "list_optindex_optional_int", "(list(V), int) optional(V)"},
    {"_[?_]", "optional_list_optindex_optional_int", "(optional(list(V)), int) optional(V)"},
    {"_[?_]", "map_optindex_optional_value", "(map(K, V), K) optional(V)"},
    {"_[?_]", "optional_map_optindex_optional_value", "(optional(map(K, V)), K) optional(V)"},
    {"size", "size_string", "(string) int", Size},
    {"size", "string_size", "string.() int", Size},
    {"size", "size_bytes", "(bytes) int", Size},
    {"size", "bytes_size", "bytes.() int", Size},
    {"size", "size_list", "(list(T)) int", Size},
    {"size", "list_size", "list(T).() int", Size},
    {"size", "size_map", "(map(K, V)) int", Size},
    {"size", "map_size", "map(K, V).() int", Size},
    {"cel.@mapInsert", "@mapInsert_map_map", "(map(K, V), map(K, V)) map(K, V)"},
    {"cel.@mapInsert", "@mapInsert_map_key_value", "(map(K, V), K, V) map(K, V)"},
};

}  // namespace

std::span<const Row> ContainerRows() { return kRows; }

}  // namespace pintle::cel
