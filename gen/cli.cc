#include "gen/cli.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <fstream>
#include <sstream>

#include "gen/gates_file.h"
#include "gen/generate.h"
#include "gen/leftovers.h"
#include "pintle/base/version.h"

namespace pintle::gen {
namespace {

namespace fs = std::filesystem;

constexpr int kDone = 0;
constexpr int kFailed = 1;
constexpr int kWrongUsage = 2;

constexpr std::string_view kFooter = R"(
Packages are folders with .go files, named relative to a root. An import path is the folder of the
same name below a root unless --import says otherwise. Packages that are imported and not asked for
are read, and their C++ is expected from elsewhere.

  pintle-gen generate --root . --package apis/core/v1 --package apis/meta/v1 \
      --import k8s.io/apimachinery/pkg/apis=apis --namespace apis=my::apis --output build

  pintle-gen generate --root $GOPATH/src --root vendor --package example.com/api/v1 \
      --as-needed k8s.io/apimachinery/pkg/apis/meta/v1 --output build

Exit code: 0 done; 1 the packages have faults, or (verify) files differ; 2 wrong usage.)";

// What the command line says; pairs are still `key=value` texts.
struct Arguments {
  std::vector<std::string> roots;
  std::vector<std::string> packages;
  std::vector<std::string> as_needed;
  std::vector<std::string> imports;
  std::vector<std::string> namespaces;
  std::string gates;
  std::string output;
  bool files = false;
};

void AddVersion(CLI::App& app) {
  app.set_version_flag("--version", std::string(kVersion), "print the version and end");
}

CLI::App& AddCommand(CLI::App& app, const std::string& name, const std::string& description,
                     Arguments& arguments) {
  CLI::App& command = *app.add_subcommand(name, description);
  AddVersion(command);
  command
      .add_option("--root", arguments.roots,
                  "folder below which packages are looked for (repeatable)")
      ->type_name("FOLDER")
      ->required();
  command
      .add_option("--package", arguments.packages,
                  "package to generate, relative to a root (repeatable)")
      ->type_name("FOLDER")
      ->required();
  command
      .add_option("--as-needed", arguments.as_needed,
                  "package of which to generate only the types that others refer to (repeatable)")
      ->type_name("FOLDER");
  command
      .add_option("--import", arguments.imports,
                  "folder of an import path, or of all that begin so (repeatable)")
      ->type_name("PATH=FOLDER");
  command
      .add_option("--namespace", arguments.namespaces,
                  "C++ namespace of the packages below a folder (repeatable)")
      ->type_name("FOLDER=A::B");
  command
      .add_option("--gates", arguments.gates,
                  "file with the names of the feature gates there are, one a line")
      ->type_name("FILE");
  command.footer(std::string(kFooter));
  return command;
}

void AddOutput(CLI::App& command, Arguments& arguments, const std::string& description) {
  command.add_option("--output", arguments.output, description)->type_name("FOLDER")->required();
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

using Files = std::map<std::string, std::string>;

int WriteAll(const Files& files, const Arguments& arguments) {
  bool written = true;
  for (const auto& [name, contents] : files) {
    written = Write(fs::path(arguments.output) / name, contents) && written;
  }
  return written ? kDone : kFailed;
}

int Verify(const Files& files, const Options& options, const Arguments& arguments) {
  int code = kDone;
  for (const auto& [name, contents] : files) {
    fs::path path = fs::path(arguments.output) / name;
    std::error_code error;
    if (!fs::exists(path, error)) {
      fmt::print(stderr, "pintle-gen: {} is missing; generate it\n", path.string());
    } else if (ReadText(path) != contents) {
      fmt::print(stderr, "pintle-gen: {} is not what its package gives; generate it again\n",
                 path.string());
    } else {
      continue;
    }
    code = kFailed;
  }
  for (const Leftover& leftover : FindLeftovers(files, options, arguments.output)) {
    fmt::print(stderr, "pintle-gen: {} {}\n", leftover.path.string(),
               leftover.of_this_run ? "is not made any more; remove it"
                                    : "was made of a package that is not below the roots; remove "
                                      "it if no other run makes it");
    code = kFailed;
  }
  return code;
}

int ListTypes(const Options& options, Diagnostics& diagnostics) {
  Model model;
  BuildModel(options, model, diagnostics);
  if (diagnostics.empty()) fmt::print("{}", Listing(model));
  return kDone;
}

int Run(std::string_view command, Options options, const Arguments& arguments) {
  Diagnostics diagnostics;
  int code = kDone;
  if (!arguments.gates.empty()) options.gates = ReadGatesFile(arguments.gates, diagnostics);
  if (!diagnostics.empty()) {
    fmt::print(stderr, "{}", diagnostics.Text());
    return kFailed;
  }
  if (command == "list" && !arguments.files) {
    code = ListTypes(options, diagnostics);
  } else {
    Files files = Generate(options, diagnostics);
    if (diagnostics.empty() && command == "generate") code = WriteAll(files, arguments);
    if (diagnostics.empty() && command == "verify") code = Verify(files, options, arguments);
    if (command == "list") {
      for (const auto& [name, contents] : files) fmt::print("{}\n", name);
    }
  }
  if (diagnostics.empty()) return code;
  fmt::print(stderr, "{}", diagnostics.Text());
  return kFailed;
}

}  // namespace

int Main(int argc, char** argv) {
  CLI::App app("Compiles API packages (types.go) to C++.", "pintle-gen");
  app.require_subcommand(1);
  AddVersion(app);
  app.footer(std::string(kFooter));
  Arguments arguments;
  AddOutput(AddCommand(app, "generate", "write the C++ of the packages", arguments), arguments,
            "folder to write to");
  AddOutput(AddCommand(app, "verify",
                       "fail if files on disk differ from what would be written, or were written "
                       "once and would not be now",
                       arguments),
            arguments, "folder that was written to");
  AddCommand(app, "list", "print packages, types and what each type is", arguments)
      .add_flag("--files", arguments.files, "print the names of the files that would be written");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? kDone : kWrongUsage;
  }
  Options options;
  options.roots.assign(arguments.roots.begin(), arguments.roots.end());
  options.packages = arguments.packages;
  options.as_needed = arguments.as_needed;
  if (!ReadPairs(arguments.imports, "--import", options.imports) ||
      !ReadPairs(arguments.namespaces, "--namespace", options.namespaces)) {
    return kWrongUsage;
  }
  return Run(app.get_subcommands().front()->get_name(), std::move(options), arguments);
}

}  // namespace pintle::gen
