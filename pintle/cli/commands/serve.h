#pragma once

namespace pintle::cli {

// `pintle serve`: runs a server until SIGTERM or SIGINT. Returns the exit code. Started under the
// name kube-apiserver the flags come without a command, unknown ones only warn, and defaults are
// those of Kubernetes.
int Serve(int argc, char** argv, bool as_kube_apiserver);

}  // namespace pintle::cli
