#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "gen/model/model.h"

// `+featureGate=A,B`: the field is dropped unless the gates are on. The server looks at the hub of
// a kind only, so a marker in a version says what is so, and does nothing.
namespace pintle::gen {

// One gate that a marker names.
struct GateMarker {
  std::string gate;
  Position position;  // of the name
};

// The gates of a field, or of all that a comment is about.
std::vector<GateMarker> GateMarkersOf(const ast::Comment& comment);

// Adds a message for each marker of a generated package that names none of `known`, in whatever
// comment it stands, and for each that nobody reads. Without `known` every name is one, and others
// may have uses of their own for markers elsewhere.
void CheckGateMarkers(const Model& model, const std::optional<std::set<std::string>>& known,
                      Diagnostics& diagnostics);

}  // namespace pintle::gen
