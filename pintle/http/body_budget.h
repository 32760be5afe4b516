#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

#include "pintle/base/error.h"

namespace pintle::http {

// Bytes of which so many may be taken at a time. Thread-safe.
class ByteAllowance {
 public:
  explicit ByteAllowance(size_t limit) : limit_(limit) {}
  // All of them, or none and false.
  bool Take(size_t bytes);
  void Return(size_t bytes) { taken_.fetch_sub(bytes, std::memory_order_relaxed); }
  size_t taken() const { return taken_.load(std::memory_order_relaxed); }

 private:
  const size_t limit_;
  std::atomic<size_t> taken_{0};
};

class BodyPeer;

// What request bodies take of the memory, in all and for each peer. Thread-safe.
class BodyBudget : public std::enable_shared_from_this<BodyBudget> {
 public:
  BodyBudget(size_t limit, size_t peer_limit) : all_(limit), peer_limit_(peer_limit) {}
  // Who is behind `127.0.0.1:4711` or `[::1]:4711`: all connections of that address share what a
  // peer may take. Of IPv6 it is the network of 64 bits, for the rest is the host's own choice.
  std::shared_ptr<BodyPeer> PeerOf(std::string_view remote_address);
  size_t held_bytes() const { return all_.taken(); }

 private:
  friend class BodyPeer;
  ByteAllowance all_;
  const size_t peer_limit_;
  std::mutex mutex_;
  std::unordered_map<std::string, std::weak_ptr<BodyPeer>> peers_;  // those with connections
};

// One peer's part of the budget; every connection of it holds the same one. Thread-safe.
class BodyPeer {
 public:
  BodyPeer(std::shared_ptr<BodyBudget> budget, std::string key);
  ~BodyPeer();
  bool Take(size_t bytes);
  void Return(size_t bytes);

 private:
  const std::shared_ptr<BodyBudget> budget_;
  const std::string key_;
  ByteAllowance own_;
};

// What one body takes; given back at the end. The peer outlives it.
class BodyCharge {
 public:
  explicit BodyCharge(BodyPeer& peer) : peer_(peer) {}
  ~BodyCharge() { Release(); }
  BodyCharge(const BodyCharge&) = delete;
  BodyCharge& operator=(const BodyCharge&) = delete;
  // False if there is no room; then it stays what it was.
  bool GrowTo(size_t bytes);
  void Release();

 private:
  BodyPeer& peer_;
  size_t bytes_ = 0;
};

// Why a body is not read: 429, to be tried again after a second.
std::unexpected<Error> TooManyBodies();
// The client went away, took too long, or was answered before its body was there.
std::unexpected<Error> BodyCutShort();

}  // namespace pintle::http
