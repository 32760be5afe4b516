#include "pintle/cli/commands/serve.h"

#include <fmt/format.h>
#include <pthread.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <thread>

#include "pintle/base/log.h"
#include "pintle/cli/flags/serve_flags.h"
#include "pintle/server/heap.h"
#include "pintle/server/server.h"
#include "pintle/server/start_log.h"

namespace pintle::cli {
namespace {

// Requests in flight get this long after a signal; the whole stop takes less than a second.
constexpr std::chrono::milliseconds kStopGrace{500};

// Signals are taken by sigwait on the main thread; every other thread inherits the mask and never
// sees one.
sigset_t BlockSignals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGINT);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  std::signal(SIGPIPE, SIG_IGN);
  return signals;
}

}  // namespace

int Serve(int argc, char** argv, bool as_kube_apiserver) {
  auto flags = ParseServeFlags({argv, argv + argc}, as_kube_apiserver);
  if (!flags) {
    fmt::print(stderr, "pintle serve: {}\n", flags.error().message());
    return 2;
  }
  if (!flags->answer.empty()) {
    fmt::print("{}", flags->answer);
    return 0;
  }
  SetLogLevel(flags->log_level);
  for (const std::string& flag : flags->ignored) LogWarning("ignoring a flag", {{"flag", flag}});
  server::LogStart(flags->options);
  sigset_t signals = BlockSignals();
  server::ShareHeap(std::max(1u, std::thread::hardware_concurrency()));
  auto server = server::ApiServer::Start(std::move(flags->options));
  if (!server) {
    fmt::print(stderr, "pintle serve: {}\n", server.error().message());
    return 1;
  }
  fmt::print("serving on {}\n", (*server)->url());
  if (std::string path = (*server)->kubeconfig_path(); !path.empty()) {
    fmt::print("kubectl --kubeconfig={} get namespaces\n", path);
  }
  std::fflush(stdout);
  int signal = 0;
  sigwait(&signals, &signal);
  LogInfo("stopping", {{"signal", signal}});
  // A second signal ends the program at once.
  pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
  (*server)->Stop(kStopGrace);
  return 0;
}

}  // namespace pintle::cli
