#include "pintle/api/request/work_threads.h"

namespace pintle::api {

Executor& WorkThreads::Next() {
  std::scoped_lock lock(mutex_);
  const size_t turn = turn_++ % most_;
  if (turn == threads_.size()) {
    threads_.push_back(std::make_shared<http::IoThread>());
    threads_.back()->Start();
  }
  return *threads_[turn];
}

WorkThreads::Running::Running(WorkThreads& threads, Cancellation& cancellation)
    : threads_(threads), cancellation_(cancellation) {
  std::scoped_lock lock(threads_.mutex_);
  threads_.running_.insert(&cancellation);
}

WorkThreads::Running::~Running() {
  std::scoped_lock lock(threads_.mutex_);
  threads_.running_.erase(&cancellation_);
}

void WorkThreads::Stop() {
  std::vector<std::shared_ptr<http::IoThread>> threads;
  {
    std::scoped_lock lock(mutex_);
    for (Cancellation* running : running_) {
      running->Cancel(Error(Reason::kServiceUnavailable, "the server is stopping"));
    }
    threads = threads_;
  }
  for (const auto& thread : threads) thread->Stop();
}

}  // namespace pintle::api
