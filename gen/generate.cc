#include "gen/generate.h"

#include "gen/emit/emit.h"
#include "gen/model/builder.h"
#include "gen/model/gate_markers.h"
#include "gen/package_reader.h"

namespace pintle::gen {

void BuildModel(const Options& options, Model& model, Diagnostics& diagnostics) {
  std::vector<ParsedPackage> parsed = PackageReader(options, diagnostics).ReadAll();
  if (!diagnostics.empty()) return;
  BuildModel(std::move(parsed), BuildOptions{options.namespaces}, model, diagnostics);
  CheckGateMarkers(model, options.gates, diagnostics);
}

std::map<std::string, std::string> Generate(const Options& options, Diagnostics& diagnostics) {
  Model model;
  BuildModel(options, model, diagnostics);
  if (!diagnostics.empty()) return {};
  Rules rules(model, diagnostics);
  if (!diagnostics.empty()) return {};
  std::map<std::string, std::string> files;
  for (const Package& package : model.packages()) {
    if (!package.generated) continue;
    Outputs outputs;
    EmitTypes(package, outputs, diagnostics);
    EmitLifecycle(package, outputs, diagnostics);
    if (package.has_validation()) EmitValidation(package, rules, outputs, diagnostics);
    if (package.has_conversion()) EmitConversion(package, model, outputs, diagnostics);
    for (auto& [name, contents] : outputs) files[package.folder + "/" + name] = std::move(contents);
  }
  if (!diagnostics.empty()) files.clear();
  return files;
}

}  // namespace pintle::gen
