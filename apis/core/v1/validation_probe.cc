#include "apis/core/v1/validation_probe.h"

#include <fmt/format.h>

#include "pintle/validate/checks.h"
#include "pintle/validate/ports.h"

namespace pintle::apis::core::v1 {
namespace {

using field::ErrorList;
using field::Path;
using typeinfo::Str;

// The names of signals, sorted.
constexpr std::string_view kLinuxSignals[] = {
    "SIGABRT",     "SIGALRM",     "SIGBUS",      "SIGCHLD",     "SIGCLD",      "SIGCONT",
    "SIGFPE",      "SIGHUP",      "SIGILL",      "SIGINT",      "SIGIO",       "SIGIOT",
    "SIGKILL",     "SIGPIPE",     "SIGPOLL",     "SIGPROF",     "SIGPWR",      "SIGQUIT",
    "SIGRTMAX",    "SIGRTMAX-1",  "SIGRTMAX-10", "SIGRTMAX-11", "SIGRTMAX-12", "SIGRTMAX-13",
    "SIGRTMAX-14", "SIGRTMAX-2",  "SIGRTMAX-3",  "SIGRTMAX-4",  "SIGRTMAX-5",  "SIGRTMAX-6",
    "SIGRTMAX-7",  "SIGRTMAX-8",  "SIGRTMAX-9",  "SIGRTMIN",    "SIGRTMIN+1",  "SIGRTMIN+10",
    "SIGRTMIN+11", "SIGRTMIN+12", "SIGRTMIN+13", "SIGRTMIN+14", "SIGRTMIN+15", "SIGRTMIN+2",
    "SIGRTMIN+3",  "SIGRTMIN+4",  "SIGRTMIN+5",  "SIGRTMIN+6",  "SIGRTMIN+7",  "SIGRTMIN+8",
    "SIGRTMIN+9",  "SIGSEGV",     "SIGSTKFLT",   "SIGSTOP",     "SIGSYS",      "SIGTERM",
    "SIGTRAP",     "SIGTSTP",     "SIGTTIN",     "SIGTTOU",     "SIGURG",      "SIGUSR1",
    "SIGUSR2",     "SIGVTALRM",   "SIGWINCH",    "SIGXCPU",     "SIGXFSZ"};

// Accepts one handler and refuses every further one.
class HandlerCount {
 public:
  HandlerCount(const Path& path, ErrorList& errors) : path_(path), errors_(errors) {}

  // Calls `validate(handler, path)` for the first that is set.
  template <typename T, typename Validate>
  void Handler(const typeinfo::Ptr<T>& handler, std::string_view name, Validate validate) {
    if (!handler) return;
    Path path = path_.Child(name);
    if (found_) {
      errors_.push_back(field::Forbidden(path, "may not specify more than 1 handler type"));
      return;
    }
    found_ = true;
    validate(*handler, path);
  }
  void RequireOne() {
    if (!found_) errors_.push_back(field::Required(path_, "must specify a handler type"));
  }

