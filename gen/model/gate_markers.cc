#include "gen/model/gate_markers.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "pintle/base/strings.h"

namespace pintle::gen {
namespace {

constexpr std::string_view kGateMarker = "+featureGate";

// Other markers may begin so: `+featureGates`, `+featureGate-gen`.
bool IsPartOfName(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '-' || c == '.';
}

// What stands behind the marker's name, if the line is one.
std::optional<std::string_view> BehindMarker(const ast::CommentLine& line) {
  std::string_view text = TrimSpace(line.text);
  if (!text.starts_with(kGateMarker)) return std::nullopt;
  text.remove_prefix(kGateMarker.size());
  if (!text.empty() && IsPartOfName(text.front())) return std::nullopt;
  return text;
}

Position PlaceIn(const ast::CommentLine& line, std::string_view part) {
  Position position = line.position;
  position.column += static_cast<uint32_t>(part.data() - line.text.data());
  return position;
}

// Where comments are that somebody reads markers in.
using Lines = std::set<std::pair<const SourceFile*, uint32_t>>;

Lines LinesAboveFields(const Package& package) {
  Lines lines;
  for (const Named& named : package.types) {
    for (const Field& field : named.fields) {
      for (const ast::CommentLine& line : field.doc) {
        lines.emplace(line.position.file, line.position.line);
      }
    }
  }
  return lines;
}

// Markers that mark nothing, because of their form or of their place.
void FindStrayMarkers(const Package& package, Diagnostics& diagnostics) {
  const Lines read = LinesAboveFields(package);
  for (const ast::Comment& comment : package.comments) {
    for (const ast::CommentLine& line : comment) {
      auto behind = BehindMarker(line);
      if (!behind) continue;
      if (!behind->empty() && !behind->starts_with('=')) {
        diagnostics.Add(PlaceIn(line, *behind), "a gate is named by +featureGate=Name");
      } else if (!read.contains({line.position.file, line.position.line})) {
        diagnostics.Add(PlaceIn(line, TrimSpace(line.text)),
                        "+featureGate stands above no field of the API; it must stand in the "
                        "comment directly above one");
      }
    }
  }
}

}  // namespace

std::vector<GateMarker> GateMarkersOf(const ast::Comment& comment) {
  std::vector<GateMarker> markers;
  for (const ast::CommentLine& line : comment) {
    auto names = BehindMarker(line);
    if (!names || (!names->empty() && !names->starts_with('='))) continue;
    if (!names->empty()) names->remove_prefix(1);
    for (std::string_view part : Split(*names, ',')) {
      size_t begin = std::min(part.find_first_not_of(" \t"), part.size());
      markers.push_back({std::string(TrimSpace(part)), PlaceIn(line, part.substr(begin))});
    }
  }
  return markers;
}

void CheckGateMarkers(const Model& model, const std::optional<std::set<std::string>>& known,
                      Diagnostics& diagnostics) {
  std::vector<std::string> candidates;
  if (known) candidates.assign(known->begin(), known->end());
  auto check = [&](const GateMarker& marker) {
    if (marker.gate.empty()) {
      return diagnostics.Add(marker.position, "+featureGate needs the name of a gate");
    }
    if (!known || known->contains(marker.gate)) return;
    std::string message = fmt::format("there is no feature gate {}", Quoted(marker.gate));
    if (auto nearest = NearestName(marker.gate, candidates)) {
      message += fmt::format("; did you mean {}?", Quoted(*nearest));
    }
    diagnostics.Add(marker.position, message);
  };
  for (const Package& package : model.packages()) {
    if (!package.generated || package.as_needed) continue;
    for (const ast::Comment& comment : package.comments) {
      for (const GateMarker& marker : GateMarkersOf(comment)) check(marker);
    }
    if (known) FindStrayMarkers(package, diagnostics);
  }
}

}  // namespace pintle::gen
