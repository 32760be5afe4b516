#pragma once

#include <expected>
#include <memory>
#include <utility>

#include "pintle/base/task.h"
#include "pintle/storage/etcd/connection.h"

namespace pintle::storage::etcd {

template <typename T>
using RpcResult = std::expected<T, RpcStatus>;

// Connection::Call and After as something to await.
template <typename Response, typename Request>
Task<RpcResult<Response>> Invoke(std::shared_ptr<Connection> connection, const char* method,
                                 Request request, CallOptions options) {
  auto response = std::make_shared<Response>();
  Await<RpcStatus> call([&](Resolver<RpcStatus> resolve) {
    connection->Call(method, request, response.get(), options,
                     [response, resolve](RpcStatus status) { resolve(std::move(status)); });
  });
  RpcStatus status = co_await call;
  if (!status.ok()) co_return std::unexpected(std::move(status));
  co_return std::move(*response);
}

// False if the connection stopped meanwhile.
inline Task<bool> Sleep(std::shared_ptr<Connection> connection, std::chrono::milliseconds delay) {
  Await<bool> timer([&](Resolver<bool> resolve) { connection->After(delay, resolve); });
  co_return co_await timer;
}

}  // namespace pintle::storage::etcd
