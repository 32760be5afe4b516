#include "pintle/http/compressing_writer.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include "pintle/http/handlers_for_test.h"
#include "pintle/http/test_client.h"

namespace pintle::http {
namespace {

std::string Unzip(const std::string& compressed) {
  z_stream stream{};
  inflateInit2(&stream, 15 + 16);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(compressed.data()));
  stream.avail_in = static_cast<uInt>(compressed.size());
  std::string text;
  char buffer[65536];
  int result = Z_OK;
  while (result == Z_OK) {
    stream.next_out = reinterpret_cast<Bytef*>(buffer);
    stream.avail_out = sizeof(buffer);
    result = inflate(&stream, Z_NO_FLUSH);
    text.append(buffer, sizeof(buffer) - stream.avail_out);
  }
  EXPECT_EQ(result, Z_STREAM_END);
  EXPECT_EQ(stream.avail_in, 0u);
  inflateEnd(&stream);
  return text;
}

// Lines that differ, so that there is something to compress.
std::string Lines(size_t size) {
  std::string text;
  for (int i = 0; text.size() < size; ++i) text += std::to_string(i * 7919) + " a line of text\n";
  text.resize(size);
  return text;
}

TEST(OffersGzip, ReadsTheHeader) {
  struct Case {
    const char* header;
    bool offers;
  };
  const Case cases[] = {
      {"", false},         {"gzip", true},          {"deflate, GZIP;q=0.5", true},
      {"gzip;q=0", false}, {"gzip ; q=0.0", false}, {"br, gzip ,deflate", true},
      {"xgzip", false},    {"identity", false},     {"gzip;q=1.0, *;q=0", true},
      {"*", false},
  };
  for (const Case& c : cases) EXPECT_EQ(OffersGzip(c.header), c.offers) << c.header;
}

// Answers /send, /bulk or /live with a body of the size in the query.
Task<void> AnswerSized(Request& request, ResponseWriter& writer) {
  std::string text = Lines(std::stoul(request.query));
  Headers headers;
  headers.Add("Content-Type", "text/plain");
  if (request.path == "/encoded") headers.Add("Content-Encoding", "other");
  if (request.path == "/send" || request.path == "/encoded") {
    Response response;
    response.headers = headers;
    response.body.emplace_back(std::move(text));
    Task<Status> send = writer.Send(std::move(response));
    Status sent = co_await send;
    EXPECT_TRUE(sent);
    co_return;
  }
  StreamKind kind = request.path == "/bulk" ? StreamKind::kBulk : StreamKind::kLive;
  Task<Status> start = writer.Start(200, std::move(headers), kind);
  Status written = co_await start;
  for (size_t at = 0; at < text.size(); at += 10000) {
    std::vector<Bytes> pieces;
    pieces.emplace_back(text.substr(at, 10000));
    Task<Status> write = writer.Write(std::move(pieces));
    written = co_await write;
    EXPECT_TRUE(written);
  }
  Task<Status> finish = writer.Finish();
  written = co_await finish;
  EXPECT_TRUE(written);
}

TEST(CompressingWriter, CompressesWhatPays) {
  auto server = Server::Start({}, AnswerSized);
  ASSERT_TRUE(server);
  struct Case {
    const char* path;
    size_t size;
    const char* accepts;
    const char* encoding;
  };
  const Case cases[] = {
      {"/send", kCompressAboveBytes, "gzip", ""},
      {"/send", kCompressAboveBytes + 1, "gzip", "gzip"},
      {"/send", kCompressAboveBytes + 1, "identity", ""},
      {"/send", 5'000'000, "deflate, gzip", "gzip"},
      {"/bulk", kCompressAboveBytes, "gzip", ""},
      {"/bulk", kCompressAboveBytes + 1, "gzip", "gzip"},
      {"/bulk", 5'000'000, "gzip", "gzip"},
      {"/bulk", 5'000'000, "", ""},
      {"/bulk", 0, "gzip", ""},
      {"/live", 1'000'000, "gzip", ""},
      {"/encoded", 1'000'000, "gzip", "other"},
  };
  TestClient client((*server)->port());
  for (const Case& c : cases) {
    client.Send(fmt::format("GET {}?{} HTTP/1.1\r\nHost: h\r\nAccept-Encoding: {}\r\n\r\n", c.path,
                            c.size, c.accepts));
    auto reply = client.ReceiveReply();
    EXPECT_EQ(reply.headers["content-encoding"], c.encoding) << c.path << c.size;
    bool compressed = c.encoding == std::string("gzip");
    EXPECT_EQ(reply.headers["vary"], compressed ? "Accept-Encoding" : "");
    EXPECT_EQ(reply.headers["content-type"], "text/plain");
    std::string body = compressed ? Unzip(reply.body) : reply.body;
    EXPECT_TRUE(body == Lines(c.size)) << c.path << c.size;
    EXPECT_LT(reply.body.size(), compressed ? c.size / 2 : c.size + 1);
  }
}

TEST(CompressingWriter, HeadHasNoBody) {
  auto server = Server::Start({}, AnswerSized);
  ASSERT_TRUE(server);
  TestClient client((*server)->port());
  client.Send("HEAD /send?500000 HTTP/1.1\r\nHost: h\r\nAccept-Encoding: gzip\r\n\r\n");
  auto reply = client.ReceiveReply(false);
  EXPECT_EQ(reply.headers["content-length"], "500000");
}

}  // namespace
}  // namespace pintle::http
