#pragma once

#include <cstdint>
#include <memory>
#include <shared_mutex>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "pintle/base/arena.h"
#include "pintle/base/clock.h"
#include "pintle/base/error.h"
#include "pintle/features/feature_gates.h"
#include "pintle/typeinfo/type_info.h"

namespace pintle::scheme {

// What a function on a part of an object works with.
struct FunctionContext {
  Arena& arena;                                   // of the object
  const features::FeatureGates* gates = nullptr;  // null: every gate has its default
  const Clock* clock = nullptr;                   // null: the system's clock
  Status status = {};                             // the first failure

  bool Enabled(std::string_view gate) const;
  int64_t NowSeconds() const;
  void Fail(Error error) {
    if (status) status = std::unexpected(std::move(error));
  }
};

// A function for every value of a type inside an object; with `field`, for that field (by its JSON
// name) of every value of the type. Maps and lists have no names of their own in the tables: what
// is said of such a named type is said of the fields that have it.
struct TypeFunction {
  using Function = void (*)(FunctionContext& context, void* value);

  const typeinfo::TypeInfo* type;
  Function function;
  std::string_view field = {};
};

// On<&DefaultPod>() for `void DefaultPod(FunctionContext&, Pod&)`.
template <auto function>
TypeFunction On() {
  return []<typename T>(void (*)(FunctionContext&, T&)) {
    return TypeFunction{&typeinfo::TypeOf<T>(), [](FunctionContext& context, void* value) {
                          function(context, *static_cast<T*>(value));
                        }};
  }(function);
}
// OnField<Overhead, &RoundUp>("podFixed"). The field must have the C++ type the function takes.
template <typename Owner, auto function>
TypeFunction OnField(std::string_view field) {
  return []<typename T>(void (*)(FunctionContext&, T&), std::string_view name) {
    return TypeFunction{
        &typeinfo::TypeOf<Owner>(),
        [](FunctionContext& context, void* value) { function(context, *static_cast<T*>(value)); },
        name};
  }(function, field);
}

// A set of functions by type, run over whole objects: the function of an object before those of its
// parts, parts in the order of the struct. For every type an object starts with, the way to the
// values that have functions is worked out once; the rest of the object is not looked at. What
// stands in dynamic values (Any) is not reached.
//
// Any number of threads may run one set on different objects. A set must outlive the objects it has
// been run on: declared texts are shared.
class TypeFunctions {
 public:
  struct Options {
    // Also give every unset field with a declared +default that value, where the function of its
    // struct runs and after it.
    bool declared_defaults = false;
  };

  // Functions of one type run in the order given.
  TypeFunctions(std::vector<TypeFunction> functions, Options options);
  ~TypeFunctions();

  // Runs the set over `object`, a value of `root`. The result is the context's status: what the
  // first function to fail said; those after it run all the same.
  Status Run(const typeinfo::TypeInfo& root, FunctionContext& context, void* object) const;
  // The same where no function fails.
  void Apply(const typeinfo::TypeInfo& root, FunctionContext& context, void* object) const;

  // Whether the set has anything to do in a value of `root`.
  bool Reaches(const typeinfo::TypeInfo& root) const;

 private:
  struct DeclaredDefault;
  struct Step;
  struct Program;
  class Compiler;

  static void Execute(const Program& program, FunctionContext& context, char* object, int depth);
  static void SetDeclared(const DeclaredDefault& declared, Arena& arena, char* field);
  // Null if there is nothing to do.
  const Program* FindProgram(const typeinfo::TypeInfo& root) const;

  const std::vector<TypeFunction> functions_;
  const Options options_;

  // Programs never change once they can be found; null for types without anything to do.
  mutable std::shared_mutex mutex_;
  mutable std::unordered_map<const typeinfo::TypeInfo*, std::unique_ptr<Program>> programs_;
  mutable std::vector<std::unique_ptr<DeclaredDefault>> declared_;
  mutable Arena declared_arena_;
};

}  // namespace pintle::scheme
