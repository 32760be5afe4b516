#include "pintle/http/server.h"

#include <fmt/format.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ip/v6_only.hpp>
#include <cerrno>
#include <condition_variable>
#include <cstring>
#include <mutex>
#include <unordered_set>

#include "pintle/base/log.h"
#include "pintle/http/connection.h"
#include "pintle/http/io_thread.h"

namespace pintle::http {
namespace {

using boost::asio::ip::tcp;
using boost::system::error_code;

constexpr int kListenBacklog = 1024;
// Connections accepted before other work of the accepting thread gets its turn.
constexpr int kAcceptBatch = 64;
// How long to leave the listener alone when the process is out of file descriptors.
constexpr std::chrono::milliseconds kAcceptRetryDelay{100};
// How often deadlines are looked at.
constexpr std::chrono::milliseconds kSweepInterval{500};
// After the grace period connections are closed and unwind: so many turns of their thread for what
// waits for nobody else, however long a busy machine takes for them, and so much time for handlers
// that wait for others.
constexpr int kUnwindTurns = 16;
constexpr std::chrono::milliseconds kUnwindTime{200};
// TCP keep-alive finds peers that vanished without a word.
constexpr int kKeepAliveIdleSeconds = 30;
constexpr int kKeepAliveIntervalSeconds = 15;
constexpr int kKeepAliveProbes = 4;

class OwnedFd {
 public:
  explicit OwnedFd(int fd) : fd_(fd) {}
  ~OwnedFd() {
    if (fd_ >= 0) ::close(fd_);
  }
  OwnedFd(const OwnedFd&) = delete;
  OwnedFd& operator=(const OwnedFd&) = delete;
  int Release() { return std::exchange(fd_, -1); }

 private:
  int fd_;
};

void SetIntOption(int fd, int level, int name, int value) {
  ::setsockopt(fd, level, name, &value, sizeof(value));
}

void TuneSocket(int fd) {
  SetIntOption(fd, IPPROTO_TCP, TCP_NODELAY, 1);
  SetIntOption(fd, SOL_SOCKET, SO_KEEPALIVE, 1);
  SetIntOption(fd, IPPROTO_TCP, TCP_KEEPIDLE, kKeepAliveIdleSeconds);
  SetIntOption(fd, IPPROTO_TCP, TCP_KEEPINTVL, kKeepAliveIntervalSeconds);
  SetIntOption(fd, IPPROTO_TCP, TCP_KEEPCNT, kKeepAliveProbes);
}

// `127.0.0.1:4711`, `[::1]:4711`.
std::string AddressText(const sockaddr_storage& address, socklen_t size) {
  tcp::endpoint endpoint;
  if (size > endpoint.capacity()) return {};
  std::memcpy(endpoint.data(), &address, size);
  endpoint.resize(size);
  auto ip = endpoint.address();
  if (ip.is_v6() && ip.to_v6().is_v4_mapped()) {
    ip = boost::asio::ip::make_address_v4(boost::asio::ip::v4_mapped, ip.to_v6());
  }
  return fmt::format(fmt::runtime(ip.is_v6() ? "[{}]:{}" : "{}:{}"), ip.to_string(),
                     endpoint.port());
}

// Counts what Stop has to wait for. Thread-safe.
class Pending {
 public:
  void Add() {
    std::lock_guard lock(mutex_);
    ++count_;
  }
  void Remove() {
    std::lock_guard lock(mutex_);
    if (--count_ == 0) none_.notify_all();
  }
  void Wait() {
    std::unique_lock lock(mutex_);
    none_.wait(lock, [this] { return count_ == 0; });
  }
  // The count when it reached zero or the time was over.
  int WaitFor(std::chrono::milliseconds time) {
    std::unique_lock lock(mutex_);
    none_.wait_for(lock, time, [this] { return count_ == 0; });
    return count_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable none_;
  int count_ = 0;
};

// A thread and the connections that live on it. Everything but the constructor runs on that thread.
class Worker : public std::enable_shared_from_this<Worker> {
 public:
  Worker(std::shared_ptr<const ConnectionSettings> settings, std::shared_ptr<Pending> pending)
      : settings_(std::move(settings)), pending_(std::move(pending)) {}

  IoThread& thread() { return *thread_; }

