#include "pintle/base/executor.h"

namespace pintle {
namespace {
thread_local Executor* current = nullptr;
}  // namespace

Executor* Executor::Current() { return current; }

Executor::Scope::Scope(Executor* executor) : previous_(current) { current = executor; }

Executor::Scope::~Scope() { current = previous_; }

}  // namespace pintle
