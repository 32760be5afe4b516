// Checks and evaluates an expression over a JSON object; `limit` is 5:
//   $ cel_example 'self.replicas <= limit' '{"replicas":3}'
//   true, cost 4
#include <cstdio>
#include <string>

#include "pintle/cel/compile.h"
#include "pintle/cel/evaluate.h"
#include "pintle/codec/document.h"

namespace cel = pintle::cel;
namespace codec = pintle::codec;

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fputs("usage: cel_example EXPRESSION JSON\n", stderr);
    return 2;
  }
  // What an expression may refer to, once for all expressions.
  cel::Environment environment;
  environment.variables = {{"self", cel::MapType(cel::StringType(), cel::DynType())},
                           {"limit", cel::IntType()}};
  pintle::Result<cel::CheckedExpression> checked = cel::Compile(argv[1], environment);
  if (!checked) {
    std::fprintf(stderr, "%s\n", checked.error().message().c_str());
    return 1;
  }
  // Once for each expression; any number of threads may evaluate it.
  cel::Executable executable = cel::Executable::Bind(*checked->root);

  // For each object.
  pintle::Arena arena;
  pintle::Result<pintle::Value> object = codec::ParseJson(argv[2], arena);
  if (!object) {
    std::fprintf(stderr, "%s\n", object.error().message().c_str());
    return 1;
  }
  constexpr int64_t kLimit = 5;
  cel::Datum variables[] = {cel::FromValue(arena, *object), cel::Datum::Int(kLimit)};
  cel::Outcome outcome = executable.Evaluate(variables, arena);
  std::printf("%s, cost %llu\n", cel::DatumText(outcome.value).c_str(),
              static_cast<unsigned long long>(outcome.cost));
  return outcome.value.is_true() ? 0 : 1;
}
