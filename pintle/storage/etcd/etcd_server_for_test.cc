#include "pintle/storage/etcd/etcd_server_for_test.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <sstream>

namespace pintle::storage::etcd {
namespace {

// Starts a program in a process that dies with this one; output goes to `output`. Other threads run
// meanwhile: in the new process nothing may be allocated.
int Spawn(const std::vector<std::string>& arguments, const std::string& output) {
  std::vector<char*> pointers;
  for (const std::string& argument : arguments) {
    pointers.push_back(const_cast<char*>(argument.c_str()));
  }
  pointers.push_back(nullptr);
  const int file = ::open(output.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  const int process = ::fork();
  if (process != 0) {
    ::close(file);
    return process;
  }
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  ::dup2(file, STDOUT_FILENO);
  ::dup2(file, STDERR_FILENO);
  ::execvp(pointers[0], pointers.data());
  ::_exit(127);
}

std::string ReadAll(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

}  // namespace

uint16_t FreePort() {
  // Not one that the kernel hands out: it would give it to the next connection of anybody before
  // etcd listens there, or while etcd is down. Programs that run side by side begin far apart.
  constexpr uint32_t kFirst = 12'000;
  constexpr uint32_t kCount = 20'000;
  static std::atomic<uint32_t> next = static_cast<uint32_t>(::getpid()) * 127;
  for (uint32_t tried = 0; tried < kCount; ++tried) {
    const auto port = static_cast<uint16_t>(kFirst + next++ % kCount);
    const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(port);
    const bool is_free =
        ::bind(socket, reinterpret_cast<sockaddr*>(&address), sizeof(address)) == 0;
    ::close(socket);
    if (is_free) return port;
  }
  ADD_FAILURE() << "no port is free";
  return 0;
}

std::string RunProgram(const std::vector<std::string>& arguments) {
  TemporaryFolder folder;
  const std::string output = folder.path() + "/output";
  int status = 0;
  EXPECT_GT(::waitpid(Spawn(arguments, output), &status, 0), 0);
  std::string text = ReadAll(output);
  EXPECT_EQ(status, 0) << fmt::format("{}: {}", fmt::join(arguments, " "), text);
  return text;
}

EtcdServer::EtcdServer(Member member, std::vector<std::string> flags, bool tls)
    : port_(FreePort()), scheme_(tls ? "https" : "http") {
  const uint16_t peer_port = member.peer_port != 0 ? member.peer_port : FreePort();
  const std::string peer = fmt::format("http://127.0.0.1:{}", peer_port);
  const std::string cluster = member.initial_cluster.empty()
                                  ? fmt::format("{}={}", member.name, peer)
                                  : member.initial_cluster;
  command_ = {"etcd",
              "--name=" + member.name,
              "--data-dir=" + folder_.path() + "/data",
              "--listen-client-urls=" + url(),
              "--advertise-client-urls=" + url(),
              "--listen-peer-urls=" + peer,
              "--initial-advertise-peer-urls=" + peer,
              "--initial-cluster=" + cluster,
              "--log-level=warn"};
  command_.insert(command_.end(), flags.begin(), flags.end());
  Start();
}

void EtcdServer::Start() {
  process_ = Spawn(command_, folder_.path() + "/log");
  ASSERT_GT(process_, 0);
}

void EtcdServer::Kill() {
  if (process_ < 0) return;
  int status = 0;
  ::kill(process_, SIGKILL);
  ::waitpid(process_, &status, 0);
  process_ = -1;
  if (WIFEXITED(status)) ADD_FAILURE() << "etcd had ended: " << ReadAll(folder_.path() + "/log");
}

void EtcdServer::Signal(int signal) {
  ASSERT_GT(process_, 0);  // -1 would mean every process there is
  ::kill(process_, signal);
}

std::string EtcdServer::url() const { return fmt::format("{}://127.0.0.1:{}", scheme_, port_); }

EtcdOptions EtcdServer::Options() const {
  EtcdOptions options;
  options.servers = {url()};
  options.key_root = "";
  options.prefix = "";
  options.open_timeout = std::chrono::seconds(60);  // it may just have been started
  return options;
}

std::string EtcdServer::Control(std::vector<std::string> arguments) const {
  std::vector<std::string> command = {"etcdctl", "--endpoints=" + url()};
  command.insert(command.end(), arguments.begin(), arguments.end());
  return RunProgram(command);
}

EtcdServer& SharedServer() {
  // Ended by the kernel with the process, or by the destructor at its end.
  static EtcdServer server;
  return server;
}

EtcdCluster::EtcdCluster() {
  std::vector<EtcdServer::Member> members(3);
  std::string cluster;
  for (size_t i = 0; i < members.size(); ++i) {
    members[i].name = fmt::format("member{}", i);
    members[i].peer_port = FreePort();
    cluster += fmt::format("{}{}=http://127.0.0.1:{}", i == 0 ? "" : ",", members[i].name,
                           members[i].peer_port);
  }
  for (EtcdServer::Member& member : members) {
    member.initial_cluster = cluster;
    members_.push_back(std::make_unique<EtcdServer>(member, std::vector<std::string>()));
  }
}

EtcdOptions EtcdCluster::Options() const {
  EtcdOptions options = members_[0]->Options();
  options.servers.clear();
  for (const auto& member : members_) options.servers.push_back(member->url());
  return options;
}

size_t EtcdCluster::Leader() const {
  // On a busy machine a leader may be late and an election be under way.
  const auto deadline = std::chrono::steady_clock::now() + kPatience;
  while (std::chrono::steady_clock::now() < deadline) {
    for (size_t i = 0; i < members_.size(); ++i) {
      // endpoint, id, version, size, is leader, ...
      const std::string status = members_[i]->Control({"endpoint", "status", "--write-out=simple"});
      if (status.find(", true,") != std::string::npos) return i;
    }
  }
  ADD_FAILURE() << "no leader";
  return 0;
}

std::unique_ptr<Store> MustOpen(const EtcdOptions& options) {
  auto store = OpenEtcdStore(options);
  if (!store) {
    ADD_FAILURE() << store.error().message();
    return nullptr;
  }
  return std::move(*store);
}

}  // namespace pintle::storage::etcd
