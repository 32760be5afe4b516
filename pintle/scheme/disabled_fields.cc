#include "pintle/scheme/disabled_fields.h"

#include <algorithm>
#include <cstring>
#include <deque>
#include <mutex>
#include <unordered_set>
#include <vector>

#include "pintle/typeinfo/layout.h"
#include "pintle/typeinfo/plan_table.h"
#include "pintle/typeinfo/zero.h"

namespace pintle::scheme {

using typeinfo::FieldAt;
using typeinfo::FieldInfo;
using typeinfo::Kind;
using typeinfo::TypeInfo;

// One struct type on the way: its fields that are off, and those that lead on.
struct DisabledFields::Node {
  struct Off {
    const FieldInfo* field;
    size_t index;  // among all fields of the plan that are off
  };
  struct Way {
    const FieldInfo* field;
    const Node* next;
  };

  std::vector<Off> off;
  std::vector<Way> ways;
};

// Types refer to each other in circles, so the nodes are a graph.
struct DisabledFields::Plan {
  std::deque<Node> nodes;
  const Node* start = nullptr;
  size_t off_count = 0;
};

namespace {

bool IsEmpty(const TypeInfo& type, const void* value) {
  if (type.kind == Kind::kList || type.kind == Kind::kMap) {
    return typeinfo::As<typeinfo::RawList>(value).count == 0;
  }
  return typeinfo::IsZero(type, value);
}

// Calls `visit` with every struct in `value`, which is one, or a pointer to, list of or map of
// them.
template <typename Bytes, typename Visit>
void EachStruct(const TypeInfo& type, Bytes* value, const Visit& visit) {
  switch (type.kind) {
    case Kind::kStruct:
    case Kind::kUnion:
      return visit(value);
    case Kind::kPtr: {
      Bytes* target = typeinfo::As<typeinfo::RawPtr>(value).target;
      if (target != nullptr) EachStruct(*type.element, target, visit);
      return;
    }
    case Kind::kList:
    case Kind::kMap: {
      const auto& list = typeinfo::As<typeinfo::RawList>(value);
      bool map = type.kind == Kind::kMap;
      size_t stride = map ? typeinfo::MapEntrySize(*type.element) : type.element->size;
      for (size_t i = 0; i < list.count; ++i) {
        Bytes* item = list.At(i, stride) + (map ? typeinfo::kMapValueOffset : 0);
        EachStruct(*type.element, item, visit);
      }
      return;
    }
    default:
      return;
  }
}

// Calls `visit` with every value of a field that is off. Objects are no deeper than their decoder
// allowed. `Bytes` is char, or const char for an object that is only looked at.
template <typename Node, typename Bytes, typename Visit>
void EachOff(const Node& node, Bytes* object, const Visit& visit) {
  for (const auto& off : node.off) visit(off, FieldAt(object, off.field->offset));
  for (const auto& way : node.ways) {
    EachStruct(*way.field->type, FieldAt(object, way.field->offset),
               [&](Bytes* part) { EachOff(*way.next, part, visit); });
  }
}

}  // namespace

class DisabledFields::Planner {
 public:
  explicit Planner(const features::FeatureGates& gates) : gates_(gates) {}

  std::unique_ptr<const Plan> Make(const TypeInfo& start) {
    Collect(start);
    FindLeading();
    if (!leading_.contains(&start)) return nullptr;
    auto plan = std::make_unique<Plan>();
    for (const TypeInfo* type : types_) {
      if (leading_.contains(type)) nodes_[type] = &plan->nodes.emplace_back();
    }
    for (const auto& [type, node] : nodes_) Fill(*type, *node, *plan);
    plan->start = nodes_.at(&start);
    return plan;
  }

 private:
  bool IsOff(const FieldInfo& field) const {
    return std::ranges::any_of(field.feature_gates, [this](std::string_view marker) {
      return !gates_.MarkerEnabled(marker);
    });
  }

  // All struct types that `start` can hold.
  void Collect(const TypeInfo& start) {
    std::unordered_set<const TypeInfo*> seen = {&start};
    types_ = {&start};
    for (size_t i = 0; i < types_.size(); ++i) {
      for (const FieldInfo& field : types_[i]->fields) {
        const TypeInfo* next = typeinfo::StructIn(field.type);
        if (next != nullptr && seen.insert(next).second) types_.push_back(next);
      }
    }
  }

  // Which of them hold a field that is off; repeated, for they refer to each other in circles.
  void FindLeading() {
    for (bool changed = true; changed;) {
      changed = false;
      for (const TypeInfo* type : types_) {
        bool leads = std::ranges::any_of(type->fields, [this](const FieldInfo& field) {
          return IsOff(field) || leading_.contains(typeinfo::StructIn(field.type));
        });
        if (leads && leading_.insert(type).second) changed = true;
      }
    }
  }

  void Fill(const TypeInfo& type, Node& node, Plan& plan) {
    for (const FieldInfo& field : type.fields) {
      if (IsOff(field)) {
        node.off.push_back({&field, plan.off_count++});
      }
      // A field that is off but in use may hold others.
      auto next = nodes_.find(typeinfo::StructIn(field.type));
      if (next != nodes_.end()) node.ways.push_back({&field, next->second});
    }
  }

  const features::FeatureGates& gates_;
  std::vector<const TypeInfo*> types_;
  std::unordered_set<const TypeInfo*> leading_;
  std::unordered_map<const TypeInfo*, Node*> nodes_;
};

DisabledFields::DisabledFields(const features::FeatureGates& gates) : gates_(gates) {}
DisabledFields::~DisabledFields() = default;

const DisabledFields::Plan* DisabledFields::FindPlan(const TypeInfo& type) const {
  {
    std::shared_lock lock(mutex_);
    if (auto found = plans_.find(&type); found != plans_.end()) return found->second.get();
  }
  auto plan = Planner(gates_).Make(type);
  std::unique_lock lock(mutex_);
  return plans_.try_emplace(&type, std::move(plan)).first->second.get();
}

void DisabledFields::Drop(const TypeInfo& type, void* object, const void* old) const {
  const Plan* plan = FindPlan(type);
  if (plan == nullptr) return;
  std::vector<bool> in_use(plan->off_count, false);
  if (old != nullptr) {
    EachOff(*plan->start, static_cast<const char*>(old),
            [&](const Node::Off& off, const char* value) {
              if (!IsEmpty(*off.field->type, value)) in_use[off.index] = true;
            });
  }
  EachOff(*plan->start, static_cast<char*>(object), [&](const Node::Off& off, char* value) {
    if (!in_use[off.index]) std::memset(value, 0, off.field->type->size);
  });
}

}  // namespace pintle::scheme
