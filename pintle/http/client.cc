#include "pintle/http/client.h"

#include <fmt/format.h>

#include <boost/asio/connect.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <deque>
#include <optional>

#include "pintle/base/strings.h"
#include "pintle/http/hop.h"
#include "pintle/http/response_parser.h"
#include "pintle/http/stream.h"
#include "pintle/http/tls_context.h"

namespace pintle::http {
namespace {

using boost::asio::ip::tcp;
using boost::system::error_code;

// A write that makes no progress is ended by the time of its call, long before this.
constexpr std::chrono::hours kWriteTimeout{1};

// One request on its way; on the client's thread.
struct Call {
  ClientRequest request;
  std::unique_ptr<Executor::Timer> timer;
  // Makes the wait that the call is in end early.
  std::function<void()> interrupt;
  std::optional<Error> stopped;

  void Stop(Error why) {
    if (stopped) return;
    stopped = std::move(why);
    if (auto end_wait = std::exchange(interrupt, nullptr)) end_wait();
  }
  // The reason to stop, or else what `error` says.
  std::unexpected<Error> Failure(Error error) const {
    if (stopped) error = *stopped;
    return std::unexpected(std::move(error));
  }
};

using Addresses = std::vector<tcp::endpoint>;

std::string RequestHead(const ClientRequest& request, const std::string& host) {
  std::string head =
      fmt::format("{} {} HTTP/1.1\r\nHost: {}\r\n", request.method, request.target, host);
  for (const auto& [name, value] : request.headers.fields()) {
    head += fmt::format("{}: {}\r\n", name, value);
  }
  if (!request.body.empty() || request.method == "POST" || request.method == "PUT") {
    head += fmt::format("Content-Length: {}\r\n", request.body.size());
  }
  head += "\r\n";
  return head;
}

// An IPv6 address stands in brackets where a port may follow.
std::string HostText(const std::string& host) {
  return host.find(':') == std::string::npos ? host : fmt::format("[{}]", host);
}

// A line end in a target, a name or a value would begin another field.
bool IsCleanText(const ClientRequest& request) {
  auto clean = [](std::string_view text) {
    return text.find_first_of(std::string_view("\r\n\0", 3)) == std::string_view::npos;
  };
  for (const auto& [name, value] : request.headers.fields()) {
    if (!clean(name) || !clean(value)) return false;
  }
  return clean(request.method) && clean(request.target) && !request.target.empty() &&
         request.target.find(' ') == std::string::npos;
}

}  // namespace

// Settings and idle connections. Everything runs on the thread but for the constructor and the
// destructor: nothing waits on an idle connection, so it may be closed from anywhere.
class Client::Core : public std::enable_shared_from_this<Core> {
 public:
  Core(ClientOptions options, std::shared_ptr<IoThread> thread,
       std::shared_ptr<const TlsContext> tls)
      : options_(std::move(options)), thread_(std::move(thread)), tls_(std::move(tls)) {}

  IoThread& thread() { return *thread_; }

  void Begin(ClientRequest request, Resolver<Result<ClientResponse>> resolve) {
    auto call = std::make_shared<Call>();
    call->request = std::move(request);
    auto timeout = call->request.timeout;
    call->timer = thread_->PostAfter(timeout, [weak = std::weak_ptr<Call>(call), timeout] {
      auto late = weak.lock();
      std::string text = fmt::format("no answer within {} ms", timeout.count());
      if (late) late->Stop(Error(Reason::kTimeout, std::move(text)));
    });
    pintle::Start(Run(call), [call, resolve](Result<ClientResponse> result) {
      call->timer = nullptr;
      resolve(std::move(result));
    });
  }

 private:
  struct Idle {
    std::shared_ptr<Stream> stream;
    Stream::TimePoint until;
  };

  Task<Result<ClientResponse>> Run(std::shared_ptr<Call> call);
  Task<Result<Addresses>> Resolve(Call& call);
  Task<Result<std::shared_ptr<Stream>>> Connect(Call& call);
  // Sends the request and reads the answer. `*untouched` is set if it failed before a byte of it.
  Task<Result<ClientResponse>> Converse(Call& call, std::shared_ptr<Stream> stream,
                                        bool* untouched);
  std::shared_ptr<Stream> TakeIdle();
  void Keep(std::shared_ptr<Stream> stream);
  void Sweep();
  std::string HostField() const {
    const std::string& name = options_.server_name.empty() ? options_.host : options_.server_name;
    bool usual_port = options_.port == (options_.tls ? 443 : 80);
    return usual_port ? HostText(name) : fmt::format("{}:{}", HostText(name), options_.port);
  }
  std::string Where() const { return fmt::format("{}:{}", HostText(options_.host), options_.port); }

