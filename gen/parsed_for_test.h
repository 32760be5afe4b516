#pragma once

#include <memory>
#include <string>
#include <utility>

#include "gen/model/builder.h"
#include "gen/parse/parser.h"

namespace pintle::gen {

// A package to be generated that is this text alone, in `folder`/types.go. Without a file if the
// text does not parse, which `diagnostics` then say.
inline ParsedPackage ParsedText(const std::string& folder, const std::string& text,
                                Diagnostics& diagnostics) {
  ParsedPackage package;
  package.folder = package.import_path = folder;
  package.generated = true;
  auto source = std::make_unique<SourceFile>(SourceFile{folder + "/types.go", text});
  auto file = ParseFile(std::move(source), diagnostics);
  if (file) package.files.push_back(std::move(*file));
  return package;
}

// The model of that package alone, if it parses.
inline void BuildModelOf(const std::string& folder, const std::string& text, Model& model,
                         Diagnostics& diagnostics) {
  std::vector<ParsedPackage> packages;
  packages.push_back(ParsedText(folder, text, diagnostics));
  if (!packages.front().files.empty()) BuildModel(std::move(packages), {}, model, diagnostics);
}

}  // namespace pintle::gen