  // `pending` has been told of the connection already.
  void Serve(int fd, std::string remote_address) {
    if (draining_) {
      ::close(fd);
      pending_->Remove();
      return;
    }
    auto connection =
        std::make_shared<Connection>(thread_, fd, std::move(remote_address), settings_);
    connections_.insert(connection);
    if (!sweep_) ScheduleSweep();
    // The running coroutine owns the connection; if its handler never ends, neither does the thread
    // object.
    pintle::Start(connection->Run(), [worker = weak_from_this(), pending = pending_, connection] {
      if (auto self = worker.lock()) self->connections_.erase(connection);
      pending->Remove();
    });
  }

  void Drain() {
    draining_ = true;
    ForEach([](Connection& connection) { connection.Drain(); });
  }

  void AbortAll() {
    ForEach([](Connection& connection) { connection.Abort(); });
  }

 private:
  // Connections may end while they are visited.
  void ForEach(const std::function<void(Connection&)>& visit) {
    std::vector<std::shared_ptr<Connection>> visited(connections_.begin(), connections_.end());
    for (const auto& connection : visited) visit(*connection);
  }

  void ScheduleSweep() {
    sweep_ = thread_->PostAfter(kSweepInterval, [this] {
      auto now = std::chrono::steady_clock::now();
      ForEach([now](Connection& connection) { connection.CheckDeadline(now); });
      sweep_ = nullptr;
      if (!connections_.empty()) ScheduleSweep();
    });
  }

  std::shared_ptr<const ConnectionSettings> settings_;
  std::shared_ptr<Pending> pending_;
  std::shared_ptr<IoThread> thread_ = std::make_shared<IoThread>();
  std::unordered_set<std::shared_ptr<Connection>> connections_;
  std::unique_ptr<Executor::Timer> sweep_;
  bool draining_ = false;
};

// Accepts on the first worker's thread and deals connections out in turn.
class ServerImpl final : public Server {
 public:
  ServerImpl(std::shared_ptr<const ConnectionSettings> settings, int threads)
      : settings_(std::move(settings)) {
    for (int i = 0; i < std::max(threads, 1); ++i) {
      workers_.push_back(std::make_shared<Worker>(settings_, pending_));
    }
    acceptor_.emplace(first().context());
  }
  ~ServerImpl() override { Stop(std::chrono::milliseconds(0)); }

  Status Listen();
  void Run();

  uint16_t port() const override { return port_; }
  size_t body_bytes() const override { return settings_->bodies->held_bytes(); }
  std::vector<Executor*> executors() override {
    std::vector<Executor*> executors;
    for (const auto& worker : workers_) executors.push_back(&worker->thread());
    return executors;
  }
  void Stop(std::chrono::milliseconds grace) override;

 private:
  IoThread& first() { return workers_[0]->thread(); }
  void WaitForConnections();
  void AcceptBatch();
  void Deal(int fd, std::string remote_address);
  // Runs `action` on every worker's thread, counted as pending until done.
  void OnWorkers(const std::function<void(Worker&)>& action);
  // Returns when every worker's thread has come to the end of what waits for its turn there now.
  void WaitForTurn();
  // Closes what is left after the grace period.
  void CutOff();

  std::shared_ptr<const ConnectionSettings> settings_;
  std::shared_ptr<Pending> pending_ = std::make_shared<Pending>();
  std::vector<std::shared_ptr<Worker>> workers_;
  uint16_t port_ = 0;

  // On the first thread.
  std::optional<tcp::acceptor> acceptor_;
  std::unique_ptr<Executor::Timer> accept_retry_;
  size_t next_worker_ = 0;

