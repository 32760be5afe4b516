#pragma once

#include <string>
#include <string_view>
#include <vector>

// The name formats of the API. Each function returns what is wrong with a text, in the words of the
// API; an empty result means it is well formed. Lengths are counted in bytes.
namespace pintle::validate {

using Messages = std::vector<std::string>;

inline constexpr size_t kDns1123LabelMaxBytes = 63;
inline constexpr size_t kDns1123SubdomainMaxBytes = 253;
inline constexpr size_t kDns1035LabelMaxBytes = 63;
inline constexpr size_t kLabelNameMaxBytes = 63;
inline constexpr size_t kLabelValueMaxBytes = 63;

// `my-name`
Messages IsDns1123Label(std::string_view text);
// `example.com`
Messages IsDns1123Subdomain(std::string_view text);
// `Example.com`: the same with letters of either case.
Messages IsDns1123SubdomainCaseless(std::string_view text);
// `_sip._tcp.example.com`: the same with underscores, as search paths have them.
Messages IsDns1123SubdomainWithUnderscore(std::string_view text);
// `*.example.com`
Messages IsWildcardDns1123Subdomain(std::string_view text);
// The same two as the declared formats k8s-short-name and k8s-long-name have them: lengths are said
// in bytes.
Messages IsShortName(std::string_view text);
Messages IsLongName(std::string_view text);
// `my-name`, beginning with a letter: names of services.
Messages IsDns1035Label(std::string_view text);
// Anything that can stand as one segment of a URL path.
Messages IsPathSegmentName(std::string_view text);
// `example.com/MyName` or `MyName`: keys of labels and annotations, finalizers.
Messages IsQualifiedName(std::string_view text);
Messages IsLabelValue(std::string_view text);
// Keys of the data of ConfigMaps and Secrets.
Messages IsConfigMapKey(std::string_view text);
// `X-Header-Name`
Messages IsHttpHeaderName(std::string_view text);
// Names of environment variables: printable ASCII without `=`.
Messages IsEnvironmentName(std::string_view text);
// Kernel parameters: `net.ipv4.ip_forward`, `net/ipv4/ip_forward`.
Messages IsSysctlName(std::string_view text);
// Reasons of conditions: `MinimumReplicasAvailable`.
Messages IsConditionReason(std::string_view text);
// `must be no more than 63 characters`
std::string MaxCharactersMessage(size_t max_characters);

// What a name function sees of a generateName: the trailing `-` is masked, since a suffix will
// follow it.
std::string MaskTrailingDash(std::string_view prefix);

}  // namespace pintle::validate
