#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "gen/cli.h"
#include "gen/generate.h"

namespace pintle::gen {
namespace {

namespace fs = std::filesystem;

const fs::path kTestdata = "gen/testdata";

Options TestdataOptions(std::vector<std::string> packages) {
  return {.roots = {kTestdata},
          .packages = std::move(packages),
          .imports = {{"example.com/apis", "imports"},
                      {"example.com/circle", "circle"},
                      {"example.com/versions", "versions"}},
          .namespaces = {{"", "testdata"}}};
}

std::string ReadText(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  std::stringstream text;
  text << stream.rdbuf();
  return std::move(text).str();
}

// Every case has what is expected of it in `expected`. With PINTLE_UPDATE_GOLDEN set, that is
// written anew.
TEST(GoldenTest, OutputsAreAsExpected) {
  Diagnostics diagnostics;
  Options options = TestdataOptions({"shapes", "rules", "wild", "imports/base", "imports/user",
                                     "circle/right", "versions/hub", "versions/old"});
  options.as_needed = {"circle/left"};
  std::map<std::string, std::string> files = Generate(options, diagnostics);
  ASSERT_TRUE(diagnostics.empty()) << diagnostics.Text();
  EXPECT_EQ(files.size(), 9 * 3 + 4 * 2);
  for (const auto& [name, contents] : files) {
    fs::path path =
        kTestdata / fs::path(name).parent_path() / "expected" / fs::path(name).filename();
    if (std::getenv("PINTLE_UPDATE_GOLDEN") != nullptr) {
      fs::create_directories(path.parent_path());
      std::ofstream(path, std::ios::binary) << contents;
    }
    EXPECT_EQ(ReadText(path), contents) << path;
  }
}

TEST(GoldenTest, ImportedPackageIsReadAndNotWritten) {
  Diagnostics diagnostics;
  std::map<std::string, std::string> files =
      Generate(TestdataOptions({"imports/user"}), diagnostics);
  ASSERT_TRUE(diagnostics.empty()) << diagnostics.Text();
  EXPECT_TRUE(files.contains("imports/user/types.h"));
  EXPECT_FALSE(files.contains("imports/base/types.h"));
}

TEST(GoldenTest, ListSaysWhatEachTypeIs) {
  Diagnostics diagnostics;
  Model model;
  Options options = TestdataOptions({"shapes", "circle/right"});
  options.as_needed = {"circle/left"};
  BuildModel(options, model, diagnostics);
  ASSERT_TRUE(diagnostics.empty()) << diagnostics.Text();
  std::string listing = Listing(model);
  for (std::string_view line :
       {"shapes (testdata::shapes)\n",
        "  Color                                    string, 2 constants\n",
        "  Everything                               struct, 31 fields\n",
        "  NodeOrBool                               union, 2 fields\n",
        "  Names                                    []string\n",
        "  Same                                     = Base\n",
        "circle/left (testdata::circle::left)\n  Left                                     struct, "
        "3 fields\n"}) {
    EXPECT_NE(listing.find(line), std::string::npos) << line << listing;
  }
  EXPECT_EQ(listing.find("Unused"), std::string::npos);
}

int RunCommand(std::vector<std::string> arguments) {
  std::vector<char*> argv;
  for (std::string& argument : arguments) argv.push_back(argument.data());
  return Main(static_cast<int>(argv.size()), argv.data());
}

// A folder that is there as long as the test.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string pattern = fs::temp_directory_path() / "pintle-gen-test-XXXXXX";
    EXPECT_NE(::mkdtemp(pattern.data()), nullptr);
    path_ = pattern;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const fs::path& path() const { return path_; }
  fs::path Write(const fs::path& name, std::string_view text) const {
    fs::create_directories((path_ / name).parent_path());
    std::ofstream(path_ / name, std::ios::binary) << text;
    return path_ / name;
  }

