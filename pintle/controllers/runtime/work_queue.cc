#include "pintle/controllers/runtime/work_queue.h"

#include <utility>
#include <vector>

namespace pintle::controllers {

void WorkQueue::Add(const std::string& name) {
  {
    std::scoped_lock lock(mutex_);
    if (stopped_) return;
    if (taken_.contains(name)) {
      again_.insert(name);
      return;
    }
    if (!queued_.insert(name).second) return;
    waiting_.push_back(name);
    if (metrics_ != nullptr) metrics_->Added(name);
  }
  Deal();
}

void WorkQueue::AddAfter(const std::string& name, std::chrono::milliseconds delay) {
  if (metrics_ != nullptr) metrics_->Delayed();
  delays_[name] = executor_.PostAfter(delay, [this, name] { Add(name); });
}

Task<std::optional<std::string>> WorkQueue::Take() {
  Await<std::optional<std::string>> wait([this](Resolver<std::optional<std::string>> resolve) {
    {
      std::scoped_lock lock(mutex_);
      workers_.push_back(std::move(resolve));
    }
    Deal();
  });
  std::optional<std::string> name = co_await wait;
  if (name) delays_.erase(*name);
  co_return name;
}

void WorkQueue::Done(const std::string& name) {
  bool again = false;
  {
    std::scoped_lock lock(mutex_);
    taken_.erase(name);
    if (metrics_ != nullptr) metrics_->Done(name);
    again = again_.erase(name) > 0;
  }
  if (again) Add(name);
}

void WorkQueue::Stop() {
  {
    std::scoped_lock lock(mutex_);
    stopped_ = true;
  }
  Deal();
}

void WorkQueue::Deal() {
  using Handover = std::pair<Resolver<std::optional<std::string>>, std::optional<std::string>>;
  std::vector<Handover> handovers;
  {
    std::scoped_lock lock(mutex_);
    while (!workers_.empty() && (stopped_ || !waiting_.empty())) {
      std::optional<std::string> name;
      if (!stopped_) {
        name = std::move(waiting_.front());
        waiting_.pop_front();
        queued_.erase(*name);
        taken_.insert(*name);
        if (metrics_ != nullptr) metrics_->Taken(*name);
      }
      handovers.emplace_back(std::move(workers_.front()), std::move(name));
      workers_.pop_front();
    }
  }
  for (auto& [worker, name] : handovers) worker(std::move(name));
}

}  // namespace pintle::controllers
