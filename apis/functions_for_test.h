#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "apis/defaulting.h"

// Tests of the sets of defaulting.h by tables: JSON goes in, a part of the JSON that comes out is
// compared.
namespace pintle::apis {

// One row: what stands at `path` (`spec.ports.0.protocol`; empty: the whole object) once the set
// has been run on `in`. "absent" if nothing does.
struct FunctionRow {
  std::string_view path;
  std::string_view in;
  std::string_view out;
  std::string_view gates = {};  // as in --feature-gates
};

constexpr std::string_view kAbsent = "absent";
// The time it is in these tests: 2001-09-09T01:46:40Z.
constexpr int64_t kTestSeconds = 1'000'000'000;

const Value* FindPart(const Value& value, std::string_view path);

// Runs `set` on the object that `in` describes and returns it as JSON; an error as its message.
std::string RunOnJson(const scheme::TypeFunctions& set, const typeinfo::TypeInfo& type,
                      std::string_view in, std::string_view gates_flag = {});

void ExpectRows(const scheme::TypeFunctions& set, const typeinfo::TypeInfo& type,
                std::initializer_list<FunctionRow> rows);

template <typename T>
void ExpectRows(const scheme::TypeFunctions& set, std::initializer_list<FunctionRow> rows) {
  ExpectRows(set, typeinfo::TypeOf<T>(), rows);
}

template <typename T>
void ExpectDefaults(std::initializer_list<FunctionRow> rows) {
  ExpectRows<T>(Defaults(), rows);
}

}  // namespace pintle::apis
