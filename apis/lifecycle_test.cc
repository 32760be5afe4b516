// What rows say about the life of versions, and what the tags in types.go say.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "apis/builtin.h"
#include "pintle/base/strings.h"

namespace pintle::apis {
namespace {

using scheme::KindInfo;
using scheme::KindVersion;

// `introduced`, `deprecated`, `removed` and `replacement`, those that are said.
using Said = std::map<std::string, std::string>;

constexpr std::string_view kTag = "// +k8s:prerelease-lifecycle-gen:";

// What the row says and no tag does.
const std::map<std::string, Said> kOfRows = {{"v1 ComponentStatus", {{"deprecated", "1.19"}}}};

std::vector<std::string> Lines(const std::filesystem::path& path) {
  std::ifstream stream(path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

// By `group/version kind`, of all packages; read line by line, without the generator.
std::map<std::string, Said> Tags() {
  std::map<std::string, Said> all;
  for (const auto& entry : std::filesystem::recursive_directory_iterator("apis")) {
    if (entry.path().filename() != "types.go") continue;
    std::string group;
    for (const std::string& line : Lines(entry.path().parent_path() / "doc.go")) {
      constexpr std::string_view kGroup = "// +groupName=";
      if (line.starts_with(kGroup)) group = line.substr(kGroup.size());
    }
    const std::string version = entry.path().parent_path().filename();
    Said said;
    for (const std::string& line : Lines(entry.path())) {
      if (line.starts_with(kTag)) {
        const size_t equals = line.find('=');
        said[line.substr(kTag.size(), equals - kTag.size())] = line.substr(equals + 1);
      } else if (!line.starts_with("//")) {
        const std::vector<std::string_view> words = Split(line, ' ');
        if (words[0] == "type" && !said.empty()) {
          const scheme::GroupVersion place = {group, version};
          all[place.Text() + " " + std::string(words[1])] = said;
        }
        said.clear();
      }
    }
  }
  return all;
}

std::string Text(scheme::Release release) {
  return std::to_string(release.major) + "." + std::to_string(release.minor);
}

Said SaidBy(const scheme::Lifecycle& life) {
  Said said;
  if (life.introduced) said["introduced"] = Text(life.introduced);
  if (life.deprecated) said["deprecated"] = Text(life.deprecated);
  if (life.removed) said["removed"] = Text(life.removed);
  if (!life.replacement.empty()) {
    std::string text(life.replacement);
    std::ranges::replace(text, '/', ',');
    std::ranges::replace(text, ' ', ',');
    said["replacement"] = text;
  }
  return said;
}

class BuiltinLifecycleTest : public ::testing::Test {
 protected:
  // Versions of the kinds that are served, or spoken at an endpoint.
  template <typename Visit>
  void EachVersion(const Visit& visit) const {
    for (const KindInfo& kind : scheme_.kinds()) {
      for (const KindVersion& version : kind.versions) visit(kind, version);
    }
  }
  static std::string NameOf(const KindInfo& kind, const KindVersion& version) {
    const scheme::GroupVersion place = {version.other_group.value_or(kind.group), version.version};
    return place.Text() + " " + kind.kind;
  }

  scheme::Scheme scheme_;
  std::vector<write::ResourceDefinition> resources_ = BuiltinResources(scheme_, {});
};

TEST_F(BuiltinLifecycleTest, RowsSayWhatTagsSay) {
  const std::map<std::string, Said> tags = Tags();
  EXPECT_GT(tags.size(), 149U);
  int compared = 0;
  EachVersion([&](const KindInfo& kind, const KindVersion& version) {
    const std::string name = NameOf(kind, version);
    auto at = tags.find(name);
    if (at == tags.end()) {
      // A version without types of its own: only the row can say.
      EXPECT_TRUE(version.lifecycle.introduced) << name;
      return;
    }
    Said expected = at->second;
    if (auto own = kOfRows.find(name); own != kOfRows.end()) {
      for (const auto& [what, text] : own->second) {
        EXPECT_TRUE(expected.emplace(what, text).second) << name << ": a tag says " << what;
      }
    }
    EXPECT_EQ(SaidBy(version.lifecycle), expected) << name;
    ++compared;
  });
  EXPECT_GT(compared, 70);
}

// In the release that brings a version the one before would not find what is stored in it, and its
// clients not what discovery prefers.
TEST_F(BuiltinLifecycleTest, NothingNewIsPreferredOrStoredWhereThereIsSomethingOlder) {
  auto known_before = [](const KindVersion& version) {
    return version.lifecycle.introduced <= scheme::kOldestCompatibleRelease;
  };
  for (const KindInfo& kind : scheme_.kinds()) {
    if (std::ranges::none_of(kind.versions, known_before)) continue;
    EXPECT_TRUE(known_before(kind.StorageVersion())) << kind.kind << "." << kind.group;
  }
  for (const write::ResourceDefinition& resource : resources_) {
    auto known = [&](const std::string& version) {
      return known_before(*resource.kind.typed->Find(version));
    };
    if (std::ranges::none_of(resource.serving.versions, known)) continue;
    EXPECT_TRUE(known(resource.serving.versions.front()))
        << resource.names.plural << "." << resource.names.group;
  }
}

}  // namespace
}  // namespace pintle::apis
