#include "pintle/auth/identity/token_file.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace pintle::auth {
namespace {

std::string Describe(std::string_view text) {
  auto records = ParseTokenFile(text);
  if (!records) return "error: " + records.error().message();
  std::string out;
  for (const TokenRecord& record : *records) {
    out += fmt::format("<{}|{}|{}|{}>", record.token, record.user.name, record.user.uid,
                       fmt::join(record.user.groups, "+"));
  }
  return out;
}

TEST(TokenFile, Parses) {
  struct Case {
    const char* text;
    const char* expected;
  };
  const Case cases[] = {
      {"", ""},
      {"\n\r\n", ""},
      {"t,u,i", "<t|u|i|>"},
      {"t,u,i\n", "<t|u|i|>"},
      {"t,u,i\r\nt2,u2,\r\n", "<t|u|i|><t2|u2||>"},
      {"t,u,i,g", "<t|u|i|g>"},
      {"t,u,i,\"g1,g2\"\nt2,u2,i2", "<t|u|i|g1+g2><t2|u2|i2|>"},
      {"t,u,i,\"g1, g2,\"", "<t|u|i|g1+g2>"},
      {"t,u,i,g1,ignored", "<t|u|i|g1>"},
      {"\"a,b\",\"say \"\"hi\"\"\",\"\"\r\n", "<a,b|say \"hi\"||>"},
      {"\"t\n2\",u,i", "<t\n2|u|i|>"},
      {",u,i\nt,u,i", "<t|u|i|>"},
      {"t,u",
       "error: line 1: a token needs at least 3 columns (token, user name, user uid), "
       "found 2"},
      {"t,u,i\n\nt",
       "error: line 3: a token needs at least 3 columns (token, user name, user "
       "uid), found 1"},
      {"t,\"u,i", "error: line 1: quote is not closed"},
      {"t,\"u\"x,i", "error: line 1: stray quote"},
  };
  for (const Case& c : cases) EXPECT_EQ(Describe(c.text), c.expected) << c.text;
}

}  // namespace
}  // namespace pintle::auth
