#include "apis/functions_for_test.h"

#include <gtest/gtest.h>

#include <charconv>

#include "pintle/codec/document.h"
#include "pintle/codec/json_reader.h"
#include "pintle/codec/json_writer.h"
#include "pintle/typeinfo/decode.h"
#include "pintle/typeinfo/encode.h"
#include "pintle/typeinfo/layout.h"

namespace pintle::apis {

const Value* FindPart(const Value& value, std::string_view path) {
  const Value* at = &value;
  while (!path.empty() && at != nullptr) {
    size_t end = std::min(path.find('.'), path.size());
    std::string_view step = path.substr(0, end);
    path.remove_prefix(std::min(end + 1, path.size()));
    if (at->is_list()) {
      size_t index = 0;
      const char* begin = step.data();
      std::from_chars(begin, begin + step.size(), index);
      at = index < at->items().size() ? &at->items()[index] : nullptr;
    } else {
      at = at->is_object() ? at->FindPtr(step) : nullptr;
    }
  }
  return at;
}

std::string RunOnJson(const scheme::TypeFunctions& set, const typeinfo::TypeInfo& type,
                      std::string_view in, std::string_view gates_flag) {
  Arena arena;
  char* object = typeinfo::NewZeroed(type, arena);
  codec::JsonReader reader(in);
  Status read = typeinfo::Decode(reader, type, object, arena, nullptr);
  EXPECT_TRUE(read) << in << ": " << (read ? "" : read.error().message());
  Result<features::FeatureGates> gates = features::FeatureGates::Parse(gates_flag);
  EXPECT_TRUE(gates) << gates_flag;
  FakeClock clock(kTestSeconds);
  scheme::FunctionContext context{arena, gates ? &*gates : nullptr, &clock};
  if (Status status = set.Run(type, context, object); !status) return status.error().message();
  auto write = [&] {
    std::string json;
    codec::JsonWriter writer(json);
    typeinfo::Encode(type, object, writer);
    return json;
  };
  std::string once = write();
  set.Apply(type, context, object);
  EXPECT_EQ(write(), once) << "a second run changes something";
  return once;
}

void ExpectRows(const scheme::TypeFunctions& set, const typeinfo::TypeInfo& type,
                std::initializer_list<FunctionRow> rows) {
  for (const FunctionRow& row : rows) {
    std::string out = RunOnJson(set, type, row.in, row.gates);
    if (!row.path.empty()) {
      Arena arena;
      Result<Value> value = codec::ParseJson(out, arena);
      ASSERT_TRUE(value) << row.in << " gives " << out;
      const Value* part = FindPart(*value, row.path);
      out = part == nullptr ? std::string(kAbsent) : codec::ToJson(*part);
    }
    EXPECT_EQ(out, row.out) << row.path << " of " << row.in;
  }
}

}  // namespace pintle::apis
