#include "pintle/resource/claim.h"

#include <utility>

#include "pintle/base/log.h"

namespace pintle::write {

Claim::Claim(Observer& observer, std::string owner, GiveBack give_back)
    : observer_(&observer), owner_(std::move(owner)), give_back_(std::move(give_back)) {}

Claim::Claim(Claim&& other) noexcept
    : observer_(other.observer_),
      owner_(std::move(other.owner_)),
      give_back_(std::exchange(other.give_back_, nullptr)) {}

Claim& Claim::operator=(Claim&& other) noexcept {
  if (this == &other) return *this;
  if (give_back_) Leave();
  observer_ = other.observer_;
  owner_ = std::move(other.owner_);
  give_back_ = std::exchange(other.give_back_, nullptr);
  return *this;
}

Claim::~Claim() {
  if (give_back_) Leave();
}

void Claim::Leave() {
  give_back_ = nullptr;
  observer_->ClaimLeft();
  LogWarning("what was taken for an object stays taken: it is not known whether it was stored",
             {{"object", owner_}});
}

Task<void> Claim::Settle(End end) {
  if (!give_back_) co_return;
  if (end == End::kUnknown) {
    Leave();
    co_return;
  }
  const GiveBack give_back = std::exchange(give_back_, nullptr);
  auto giving = give_back(end);
  co_await giving;
}

}  // namespace pintle::write
