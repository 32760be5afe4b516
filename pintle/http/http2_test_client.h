#pragma once

#include <gtest/gtest.h>
#include <nghttp2/nghttp2.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "pintle/http/test_client.h"

namespace pintle::http {

// A blocking HTTP/2 client for tests. Windows are opened by the test's word only, unless
// `auto_window` is left on. Frames are sent and received when a call says so.
class Http2TestClient {
 public:
  struct Reply {
    int status = 0;
    std::map<std::string, std::string> headers;
    std::string body;
    bool ended = false;       // END_STREAM was seen
    bool closed = false;      // by either side
    uint32_t error_code = 0;  // once closed
    std::vector<int> interim;
  };
  using Fields = std::vector<std::pair<std::string, std::string>>;

  Http2TestClient(uint16_t port, const std::string& ca_pem, bool auto_window = true)
      : connection_(port, {.ca_pem = ca_pem,
                           .certificate = {},
                           .receive_buffer_bytes = 0,
                           .resume = nullptr,
                           .alpn = std::string("\x02h2", 3)}) {
    nghttp2_session_callbacks* callbacks = nullptr;
    nghttp2_session_callbacks_new(&callbacks);
    nghttp2_session_callbacks_set_on_header_callback(callbacks, OnHeader);
    nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks, OnFrame);
    nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks, OnData);
    nghttp2_session_callbacks_set_on_stream_close_callback(callbacks, OnClose);
    nghttp2_option* option = nullptr;
    nghttp2_option_new(&option);
    if (!auto_window) nghttp2_option_set_no_auto_window_update(option, 1);
    nghttp2_session_client_new2(&session_, callbacks, this, option);
    nghttp2_option_del(option);
    nghttp2_session_callbacks_del(callbacks);
    nghttp2_submit_settings(session_, 0, nullptr, 0);
  }
  ~Http2TestClient() { nghttp2_session_del(session_); }
  Http2TestClient(const Http2TestClient&) = delete;
  Http2TestClient& operator=(const Http2TestClient&) = delete;

  bool connected() const { return connection_.connected(); }

  // Sends a request; with `body`, its data as far as the server's windows allow, the rest as they
  // open. `end` false leaves the body open.
  int32_t Ask(const std::string& method, const std::string& path, const Fields& fields = {},
              std::optional<std::string> body = {}, bool end = true) {
    Fields all{{":method", method}, {":scheme", "https"}, {":path", path}, {":authority", "test"}};
    all.insert(all.end(), fields.begin(), fields.end());
    std::vector<nghttp2_nv> sent;
    for (auto& [name, value] : all) {
      sent.push_back({reinterpret_cast<uint8_t*>(name.data()),
                      reinterpret_cast<uint8_t*>(value.data()), name.size(), value.size(), 0});
    }
    nghttp2_data_provider provider{};
    provider.read_callback = ReadBody;
    int32_t id = nghttp2_submit_request(session_, nullptr, sent.data(), sent.size(),
                                        body ? &provider : nullptr, nullptr);
    if (body) bodies_[id] = {std::move(*body), end};
    Flush();
    return id;
  }
  int32_t Get(const std::string& path, const Fields& fields = {}) {
    return Ask("GET", path, fields);
  }

  // The rest of a body that was left open.
  void EndBody(int32_t id, std::string_view rest) {
    bodies_[id].data += rest;
    bodies_[id].end = true;
    nghttp2_session_resume_data(session_, id);
    Flush();
  }

  // Sends what nghttp2 has to send. False when the connection is broken.
  bool Flush() {
    const uint8_t* data = nullptr;
    while (true) {
      ssize_t size = nghttp2_session_mem_send(session_, &data);
      if (size <= 0) return size == 0;
      if (!connection_.Send({reinterpret_cast<const char*>(data), static_cast<size_t>(size)})) {
        return false;
      }
    }
  }
  // Receives once. False at the end of the connection.
  bool Receive() {
    Flush();  // a server that takes no more may have said why
    if (!connection_.Receive()) return false;
    std::string bytes = connection_.TakeReceived();
    ssize_t taken = nghttp2_session_mem_recv(
        session_, reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size());
    EXPECT_EQ(taken, static_cast<ssize_t>(bytes.size())) << nghttp2_strerror(taken);
    Flush();
    return taken >= 0;
  }
  template <typename Condition>
  bool ReceiveUntil(Condition condition) {
    while (!condition()) {
      if (!Receive()) return condition();
    }
    return true;
  }
  // The reply once its stream is closed.
  Reply& Await(int32_t id) {
    ReceiveUntil([&] { return replies_[id].closed; });
    return replies_[id];
  }
  // The reply once it is complete, whatever happens to the request.
  Reply& AwaitEnd(int32_t id) {
    ReceiveUntil([&] { return replies_[id].ended || replies_[id].closed; });
    return replies_[id];
  }
  Reply& AwaitBody(int32_t id, size_t size) {
    ReceiveUntil([&] { return replies_[id].body.size() >= size || replies_[id].closed; });
    return replies_[id];
  }
  Reply& reply(int32_t id) { return replies_[id]; }

  void Reset(int32_t id) {
    nghttp2_submit_rst_stream(session_, 0, id, NGHTTP2_CANCEL);
    Flush();
  }
  void Ping() { nghttp2_submit_ping(session_, 0, nullptr); }
  // Says that `size` bytes of the stream have been read.
  void Consume(int32_t id, size_t size) {
    nghttp2_session_consume(session_, id, size);
    Flush();
  }
  // For what only the connection as a whole is to give back.
  void ConsumeConnection(size_t size) {
    nghttp2_session_consume_connection(session_, size);
    Flush();
  }
  bool AwaitGoAway() {
    return ReceiveUntil([&] { return goaway_.has_value(); });
  }
  // Error code of the server's GOAWAY.
  std::optional<uint32_t> goaway() const { return goaway_; }
  bool AtEnd() {
    while (Receive()) {
    }
    return true;
  }
  TestClient& connection() { return connection_; }
  nghttp2_session* session() { return session_; }

 private:
  struct Body {
    std::string data;
    bool end = true;
    size_t sent = 0;
  };
  static Http2TestClient& Self(void* user) { return *static_cast<Http2TestClient*>(user); }

  static int OnHeader(nghttp2_session*, const nghttp2_frame* frame, const uint8_t* name,
                      size_t name_size, const uint8_t* value, size_t value_size, uint8_t,
                      void* user) {
    Reply& reply = Self(user).replies_[frame->hd.stream_id];
    std::string field(reinterpret_cast<const char*>(name), name_size);
    std::string text(reinterpret_cast<const char*>(value), value_size);
    if (field != ":status") {
      reply.headers[field] = text;
    } else if (text[0] == '1') {
      reply.interim.push_back(std::stoi(text));
    } else {
      reply.status = std::stoi(text);
    }
    return 0;
  }
  static int OnFrame(nghttp2_session*, const nghttp2_frame* frame, void* user) {
    Http2TestClient& self = Self(user);
    if (frame->hd.type == NGHTTP2_GOAWAY) self.goaway_ = frame->goaway.error_code;
    bool answer = frame->hd.type == NGHTTP2_HEADERS || frame->hd.type == NGHTTP2_DATA;
    if (answer && (frame->hd.flags & NGHTTP2_FLAG_END_STREAM) != 0) {
      self.replies_[frame->hd.stream_id].ended = true;
    }
    return 0;
  }
  static int OnData(nghttp2_session*, uint8_t, int32_t id, const uint8_t* data, size_t size,
                    void* user) {
    Self(user).replies_[id].body.append(reinterpret_cast<const char*>(data), size);
    return 0;
  }
  static int OnClose(nghttp2_session*, int32_t id, uint32_t error_code, void* user) {
    Reply& reply = Self(user).replies_[id];
    reply.closed = true;
    reply.error_code = error_code;
    return 0;
  }
  static ssize_t ReadBody(nghttp2_session*, int32_t id, uint8_t* buffer, size_t size,
                          uint32_t* flags, nghttp2_data_source*, void* user) {
    Body& body = Self(user).bodies_[id];
    size_t taken = std::min(size, body.data.size() - body.sent);
    if (taken == 0 && !body.end) return NGHTTP2_ERR_DEFERRED;
    body.data.copy(reinterpret_cast<char*>(buffer), taken, body.sent);
    body.sent += taken;
    if (body.end && body.sent == body.data.size()) *flags |= NGHTTP2_DATA_FLAG_EOF;
    return static_cast<ssize_t>(taken);
  }

  TestClient connection_;
  nghttp2_session* session_ = nullptr;
  std::map<int32_t, Reply> replies_;
  std::map<int32_t, Body> bodies_;
  std::optional<uint32_t> goaway_;
};

}  // namespace pintle::http
