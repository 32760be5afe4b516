#include "pintle/http/http2_callbacks.h"

#include <new>

#include "pintle/http/http2_session.h"

namespace pintle::http {
namespace {

std::string_view View(const uint8_t* data, size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

}  // namespace

// These run inside of nghttp2: they take notes and call nobody.
struct Http2Session::Callbacks {
  static Http2Session& Self(void* user_data) { return *static_cast<Http2Session*>(user_data); }

  static bool IsRequestHead(const nghttp2_frame* frame) {
    return frame->hd.type == NGHTTP2_HEADERS && frame->headers.cat == NGHTTP2_HCAT_REQUEST;
  }

  static int OnBeginHeaders(nghttp2_session*, const nghttp2_frame* frame, void* user_data) {
    if (!IsRequestHead(frame)) return 0;
    return Self(user_data).Open(frame->hd.stream_id) ? 0 : NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE;
  }

  static int OnHeader(nghttp2_session*, const nghttp2_frame* frame, const uint8_t* name,
                      size_t name_size, const uint8_t* value, size_t value_size, uint8_t,
                      void* user_data) {
    // Fields after a body must not pass for fields of the head.
    if (!IsRequestHead(frame)) return 0;
    Http2Session& self = Self(user_data);
    if (auto exchange = self.Find(frame->hd.stream_id)) {
      self.AddField(*exchange, View(name, name_size), View(value, value_size));
    }
    return 0;
  }

  static int OnFrame(nghttp2_session*, const nghttp2_frame* frame, void* user_data) {
    if (frame->hd.type != NGHTTP2_HEADERS && frame->hd.type != NGHTTP2_DATA) return 0;
    Http2Session& self = Self(user_data);
    auto exchange = self.Find(frame->hd.stream_id);
    if (!exchange) return 0;
    bool last = (frame->hd.flags & NGHTTP2_FLAG_END_STREAM) != 0;
    if (IsRequestHead(frame)) {
      self.FinishHead(*exchange, !last);
    } else if (last) {
      self.EndBody(*exchange);
    }
    return 0;
  }

  static int OnData(nghttp2_session* session, uint8_t, int32_t stream_id, const uint8_t* data,
                    size_t size, void* user_data) {
    Http2Session& self = Self(user_data);
    nghttp2_session_consume_connection(session, size);
    if (auto exchange = self.Find(stream_id)) self.AddBody(*exchange, View(data, size));
    return 0;
  }

  static int OnClose(nghttp2_session*, int32_t stream_id, uint32_t error_code, void* user_data) {
    Self(user_data).Close(stream_id, error_code);
    return 0;
  }

  static int OnSent(nghttp2_session*, const nghttp2_frame* frame, void* user_data) {
    bool answer = frame->hd.type == NGHTTP2_HEADERS || frame->hd.type == NGHTTP2_DATA;
    if (!answer || (frame->hd.flags & NGHTTP2_FLAG_END_STREAM) == 0) return 0;
    if (auto exchange = Self(user_data).Find(frame->hd.stream_id)) {
      exchange->answered = std::chrono::steady_clock::now();
    }
    return 0;
  }

  static ssize_t FetchBody(nghttp2_session*, int32_t, uint8_t*, size_t length, uint32_t* flags,
                           nghttp2_data_source* source, void* user_data) {
    auto& exchange = *static_cast<Http2Exchange*>(source->ptr);
    size_t available = exchange.available_bytes();
    if (available == 0 && !exchange.ends_after_available()) return NGHTTP2_ERR_DEFERRED;
    if (available <= length && exchange.ends_after_available()) {
      *flags |= NGHTTP2_DATA_FLAG_EOF;
      exchange.EndTaken();
    }
    if (available == 0) {
      Self(user_data).events_.settled.push_back(exchange.shared_from_this());
      return 0;
    }
    *flags |= NGHTTP2_DATA_FLAG_NO_COPY;
    return static_cast<ssize_t>(std::min(available, length));
  }

  static int SendBody(nghttp2_session*, nghttp2_frame*, const uint8_t* frame_head, size_t length,
                      nghttp2_data_source* source, void* user_data) {
    constexpr size_t kFrameHeadBytes = 9;
    Http2Session& self = Self(user_data);
    auto& exchange = *static_cast<Http2Exchange*>(source->ptr);
    self.output_->AddCopy(View(frame_head, kFrameHeadBytes));
    exchange.MoveTo(*self.output_, length);
    if (exchange.settled()) self.events_.settled.push_back(exchange.shared_from_this());
    return self.output_->size_bytes() < kHttp2OutputBytes ? 0 : NGHTTP2_ERR_PAUSE;
  }

  static const nghttp2_session_callbacks* Make() {
    nghttp2_session_callbacks* made = nullptr;
    if (nghttp2_session_callbacks_new(&made) != 0) throw std::bad_alloc();
    nghttp2_session_callbacks_set_on_begin_headers_callback(made, OnBeginHeaders);
    nghttp2_session_callbacks_set_on_header_callback(made, OnHeader);
    nghttp2_session_callbacks_set_on_frame_recv_callback(made, OnFrame);
    nghttp2_session_callbacks_set_on_data_chunk_recv_callback(made, OnData);
    nghttp2_session_callbacks_set_on_stream_close_callback(made, OnClose);
    nghttp2_session_callbacks_set_on_frame_send_callback(made, OnSent);
    nghttp2_session_callbacks_set_send_data_callback(made, SendBody);
    return made;
  }
};

const nghttp2_session_callbacks* SessionCallbacks() {
  static const nghttp2_session_callbacks* const callbacks = Http2Session::Callbacks::Make();
  return callbacks;
}

nghttp2_data_provider ExchangeProvider(Http2Exchange& exchange) {
  nghttp2_data_provider provider{};
  provider.source.ptr = &exchange;
  provider.read_callback = Http2Session::Callbacks::FetchBody;
  return provider;
}

}  // namespace pintle::http
