// Reads a kettle, changes it, writes it and validates it.
#include <cstdio>
#include <string>

#include "api/v1/types.h"
#include "api/v1/validation.h"
#include "pintle/codec/json_reader.h"
#include "pintle/codec/json_writer.h"
#include "pintle/typeinfo/decode.h"
#include "pintle/typeinfo/encode.h"

int main() {
  namespace codec = pintle::codec;
  namespace typeinfo = pintle::typeinfo;
  using example::v1::Kettle;

  pintle::Arena arena;
  Kettle kettle;
  codec::JsonReader reader(R"({"name":"whistler","litres":2,"parts":[{"name":"lid"}]})");
  if (!typeinfo::Decode(reader, typeinfo::TypeOf<Kettle>(), &kettle, arena, nullptr)) return 1;
  kettle.state = example::v1::kBoiling;

  std::string text;
  codec::JsonWriter writer(text);
  typeinfo::Encode(typeinfo::TypeOf<Kettle>(), &kettle, writer);
  std::puts(text.c_str());
  if (text != R"({"name":"whistler","litres":2,"state":"Boiling","parts":[{"name":"lid"}]})")
    return 1;

  kettle.litres = 0;
  auto errors = example::v1::Validate_Kettle({}, kettle, nullptr);
  for (const auto& error : errors) std::puts(error.Text().c_str());
  return errors.size() == 1 ? 0 : 1;
}
