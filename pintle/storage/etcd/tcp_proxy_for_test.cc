#include "pintle/storage/etcd/tcp_proxy_for_test.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

namespace pintle::storage::etcd {
namespace {

constexpr size_t kBufferBytes = 64 * 1024;

sockaddr_in Loopback(uint16_t port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(port);
  return address;
}

}  // namespace

TcpProxy::TcpProxy(uint16_t target_port) : target_port_(target_port) {
  listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  sockaddr_in address = Loopback(0);
  socklen_t size = sizeof(address);
  ::bind(listener_, reinterpret_cast<sockaddr*>(&address), size);
  ::listen(listener_, 64);
  ::getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size);
  port_ = ntohs(address.sin_port);
  if (::pipe2(wake_, O_CLOEXEC | O_NONBLOCK) != 0) std::abort();
  thread_ = std::thread([this] { Run(); });
}

TcpProxy::~TcpProxy() {
  stopping_ = true;
  Wake();
  thread_.join();
  CloseAll();
  for (int file : {listener_, wake_[0], wake_[1]}) ::close(file);
}

void TcpProxy::SetMode(Mode mode) {
  mode_ = mode;
  const uint64_t number = ++asked_;
  Wake();
  for (uint64_t applied = applied_; applied < number; applied = applied_) applied_.wait(applied);
}

void TcpProxy::Wake() {
  if (::write(wake_[1], "x", 1) != 1) std::abort();
}

void TcpProxy::Run() {
  while (!stopping_) {
    const uint64_t asked = asked_;
    if (mode_ == Mode::kCut) CloseAll();
    applied_ = asked;
    applied_.notify_all();
    Pump();
  }
}

void TcpProxy::CloseAll() {
  const linger reset{.l_onoff = 1, .l_linger = 0};
  for (const Lane& lane : lanes_) {  // each socket is the source of one lane
    ::setsockopt(lane.from, SOL_SOCKET, SO_LINGER, &reset, sizeof(reset));
    ::close(lane.from);
  }
  lanes_.clear();
}

void TcpProxy::Accept() {
  const int client = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
  if (client < 0) return;
  const int server = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const sockaddr_in address = Loopback(target_port_);
  const bool cut = mode_ == Mode::kCut;
  if (cut || ::connect(server, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0) {
    ::close(client);
    ::close(server);
    return;
  }
  ::fcntl(server, F_SETFL, O_NONBLOCK);
  lanes_.push_back({.from = client, .to = server});
  lanes_.push_back({.from = server, .to = client});
}

void TcpProxy::Pump() {
  const bool passes = mode_ == Mode::kPass;
  std::vector<pollfd> polled = {{wake_[0], POLLIN, 0}, {listener_, POLLIN, 0}};
  if (passes) {
    for (const Lane& lane : lanes_) {
      const short reads = lane.buffer.size() < kBufferBytes ? POLLIN : 0;
      polled.push_back({lane.from, reads, 0});
      polled.push_back({lane.to, static_cast<short>(lane.buffer.empty() ? 0 : POLLOUT), 0});
    }
  }
  ::poll(polled.data(), polled.size(), -1);
  char drained[64];
  while (::read(wake_[0], drained, sizeof(drained)) > 0) {
  }
  std::vector<int> broken;
  for (size_t i = 0; passes && i < lanes_.size(); ++i) {
    if (Move(lanes_[i], polled[2 + 2 * i].revents, polled[3 + 2 * i].revents)) continue;
    broken.insert(broken.end(), {lanes_[i].from, lanes_[i].to});
  }
  std::erase_if(lanes_, [&](const Lane& lane) {
    if (std::ranges::find(broken, lane.from) == broken.end()) return false;
    ::close(lane.from);
    return true;
  });
  if ((polled[1].revents & POLLIN) != 0) Accept();
}

bool TcpProxy::Move(Lane& lane, short ready_from, short ready_to) const {
  if ((ready_from & (POLLIN | POLLHUP | POLLERR)) != 0 && lane.buffer.size() < kBufferBytes) {
    char data[kBufferBytes];
    const ssize_t count = ::read(lane.from, data, sizeof(data));
    if (count == 0 || (count < 0 && errno != EAGAIN)) return false;
    if (count > 0) lane.buffer.append(data, static_cast<size_t>(count));
  }
  if (!lane.buffer.empty() && (ready_to & (POLLHUP | POLLERR)) == 0) {
    const ssize_t count =
        ::send(lane.to, lane.buffer.data(), lane.buffer.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (count < 0) return errno == EAGAIN;
    lane.buffer.erase(0, static_cast<size_t>(count));
  }
  return true;
}

}  // namespace pintle::storage::etcd
