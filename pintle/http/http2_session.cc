#include "pintle/http/http2_session.h"

#include <fmt/format.h>
#include <nghttp2/nghttp2.h>

#include <algorithm>
#include <array>
#include <list>
#include <new>

#include "pintle/base/log.h"
#include "pintle/base/strings.h"
#include "pintle/http/http2_callbacks.h"
#include "pintle/http/request_target.h"
#include "pintle/http/response_head.h"

namespace pintle::http {
namespace {

// Window of the whole connection; what is received is given back at once, for streams have their
// own.
constexpr int32_t kConnectionWindowBytes = 1024 * 1024;
// Bodies beyond the first window that may be on their way at the same time.
constexpr size_t kLargeBodies = 4;
// Body bytes of unknown length that make it a large one: half of the first window.
constexpr size_t kLargeBodyBytes = 32 * 1024;
// HTTP/2 counts this much for a field besides its text (RFC 9113, 6.5.2).
constexpr size_t kFieldOverheadBytes = 32;
// Answers to PING and SETTINGS that wait to be sent; a client that makes more does not read.
constexpr size_t kMaxQueuedAcknowledgements = 200;
// The same for frames of any kind.
constexpr size_t kMaxQueuedFrames = 2000;
constexpr size_t kMaxSettingsPerFrame = 32;

struct OptionDeleter {
  void operator()(nghttp2_option* option) const { nghttp2_option_del(option); }
};

nghttp2_nv Field(std::string_view name, std::string_view value,
                 uint8_t flags = NGHTTP2_NV_FLAG_NONE) {
  auto bytes = [](std::string_view text) {
    return reinterpret_cast<uint8_t*>(const_cast<char*>(text.data()));
  };
  return {bytes(name), bytes(value), name.size(), value.size(), flags};
}

// Fields of HTTP/1.x connections, which HTTP/2 forbids, and those that are made here.
bool IsConnectionField(std::string_view name) {
  return EqualIgnoreCase(name, "Connection") || EqualIgnoreCase(name, "Transfer-Encoding") ||
         EqualIgnoreCase(name, "Keep-Alive") || EqualIgnoreCase(name, "Content-Length");
}

}  // namespace

Http2Session::Http2Session(const ServerOptions& options, BodyPeer& peer, std::function<void()> wake)
    : options_(options), peer_(peer), wake_(std::move(wake)) {
  nghttp2_option* made = nullptr;
  if (nghttp2_option_new(&made) != 0) throw std::bad_alloc();
  std::unique_ptr<nghttp2_option, OptionDeleter> option(made);
  nghttp2_option_set_no_auto_window_update(made, 1);
  nghttp2_option_set_no_closed_streams(made, 1);
  nghttp2_option_set_max_outbound_ack(made, kMaxQueuedAcknowledgements);
  nghttp2_option_set_max_settings(made, kMaxSettingsPerFrame);
  if (nghttp2_session_server_new2(&session_, SessionCallbacks(), this, made) != 0) {
    throw std::bad_alloc();
  }
  SubmitSettings();
}

Http2Session::~Http2Session() { nghttp2_session_del(session_); }

void Http2Session::SubmitSettings() {
  std::array settings{
      nghttp2_settings_entry{NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS,
                             options_.max_concurrent_streams},
      nghttp2_settings_entry{NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE,
                             static_cast<uint32_t>(options_.max_header_bytes)},
  };
  nghttp2_submit_settings(session_, NGHTTP2_FLAG_NONE, settings.data(), settings.size());
  nghttp2_session_set_local_window_size(session_, NGHTTP2_FLAG_NONE, 0, kConnectionWindowBytes);
}

bool Http2Session::Receive(std::string_view bytes) {
  ssize_t taken = nghttp2_session_mem_recv(session_, reinterpret_cast<const uint8_t*>(bytes.data()),
                                           bytes.size());
  if (taken < 0) {
    LogDebug("an HTTP/2 client broke the rules",
             {{"error", nghttp2_strerror(static_cast<int>(taken))}});
    return false;
  }
  if (nghttp2_session_get_outbound_queue_size(session_) > kMaxQueuedFrames) return false;
  if (nghttp2_session_want_write(session_) != 0) wake_();
  return true;
}

void Http2Session::Collect(Http2Output& output) {
  output_ = &output;
  while (output.size_bytes() < kHttp2OutputBytes) {
    const uint8_t* data = nullptr;
    size_t before = output.size_bytes();
    ssize_t size = nghttp2_session_mem_send(session_, &data);
    if (size > 0) output.AddCopy({reinterpret_cast<const char*>(data), static_cast<size_t>(size)});
    if (output.size_bytes() == before) break;
  }
  output_ = nullptr;
}

bool Http2Session::over() const {
  return nghttp2_session_want_read(session_) == 0 && nghttp2_session_want_write(session_) == 0;
}

std::vector<std::shared_ptr<Http2Exchange>> Http2Session::exchanges() const {
  std::vector<std::shared_ptr<Http2Exchange>> all;
  for (const auto& [id, exchange] : exchanges_) all.push_back(exchange);
  return all;
}

void Http2Session::SubmitHead(Http2Exchange& exchange, const Head& head) {
  const auto& fields = head.headers.fields();
  std::string status = fmt::format_int(head.status).str();
  std::string length;
  std::list<std::string> cleaned;
  std::vector<nghttp2_nv> sent;
  sent.reserve(fields.size() + 4);
  sent.push_back(Field(":status", status));
  for (const auto& [name, value] : fields) {
    if (IsConnectionField(name)) continue;
    auto clean = [&](std::string_view text) -> std::string_view {
      if (text.find_first_of(std::string_view("\r\n\0", 3)) == std::string_view::npos) return text;
      AppendFieldText(cleaned.emplace_back(), text);
      return cleaned.back();
    };
    // Never the same twice: in the table of known fields it would only push out the others.
    bool unique = EqualIgnoreCase(name, "Audit-Id");
    sent.push_back(
        Field(clean(name), clean(value), unique ? NGHTTP2_NV_FLAG_NO_INDEX : NGHTTP2_NV_FLAG_NONE));
  }
  if (!head.headers.Has("Date")) sent.push_back(Field("date", HttpDate()));
  sent.push_back(Field(kNoSniffName, kNoSniffValue));
  if (head.content_length) {
    length = fmt::format_int(*head.content_length).str();
    sent.push_back(Field("content-length", length));
  }
  nghttp2_data_provider provider = ExchangeProvider(exchange);
  nghttp2_submit_response(session_, exchange.stream_id(), sent.data(), sent.size(),
                          head.has_body ? &provider : nullptr);
  if (EqualIgnoreCase(head.headers.Get("Connection"), "close")) GoAway();
  wake_();
}

void Http2Session::DataAvailable(Http2Exchange& exchange) {
  nghttp2_session_resume_data(session_, exchange.stream_id());
  wake_();
}

void Http2Session::Reset(Http2Exchange& exchange) {
  nghttp2_submit_rst_stream(session_, NGHTTP2_FLAG_NONE, exchange.stream_id(),
                            NGHTTP2_INTERNAL_ERROR);
  wake_();
}

void Http2Session::StopRequest(Http2Exchange& exchange) {
  nghttp2_submit_rst_stream(session_, NGHTTP2_FLAG_NONE, exchange.stream_id(), NGHTTP2_NO_ERROR);
  wake_();
}

void Http2Session::GoAway() {
  if (std::exchange(going_away_, true)) return;
  nghttp2_submit_goaway(session_, NGHTTP2_FLAG_NONE,
                        nghttp2_session_get_last_proc_stream_id(session_), NGHTTP2_NO_ERROR,
                        nullptr, 0);
  wake_();
}

std::shared_ptr<Http2Exchange> Http2Session::Find(int32_t stream_id) const {
  auto found = exchanges_.find(stream_id);
  return found == exchanges_.end() ? nullptr : found->second;
}

// False if the stream is refused; a client may send the request again, elsewhere if this
// connection is going away.
bool Http2Session::Open(int32_t stream_id) {
  if (going_away_ || handlers_ >= options_.max_concurrent_streams) {
    nghttp2_submit_rst_stream(session_, NGHTTP2_FLAG_NONE, stream_id, NGHTTP2_REFUSED_STREAM);
    return false;
  }
  auto exchange = std::make_shared<Http2Exchange>(*this, stream_id, peer_);
  exchange->arrival.request.http_major = 2;
  exchanges_.emplace(stream_id, std::move(exchange));
  return true;
}

void Http2Session::AddField(Http2Exchange& exchange, std::string_view name,
                            std::string_view value) {
  Request& request = exchange.arrival.request;
  if (exchange.arrival.refused_status != 0) return;
  exchange.arrival.header_bytes += name.size() + value.size() + kFieldOverheadBytes;
  if (exchange.arrival.header_bytes > options_.max_header_bytes ||
      request.headers.fields().size() == options_.max_header_fields) {
    return Refuse(exchange, 431, "the request head is too large");
  }
  if (name == ":method") {
    request.method = value;
  } else if (name == ":path") {
    if (!SplitTarget(value, request)) Refuse(exchange, 400, "invalid request target");
  } else if (name == ":authority") {
    request.headers.Add("Host", std::string(value));
  } else if (!name.starts_with(':')) {
    if (name == "host" && request.headers.Has("Host")) return;
    request.headers.Add(std::string(name), std::string(value));
  }
}

void Http2Session::FinishHead(Http2Exchange& exchange, bool has_body) {
  Http2Exchange::Arrival& arrival = exchange.arrival;
  if (arrival.request.path.empty()) Refuse(exchange, 400, "invalid request target");
  if (has_body) arrival.length = ParseUint64(arrival.request.headers.Get("content-length"));
  arrival.request.body_too_large = arrival.length && *arrival.length > options_.max_body_bytes;
  arrival.ended = !has_body || arrival.refused_status != 0 || arrival.request.body_too_large;
  arrival.head_done = true;
  events_.arrived.push_back(exchange.shared_from_this());
}

void Http2Session::WantBody(Http2Exchange& exchange) {
  const Http2Exchange::Arrival& arrival = exchange.arrival;
  const bool large = arrival.length ? *arrival.length > NGHTTP2_INITIAL_WINDOW_SIZE
                                    : arrival.request.body.size() > kLargeBodyBytes;
  if (large) AskForPermit(exchange);
  if (arrival.request.body.empty() &&
      EqualIgnoreCase(arrival.request.headers.Get("expect"), "100-continue")) {
    nghttp2_nv interim = Field(":status", "100");
    nghttp2_submit_headers(session_, NGHTTP2_FLAG_NONE, exchange.stream_id(), nullptr, &interim, 1,
                           nullptr);
  }
  wake_();
}

void Http2Session::AddBody(Http2Exchange& exchange, std::string_view bytes) {
  Http2Exchange::Arrival& arrival = exchange.arrival;
  if (arrival.ended) return;
  std::string& body = arrival.request.body;
  if (bytes.size() > options_.max_body_bytes - body.size()) {
    body = std::string();
    arrival.request.body_too_large = true;
    return EndBody(exchange);
  }
  const bool was_large = body.size() > kLargeBodyBytes;
  body.append(bytes);
  if (!arrival.wanted || arrival.length) return;
  // Of a body of unknown length the room it has taken for itself.
  if (!arrival.charge.GrowTo(body.capacity())) {
    body = std::string();
    arrival.no_room = true;
    return EndBody(exchange);
  }
  if (!was_large && body.size() > kLargeBodyBytes) AskForPermit(exchange);
}

void Http2Session::EndBody(Http2Exchange& exchange) {
  if (std::exchange(exchange.arrival.ended, true)) return;
  if (exchange.arrival.wanted) NoteBody(exchange);
}

void Http2Session::NoteBody(Http2Exchange& exchange) {
  events_.bodies.push_back(exchange.shared_from_this());
}

void Http2Session::Refuse(Http2Exchange& exchange, int status, const char* text) {
  if (exchange.arrival.refused_status != 0) return;
  exchange.arrival.refused_status = status;
  exchange.arrival.refused_text = text;
}

void Http2Session::Close(int32_t stream_id, uint32_t error_code) {
  auto found = exchanges_.find(stream_id);
  if (found == exchanges_.end()) return;
  events_.closed.push_back(std::move(found->second));
  exchanges_.erase(found);
  if (std::erase(permits_, stream_id) + std::erase(permit_queue_, stream_id) > 0) GivePermits();
  if (error_code != NGHTTP2_NO_ERROR && !reset_budget_.Spend(std::chrono::steady_clock::now())) {
    LogWarning("an HTTP/2 client resets too many streams", {});
    nghttp2_session_terminate_session(session_, NGHTTP2_ENHANCE_YOUR_CALM);
  }
}

void Http2Session::AskForPermit(Http2Exchange& exchange) {
  permit_queue_.push_back(exchange.stream_id());
  GivePermits();
}

// One byte more than allowed shows that a body is too large.
void Http2Session::GivePermits() {
  auto window = static_cast<int32_t>(
      std::max<size_t>(options_.max_body_bytes + 1, NGHTTP2_INITIAL_WINDOW_SIZE));
  while (!permit_queue_.empty() && permits_.size() < kLargeBodies) {
    int32_t stream_id = permit_queue_.front();
    permit_queue_.pop_front();
    permits_.push_back(stream_id);
    nghttp2_session_set_local_window_size(session_, NGHTTP2_FLAG_NONE, stream_id, window);
  }
}

}  // namespace pintle::http
