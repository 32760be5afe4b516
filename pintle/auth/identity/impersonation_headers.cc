#include "pintle/auth/identity/impersonation_headers.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "pintle/base/strings.h"
#include "pintle/http/query.h"

namespace pintle::auth {
namespace {

constexpr std::string_view kUserHeader = "Impersonate-User";
constexpr std::string_view kUidHeader = "Impersonate-Uid";
constexpr std::string_view kGroupHeader = "Impersonate-Group";
constexpr std::string_view kExtraPrefix = "Impersonate-Extra-";  // the key follows

bool IsExtra(std::string_view name) {
  return name.size() >= kExtraPrefix.size() &&
         EqualIgnoreCase(name.substr(0, kExtraPrefix.size()), kExtraPrefix);
}

bool IsForImpersonation(std::string_view name) {
  return EqualIgnoreCase(name, kUserHeader) || EqualIgnoreCase(name, kUidHeader) ||
         EqualIgnoreCase(name, kGroupHeader) || IsExtra(name);
}

// Few characters may stand in the name of a header: others are escaped. What only looks like an
// escape is meant as it is.
std::string ExtraKey(std::string_view header_name) {
  std::string key = ToLower(header_name.substr(kExtraPrefix.size()));
  return ReplaceInvalidUtf8(http::PercentDecode(key, http::PlusSign::kLiteral).value_or(key));
}

}  // namespace

std::optional<User> TakeWantedUser(http::Headers& headers) {
  const auto& fields = headers.fields();
  if (std::ranges::none_of(fields, [](auto& field) { return IsForImpersonation(field.first); })) {
    return std::nullopt;
  }
  // Headers may hold any bytes; what is known of users is text.
  User wanted;
  wanted.name = ReplaceInvalidUtf8(headers.Get(kUserHeader));
  wanted.uid = ReplaceInvalidUtf8(headers.Get(kUidHeader));
  http::Headers others;
  for (const auto& [name, value] : fields) {
    if (!IsForImpersonation(name)) {
      others.Add(name, value);
    } else if (EqualIgnoreCase(name, kGroupHeader)) {
      wanted.groups.push_back(ReplaceInvalidUtf8(value));
    } else if (IsExtra(name)) {
      wanted.extra[ExtraKey(name)].push_back(ReplaceInvalidUtf8(value));
    }
  }
  headers = std::move(others);
  const bool nobody =
      wanted.name.empty() && wanted.uid.empty() && wanted.groups.empty() && wanted.extra.empty();
  if (nobody) return std::nullopt;
  return wanted;
}

}  // namespace pintle::auth
