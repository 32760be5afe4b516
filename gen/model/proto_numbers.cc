#include "gen/model/proto_numbers.h"

#include <fmt/format.h>

#include <set>

#include "gen/model/field_tags.h"

namespace pintle::gen {
namespace {

// Numbers that Protobuf keeps for itself.
constexpr uint32_t kFirstReserved = 19000;
constexpr uint32_t kLastReserved = 19999;

// The next number behind all of `used`: a gap may be a number that somebody stored once. Where
// there is none behind them, a gap has to do.
uint32_t NextFree(const std::set<uint32_t>& used) {
  uint32_t number = *used.rbegin() < kMaxProtoNumber ? *used.rbegin() + 1 : 1;
  while (used.contains(number) || (number >= kFirstReserved && number <= kLastReserved)) ++number;
  return number;
}

// The struct that a field holds, in whatever list, map or pointer; null if it holds none.
const Named* HeldStruct(const Type& type) {
  const Type* inner = &type;
  while (inner->element != nullptr) inner = inner->element;
  return inner->is_struct() ? inner->named : nullptr;
}

// Why a struct is no message, and what to do about it.
std::string_view WhyNoMessage(const Named& named) {
  return IsKeptFromProtobuf(named) ? "is marked +protobuf=false; take that away"
                                   : "has none on its fields; give them numbers";
}

}  // namespace

void CheckAllNumbered(const Named& named, const std::vector<RetiredField>& retired,
                      Diagnostics& diagnostics) {
  if (named.fields.empty() || !HasProtoMessage(named)) return;
  std::set<uint32_t> used;
  for (const Field& field : named.fields) used.insert(field.proto_number);
  for (const RetiredField& field : retired) used.insert(field.proto_number);
  for (const Field& field : named.fields) {
    if (field.proto_number != 0 || IsTypeMeta(field)) continue;
    uint32_t next = NextFree(used);
    used.insert(next);
    diagnostics.Add(field.position,
                    fmt::format("{} of {} has no protobuf number, and other fields have one; the "
                                "next free number is {}",
                                field.go_name, named.name, next));
  }
}

void CheckMessagesInside(const Model& model, Diagnostics& diagnostics) {
  for (const Package& package : model.packages()) {
    for (const Named& named : package.types) {
      for (const Field& field : named.fields) {
        if (field.proto_number == 0) continue;
        const Named* held = HeldStruct(*field.type);
        if (held == nullptr || HasProtoMessage(*held)) continue;
        diagnostics.Add(
            field.position,
            fmt::format("{} of {} has a protobuf number, and {} {}, or leave all "
                        "numbers out of {} too",
                        field.go_name, named.name, held->name, WhyNoMessage(*held), named.name));
      }
    }
  }
}

}  // namespace pintle::gen
