#include "gen/package_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "gen/parse/build_constraint.h"
#include "gen/parse/parser.h"

namespace pintle::gen {
namespace {

namespace fs = std::filesystem;

// `path` with its beginning `from` replaced by `to`; empty if it does not begin so.
std::string Replaced(const std::string& path, const std::string& from, const std::string& to) {
  if (path == from) return to;
  if (!path.starts_with(from + "/")) return {};
  std::string rest = path.substr(from.size() + 1);
  return to.empty() ? rest : to + "/" + rest;
}

}  // namespace

bool IsPackageFile(std::string_view name) {
  return name.ends_with(".go") && !name.ends_with("_test.go") &&
         !name.starts_with("zz_generated") && !name.starts_with("generated.") &&
         !IsExcludedByName(name);
}

std::vector<ParsedPackage> PackageReader::ReadAll() {
  for (const std::string& folder : options_.packages) Read(folder, Wish::kAll);
  for (const std::string& folder : options_.as_needed) Read(folder, Wish::kAsNeeded);
  for (size_t i = 0; i < packages_.size(); ++i) {
    for (const std::string& folder : ImportedFolders(packages_[i])) Read(folder, Wish::kReference);
  }
  return std::move(packages_);
}

const fs::path* PackageReader::RootOf(const std::string& folder) const {
  for (const fs::path& root : options_.roots) {
    std::error_code error;
    if (fs::is_directory(root / folder, error)) return &root;
  }
  return nullptr;
}

void PackageReader::Read(const std::string& folder, Wish wish) {
  if (!seen_.insert(folder).second) return;
  if (const fs::path* root = RootOf(folder)) return ReadFolder(*root, folder, wish);
  std::string roots;
  for (const fs::path& root : options_.roots) roots += fmt::format(" {}", root.string());
  diagnostics_.Add({}, fmt::format("there is no folder {} below the roots:{}", folder, roots));
}

void PackageReader::ReadFolder(const fs::path& root, const std::string& folder, Wish wish) {
  const size_t faults = diagnostics_.size();
  std::vector<fs::path> paths;
  std::error_code error;
  for (fs::directory_iterator at(root / folder, error), end; !error && at != end;
       at.increment(error)) {
    std::error_code unknown;
    if (IsPackageFile(at->path().filename().string()) && at->is_regular_file(unknown)) {
      paths.push_back(at->path());
    }
  }
  if (error) {
    diagnostics_.Add({}, fmt::format("cannot read the folder {}: {}", (root / folder).string(),
                                     error.message()));
  }
  std::ranges::sort(paths);
  ParsedPackage package;
  package.folder = folder;
  package.import_path = ImportPath(folder);
  package.generated = wish != Wish::kReference;
  package.as_needed = wish == Wish::kAsNeeded;
  for (const fs::path& path : paths) ReadFile(path, package);
  if (package.files.empty() && wish != Wish::kReference && diagnostics_.size() == faults) {
    diagnostics_.Add({}, fmt::format("the folder {} has no .go files", (root / folder).string()));
  }
  packages_.push_back(std::move(package));
}

void PackageReader::ReadFile(const fs::path& path, ParsedPackage& package) {
  auto source = std::make_unique<SourceFile>();
  source->path = package.folder + "/" + path.filename().string();
  std::ifstream stream(path, std::ios::binary);
  std::stringstream text;
  text << stream.rdbuf();
  if (!stream) return diagnostics_.Add({}, fmt::format("cannot read {}", path.string()));
  source->text = std::move(text).str();
  auto file = ParseFile(std::move(source), diagnostics_);
  if (!file || IsExcludedByConstraint(*file, diagnostics_)) return;
  if (!package.files.empty() && package.files.front().package != file->package) {
    diagnostics_.Add(file->package_position,
                     fmt::format("the files of a folder must be of one package: this one is of {}, "
                                 "others are of {}",
                                 file->package, package.files.front().package));
  }
  package.files.push_back(std::move(*file));
}

std::string PackageReader::ImportPath(const std::string& folder) const {
  std::string best = folder;
  size_t length = 0;
  for (const auto& [path, mapped] : options_.imports) {
    std::string replaced = Replaced(folder, mapped, path);
    if (replaced.empty() || mapped.size() < length) continue;
    best = replaced;
    length = mapped.size();
  }
  return best;
}

std::string PackageReader::FolderOf(const std::string& import_path) const {
  std::string best = import_path;
  size_t length = 0;
  for (const auto& [path, mapped] : options_.imports) {
    std::string replaced = Replaced(import_path, path, mapped);
    if (replaced.empty() || path.size() < length) continue;
    best = replaced;
    length = path.size();
  }
  return best;
}

std::set<std::string> PackageReader::ImportedFolders(const ParsedPackage& package) const {
  std::set<std::string> folders;
  for (const ast::File& file : package.files) {
    for (const ast::Import& import : file.imports) {
      std::string folder = FolderOf(import.path);
      // What is mapped must be there; other imports may be of packages that do not matter.
      if (options_.imports.contains(import.path) || RootOf(folder) != nullptr) {
        folders.insert(std::move(folder));
      }
    }
  }
  return folders;
}

}  // namespace pintle::gen
