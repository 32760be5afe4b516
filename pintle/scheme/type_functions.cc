#include "pintle/scheme/type_functions.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <utility>

#include "pintle/base/log.h"
#include "pintle/codec/json_reader.h"
#include "pintle/typeinfo/copy.h"
#include "pintle/typeinfo/decode.h"
#include "pintle/typeinfo/layout.h"
#include "pintle/typeinfo/zero.h"

namespace pintle::scheme {
namespace {

using typeinfo::FieldInfo;
using typeinfo::Kind;
using typeinfo::TypeInfo;

bool IsStruct(const TypeInfo& type) {
  return type.kind == Kind::kStruct || type.kind == Kind::kUnion;
}
bool IsContainer(const TypeInfo& type) {
  return type.kind == Kind::kPtr || type.kind == Kind::kList || type.kind == Kind::kMap;
}

// Whether a copy of the bytes is a copy of the value. Texts may be shared: they never change.
bool IsPlain(const TypeInfo& type) {
  if (type.kind == Kind::kOpt) return IsPlain(*type.element);
  return !IsContainer(type) && !IsStruct(type) && type.kind != Kind::kAny;
}

}  // namespace

bool FunctionContext::Enabled(std::string_view gate) const {
  static const features::FeatureGates kDefaults;
  return (gates != nullptr ? *gates : kDefaults).Enabled(gate);
}

int64_t FunctionContext::NowSeconds() const {
  return clock != nullptr ? clock->NowSeconds() : SystemClock().NowSeconds();
}

struct TypeFunctions::DeclaredDefault {
  const TypeInfo* type;
  const char* value;
};

// One thing to do at a place of an object.
struct TypeFunctions::Step {
  enum class Action : uint8_t {
    kCall,
    kDeclared,
    kTarget,    // of a Ptr
    kElements,  // of a List
    kEntries,   // of a Map
  };

  Action action;
  uint32_t offset;
  uint32_t stride = 0;  // of elements; in an element of a map the value comes after the key
  union {
    TypeFunction::Function function;
    const DeclaredDefault* declared;
    const Program* program;  // of the target, or of an element
  };
};

// What is to do in a value of one type, structs inside it included.
struct TypeFunctions::Program {
  std::vector<Step> steps;
};

// Adds the programs of a type and of all types inside it to the set, which must be locked.
class TypeFunctions::Compiler {
 public:
  explicit Compiler(const TypeFunctions& set) : set_(set) {}

  void Compile(const TypeInfo& root) {
    Discover(root);
    FindActive();
    for (const auto& [type, found] : found_) {
      auto program = found.active ? std::make_unique<Program>() : nullptr;
      set_.programs_.emplace(type, std::move(program));
    }
    for (const auto& [type, found] : found_) {
      if (found.active) AddValue(*type, 0, *set_.programs_.at(type));
    }
  }

 private:
  struct Found {
    bool active = false;
    std::vector<const TypeInfo*> parts;
  };

  // Every type inside `root` that has no program yet.
  void Discover(const TypeInfo& root) {
    std::vector<const TypeInfo*> open = {&root};
    while (!open.empty()) {
      const TypeInfo& type = *open.back();
      open.pop_back();
      if (set_.programs_.contains(&type)) continue;
      auto [at, added] = found_.try_emplace(&type);
      if (!added) continue;
      std::vector<const TypeInfo*>& parts = at->second.parts;
      for (const FieldInfo& field : type.fields) parts.push_back(field.type);
      if (IsContainer(type)) parts.push_back(type.element);
      open.insert(open.end(), parts.begin(), parts.end());
    }
  }

  // A type is active if it has something to do, or a type inside it is; types may be recursive.
  void FindActive() {
    for (auto& [type, found] : found_) found.active = HasOwn(*type);
    for (bool changed = true; changed;) {
      changed = false;
      for (auto& [type, found] : found_) {
        if (found.active) continue;
        found.active = std::ranges::any_of(found.parts, [&](auto* part) { return IsActive(part); });
        changed |= found.active;
      }
    }
  }

  bool HasOwn(const TypeInfo& type) const {
    auto is_own = [&](const TypeFunction& function) { return function.type == &type; };
    if (std::ranges::any_of(set_.functions_, is_own)) return true;
    auto declares = [&](const FieldInfo& field) { return Declare(field) != nullptr; };
    return set_.options_.declared_defaults && std::ranges::any_of(type.fields, declares);
  }

  bool IsActive(const TypeInfo* type) const {
    if (auto at = found_.find(type); at != found_.end()) return at->second.active;
    return set_.programs_.at(type) != nullptr;
  }

  void AddValue(const TypeInfo& type, uint32_t offset, Program& program) {
    AddCalls(type, {}, offset, program);
    if (IsStruct(type)) {
      if (set_.options_.declared_defaults) AddDeclared(type, offset, program);
      for (const FieldInfo& field : type.fields) {
        AddCalls(type, field.name, offset + field.offset, program);
        if (IsActive(field.type)) AddValue(*field.type, offset + field.offset, program);
      }
    } else if (IsContainer(type) && IsActive(type.element)) {
      AddContent(type, offset, program);
    }
  }

