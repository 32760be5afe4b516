#include "pintle/http/body_budget.h"

#include <boost/asio/ip/address.hpp>

namespace pintle::http {
namespace {

constexpr size_t kNetworkBytes = 8;
constexpr int kRetryAfterSeconds = 1;

std::string PeerKey(std::string_view remote_address) {
  std::string_view host = remote_address.substr(0, remote_address.rfind(':'));
  if (!host.starts_with('[')) return std::string(host);
  host.remove_prefix(1);
  host = host.substr(0, host.find_first_of("%]"));
  boost::system::error_code error;
  auto address = boost::asio::ip::make_address_v6(std::string(host), error);
  if (error) return std::string(host);
  auto bytes = address.to_bytes();
  return std::string(reinterpret_cast<const char*>(bytes.data()), kNetworkBytes);
}

}  // namespace

bool ByteAllowance::Take(size_t bytes) {
  size_t taken = taken_.load(std::memory_order_relaxed);
  do {
    if (bytes > limit_ || taken > limit_ - bytes) return false;
  } while (!taken_.compare_exchange_weak(taken, taken + bytes, std::memory_order_relaxed));
  return true;
}

std::shared_ptr<BodyPeer> BodyBudget::PeerOf(std::string_view remote_address) {
  std::string key = PeerKey(remote_address);
  std::lock_guard lock(mutex_);
  std::weak_ptr<BodyPeer>& known = peers_[key];
  if (auto peer = known.lock()) return peer;
  auto peer = std::make_shared<BodyPeer>(shared_from_this(), std::move(key));
  known = peer;
  return peer;
}

BodyPeer::BodyPeer(std::shared_ptr<BodyBudget> budget, std::string key)
    : budget_(std::move(budget)), key_(std::move(key)), own_(budget_->peer_limit_) {}

BodyPeer::~BodyPeer() {
  std::lock_guard lock(budget_->mutex_);
  auto known = budget_->peers_.find(key_);
  // By now there may be a new peer of that address.
  if (known != budget_->peers_.end() && known->second.expired()) budget_->peers_.erase(known);
}

bool BodyPeer::Take(size_t bytes) {
  if (!own_.Take(bytes)) return false;
  if (budget_->all_.Take(bytes)) return true;
  own_.Return(bytes);
  return false;
}

void BodyPeer::Return(size_t bytes) {
  own_.Return(bytes);
  budget_->all_.Return(bytes);
}

bool BodyCharge::GrowTo(size_t bytes) {
  if (bytes <= bytes_) return true;
  if (!peer_.Take(bytes - bytes_)) return false;
  bytes_ = bytes;
  return true;
}

void BodyCharge::Release() {
  if (bytes_ > 0) peer_.Return(std::exchange(bytes_, 0));
}

std::unexpected<Error> TooManyBodies() {
  ErrorDetails details;
  details.retry_after_seconds = kRetryAfterSeconds;
  return std::unexpected(
      Error(Reason::kTooManyRequests,
            "there is no room for the body beside those of other requests, please try again later")
          .WithDetails(std::move(details)));
}

std::unexpected<Error> BodyCutShort() {
  return BadRequest("the request ended before its body was complete");
}

}  // namespace pintle::http
