#include "pintle/schema/format.h"

#include <gtest/gtest.h>

#include <vector>

#include "pintle/schema/pattern.h"

namespace pintle::schema {
namespace {

struct FormatCase {
  std::string_view format;
  std::vector<std::string_view> good;
  std::vector<std::string_view> bad;
};

const FormatCase kCases[] = {
    {"bsonobjectid", {"507f1f77bcf86cd799439011"}, {"507f1f77bcf86cd79943901", "x"}},
    {"uri",
     {"/a/b", "*", "http://x/y", "mailto:a@b", "http://[::1]:80/", "http://x/#f"},
     {"foo", "", "a\nb:c", "http://x#f", "http://x%zz/"}},
    {"email", {"a@b.c", "Bob <bob@example.com>", "\"a b\"@x.y"}, {"a", "a@", "@b", "10.0.0.0/8"}},
    {"hostname",
     {"localhost", "example.com", "a-b", "my-host.example.com", "a--b.example.com", "\u00e9.fr"},
     {"1.2.3.4", "-a", "a.b-", "", "my-host", "a.b", "a..com", "a_b", "a.com."}},
    {"ipv4", {"1.2.3.4", "010.0.0.1", "::ffff:1.2.3.4"}, {"1.2.3", "256.1.1.1", "::1", "dd"}},
    {"ipv6", {"::1", "fe80::", "1:2:3:4:5:6:7:8", "::ffff:1.2.3.4"}, {"1.2.3.4", ":::", "1::2::3"}},
    {"cidr", {"10.0.0.1/8", "::/0", "010.0.0.0/08"}, {"10.0.0.0", "10.0.0.0/33", "::/129"}},
    {"mac",
     {"01:23:45:67:89:ab", "01-23-45-67-89-ab", "0123.4567.89ab", "01:23:45:67:89:ab:cd:ef"},
     {"::1", "01:23", "01:23-45:67:89:ab", "x-1"}},
    {"uuid",
     {"123e4567-e89b-12d3-a456-426614174000", "123E4567e89b12d3a456426614174000"},
     {"123e4567-e89b-12d3-a456", "123e4567--e89b-12d3-a456-426614174000"}},
    {"uuid4",
     {"123e4567-e89b-42d3-a456-426614174000"},
     {"123e4567-e89b-12d3-a456-426614174000", "123e4567-e89b-42d3-c456-426614174000"}},
    {"isbn", {"0-306-40615-2", "978-0-306-40615-7"}, {"0-306-40615-3", "1"}},
    {"creditcard", {"4111 1111 1111 1111", "378282246310005"}, {"4111 1111 1111 1112", "1"}},
    {"ssn", {"123-45-6789", "123 45 6789"}, {"123456789", "123-45-67890"}},
    {"hexcolor", {"#fff", "aabbcc"}, {"#ffff", "xyz"}},
    {"rgbcolor", {"rgb(0, 10,255)"}, {"rgb(0,0,256)", "rgb(1,2)"}},
    {"byte", {"aGk=", "aGl="}, {"asd", "", "1h", "aGk=\n", "aG\nk=", "aG-_"}},
    {"password", {"", "anything"}, {}},
    {"date", {"2020-02-29"}, {"2021-02-29", "2020-13-01", "2020-1-1"}},
    {"date-time",
     {"2020-01-02T03:04:05Z", "2020-01-02t03:04:05.123+01:00", "2020-01-02T03:04:05,5z"},
     {"2020-01-02T03:04:05", "2020-01-02T24:00:00Z", "2020-01-02 03:04:05Z",
      "2020-01-02T03:04:60Z"}},
    {"duration",
     {"1h30m", "-5s", "0", "1.5h", "3 weeks", "2 d", "5MINUTES"},
     {"", "5", "x", "5 x"}},
    {"k8s-short-name", {"a", "a-b"}, {"a-", "A", "a.b", ""}},
    {"k8s-long-name", {"a.b", "a-b.c"}, {"a..b", "A", ""}},
};

TEST(FormatTest, Strings) {
  for (const FormatCase& test : kCases) {
    Format format = FindFormat("string", test.format);
    ASSERT_NE(format, Format::kNone) << test.format;
    EXPECT_EQ(FindFormat("", test.format), format);
    EXPECT_EQ(FindFormat("integer", test.format), Format::kNone);
    for (std::string_view text : test.good) {
      EXPECT_TRUE(HasFormat(format, text)) << test.format << " " << text;
    }
    for (std::string_view text : test.bad) {
      EXPECT_FALSE(HasFormat(format, text)) << test.format << " " << text;
    }
  }
}

TEST(FormatTest, Numbers) {
  EXPECT_EQ(FindFormat("integer", "int32"), Format::kInt32);
  EXPECT_EQ(FindFormat("number", "double"), Format::kDouble);
  EXPECT_EQ(FindFormat("number", "int32"), Format::kNone);
  EXPECT_EQ(FindFormat("string", "int32"), Format::kNone);
}

TEST(PatternTest, SyntaxErrorsReadAsInTheApi) {
  EXPECT_EQ(Pattern("[").error(), "error parsing regexp: missing closing ]: `[`");
  EXPECT_EQ(Pattern("(a").error(), "error parsing regexp: missing closing ): `(a`");
  EXPECT_EQ(Pattern("(?=a)").error(),
            "error parsing regexp: invalid or unsupported Perl syntax: `(?=`");
  EXPECT_EQ(Pattern("*").error(),
            "error parsing regexp: missing argument to repetition operator: `*`");
  EXPECT_EQ(Pattern("^a$").error(), "");
}

TEST(PatternTest, NamedGroupsOfBothSpellings) {
  EXPECT_TRUE(Pattern("^(?<year>[0-9]+)$").Matches("2020"));
  EXPECT_TRUE(Pattern("^(?P<year>[0-9]+)$").Matches("2020"));
  EXPECT_TRUE(Pattern("[(?<]").Matches("<"));
  EXPECT_TRUE(Pattern("\\(?<a").Matches("<a"));
  EXPECT_NE(Pattern("(?<=a)b").error(), "");
}

}  // namespace
}  // namespace pintle::schema
