#include "pintle/storage/etcd/connection.h"

#include <fmt/format.h>
#include <grpcpp/create_channel.h>

#include <fstream>
#include <limits>
#include <sstream>
#include <string_view>
#include <utility>
#include <vector>

#include "pintle/base/strings.h"
#include "pintle/storage/etcd/grpc_connection.h"

namespace pintle::storage::etcd {
namespace {

using std::chrono::milliseconds;

// A connection on which nothing came for the first is probed; without an answer to that for the
// second it is given up. etcd allows a probe every 5 s.
constexpr milliseconds kKeepaliveInterval{6000};
constexpr milliseconds kKeepaliveTimeout{4000};
constexpr milliseconds kShortestReconnect{50};
constexpr milliseconds kLongestReconnect{1000};
// A connection that is not ready to use after this long is tried anew.
constexpr milliseconds kConnectTimeout{4000};

Result<std::string> ReadPem(const std::string& path) {
  if (path.empty()) return std::string();
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  if (!file || text.str().empty()) {
    return BadRequest(fmt::format("cannot read {}", Quoted(path)));
  }
  return text.str();
}

grpc::ChannelArguments Arguments() {
  grpc::ChannelArguments arguments;
  arguments.SetMaxReceiveMessageSize(std::numeric_limits<int>::max());
  arguments.SetMaxSendMessageSize(std::numeric_limits<int>::max());
  arguments.SetInt(GRPC_ARG_KEEPALIVE_TIME_MS, kKeepaliveInterval.count());
  arguments.SetInt(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, kKeepaliveTimeout.count());
  arguments.SetInt(GRPC_ARG_HTTP2_MAX_PINGS_WITHOUT_DATA, 0);  // no bound: watches are quiet
  arguments.SetInt(GRPC_ARG_INITIAL_RECONNECT_BACKOFF_MS, kShortestReconnect.count());
  arguments.SetInt(GRPC_ARG_MIN_RECONNECT_BACKOFF_MS, kConnectTimeout.count());
  arguments.SetInt(GRPC_ARG_MAX_RECONNECT_BACKOFF_MS, kLongestReconnect.count());
  arguments.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  return arguments;
}

}  // namespace

Result<std::unique_ptr<Connection>> Connection::Open(const EtcdOptions& options) {
  grpc::SslCredentialsOptions tls;
  PINTLE_TRY(tls.pem_root_certs, ReadPem(options.ca_file));
  PINTLE_TRY(tls.pem_cert_chain, ReadPem(options.certificate_file));
  PINTLE_TRY(tls.pem_private_key, ReadPem(options.key_file));
  if (tls.pem_cert_chain.empty() != tls.pem_private_key.empty()) {
    return BadRequest("a client certificate for etcd needs its key, and the other way round");
  }
  std::vector<std::shared_ptr<grpc::Channel>> channels;
  for (std::string_view server : options.servers) {
    const bool secure = server.starts_with("https://");
    if (!secure && !server.starts_with("http://")) {
      return BadRequest(fmt::format("{} is not of the form https://HOST:PORT or http://HOST:PORT",
                                    Quoted(server)));
    }
    std::string_view address = server.substr(server.find("//") + 2);
    while (address.ends_with('/')) address.remove_suffix(1);
    channels.push_back(grpc::CreateCustomChannel(
        fmt::format("dns:///{}", address),
        secure ? grpc::SslCredentials(tls) : grpc::InsecureChannelCredentials(), Arguments()));
  }
  if (channels.empty()) return BadRequest("no etcd server is named");
  return std::make_unique<GrpcConnection>(std::move(channels), Join(options.servers, ", "));
}

}  // namespace pintle::storage::etcd
