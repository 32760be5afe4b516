#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "pintle/codec/document.h"
#include "pintle/codec/yaml.h"

namespace {

namespace codec = pintle::codec;

void Require(bool condition) {
  if (!condition) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string_view text(reinterpret_cast<const char*>(data), size);
  pintle::Arena arena;
  pintle::field::Findings findings;
  auto value = codec::ParseYaml(text, arena, &findings);
  if (!value) return 0;
  std::string json = codec::ToJson(*value);
  auto from_yaml = codec::ParseYaml(codec::ToYaml(*value), arena, nullptr);
  Require(from_yaml && codec::ToJson(*from_yaml) == json);
  return 0;
}