 private:
  const Path& path_;
  ErrorList& errors_;
  bool found_ = false;
};

void ValidatePort(const typeinfo::IntOrString& port, const Path& path, ErrorList& errors) {
  validate::AddMessages(path, validate::Shown(port), validate::IsPortNumberOrName(port), errors);
}

void ValidateHttpGet(const HTTPGetAction& get, const Path& path, ErrorList& errors) {
  validate::NotEmpty(path.Child("path"), get.path, errors);
  ValidatePort(get.port, path.Child("port"), errors);
  validate::OneOf(path.Child("scheme"), get.scheme, {kURISchemeHTTP, kURISchemeHTTPS}, errors);
  for (const HTTPHeader& header : get.http_headers) {
    validate::Form(path.Child("httpHeaders"), header.name, validate::IsHttpHeaderName, errors);
  }
}

// The kinds of handlers that probes and hooks share.
template <typename T>
void ValidateCommonHandlers(const T& handler, HandlerCount& count, ErrorList& errors) {
  count.Handler(handler.exec, "exec", [&](const ExecAction& exec, const Path& path) {
    if (exec.command.empty()) errors.push_back(field::Required(path.Child("command")));
  });
  count.Handler(handler.http_get, "httpGet", [&](const HTTPGetAction& get, const Path& path) {
    ValidateHttpGet(get, path, errors);
  });
  count.Handler(handler.tcp_socket, "tcpSocket",
                [&](const TCPSocketAction& socket, const Path& path) {
                  ValidatePort(socket.port, path.Child("port"), errors);
                });
}

void ValidateProbe(const Probe& probe, const Path& path, ErrorList& errors) {
  HandlerCount count(path, errors);
  ValidateCommonHandlers(probe.probe_handler, count, errors);
  count.Handler(probe.probe_handler.grpc, "grpc", [&](const GRPCAction& grpc, const Path& at) {
    validate::AddMessages(at.Child("port"), grpc.port, validate::IsPortNumber(grpc.port), errors);
  });
  count.RequireOne();
  validate::NonNegative(path.Child("initialDelaySeconds"), probe.initial_delay_seconds, errors);
  validate::NonNegative(path.Child("timeoutSeconds"), probe.timeout_seconds, errors);
  validate::NonNegative(path.Child("periodSeconds"), probe.period_seconds, errors);
  validate::NonNegative(path.Child("successThreshold"), probe.success_threshold, errors);
  validate::NonNegative(path.Child("failureThreshold"), probe.failure_threshold, errors);
  if (probe.termination_grace_period_seconds && *probe.termination_grace_period_seconds <= 0) {
    errors.push_back(field::Invalid(path.Child("terminationGracePeriodSeconds"),
                                    *probe.termination_grace_period_seconds,
                                    "must be greater than 0"));
  }
}

void ValidateHook(const LifecycleHandler& hook, int64_t grace_period_seconds, const Path& path,
                  ErrorList& errors) {
  HandlerCount count(path, errors);
  ValidateCommonHandlers(hook, count, errors);
  count.Handler(hook.sleep, "sleep", [&](const SleepAction& sleep, const Path& at) {
    if (sleep.seconds >= 0 && sleep.seconds <= grace_period_seconds) return;
    errors.push_back(field::Invalid(
        at, sleep.seconds,
        fmt::format("must be non-negative and less than terminationGracePeriodSeconds ({})",
                    grace_period_seconds)));
  });
  count.RequireOne();
}

void RequireSingleSuccess(const Probe& probe, const Path& path, ErrorList& errors) {
  if (probe.success_threshold != 1) {
    errors.push_back(
        field::Invalid(path.Child("successThreshold"), probe.success_threshold, "must be 1"));
  }
}

}  // namespace

void ValidateLivenessProbe(const Probe& probe, const Path& path, ErrorList& errors) {
  ValidateProbe(probe, path, errors);
  RequireSingleSuccess(probe, path, errors);
}

void ValidateReadinessProbe(const Probe& probe, const Path& path, ErrorList& errors) {
  ValidateProbe(probe, path, errors);
  if (probe.termination_grace_period_seconds) {
    errors.push_back(field::Invalid(path.Child("terminationGracePeriodSeconds"),
                                    *probe.termination_grace_period_seconds,
                                    "must not be set for readinessProbes"));
  }
}

void ValidateStartupProbe(const Probe& probe, const Path& path, ErrorList& errors) {
  ValidateProbe(probe, path, errors);
  RequireSingleSuccess(probe, path, errors);
}

void ValidateLifecycle(const Lifecycle& lifecycle, int64_t grace_period_seconds, Str os_name,
                       const Path& path, ErrorList& errors) {
  if (lifecycle.post_start) {
    ValidateHook(*lifecycle.post_start, grace_period_seconds, path.Child("postStart"), errors);
  }
  if (lifecycle.pre_stop) {
    ValidateHook(*lifecycle.pre_stop, grace_period_seconds, path.Child("preStop"), errors);
  }
  if (!lifecycle.stop_signal) return;
  Path signal = path.Child("stopSignal");
  if (os_name.empty()) {
    errors.push_back(
        field::Forbidden(signal, "may not be set for containers with empty `spec.os.name`"));
  } else if (os_name == kWindows) {
    validate::OneOf(signal, *lifecycle.stop_signal, {"SIGKILL", "SIGTERM"}, errors);
  } else if (os_name == kLinux) {
    validate::OneOf(signal, *lifecycle.stop_signal, kLinuxSignals, errors);
  }
}

}  // namespace pintle::apis::core::v1
