#include "pintle/http/request_parser.h"

#include <gtest/gtest.h>

namespace pintle::http {
namespace {

using Progress = RequestParser::Progress;

constexpr size_t kHeaderLimit = 1024;
constexpr size_t kBodyLimit = 64;

struct Parsed {
  Request request;
  Progress progress;
  int error_status;
  bool keep_alive;
  std::string rest;
};

// Feeds `text` in steps of `step` bytes, the way a socket might.
Parsed Parse(std::string_view text, size_t step) {
  Parsed parsed;
  ServerOptions limits;
  limits.max_header_bytes = kHeaderLimit;
  limits.max_body_bytes = kBodyLimit;
  RequestParser parser(parsed.request, limits);
  std::string input;
  size_t fed = 0;
  do {
    size_t consumed = 0;
    parsed.progress = parser.Put(input, &consumed);
    input.erase(0, consumed);
    if (parsed.progress == Progress::kHead) continue;
    if (parsed.progress != Progress::kNeedMore || fed == text.size()) break;
    std::string_view more = text.substr(fed, step);
    input += more;
    fed += more.size();
  } while (true);
  parsed.error_status = parser.error_status();
  parsed.keep_alive = parsed.progress == Progress::kComplete && parser.keep_alive();
  parsed.rest = input + std::string(text.substr(fed));
  return parsed;
}

const size_t kSteps[] = {1, 7, 100000};

TEST(RequestParser, ReadsRequests) {
  struct Case {
    const char* text;
    const char* method;
    const char* path;
    const char* query;
    const char* body;
    bool keep_alive;
  };
  const Case cases[] = {
      {"GET / HTTP/1.1\r\nHost: h\r\n\r\n", "GET", "/", "", "", true},
      {"\r\n\r\nGET /a%20b/c?x=%20&y HTTP/1.1\r\nHost: h\r\n\r\n", "GET", "/a b/c", "x=%20&y", "",
       true},
      {"GET https://h:1/p?q HTTP/1.1\r\nHost: h\r\n\r\n", "GET", "/p", "q", "", true},
      {"GET http://h HTTP/1.1\r\nHost: h\r\n\r\n", "GET", "/", "", "", true},
      {"GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n", "GET", "/", "", "", false},
      {"GET / HTTP/1.0\r\n\r\n", "GET", "/", "", "", false},
      {"POST /p HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nhello", "POST", "/p", "", "hello",
       true},
      {"PUT /p HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n"
       "2;ext=1\r\nhe\r\n3\r\nllo\r\n0\r\nAuthorization: x\r\n\r\n",
       "PUT", "/p", "", "hello", true},
      {"PUT /p HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "PUT", "/p", "",
       "", true},
      {"PUT /p HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n00\r\n000\r\n\r\n",
       "PUT", "/p", "", "00", true},
  };
  for (const Case& c : cases) {
    for (size_t step : kSteps) {
      Parsed parsed = Parse(c.text, step);
      ASSERT_EQ(parsed.progress, Progress::kComplete) << c.text;
      EXPECT_EQ(parsed.request.method, c.method);
      EXPECT_EQ(parsed.request.path, c.path);
      EXPECT_EQ(parsed.request.query, c.query);
      EXPECT_EQ(parsed.request.body, c.body);
      EXPECT_EQ(parsed.keep_alive, c.keep_alive) << c.text;
      EXPECT_EQ(parsed.rest, "");
      EXPECT_FALSE(parsed.request.headers.Has("authorization")) << "trailers are not headers";
    }
  }
}

TEST(RequestParser, LeavesTheNextRequestAlone) {
  const std::string first = "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\nab";
  for (size_t step : kSteps) {
    Parsed parsed = Parse(first + "GET /next HTTP/1.1\r\n", step);
    ASSERT_EQ(parsed.progress, Progress::kComplete);
    EXPECT_EQ(parsed.request.body, "ab");
    EXPECT_EQ(parsed.rest, "GET /next HTTP/1.1\r\n");
  }
}

TEST(RequestParser, RefusesMalformedRequests) {
  struct Case {
    std::string text;
    int status;
  };
  const std::string host = "Host: h\r\n";
  const Case cases[] = {
      {"nonsense\r\n\r\n", 400},
      {"\x16\x03\x01\x02\x01\x01\x02", 400},
      {"GET / HTTP/1.1\r\n\r\n", 400},
      {"GET / HTTP/1.1\r\n" + host + host + "\r\n", 400},
      {"GET /%zz HTTP/1.1\r\n" + host + "\r\n", 400},
      {"GET relative HTTP/1.1\r\n" + host + "\r\n", 400},
      {"OPTIONS * HTTP/1.1\r\n" + host + "\r\n", 400},
      {"GET / HTTP/1.1\r\n" + host + "bad header\r\n\r\n", 400},
      {"GET / HTTP/1.1\r\n" + host + "A : b\r\n\r\n", 400},
      {"POST / HTTP/1.1\r\n" + host + "Content-Length: x\r\n\r\n", 400},
      {"POST / HTTP/1.1\r\n" + host + "Content-Length: -1\r\n\r\n", 400},
      {"POST / HTTP/1.1\r\n" + host + "Content-Length: 1\r\nContent-Length: 2\r\n\r\n", 400},
      {"POST / HTTP/1.1\r\n" + host + "Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
       400},
      {"POST / HTTP/1.1\r\n" + host + "Transfer-Encoding: chunked\r\nContent-Length: 1\r\n\r\n",
       400},
      {"POST / HTTP/1.1\r\n" + host + "Transfer-Encoding: chunked\r\n\r\nzz\r\n", 400},
      {"POST / HTTP/1.1\r\n" + host + "Transfer-Encoding: gzip\r\n\r\n", 501},
      {"POST / HTTP/1.1\r\n" + host + "Transfer-Encoding: gzip, chunked\r\n\r\n", 501},
      {"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505},
      {"GET / HTTP/1.1\r\n" + host + "X: " + std::string(kHeaderLimit, 'x') + "\r\n\r\n", 431},
      {"GET /" + std::string(kHeaderLimit * 2, 'x'), 431},
      {"POST / HTTP/1.1\r\n" + host + "Transfer-Encoding: chunked\r\n\r\n1;" +
           std::string(kHeaderLimit * 2, 'x'),
       431},
      {"POST / HTTP/1.1\r\n" + host +
           "Transfer-Encoding: chunked\r\n\r\n0\r\nX: " + std::string(kHeaderLimit * 2, 'x'),
       431},
  };
  for (const Case& c : cases) {
    for (size_t step : kSteps) {
      Parsed parsed = Parse(c.text, step);
      EXPECT_EQ(parsed.progress, Progress::kBad) << c.text;
      EXPECT_EQ(parsed.error_status, c.status) << c.text;
    }
  }
}

TEST(RequestParser, DoesNotKeepABodyOverTheLimit) {
  const std::string at_limit(kBodyLimit, 'x');
  const std::string head = "POST /p HTTP/1.1\r\nHost: h\r\n";
  const std::string chunked = head + "Transfer-Encoding: chunked\r\n\r\n40\r\n" + at_limit + "\r\n";
  struct Case {
    std::string text;
    Progress progress;
    size_t body_size;
  };
  const Case cases[] = {
      {head + "Content-Length: 64\r\n\r\n" + at_limit, Progress::kComplete, kBodyLimit},
      {head + "Content-Length: 65\r\n\r\n", Progress::kBodyTooLarge, 0},
      {head + "Content-Length: 18446744073709551615\r\n\r\n", Progress::kBodyTooLarge, 0},
      {chunked + "0\r\n\r\n", Progress::kComplete, kBodyLimit},
      {chunked + "1\r\nx\r\n0\r\n\r\n", Progress::kBodyTooLarge, 0},
  };
  for (const Case& c : cases) {
    for (size_t step : kSteps) {
      Parsed parsed = Parse(c.text, step);
      EXPECT_EQ(parsed.progress, c.progress) << c.text;
      EXPECT_EQ(parsed.request.body.size(), c.body_size) << c.text;
      EXPECT_EQ(parsed.request.path, "/p");
    }
  }
}

TEST(RequestParser, DropsABodyAndFindsItsEnd) {
  Request request;
  ServerOptions limits;
  RequestParser parser(request, limits);
  size_t consumed = 0;
  const std::string head = "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\n\r\n";
  ASSERT_EQ(parser.Put(head, &consumed), Progress::kHead);
  EXPECT_EQ(parser.Put("abcd", &consumed), Progress::kNeedMore);
  EXPECT_EQ(parser.body_length(), 10u);
  EXPECT_EQ(parser.body_rest(), 6u);
  EXPECT_EQ(request.body, "abcd");
  parser.DropBody();
  EXPECT_EQ(parser.Put("efghijGET", &consumed), Progress::kComplete);
  EXPECT_EQ(consumed, 6u);
  EXPECT_EQ(request.body, "abcd");
}

TEST(RequestParser, NeedsMoreUntilTheEnd) {
  const std::string text = "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\nab";
  for (size_t size = 0; size < text.size(); ++size) {
    EXPECT_EQ(Parse(text.substr(0, size), 5).progress, Progress::kNeedMore) << size;
  }
}

}  // namespace
}  // namespace pintle::http
