#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "pintle/base/task.h"
#include "pintle/resource/observer.h"

namespace pintle::write {

// What was taken for an object from a stock that all servers share, before it is stored: addresses,
// ports. It has one of three ends, and is told which: giving back waits on the store, so that no
// destructor can do it. One that is never told (its coroutine was dropped) ends as kUnknown.
//
// An empty claim took nothing, and need not be settled.
class Claim {
 public:
  enum class End : uint8_t {
    kStored,   // the object has what was taken; what it had before can be given back
    kRefused,  // the object was not stored: what was taken is given back
    kUnknown,  // the store does not say: what was taken stays taken, lest two come to have it
  };
  // Gives back what there is to give back; not called for kUnknown.
  using GiveBack = std::function<Task<void>(End end)>;

  Claim() = default;
  // `owner` is whom it was taken for, for the log. `observer` outlives it.
  Claim(Observer& observer, std::string owner, GiveBack give_back);
  Claim(Claim&& other) noexcept;
  Claim& operator=(Claim&& other) noexcept;
  Claim(const Claim&) = delete;
  Claim& operator=(const Claim&) = delete;
  ~Claim();

  explicit operator bool() const { return give_back_ != nullptr; }
  // Leaves it empty.
  Task<void> Settle(End end);

 private:
  // Logged and counted: somebody may want to free it by hand.
  void Leave();

  Observer* observer_ = nullptr;
  std::string owner_;
  GiveBack give_back_;
};

}  // namespace pintle::write