  // With an empty name the functions of the type itself.
  void AddCalls(const TypeInfo& type, std::string_view field, uint32_t offset, Program& program) {
    for (const TypeFunction& function : set_.functions_) {
      if (function.type != &type || function.field != field) continue;
      program.steps.push_back(
          {.action = Step::Action::kCall, .offset = offset, .function = function.function});
    }
  }

  void AddDeclared(const TypeInfo& type, uint32_t offset, Program& program) {
    for (const FieldInfo& field : type.fields) {
      std::unique_ptr<DeclaredDefault> declared = Declare(field);
      if (declared == nullptr) continue;
      program.steps.push_back({.action = Step::Action::kDeclared,
                               .offset = offset + field.offset,
                               .declared = declared.get()});
      set_.declared_.push_back(std::move(declared));
    }
  }

  // Null for a field without a default, or with one that it has anyway.
  std::unique_ptr<DeclaredDefault> Declare(const FieldInfo& field) const {
    if (field.default_json.empty()) return nullptr;
    char* value = typeinfo::NewZeroed(*field.type, set_.declared_arena_);
    codec::JsonReader reader(field.default_json);
    Status read = typeinfo::Decode(reader, *field.type, value, set_.declared_arena_, nullptr);
    if (!read) {  // a fault in the tables
      LogError("a declared default is not of its field's type",
               {{"field", field.go_name}, {"default", field.default_json}});
      std::abort();
    }
    if (typeinfo::IsZero(*field.type, value)) return nullptr;
    return std::make_unique<DeclaredDefault>(DeclaredDefault{field.type, value});
  }

  void AddContent(const TypeInfo& type, uint32_t offset, Program& program) {
    const TypeInfo& element = *type.element;
    Step step = {.action = Step::Action::kTarget,
                 .offset = offset,
                 .program = set_.programs_.at(&element).get()};
    if (type.kind == Kind::kList) {
      step.action = Step::Action::kElements;
      step.stride = element.size;
    } else if (type.kind == Kind::kMap) {
      step.action = Step::Action::kEntries;
      step.stride = static_cast<uint32_t>(typeinfo::MapEntrySize(element));
    }
    program.steps.push_back(step);
  }

  const TypeFunctions& set_;
  std::unordered_map<const TypeInfo*, Found> found_;
};

TypeFunctions::TypeFunctions(std::vector<TypeFunction> functions, Options options)
    : functions_(std::move(functions)), options_(options) {
  for (const TypeFunction& function : functions_) {
    auto is_named = [&](const FieldInfo& field) { return field.name == function.field; };
    if (function.field.empty() || std::ranges::any_of(function.type->fields, is_named)) continue;
    LogError("a function for a field that its type does not have",
             {{"type", function.type->name}, {"field", function.field}});
    std::abort();
  }
}

TypeFunctions::~TypeFunctions() = default;

Status TypeFunctions::Run(const TypeInfo& root, FunctionContext& context, void* object) const {
  Apply(root, context, object);
  return context.status;
}

void TypeFunctions::Apply(const TypeInfo& root, FunctionContext& context, void* object) const {
  const Program* program = FindProgram(root);
  if (program != nullptr) Execute(*program, context, static_cast<char*>(object), 0);
}

bool TypeFunctions::Reaches(const TypeInfo& root) const { return FindProgram(root) != nullptr; }

const TypeFunctions::Program* TypeFunctions::FindProgram(const TypeInfo& root) const {
  {
    std::shared_lock lock(mutex_);
    if (auto at = programs_.find(&root); at != programs_.end()) return at->second.get();
  }
  std::unique_lock lock(mutex_);
  auto at = programs_.find(&root);
  if (at == programs_.end()) {
    Compiler(*this).Compile(root);
    at = programs_.find(&root);
  }
  return at->second.get();
}

// Only recursive types can nest deeper than the tables; decoding bounds them, and so does this.
void TypeFunctions::Execute(const Program& program, FunctionContext& context, char* object,
                            int depth) {
  if (depth > typeinfo::kMaxTypedDepth) return;
  for (const Step& step : program.steps) {
    char* value = object + step.offset;
    switch (step.action) {
      case Step::Action::kCall:
        step.function(context, value);
        break;
      case Step::Action::kDeclared:
        SetDeclared(*step.declared, context.arena, value);
        break;
      case Step::Action::kTarget:
        if (char* target = typeinfo::As<typeinfo::RawPtr>(value).target; target != nullptr) {
          Execute(*step.program, context, target, depth + 1);
        }
        break;
      case Step::Action::kElements:
      case Step::Action::kEntries: {
        auto list = typeinfo::As<typeinfo::RawList>(value);
        size_t at = step.action == Step::Action::kEntries ? typeinfo::kMapValueOffset : 0;
        for (uint32_t i = 0; i < list.count; ++i) {
          Execute(*step.program, context, list.At(i, step.stride) + at, depth + 1);
        }
        break;
      }
    }
  }
}

void TypeFunctions::SetDeclared(const DeclaredDefault& declared, Arena& arena, char* field) {
  const TypeInfo& type = *declared.type;
  if (!typeinfo::IsZero(type, field)) return;
  if (IsPlain(type)) {
    std::memcpy(field, declared.value, type.size);
  } else {
    typeinfo::DeepCopy(type, declared.value, field, arena);
  }
}

}  // namespace pintle::scheme
