#pragma once

#include <memory>
#include <utility>

#include "pintle/base/arena.h"
#include "pintle/typeinfo/copy.h"
#include "pintle/typeinfo/layout.h"
#include "pintle/typeinfo/type_info.h"

namespace pintle::typeinfo {

// An API struct together with the arena it lives in; copies share both. One thread at a time may
// change the object or allocate in its arena.
template <typename T>
class Owned {
 public:
  Owned() = default;
  // `object` lives in `arena`, or longer.
  Owned(std::shared_ptr<Arena> arena, T* object) : arena_(std::move(arena)), object_(object) {}

  // A default object in an arena of its own.
  static Owned New() {
    auto arena = std::make_shared<Arena>();
    T* object = arena->New<T>();
    return Owned(std::move(arena), object);
  }
  // A deep copy in an arena of its own.
  static Owned CopyOf(const T& object) {
    Owned copy = New();
    *copy = DeepCopy(object, copy.arena());
    return copy;
  }

  explicit operator bool() const { return object_ != nullptr; }
  T& operator*() const { return *object_; }
  T* operator->() const { return object_; }
  T* get() const { return object_; }
  Arena& arena() const { return *arena_; }
  const std::shared_ptr<Arena>& shared_arena() const { return arena_; }

 private:
  std::shared_ptr<Arena> arena_;
  T* object_ = nullptr;
};

// The same for a struct known only by its table.
class OwnedStruct {
 public:
  OwnedStruct() = default;
  OwnedStruct(std::shared_ptr<Arena> arena, const TypeInfo& type, void* object)
      : arena_(std::move(arena)), type_(&type), object_(object) {}
  template <typename T>
  OwnedStruct(const Owned<T>& owned)  // NOLINT(google-explicit-constructor)
      : OwnedStruct(owned.shared_arena(), TypeOf<T>(), owned.get()) {}

  static OwnedStruct New(const TypeInfo& type) {
    auto arena = std::make_shared<Arena>();
    void* object = NewZeroed(type, *arena);
    return OwnedStruct(std::move(arena), type, object);
  }
  // A deep copy in an arena of its own.
  OwnedStruct Clone() const {
    OwnedStruct copy = New(*type_);
    DeepCopy(*type_, object_, copy.object_, *copy.arena_);
    return copy;
  }

  explicit operator bool() const { return object_ != nullptr; }
  const TypeInfo& type() const { return *type_; }
  void* get() const { return object_; }
  Arena& arena() const { return *arena_; }
  const std::shared_ptr<Arena>& shared_arena() const { return arena_; }
  // The object as a `T`, or null if it is of another type.
  template <typename T>
  T* As() const {
    return type_ == &TypeOf<T>() ? static_cast<T*>(object_) : nullptr;
  }

 private:
  std::shared_ptr<Arena> arena_;
  const TypeInfo* type_ = nullptr;
  void* object_ = nullptr;
};

}  // namespace pintle::typeinfo
