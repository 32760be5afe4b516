#include "gen/model/lifecycle.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

#include "pintle/base/strings.h"

namespace pintle::gen {
namespace {

constexpr std::string_view kTag = "+k8s:prerelease-lifecycle-gen:";
constexpr std::string_view kIntroduced = "introduced";
constexpr std::string_view kDeprecated = "deprecated";
constexpr std::string_view kRemoved = "removed";
constexpr std::string_view kReplacement = "replacement";

// One tag, as written.
struct Tag {
  Position position;  // of the name behind the colon
  std::string_view name;
  Position value_position;
  std::string_view value;
};

// The lifecycle tag of a line, if it has one.
std::optional<Tag> TagOf(const ast::CommentLine& line) {
  const std::string_view text = TrimSpace(line.text);
  if (!text.starts_with(kTag)) return std::nullopt;
  const std::string_view rest = text.substr(kTag.size());
  const size_t name_end = std::min(rest.find('='), rest.size());
  Tag tag;
  tag.position = line.position;
  tag.position.column += static_cast<uint32_t>(rest.data() - line.text.data());
  tag.name = rest.substr(0, name_end);
  tag.value = rest.substr(std::min(name_end + 1, rest.size()));
  tag.value_position = tag.position;
  tag.value_position.column += static_cast<uint32_t>(tag.value.data() - rest.data());
  return tag;
}

std::optional<Release> ParseRelease(std::string_view text) {
  const std::vector<std::string_view> parts = Split(text, '.');
  if (parts.size() != 2) return std::nullopt;
  Release release;
  for (auto [part, number] : {std::pair(parts[0], &release.major), {parts[1], &release.minor}}) {
    constexpr size_t kMostDigits = 4;
    const bool digits = part.find_first_not_of("0123456789") == std::string_view::npos;
    if (part.empty() || part.size() > kMostDigits || !digits) return std::nullopt;
    *number = *ParseInt64(part);
  }
  if (!release) return std::nullopt;
  return release;
}

// `discovery.k8s.io,v1,EndpointSlice`; the core group is empty.
std::optional<std::string> ParseReplacement(std::string_view text) {
  const std::vector<std::string_view> parts = Split(text, ',');
  if (parts.size() != 3 || parts[1].empty() || parts[2].empty()) return std::nullopt;
  return fmt::format("{}{}{} {}", parts[0], parts[0].empty() ? "" : "/", parts[1], parts[2]);
}

// Reads the tags of one struct.
class Reader {
 public:
  explicit Reader(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  void Read(const Tag& tag) {
    if (!seen_.insert(tag.name).second) {
      return diagnostics_.Add(tag.position, fmt::format("{} is said twice", tag.name));
    }
    if (tag.name == kReplacement) return ReadReplacement(tag);
    if (Release* release = Find(tag.name)) return ReadRelease(tag, *release);
    std::string message = fmt::format("tag {} is unknown", Quoted(tag.name));
    const std::string names[] = {std::string(kIntroduced), std::string(kDeprecated),
                                 std::string(kRemoved), std::string(kReplacement)};
    if (auto nearest = NearestName(tag.name, {std::begin(names), std::end(names)})) {
      message += fmt::format("; did you mean {}?", Quoted(*nearest));
    }
    diagnostics_.Add(tag.position, message);
  }

  // What was read, if the struct has any of it. `position`: of its last tag.
  std::optional<Lifecycle> Finish(const Position& position) {
    if (seen_.empty()) return std::nullopt;
    if (!seen_.contains(kIntroduced)) {
      diagnostics_.Add(position,
                       "a lifecycle begins with the release that brings the kind: "
                       "+k8s:prerelease-lifecycle-gen:introduced=1.36");
    }
    CheckOrder(kIntroduced, kDeprecated);
    CheckOrder(kIntroduced, kRemoved);
    CheckOrder(kDeprecated, kRemoved);
    return life_;
  }

 private:
  Release* Find(std::string_view name) {
    if (name == kIntroduced) return &life_.introduced;
    if (name == kDeprecated) return &life_.deprecated;
    if (name == kRemoved) return &life_.removed;
    return nullptr;
  }

  void ReadRelease(const Tag& tag, Release& release) {
    auto parsed = ParseRelease(tag.value);
    if (!parsed) {
      return diagnostics_.Add(
          tag.value_position,
          fmt::format("{} is no release; write major.minor, such as 1.36", Quoted(tag.value)));
    }
    release = *parsed;
    positions_.emplace(tag.name, tag.value_position);
  }

  void ReadReplacement(const Tag& tag) {
    auto parsed = ParseReplacement(tag.value);
    if (parsed) {
      life_.replacement = std::move(*parsed);
    } else {
      diagnostics_.Add(tag.value_position,
                       fmt::format("{} is no kind; write group,version,kind", Quoted(tag.value)));
    }
  }

  void CheckOrder(std::string_view earlier, std::string_view later) {
    if (!positions_.contains(earlier) || !positions_.contains(later)) return;
    if (*Find(later) >= *Find(earlier)) return;
    diagnostics_.Add(positions_.at(later),
                     fmt::format("it cannot be {} before it is {}", later, earlier));
  }

  Diagnostics& diagnostics_;
  Lifecycle life_;
  std::set<std::string_view> seen_;
  std::map<std::string_view, Position> positions_;  // of good releases
};

using Lines = std::set<std::pair<const SourceFile*, uint32_t>>;

std::pair<const SourceFile*, uint32_t> LineOf(const Position& position) {
  return {position.file, position.line};
}

// Tags in comments that belong to no struct: of fields, of other types, or of nothing.
void FindStrayTags(const Package& package, const Lines& read, Diagnostics& diagnostics) {
  for (const ast::Comment& comment : package.comments) {
    for (const ast::CommentLine& line : comment) {
      auto tag = TagOf(line);
      if (!tag || read.contains(LineOf(line.position))) continue;
      diagnostics.Add(tag->position, fmt::format("{} stands above no struct", Quoted(tag->name)));
    }
  }
}

}  // namespace

bool HasLifecycleTags(const Package& package) {
  return std::ranges::any_of(package.comments, [](const ast::Comment& comment) {
    return std::ranges::any_of(
        comment, [](const ast::CommentLine& line) { return TagOf(line).has_value(); });
  });
}

std::map<const Named*, Lifecycle> ReadLifecycles(const Package& package, Diagnostics& diagnostics) {
  std::map<const Named*, Lifecycle> found;
  Lines read;
  for (const Named& named : package.types) {
    if (named.type == nullptr || !named.type->is_struct() || named.type->named != &named) continue;
    Reader reader(diagnostics);
    Position last;
    for (const ast::Comment* comment : {&named.second_doc, &named.doc}) {
      for (const ast::CommentLine& line : *comment) {
        auto tag = TagOf(line);
        if (!tag) continue;
        read.insert(LineOf(line.position));
        last = tag->position;
        reader.Read(*tag);
      }
    }
    if (auto life = reader.Finish(last)) found.emplace(&named, std::move(*life));
  }
  // Of a package that is generated as needed, most structs are none.
  if (!package.as_needed) FindStrayTags(package, read, diagnostics);
  return found;
}

}  // namespace pintle::gen
