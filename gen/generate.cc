#include "gen/generate.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>

#include "gen/emit/emit.h"
#include "gen/model/builder.h"
#include "gen/parse/parser.h"

namespace pintle::gen {
namespace {

namespace fs = std::filesystem;

class Reader {
 public:
  Reader(const Options& options, Diagnostics& diagnostics)
      : options_(options), diagnostics_(diagnostics) {}

  // Reads the wanted packages, and what they import as far as it is mapped to a folder.
  std::vector<ParsedPackage> ReadAll() {
    for (const std::string& folder : options_.packages) Read(folder, true);
    for (size_t i = 0; i < packages_.size(); ++i) {
      for (const std::string& folder : ImportedFolders(packages_[i])) Read(folder, false);
    }
    return std::move(packages_);
  }

 private:
  void Read(const std::string& folder, bool generated) {
    if (!seen_.insert(folder).second) return;
    for (const fs::path& root : options_.roots) {
      std::error_code error;
      if (!fs::is_directory(root / folder, error)) continue;
      ReadFolder(root, folder, generated);
      return;
    }
    diagnostics_.Add({}, fmt::format("there is no folder {} below the roots", folder));
  }

  void ReadFolder(const fs::path& root, const std::string& folder, bool generated) {
    std::vector<fs::path> paths;
    std::error_code error;
    for (const fs::directory_entry& entry : fs::directory_iterator(root / folder, error)) {
      std::string name = entry.path().filename().string();
      bool wanted = name.ends_with(".go") && !name.ends_with("_test.go") &&
                    !name.starts_with("zz_generated") && !name.starts_with("generated.");
      if (wanted) paths.push_back(entry.path());
    }
    std::ranges::sort(paths);
    if (paths.empty())
      return diagnostics_.Add({}, fmt::format("the folder {} has no .go files", folder));
    ParsedPackage package;
    package.folder = folder;
    package.import_path = ImportPath(folder);
    package.generated = generated;
    for (const fs::path& path : paths) {
      auto source = std::make_unique<SourceFile>();
      source->path = folder + "/" + path.filename().string();
      std::ifstream stream(path, std::ios::binary);
      std::stringstream text;
      text << stream.rdbuf();
      source->text = std::move(text).str();
      auto file = ParseFile(std::move(source), diagnostics_);
      if (!file) continue;
      if (!package.files.empty() && package.files.front().package != file->package) {
        diagnostics_.Add({file->source.get(), 1, 1},
                         "the files of a folder must be of one package");
      }
      package.files.push_back(std::move(*file));
    }
    packages_.push_back(std::move(package));
  }

  std::string ImportPath(const std::string& folder) const {
    for (const auto& [path, mapped] : options_.imports) {
      if (mapped == folder) return path;
    }
    return folder;
  }

  std::set<std::string> ImportedFolders(const ParsedPackage& package) const {
    std::set<std::string> folders;
    for (const ast::File& file : package.files) {
      for (const ast::Import& import : file.imports) {
        auto mapped = options_.imports.find(import.path);
        if (mapped != options_.imports.end()) folders.insert(mapped->second);
      }
    }
    return folders;
  }

  const Options& options_;
  Diagnostics& diagnostics_;
  std::set<std::string> seen_;
  std::vector<ParsedPackage> packages_;
};

}  // namespace

std::map<std::string, std::string> Generate(const Options& options, Diagnostics& diagnostics) {
  std::vector<ParsedPackage> parsed = Reader(options, diagnostics).ReadAll();
  if (!diagnostics.empty()) return {};
  Model model;
  BuildModel(std::move(parsed), {options.namespaces}, model, diagnostics);
  if (!diagnostics.empty()) return {};
  Rules rules(model, diagnostics);
  if (!diagnostics.empty()) return {};
  std::map<std::string, std::string> files;
  for (const Package& package : model.packages()) {
    if (!package.generated) continue;
    Outputs outputs;
    EmitTypes(package, outputs, diagnostics);
    if (package.has_validation()) EmitValidation(package, rules, outputs, diagnostics);
    for (auto& [name, contents] : outputs) files[package.folder + "/" + name] = std::move(contents);
  }
  if (!diagnostics.empty()) files.clear();
  return files;
}

}  // namespace pintle::gen