  std::mutex stop_mutex_;
  bool stopped_ = true;  // until Run
};

Status ServerImpl::Listen() {
  const ServerOptions& options = settings_->options;
  auto failed = [&](const error_code& error) {
    return Fail(Reason::kUnknown, fmt::format("listen on {}:{}: {}", options.bind_address,
                                              options.port, error.message()));
  };
  error_code error;
  auto address = boost::asio::ip::make_address(options.bind_address, error);
  if (error) return failed(error);
  tcp::endpoint endpoint(address, options.port);
  acceptor_->open(endpoint.protocol(), error);
  if (error) return failed(error);
  acceptor_->set_option(tcp::acceptor::reuse_address(true), error);
  if (address.is_v6()) acceptor_->set_option(boost::asio::ip::v6_only(false), error);
  acceptor_->bind(endpoint, error);
  if (error) return failed(error);
  acceptor_->listen(kListenBacklog, error);
  if (error) return failed(error);
  acceptor_->non_blocking(true, error);
  port_ = acceptor_->local_endpoint(error).port();
  return {};
}

void ServerImpl::Run() {
  WaitForConnections();
  for (const auto& worker : workers_) worker->thread().Start();
  stopped_ = false;
}

void ServerImpl::WaitForConnections() {
  acceptor_->async_wait(tcp::acceptor::wait_read, [this](const error_code& error) {
    if (!error) AcceptBatch();
  });
}

void ServerImpl::AcceptBatch() {
  for (int i = 0; i < kAcceptBatch; ++i) {
    sockaddr_storage address{};
    socklen_t size = sizeof(address);
    int fd = ::accept4(acceptor_->native_handle(), reinterpret_cast<sockaddr*>(&address), &size,
                       SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (fd >= 0) {
      TuneSocket(fd);
      Deal(fd, AddressText(address, size));
      continue;
    }
    if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) {
      LogError("cannot accept a connection", {{"error", std::strerror(errno)}});
      accept_retry_ = first().PostAfter(kAcceptRetryDelay, [this] { WaitForConnections(); });
      return;
    }
    if (errno == EAGAIN || errno == EWOULDBLOCK) break;
  }
  WaitForConnections();
}

void ServerImpl::Deal(int fd, std::string remote_address) {
  pending_->Add();
  auto worker = workers_[next_worker_++ % workers_.size()];
  auto owned = std::make_shared<OwnedFd>(fd);  // closed if the post never runs
  worker->thread().Post([worker, owned, remote = std::move(remote_address)] {
    worker->Serve(owned->Release(), remote);
  });
}

void ServerImpl::OnWorkers(const std::function<void(Worker&)>& action) {
  for (const auto& worker : workers_) {
    pending_->Add();
    worker->thread().Post([action, worker, pending = pending_] {
      action(*worker);
      pending->Remove();
    });
  }
}

void ServerImpl::WaitForTurn() {
  Pending turns;
  for (const auto& worker : workers_) {
    turns.Add();
    worker->thread().Post([&turns] { turns.Remove(); });
  }
  turns.Wait();
}

void ServerImpl::CutOff() {
  WaitForTurn();  // for the draining, which tells the other workers: nothing comes after it
  OnWorkers([](Worker& worker) { worker.AbortAll(); });
  constexpr std::chrono::milliseconds kNoTime{0};
  for (int i = 0; i < kUnwindTurns && pending_->WaitFor(kNoTime) > 0; ++i) WaitForTurn();
  if (int left = pending_->WaitFor(kUnwindTime); left > 0) {
    LogWarning("requests were still being handled when the server stopped", {{"count", left}});
  }
}

void ServerImpl::Stop(std::chrono::milliseconds grace) {
  std::lock_guard lock(stop_mutex_);
  if (std::exchange(stopped_, true)) return;
  pending_->Add();
  first().Post([this] {
    error_code ignored;
    acceptor_->close(ignored);
    accept_retry_ = nullptr;
    // Only now is it certain that no connection comes after the draining.
    OnWorkers([](Worker& worker) { worker.Drain(); });
    pending_->Remove();
  });
  if (pending_->WaitFor(grace) > 0) CutOff();
  for (const auto& worker : workers_) worker->thread().Stop();
}

}  // namespace

Result<std::unique_ptr<Server>> Server::Start(ServerOptions options, Handler handler) {
  auto settings = std::make_shared<ConnectionSettings>();
  if (!options.certificate_pem.empty()) {
    PINTLE_TRY(settings->tls, TlsContext::Create(options));
  }
  int threads = options.threads;
  settings->bodies = std::make_shared<BodyBudget>(options.max_body_bytes_in_flight,
                                                  options.max_peer_body_bytes_in_flight);
  settings->options = std::move(options);
  settings->handler = std::move(handler);
  // asio and std::thread throw when the system has no descriptors or threads left.
  try {
    auto server = std::make_unique<ServerImpl>(std::move(settings), threads);
    PINTLE_RETURN_IF_ERROR(server->Listen());
    server->Run();
    return server;
  } catch (const std::exception& error) {
    return Fail(Reason::kUnknown, fmt::format("start HTTP server: {}", error.what()));
  }
}

}  // namespace pintle::http