  const ClientOptions options_;
  const std::shared_ptr<IoThread> thread_;
  const std::shared_ptr<const TlsContext> tls_;  // null: plain
  std::deque<Idle> idle_;                        // the one used last is at the end
  std::unique_ptr<Executor::Timer> sweep_;
};

Task<Result<ClientResponse>> Client::Core::Run(std::shared_ptr<Call> call) {
  auto self = shared_from_this();
  if (!IsCleanText(call->request)) co_return BadRequest("invalid request head");
  while (true) {
    std::shared_ptr<Stream> stream = TakeIdle();
    bool reused = stream != nullptr;
    if (!reused) {
      auto connecting = Connect(*call);
      auto connected = co_await connecting;
      if (!connected) co_return std::unexpected(std::move(connected).error());
      stream = std::move(*connected);
    }
    bool untouched = false;
    auto conversing = Converse(*call, stream, &untouched);
    auto answer = co_await conversing;
    // The server may have closed a waiting connection just when it was used again.
    if (!answer && reused && untouched && !call->stopped) continue;
    co_return answer;
  }
}

Task<Result<Addresses>> Client::Core::Resolve(Call& call) {
  error_code not_an_address;
  auto address = boost::asio::ip::make_address(options_.host, not_an_address);
  if (!not_an_address) co_return Addresses{tcp::endpoint(address, options_.port)};
  struct Lookup {
    explicit Lookup(boost::asio::io_context& context) : resolver(context) {}
    tcp::resolver resolver;
    std::optional<Resolver<Result<Addresses>>> resolve;
    void Finish(Result<Addresses> result) {
      if (auto waiting = std::exchange(resolve, std::nullopt)) (*waiting)(std::move(result));
    }
  };
  auto lookup = std::make_shared<Lookup>(thread_->context());
  // A look-up cannot be broken off; the call goes on without it.
  call.interrupt = [lookup] { lookup->Finish(Addresses()); };
  Await<Result<Addresses>> found([&](Resolver<Result<Addresses>> resolve) {
    lookup->resolve.emplace(resolve);
    lookup->resolver.async_resolve(
        options_.host, std::to_string(options_.port),
        [lookup](const error_code& error, const tcp::resolver::results_type& results) {
          if (error) {
            lookup->Finish(Fail(Reason::kUnknown, error.message()));
            return;
          }
          Addresses addresses;
          for (const auto& entry : results) addresses.push_back(entry.endpoint());
          lookup->Finish(std::move(addresses));
        });
  });
  Result<Addresses> addresses = co_await found;
  call.interrupt = nullptr;
  if (!addresses || call.stopped) {
    std::string text = addresses ? "" : addresses.error().message();
    co_return call.Failure(
        Error(Reason::kUnknown, fmt::format("look up {}: {}", options_.host, text)));
  }
  co_return addresses;
}

Task<Result<std::shared_ptr<Stream>>> Client::Core::Connect(Call& call) {
  auto resolving = Resolve(call);
  auto addresses = co_await resolving;
  if (!addresses) co_return std::unexpected(std::move(addresses).error());
  auto socket = std::make_shared<tcp::socket>(thread_->context());
  call.interrupt = [socket] {
    error_code ignored;
    socket->close(ignored);
  };
  Await<error_code> connecting([&](Resolver<error_code> resolve) {
    boost::asio::async_connect(
        *socket, *addresses,
        [socket, resolve](const error_code& error, const tcp::endpoint&) { resolve(error); });
  });
  error_code error = co_await connecting;
  call.interrupt = nullptr;
  if (!error) socket->set_option(tcp::no_delay(true), error);
  if (!error) socket->native_non_blocking(true, error);
  if (error || call.stopped) {
    co_return call.Failure(
        Error(Reason::kUnknown, fmt::format("connect to {}: {}", Where(), error.message())));
  }
  SslHandle session = tls_ ? tls_->NewSession() : nullptr;
  // Never in the clear instead.
  if (tls_ && !session) co_return InternalError("there is no memory for a TLS session");
  auto stream =
      std::make_shared<Stream>(*thread_, socket->release(), std::move(session), kWriteTimeout);
  call.interrupt = [stream] { stream->Abort(); };
  Task<bool> handshake = stream->Handshake();
  bool shaken = co_await handshake;
  call.interrupt = nullptr;
  if (shaken && !call.stopped) co_return stream;
  std::string text = fmt::format("TLS handshake with {}: {}", Where(), stream->handshake_error());
  stream->Abort();
  co_return call.Failure(Error(Reason::kUnknown, std::move(text)));
}

Task<Result<ClientResponse>> Client::Core::Converse(Call& call, std::shared_ptr<Stream> stream,
                                                    bool* untouched) {
  call.interrupt = [stream] { stream->Abort(); };
  std::string head = RequestHead(call.request, HostField());
  std::vector<std::string_view> pieces{head, call.request.body};
  Task<bool> write = stream->Write(std::move(pieces));
  co_await write;  // a server that does not read to the end may have answered all the same
  ResponseParser parser(call.request.method == "HEAD", options_.max_response_bytes);
  *untouched = true;
  Result<bool> complete = false;
  std::string input;
  while (complete && !*complete) {
    Stream::ReadStatus status = stream->TryRead(input);
    if (status == Stream::ReadStatus::kWouldBlock) {
      co_await stream->Readable();
      continue;
    }
    if (status == Stream::ReadStatus::kEnd) {
      complete = parser.PutEnd();
      break;
    }
    *untouched = false;
    complete = parser.Put(input);
    input.clear();
  }
  call.interrupt = nullptr;
  if (!complete || call.stopped) {
    stream->Abort();
    if (complete) co_return call.Failure(Error(Reason::kUnknown, ""));
    Error error = std::move(complete).error();
    co_return call.Failure(std::move(error).Prefixed(Where() + ": "));
  }
  bool reusable = parser.keep_alive();
  reusable ? Keep(stream) : stream->Abort();
  co_return parser.Take();
}

std::shared_ptr<Stream> Client::Core::TakeIdle() {
  while (!idle_.empty()) {
    auto stream = std::move(idle_.back().stream);
    idle_.pop_back();
    std::string unasked;
    if (stream->TryRead(unasked) == Stream::ReadStatus::kWouldBlock) return stream;
    stream->Abort();
  }
  return nullptr;
}

void Client::Core::Keep(std::shared_ptr<Stream> stream) {
  if (options_.max_idle_connections == 0) return stream->Abort();
  if (idle_.size() == options_.max_idle_connections) {
    idle_.front().stream->Abort();
    idle_.pop_front();
  }
  idle_.push_back({std::move(stream), std::chrono::steady_clock::now() + options_.idle_timeout});
  if (!sweep_) Sweep();
}

// Ends what has waited long enough and comes again when the next one may have.
void Client::Core::Sweep() {
  auto now = std::chrono::steady_clock::now();
  while (!idle_.empty() && idle_.front().until <= now) {
    idle_.front().stream->Abort();
    idle_.pop_front();
  }
  sweep_ = nullptr;
  if (idle_.empty()) return;
  sweep_ = thread_->PostAfter(options_.idle_timeout, [weak = weak_from_this()] {
    if (auto self = weak.lock()) self->Sweep();
  });
}

Result<std::unique_ptr<Client>> Client::Create(ClientOptions options,
                                               std::shared_ptr<IoThread> thread) {
  std::shared_ptr<const TlsContext> tls;
  if (options.tls) {
    PINTLE_TRY(tls,
               TlsContext::CreateForClient(
                   {.server_name = options.server_name.empty() ? options.host : options.server_name,
                    .ca_pem = options.ca_pem}));
  }
  auto core = std::make_shared<Core>(std::move(options), std::move(thread), std::move(tls));
  return std::unique_ptr<Client>(new Client(std::move(core)));
}

Client::~Client() = default;

Task<Result<ClientResponse>> Client::Send(ClientRequest request) {
  auto core = core_;
  Await<Result<ClientResponse>> answer([&](Resolver<Result<ClientResponse>> resolve) {
    auto moved = std::make_shared<ClientRequest>(std::move(request));
    core->thread().Post([core, moved, resolve] { core->Begin(std::move(*moved), resolve); });
  });
  Result<ClientResponse> result = co_await answer;
  co_return result;
}

}  // namespace pintle::http
