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

TEST(CommandTest, VerifyFailsWhenAFileDiffers) {
  std::string output_pattern = fs::temp_directory_path() / "pintle-gen-test-XXXXXX";
  ASSERT_NE(::mkdtemp(output_pattern.data()), nullptr);
  const fs::path output = output_pattern;
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
  fs::remove_all(output);
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
