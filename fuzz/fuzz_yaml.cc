// YAML decoding, one document and streams of them: the writer gives the value back, places are
// found, the heap stays small.
#include "fuzz/fuzzing.h"
#include "pintle/codec/document.h"
#include "pintle/codec/position.h"
#include "pintle/codec/yaml.h"
#include "pintle/codec/yaml_stream.h"

namespace {

namespace codec = pintle::codec;
using pintle::fuzzing::Require;

pintle::Result<pintle::Value> ParseMetered(std::string_view text, pintle::Arena& arena,
                                           pintle::field::Findings* findings) {
  pintle::fuzzing::AllocationMeter meter;
  auto value = codec::ParseYaml(text, arena, findings);
  pintle::fuzzing::RequireAtMost(meter.peak_bytes(), pintle::fuzzing::kYamlHeld.For(text));
  return value;
}

// Every document has its places, and the stream comes to its end.
void ReadStream(std::string_view text) {
  pintle::Arena arena;
  codec::DocumentStream stream(text);
  // A document or an error takes a byte at least.
  for (size_t i = 0; i <= text.size(); ++i) {
    auto next = stream.Next(arena);
    if (!next) continue;
    if (!*next) return;
    auto positions = codec::DocumentStream::Positions(**next);
    Require(positions && positions->Find("").has_value());
  }
  Require(false);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string_view text = pintle::fuzzing::AsText(data, size);
  ReadStream(text);
  pintle::Arena arena;
  pintle::field::Findings findings;
  auto value = ParseMetered(text, arena, &findings);
  auto positions = codec::PositionMap::OfYaml(text);
  Require(positions.has_value() == value.has_value());
  if (!value) return 0;
  for (const std::string& finding : pintle::field::FindingTexts(findings.items())) {
    size_t quote = finding.find('"');
    std::string path = finding.substr(quote + 1, finding.size() - quote - 2);
    if (path.find('\\') == std::string::npos && !path.empty()) {
      Require(positions->FindRepeated(path).has_value());
    }
  }
  auto from_yaml = codec::ParseYaml(codec::ToYaml(*value), arena, nullptr);
  Require(from_yaml && *from_yaml == pintle::fuzzing::AsFromJson(*value, arena));
  return 0;
}