 private:
  fs::path path_;
};

// What a member says itself need not be checked again by who holds it, if anybody checks it there.
TEST(GenerateTest, UniquenessIsCheckedOnce) {
  const std::string with_checks = "// +k8s:validation-gen=*\n";
  const std::string asks = "// +k8s:subfield(names)=+k8s:listType=set\n";
  auto is_checked_by_holder = [&](const std::string& member_package, const std::string& member) {
    TemporaryFolder folder;
    folder.Write("a/types.go", member_package + "package a\ntype M struct {\n" + member +
                                   "Names []string `json:\"names\"`\n}\n");
    folder.Write("b/types.go", with_checks + "package b\nimport \"a\"\ntype T struct {\n" + asks +
                                   "M a.M `json:\"m\"`\n}\n");
    Diagnostics diagnostics;
    Options options = TestdataOptions({"a", "b"});
    options.roots = {folder.path()};
    auto files = Generate(options, diagnostics);
    EXPECT_TRUE(diagnostics.empty()) << diagnostics.Text();
    return files["b/validation.cc"].find("validate::Unique(") != std::string::npos;
  };
  EXPECT_FALSE(is_checked_by_holder(with_checks, "// +k8s:listType=set\n"));
  EXPECT_TRUE(is_checked_by_holder("", "// +k8s:listType=set\n")) << "nobody looks there";
  EXPECT_TRUE(is_checked_by_holder(with_checks, "// +k8s:listType=atomic\n"));
  EXPECT_TRUE(is_checked_by_holder(
      with_checks, "// +k8s:alpha(since: \"1.36\")=+k8s:unique=set\n// +k8s:listType=atomic\n"));
}

TEST(CommandTest, VerifyFailsWhenAFileDiffers) {
  TemporaryFolder folder;
  const fs::path& output = folder.path();
  std::vector<std::string> rest = {"--root", kTestdata, "--package", "shapes", "--output", output};
  auto run = [&](std::string command) {
    std::vector<std::string> arguments = {"pintle-gen", std::move(command)};
    arguments.insert(arguments.end(), rest.begin(), rest.end());
    return RunCommand(std::move(arguments));
  };
  EXPECT_EQ(run("verify"), 1);
  EXPECT_EQ(run("generate"), 0);
  EXPECT_EQ(run("verify"), 0);
  auto written = fs::last_write_time(output / "shapes/types.h");
  EXPECT_EQ(run("generate"), 0);
  EXPECT_EQ(fs::last_write_time(output / "shapes/types.h"), written);
  std::ofstream(output / "shapes/types.h", std::ios::app) << "// edited\n";
  EXPECT_EQ(run("verify"), 1);
}

TEST(CommandTest, VerifyFindsFilesThatShouldBeGone) {
  TemporaryFolder sources;
  TemporaryFolder folder;
  const fs::path& output = folder.path();
  const std::string types = "package a\ntype TypeMeta struct {\n// +k8s:required\nA string\n}\n";
  auto run = [&](std::string command, const std::vector<std::string>& packages) {
    std::vector<std::string> arguments = {"pintle-gen",   std::move(command), "--root",
                                          sources.path(), "--output",         output};
    for (const std::string& package : packages) {
      arguments.insert(arguments.end(), {"--package", package});
    }
    return RunCommand(std::move(arguments));
  };
  sources.Write("a/doc.go", "// +k8s:validation-gen=*\npackage a\n");
  sources.Write("a/types.go", types);
  sources.Write("b/types.go", types);
  EXPECT_EQ(run("generate", {"a", "b"}), 0);
  EXPECT_EQ(run("verify", {"a", "b"}), 0);
  EXPECT_EQ(run("verify", {"a"}), 0) << "b may be of another run";

  sources.Write("a/doc.go", "package a\n");
  EXPECT_EQ(run("verify", {"a", "b"}), 1);
  testing::internal::CaptureStderr();
  EXPECT_EQ(run("generate", {"a", "b"}), 0);
  EXPECT_EQ(run("verify", {"a", "b"}), 1);
  std::string said = testing::internal::GetCapturedStderr();
  EXPECT_EQ(said, "pintle-gen: " + (output / "a/validation.cc").string() +
                      " is not made any more; remove it\npintle-gen: " +
                      (output / "a/validation.h").string() + " is not made any more; remove it\n");
  fs::remove(output / "a/validation.cc");
  fs::remove(output / "a/validation.h");
  EXPECT_EQ(run("verify", {"a", "b"}), 0);

  fs::remove(sources.path() / "b/types.go");
  sources.Write("b/defaults.cc", "// Written by hand.\n");
  sources.Write("b/types_test.go", types);
  testing::internal::CaptureStderr();
  EXPECT_EQ(run("verify", {"a"}), 1) << "what b gave is there, and b is not";
  said = testing::internal::GetCapturedStderr();
  EXPECT_TRUE(said.starts_with("pintle-gen: " + (output / "b/tables.h").string() +
                               " was made of a package that is not below the roots; remove it if "
                               "no other run makes it\n"))
      << said;
  fs::remove_all(output / "b");
  folder.Write("a/own.h", "// Not made by anybody.\n");
  folder.Write("c/types.h",
               "// Made by pintle-gen from elsewhere/c. Changes are lost with the next "
               "build.\n");
  EXPECT_EQ(run("verify", {"a"}), 0) << "files of others";
}

TEST(CommandTest, GatesComeFromAFile) {
  TemporaryFolder folder;
  const fs::path& root = folder.path();
  folder.Write("a/types.go",
               "package a\ntype T struct {\n\t// +featureGate=Wieght\n\tA string\n}\n");
  auto said = [&](const fs::path& gates, int code) {
    std::vector<std::string> arguments = {"pintle-gen", "generate", "--root",   root,
                                          "--package",  "a",        "--output", root / "out"};
    if (!gates.empty()) arguments.insert(arguments.end(), {"--gates", gates});
    testing::internal::CaptureStderr();
    EXPECT_EQ(RunCommand(std::move(arguments)), code) << gates;
    return testing::internal::GetCapturedStderr();
  };
  EXPECT_EQ(said("", 0), "") << "who names no file says nothing about gates";
  EXPECT_EQ(said(folder.Write("gates.txt", "Height # tall\n\n# all\nWeight\n"), 1),
            "a/types.go:3:18: there is no feature gate \"Wieght\"; did you mean \"Weight\"?\n"
            "    \t// +featureGate=Wieght\n"
            "    \t                ^\n");
  EXPECT_EQ(said(folder.Write("more.txt", "Height\r\nWieght\r\n"), 0), "");
  fs::path bad = folder.Write("bad.txt", "Height\nA, B\n");
  EXPECT_EQ(said(bad, 1), bad.string() + ":2: \"A, B\" is no name of a gate; write one a line\n");
  EXPECT_EQ(said(root / "none.txt", 1), "cannot read " + (root / "none.txt").string() + "\n");
  EXPECT_EQ(said(root, 1), "cannot read " + root.string() + "\n");
  fs::path empty = folder.Write("empty.txt", "# none\n");
  EXPECT_EQ(said(empty, 1), "there are no gates in " + empty.string() + "\n");
}

TEST(CommandTest, MarkersThatNobodyReadsAreFound) {
  TemporaryFolder folder;
  const fs::path gates = folder.Write("gates.txt", "Alpha\n");
  auto said = [&](const std::string& declarations, bool with_gates) {
    folder.Write("a/types.go", "package a\n" + declarations);
    std::vector<std::string> arguments = {"pintle-gen",  "list",      "--root",
                                          folder.path(), "--package", "a"};
    if (with_gates) arguments.insert(arguments.end(), {"--gates", gates});
    testing::internal::CaptureStderr();
    testing::internal::CaptureStdout();
    const int code = RunCommand(std::move(arguments));
    testing::internal::GetCapturedStdout();
    const std::string text = testing::internal::GetCapturedStderr();
    EXPECT_EQ(code, text.empty() ? 0 : 1);
    return text.substr(0, text.find('\n'));
  };
  const std::string stray =
      ": +featureGate stands above no field of the API; it must stand in the comment directly "
      "above one";
  const std::string form = ": a gate is named by +featureGate=Name";
  const std::pair<std::string, std::string> cases[] = {
      {"// +featureGate=Alpha\ntype T struct {\nA string\n}\n", "2:4" + stray},
      {"type T struct {\nA string // +featureGate=Alpha\n}\n", "3:13" + stray},
      {"type T struct {\n// +featureGate=Alpha\n\nA string\n}\n", "3:4" + stray},
      {"type T struct {\n// +featureGate=Alpha\na string\n}\n", "3:4" + stray},
      {"type T struct {\n// +featureGate = Alpha\nA string\n}\n", "3:16" + form},
      {"type T struct {\n// +featureGate Alpha\nA string\n}\n", "3:16" + form},
      {"type T struct {\n// +featureGate:Alpha\nA string\n}\n", "3:16" + form},
      {"type T struct {\n// +featureGate=Alpha\nA string\n}\n", ""},
      {"// +featureGates\n// +openshift:enable:FeatureGate=X\ntype T struct {\nA string\n}\n", ""},
  };
  for (const auto& [declarations, message] : cases) {
    EXPECT_EQ(said(declarations, true), message.empty() ? "" : "a/types.go:" + message)
        << declarations;
    EXPECT_EQ(said(declarations, false), "") << "who names no gates may have other uses for it";
  }
}

TEST(CommandTest, AMarkerNamesAGate) {
  TemporaryFolder folder;
  folder.Write("a/types.go", "package a\ntype T struct {\n\t// +featureGate=\n\tA string\n}\n");
  testing::internal::CaptureStderr();
  EXPECT_EQ(RunCommand({"pintle-gen", "list", "--root", folder.path(), "--package", "a"}), 1);
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "a/types.go:3:18: +featureGate needs the name of a gate\n"
            "    \t// +featureGate=\n"
            "    \t                ^\n");
}

TEST(CommandTest, Help) {
  EXPECT_EQ(RunCommand({"pintle-gen", "--help"}), 0);
  EXPECT_EQ(RunCommand({"pintle-gen", "generate", "--help"}), 0);
  EXPECT_EQ(RunCommand({"pintle-gen", "list", "--root", kTestdata, "--package", "shapes"}), 0);
}

TEST(CommandTest, WrongUsage) {
  EXPECT_EQ(RunCommand({"pintle-gen"}), 2);
  EXPECT_EQ(RunCommand({"pintle-gen", "generat"}), 2);
  EXPECT_EQ(RunCommand({"pintle-gen", "list", "--root", kTestdata, "--package", "nowhere"}), 1);
  EXPECT_EQ(RunCommand({"pintle-gen", "list"}), 2);
  EXPECT_EQ(RunCommand({"pintle-gen", "list", "--root", ".", "--package", "x", "--import", "bad"}),
            2);
}

}  // namespace
}  // namespace pintle::gen
