#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "pintle/base/error.h"
#include "pintle/server/options.h"

namespace pintle::server {

// A whole API server in this process. Thread-safe.
class ApiServer {
 public:
  // Ready to answer when this returns.
  static Result<std::unique_ptr<ApiServer>> Start(Options options);
  virtual ~ApiServer() = default;  // stops

  // `https://127.0.0.1:6443`
  virtual std::string url() const = 0;
  // Where the admin kubeconfig was written; empty if nowhere.
  virtual std::string kubeconfig_path() const = 0;
  // Ends watches, lets requests in flight finish for at most `grace`, then closes.
  virtual void Stop(std::chrono::milliseconds grace) = 0;
};

}  // namespace pintle::server
