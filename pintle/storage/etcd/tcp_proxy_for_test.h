#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

namespace pintle::storage::etcd {

// A network between a client and a port of 127.0.0.1 that can be broken.
class TcpProxy {
 public:
  enum class Mode {
    kPass,
    kCut,        // connections are reset, new ones too
    kBlackHole,  // connections stay, nothing passes
  };

  explicit TcpProxy(uint16_t target_port);
  ~TcpProxy();
  TcpProxy(const TcpProxy&) = delete;
  TcpProxy& operator=(const TcpProxy&) = delete;

  uint16_t port() const { return port_; }
  std::string url() const { return "http://127.0.0.1:" + std::to_string(port_); }
  // The mode holds when this returns: what is sent afterwards meets it.
  void SetMode(Mode mode);

 private:
  // Bytes on their way from one socket to another.
  struct Lane {
    int from = -1;
    int to = -1;
    std::string buffer{};
  };

  void Run();
  void Accept();
  void Pump();
  bool Move(Lane& lane, short ready_from, short ready_to) const;
  void CloseAll();
  void Wake();

  const uint16_t target_port_;
  uint16_t port_ = 0;
  int listener_ = -1;
  int wake_[2] = {-1, -1};
  std::atomic<Mode> mode_{Mode::kPass};
  std::atomic<bool> stopping_{false};
  std::atomic<uint64_t> asked_{0};    // calls of SetMode
  std::atomic<uint64_t> applied_{0};  // those that the thread has seen
  std::vector<Lane> lanes_;           // of the thread alone; two a connection
  std::thread thread_;
};

}  // namespace pintle::storage::etcd
