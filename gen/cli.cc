#include "gen/cli.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <fstream>
#include <sstream>

#include "gen/generate.h"

namespace pintle::gen {
namespace {

namespace fs = std::filesystem;

// What the command line says; pairs are still `key=value` texts.
struct Arguments {
  std::vector<std::string> roots;
  std::vector<std::string> packages;
  std::vector<std::string> imports;
  std::vector<std::string> namespaces;
  std::string output;
};

void AddOptions(CLI::App& command, Arguments& arguments, bool with_output) {
  command
      .add_option("--root", arguments.roots,
                  "folder below which packages are looked for (repeatable)")
      ->required();
  command
      .add_option("--package", arguments.packages,
                  "folder of a package to generate, relative to a root (repeatable)")
      ->required();
  command.add_option("--import", arguments.imports,
                     "import path of a package and its folder: path=folder (repeatable)");
  command.add_option("--namespace", arguments.namespaces,
                     "C++ namespace of the packages below a folder: folder=a::b (repeatable)");
  if (with_output)
    command.add_option("--output", arguments.output, "folder to write to")->required();
}

bool ReadPairs(const std::vector<std::string>& texts, std::string_view flag,
               std::map<std::string, std::string>& out) {
  for (const std::string& text : texts) {
    size_t equals = text.find('=');
    if (equals == std::string::npos) {
      fmt::print(stderr, "pintle-gen: {} needs key=value, not {}\n", flag, text);
      return false;
    }
    out[text.substr(0, equals)] = text.substr(equals + 1);
  }
  return true;
}

std::string ReadText(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  std::stringstream text;
  text << stream.rdbuf();
  return std::move(text).str();
}

// Files that are right already are left alone, so that nothing is rebuilt for them.
bool Write(const fs::path& path, const std::string& contents) {
  std::error_code error;
  if (fs::exists(path, error) && ReadText(path) == contents) return true;
  fs::create_directories(path.parent_path(), error);
  std::ofstream stream(path, std::ios::binary | std::ios::trunc);
  stream << contents;
  stream.flush();
  if (!stream) fmt::print(stderr, "pintle-gen: cannot write {}\n", path.string());
  return static_cast<bool>(stream);
}

int Finish(const std::map<std::string, std::string>& files, const Arguments& arguments,
           std::string_view command) {
  int code = 0;
  for (const auto& [name, contents] : files) {
    fs::path path = fs::path(arguments.output) / name;
    if (command == "list") {
      fmt::print("{}\n", name);
    } else if (command == "generate") {
      if (!Write(path, contents)) code = 1;
    } else if (ReadText(path) != contents) {
      fmt::print(stderr, "pintle-gen: {} is not what its package gives; generate it again\n",
                 path.string());
      code = 1;
    }
  }
  return code;
}

}  // namespace

int Main(int argc, char** argv) {
  CLI::App app("Compiles API packages (types.go) to C++.", "pintle-gen");
  app.require_subcommand(1);
  Arguments arguments;
  AddOptions(*app.add_subcommand("generate", "write the C++ of the packages"), arguments, true);
  AddOptions(
      *app.add_subcommand("verify", "fail if files on disk differ from what would be written"),
      arguments, true);
  AddOptions(*app.add_subcommand("list", "print the names of the files that would be written"),
             arguments, false);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  Options options;
  options.roots.assign(arguments.roots.begin(), arguments.roots.end());
  options.packages = arguments.packages;
  if (!ReadPairs(arguments.imports, "--import", options.imports) ||
      !ReadPairs(arguments.namespaces, "--namespace", options.namespaces)) {
    return 2;
  }
  Diagnostics diagnostics;
  std::map<std::string, std::string> files = Generate(options, diagnostics);
  if (!diagnostics.empty()) {
    fmt::print(stderr, "{}", diagnostics.Text());
    return 1;
  }
  return Finish(files, arguments, app.get_subcommands().front()->get_name());
}

}  // namespace pintle::gen
