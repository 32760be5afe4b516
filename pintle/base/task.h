#pragma once

#include <atomic>
#include <coroutine>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <semaphore>
#include <type_traits>
#include <utility>

#include "pintle/base/executor.h"

namespace pintle {

// A lazily started coroutine with one awaiter. It starts when awaited and resumes its awaiter
// directly when it ends; there is no scheduler in it. Exceptions do not cross folder borders in
// this project, so one that reaches the end of a Task terminates the program.
//
// g++ 12 mishandles non-trivial temporaries in a co_await expression: name the arguments first.
template <typename T>
class [[nodiscard]] Task;

namespace task_detail {

struct FinalAwaiter {
  bool await_ready() const noexcept { return false; }
  template <typename Promise>
  std::coroutine_handle<> await_suspend(std::coroutine_handle<Promise> self) const noexcept {
    auto next = self.promise().continuation;
    return next ? next : std::noop_coroutine();
  }
  void await_resume() const noexcept {}
};

struct PromiseBase {
  std::coroutine_handle<> continuation;
  std::suspend_always initial_suspend() const noexcept { return {}; }
  FinalAwaiter final_suspend() const noexcept { return {}; }
  [[noreturn]] void unhandled_exception() const noexcept { std::terminate(); }
};

template <typename T>
struct Promise : PromiseBase {
  std::optional<T> value;
  Task<T> get_return_object();
  template <typename U>
  void return_value(U&& result) {
    value.emplace(std::forward<U>(result));
  }
  T Take() { return std::move(*value); }
};

template <>
struct Promise<void> : PromiseBase {
  Task<void> get_return_object();
  void return_void() const noexcept {}
  void Take() const noexcept {}
};

}  // namespace task_detail

template <typename T>
class [[nodiscard]] Task {
 public:
  using promise_type = task_detail::Promise<T>;

  explicit Task(std::coroutine_handle<promise_type> handle) : handle_(handle) {}
  Task(Task&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Task& operator=(Task&& other) noexcept {
    if (this != &other) {
      if (handle_) handle_.destroy();
      handle_ = std::exchange(other.handle_, nullptr);
    }
    return *this;
  }
  Task(const Task&) = delete;
  Task& operator=(const Task&) = delete;
  ~Task() {
    if (handle_) handle_.destroy();
  }

  bool await_ready() const noexcept { return false; }
  std::coroutine_handle<> await_suspend(std::coroutine_handle<> awaiter) noexcept {
    handle_.promise().continuation = awaiter;
    return handle_;
  }
  T await_resume() { return handle_.promise().Take(); }

 private:
  std::coroutine_handle<promise_type> handle_;
};

namespace task_detail {

template <typename T>
Task<T> Promise<T>::get_return_object() {
  return Task<T>(std::coroutine_handle<Promise<T>>::from_promise(*this));
}
inline Task<void> Promise<void>::get_return_object() {
  return Task<void>(std::coroutine_handle<Promise<void>>::from_promise(*this));
}

// A coroutine nobody awaits: it destroys itself at its end.
struct Detached {
  struct promise_type {
    Detached get_return_object() const noexcept { return {}; }
    std::suspend_never initial_suspend() const noexcept { return {}; }
    std::suspend_never final_suspend() const noexcept { return {}; }
    void return_void() const noexcept {}
    [[noreturn]] void unhandled_exception() const noexcept { std::terminate(); }
  };
};

template <typename T, typename Done>
Detached Run(Task<T> task, Done done) {
  if constexpr (std::is_void_v<T>) {
    co_await task;
    done();
  } else {
    T value = co_await task;
    done(std::move(value));
  }
}

}  // namespace task_detail

// Starts `task` on the calling thread and calls `done` with its result on whatever thread it ends.
template <typename T, typename Done>
void Start(Task<T> task, Done done) {
  task_detail::Run(std::move(task), std::move(done));
}

// Runs `task` to its end and blocks the calling thread meanwhile: for main functions and tests.
template <typename T>
T BlockOn(Task<T> task) {
  std::binary_semaphore ended(0);
  if constexpr (std::is_void_v<T>) {
    Start(std::move(task), [&] { ended.release(); });
    ended.acquire();
  } else {
    std::optional<T> result;
    Start(std::move(task), [&](T value) {
      result.emplace(std::move(value));
      ended.release();
    });
    ended.acquire();
    return std::move(*result);
  }
}

// Turns a callback interface into something to await:
//
//   int n = co_await Await<int>([&](Resolver<int> resolve) { socket.Read([=](int n) { resolve(n);
//   }); });
//
// The resolver may be called on any thread, once, also before the starter returns. The coroutine
// resumes on the executor it left, or, if it left none, on the resolving thread. (Name the Await
// object before awaiting it when its starter captures non-trivial state.)
template <typename T>
class Resolver;

namespace task_detail {
template <typename T>
struct AwaitState {
  std::optional<T> value;
  std::coroutine_handle<> waiter;
  Executor* executor = nullptr;
  std::atomic<bool> met{false};  // set by the first of {resolved, suspended}
};
}  // namespace task_detail

template <typename T>
class Resolver {
 public:
  explicit Resolver(std::shared_ptr<task_detail::AwaitState<T>> state) : state_(std::move(state)) {}
  void operator()(T value) const {
    auto state = state_;
    state->value.emplace(std::move(value));
    if (!state->met.exchange(true)) return;  // the starter has not returned yet
    if (state->executor != nullptr) {
      state->executor->Post([state] { state->waiter.resume(); });
    } else {
      state->waiter.resume();
    }
  }

 private:
  std::shared_ptr<task_detail::AwaitState<T>> state_;
};

template <typename T>
class [[nodiscard]] Await {
 public:
  template <typename Starter>
  explicit Await(Starter&& starter) : starter_(std::forward<Starter>(starter)) {}
  bool await_ready() const noexcept { return false; }
  bool await_suspend(std::coroutine_handle<> waiter) {
    state_->waiter = waiter;
    state_->executor = Executor::Current();
    // Another thread may resume the coroutine, and so destroy *this, before the starter returns.
    auto state = state_;
    auto starter = std::move(starter_);
    starter(Resolver<T>(state));
    return !state->met.exchange(true);
  }
  T await_resume() { return std::move(*state_->value); }

 private:
  std::function<void(Resolver<T>)> starter_;
  std::shared_ptr<task_detail::AwaitState<T>> state_ =
      std::make_shared<task_detail::AwaitState<T>>();
};

}  // namespace pintle
