#pragma once

#include <compare>
#include <string>
#include <string_view>

namespace pintle::scheme {

struct GroupVersion {
  std::string group;
  std::string version;

  // `v1` for the core group, else `group/version`; empty when both are.
  std::string Text() const;
  // Splits `group/version`; a text with more than one slash is refused (false).
  static bool Parse(std::string_view text, GroupVersion* out);
  friend auto operator<=>(const GroupVersion&, const GroupVersion&) = default;
};

struct GroupVersionKind {
  std::string group;
  std::string version;
  std::string kind;

  GroupVersion group_version() const { return {group, version}; }
  friend auto operator<=>(const GroupVersionKind&, const GroupVersionKind&) = default;
};

// `resource` for the core group, else `resource.group`; kinds print the same way.
std::string Qualified(std::string_view resource_or_kind, std::string_view group);

// The order in which versions of a group are offered: GA before beta before alpha, higher numbers
// first, names of another form last and alphabetically. True if `a` comes before `b`.
bool VersionBefore(std::string_view a, std::string_view b);

// `storageVersionHash` of discovery: identifies the version a resource is stored in.
std::string StorageVersionHash(std::string_view group, std::string_view version,
                               std::string_view kind);

}  // namespace pintle::scheme
