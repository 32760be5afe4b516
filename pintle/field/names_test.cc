#include "pintle/field/names.h"

#include <gtest/gtest.h>

namespace pintle::validate {
namespace {

struct Case {
  Messages (*check)(std::string_view);
  std::string text;
  std::vector<std::string> beginnings;  // of the messages, in order
};

TEST(NamesTest, MessagesBeginAsExpected) {
  const std::string long_label(64, 'a');
  const std::string long_name(254, 'a');
  const Case cases[] = {
      {IsDns1123Label, "my-name", {}},
      {IsDns1123Label, "a", {}},
      {IsDns1123Label, "", {"a lowercase RFC 1123 label must"}},
      {IsDns1123Label, "a.b", {"must not contain dots"}},
      {IsDns1123Label, "a..b", {"a lowercase RFC 1123 label must"}},
      {IsDns1123Label, "-a", {"a lowercase RFC 1123 label must"}},
      {IsDns1123Label, "A", {"a lowercase RFC 1123 label must"}},
      {IsDns1123Label, long_label, {"must be no more than 63 characters"}},
      {IsDns1123Label, long_label + "_", {"must be no more than 63 characters", "a lowercase RFC"}},
      {IsShortName, long_label, {"must be no more than 63 bytes"}},
      {IsShortName, "a.b", {"must not contain dots"}},
      {IsLongName, "a.b", {}},
      {IsLongName, long_name, {"must be no more than 253 bytes"}},
      {IsDns1123Subdomain, "example.com", {}},
      {IsDns1123Subdomain, long_label + ".b", {}},
      {IsDns1123Subdomain, "a.", {"a lowercase RFC 1123 subdomain must"}},
      {IsDns1123Subdomain, long_name, {"must be no more than 253 characters"}},
      {IsDns1123SubdomainCaseless, "Example.Com", {}},
      {IsDns1123SubdomainCaseless, "a_b", {"an RFC 1123 subdomain must"}},
      {IsDns1035Label, "abc-1", {}},
      {IsDns1035Label, "1abc", {"a DNS-1035 label must"}},
      {IsDns1035Label, "", {"a DNS-1035 label must"}},
      {IsDns1035Label, long_label, {"must be no more than 63 characters"}},
      {IsPathSegmentName, "system:node", {}},
      {IsPathSegmentName, ".", {"may not be '.'"}},
      {IsPathSegmentName, "..", {"may not be '..'"}},
      {IsPathSegmentName, "a/b%", {"may not contain '/'", "may not contain '%'"}},
      {IsQualifiedName, "My.Name", {}},
      {IsQualifiedName, "example.com/x", {}},
      {IsQualifiedName, "/x", {"prefix part must be non-empty"}},
      {IsQualifiedName, "A/x", {"prefix part a lowercase RFC 1123 subdomain"}},
      {IsQualifiedName, "a/", {"name part must be non-empty", "name part must consist of"}},
      {IsQualifiedName, "a/b/c", {"a valid label key must consist of"}},
      {IsQualifiedName, long_label, {"name part must be no more than 63 bytes"}},
      {IsQualifiedName, long_name + "/x", {"prefix part must be no more than 253 bytes"}},
      {IsLabelValue, "", {}},
      {IsLabelValue, "a b", {"a valid label must be an empty string or"}},
      {IsConfigMapKey, "..data", {"must not start with '..'"}},
      {IsConfigMapKey, ".", {"must not be '.'"}},
      {IsConfigMapKey, "a b", {"a valid config key must consist of"}},
  };
  for (const Case& c : cases) {
    Messages messages = c.check(c.text);
    ASSERT_EQ(messages.size(), c.beginnings.size()) << c.text;
    for (size_t i = 0; i < messages.size(); ++i) {
      EXPECT_EQ(messages[i].substr(0, c.beginnings[i].size()), c.beginnings[i]) << c.text;
    }
  }
}

TEST(NamesTest, TooManySlashesHasTheWholeText) {
  EXPECT_EQ(IsQualifiedName("a/b/c").front(),
            "a valid label key must consist of alphanumeric characters, '-', '_' or '.', and must "
            "start and end with "
            "an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used "
            "for validation is "
            "'([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]') with an optional DNS subdomain prefix and "
            "'/' (e.g. "
            "'example.com/MyName')");
}

TEST(NamesTest, MaskTrailingDash) {
  EXPECT_EQ(MaskTrailingDash("web-"), "wea");
  EXPECT_EQ(MaskTrailingDash("web"), "web");
  EXPECT_EQ(MaskTrailingDash("-"), "-");
}

}  // namespace
}  // namespace pintle::validate
