#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "pintle/storage/etcd_module.h"
#include "pintle/storage/store_testing.h"

// Real etcd servers for tests.
namespace pintle::storage::etcd {

// A port of 127.0.0.1 nobody listens on.
uint16_t FreePort();

// Runs a program to its end; what it printed, or a failure of the test.
std::string RunProgram(const std::vector<std::string>& arguments);

// An etcd process on 127.0.0.1 with a data folder of its own; it ends with this object, also when
// the test program dies.
class EtcdServer {
 public:
  struct Member {
    std::string name = "default";
    uint16_t peer_port = 0;            // 0: a free one
    std::string initial_cluster = "";  // empty: a cluster of its own
  };

  EtcdServer() : EtcdServer(Member(), {}) {}
  EtcdServer(Member member, std::vector<std::string> flags, bool tls = false);
  ~EtcdServer() { Kill(); }
  EtcdServer(const EtcdServer&) = delete;
  EtcdServer& operator=(const EtcdServer&) = delete;

  void Start();
  void Kill();  // SIGKILL
  void Signal(int signal);
  void Restart() {
    Kill();
    Start();
  }

  uint16_t port() const { return port_; }
  std::string url() const;
  // Of a store whose keys are as they are in etcd.
  EtcdOptions Options() const;
  // What etcdctl prints.
  std::string Control(std::vector<std::string> arguments) const;

 private:
  TemporaryFolder folder_;
  const uint16_t port_;
  const std::string scheme_;
  std::vector<std::string> command_;
  int process_ = -1;
};

// The process has one that tests share; keys of a test are below a prefix of its own.
EtcdServer& SharedServer();

// Three members.
class EtcdCluster {
 public:
  EtcdCluster();
  EtcdServer& member(size_t index) { return *members_[index]; }
  EtcdOptions Options() const;
  // The index of the member that leads.
  size_t Leader() const;

 private:
  std::vector<std::unique_ptr<EtcdServer>> members_;
};

std::unique_ptr<Store> MustOpen(const EtcdOptions& options);

}  // namespace pintle::storage::etcd
