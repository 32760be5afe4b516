// Strategic merge against a slow model of it: mutable trees, linear searches, one step of the
// algorithm after the other. Both get random documents of real kinds and random patches for them.
#include <gtest/gtest.h>

#include <algorithm>
#include <climits>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "apis/apps/v1/types.h"
#include "apis/core/v1/types.h"
#include "apis/policy/v1/types.h"
#include "pintle/base/strings.h"
#include "pintle/codec/document.h"
#include "pintle/patch/random_document_for_test.h"
#include "pintle/patch/strategic.h"

namespace pintle::patch {
namespace {

using typeinfo::FieldInfo;
using typeinfo::Kind;
using typeinfo::TypeInfo;

constexpr int kRounds = 10'000;

struct Tree {
  Value scalar;
  bool is_list = false;
  bool is_object = false;
  std::vector<Tree> list;
  std::map<std::string, Tree> object;

  friend bool operator==(const Tree&, const Tree&) = default;
  bool is_null() const { return !is_list && !is_object && scalar.is_null(); }
  bool is(const char* text) const { return !is_list && !is_object && scalar == Value(text); }
  const Tree* Find(const std::string& key) const {
    auto at = object.find(key);
    return at == object.end() ? nullptr : &at->second;
  }
};

Tree ToTree(const Value& value) {
  Tree tree;
  tree.is_list = value.is_list();
  tree.is_object = value.is_object();
  if (value.is_list()) {
    for (const Value& item : value.items()) tree.list.push_back(ToTree(item));
  } else if (value.is_object()) {
    for (const Member& member : value.members()) {
      tree.object[std::string(member.key())] = ToTree(member.value);
    }
  } else {
    tree.scalar = value;
  }
  return tree;
}

bool SameType(const Tree& a, const Tree& b) {
  return a.is_list == b.is_list && a.is_object == b.is_object &&
         (a.is_list || a.is_object || a.scalar.kind() == b.scalar.kind());
}

// Thrown where the algorithm ends with an error.
struct Refused {};
void Require(bool condition) {
  if (!condition) throw Refused();
}

const TypeInfo* Target(const TypeInfo* type) {
  while (type->kind == Kind::kPtr || type->kind == Kind::kOpt) type = type->element;
  return type;
}

const FieldInfo& Lookup(const TypeInfo* type, const std::string& name) {
  Require(type->kind == Kind::kStruct);
  const FieldInfo* found = nullptr;
  for (const auto& member : type->json_fields) {
    if (member.field->name == name) return *member.field;
    if (found == nullptr && EqualIgnoreCase(member.field->name, name)) found = member.field;
  }
  Require(found != nullptr);
  return *found;
}

void DropNulls(Tree& tree) {
  std::erase_if(tree.object, [](const auto& member) { return member.second.is_null(); });
  for (auto& [key, member] : tree.object) DropNulls(member);
  for (Tree& item : tree.list) DropNulls(item);
}

// False: the value itself is a directive.
bool DropDirectives(Tree& tree) {
  if (tree.object.contains("$patch")) return false;
  std::erase_if(tree.object, [](auto& member) {
    Tree inner = member.second;
    return !DropDirectives(inner);
  });
  for (auto& [key, member] : tree.object) DropDirectives(member);
  std::erase_if(tree.list, [](const Tree& item) {
    Tree inner = item;
    return !DropDirectives(inner);
  });
  for (Tree& item : tree.list) DropDirectives(item);
  return true;
}

Tree KeyOf(const Tree& item, const std::string& key) {
  if (key.empty()) return item;
  const Tree* found = item.Find(key);
  Require(found != nullptr);
  return *found;
}

int IndexOf(const std::vector<Tree>& list, const Tree& item, const std::string& key) {
  for (size_t i = 0; i < list.size(); ++i) {
    if (KeyOf(list[i], key) == KeyOf(item, key)) return static_cast<int>(i);
  }
  return -1;
}

std::vector<Tree> OrderModel(const std::vector<Tree>& merged, const std::vector<Tree>& wanted,
                             const std::vector<Tree>& live, const std::string& key) {
  for (const auto* list : {&merged, &wanted, &live}) {
    for (const Tree& item : *list) KeyOf(item, key);
  }
  std::vector<Tree> patch;
  std::vector<Tree> server;
  for (const Tree& item : merged) {
    (IndexOf(wanted, item, key) >= 0 ? patch : server).push_back(item);
  }
  auto sort = [&](std::vector<Tree>& items, const std::vector<Tree>& order) {
    auto place = [&](const Tree& item) {
      int at = IndexOf(order, item, key);
      return at < 0 ? INT_MAX : at;
    };
    std::ranges::stable_sort(items, {}, place);
  };
  sort(patch, wanted);
  sort(server, live);
  std::vector<Tree> out;
  size_t i = 0;
  size_t j = 0;
  while (i < server.size() || j < patch.size()) {
    bool take_server = j >= patch.size();
    if (i < server.size() && j < patch.size()) {
      int server_at = IndexOf(live, server[i], key);
      int patch_at = IndexOf(live, patch[j], key);
      take_server = server_at >= 0 && patch_at >= 0 && server_at < patch_at;
    }
    out.push_back(take_server ? server[i++] : patch[j++]);
  }
  return out;
}

void RequireOneType(const std::vector<Tree>& a, const std::vector<Tree>& b) {
  const Tree* first = nullptr;
  for (const auto* list : {&a, &b}) {
    for (const Tree& item : *list) {
      if (first == nullptr) first = &item;
      Require(!item.is_list && SameType(*first, item));
    }
  }
}

Tree MergeMap(Tree live, Tree patch, const TypeInfo* type);

std::vector<Tree> MergeList(std::vector<Tree> live, const std::vector<Tree>& patch,
                            const FieldInfo& field) {
  if (live.empty() && patch.empty()) return live;
  RequireOneType(live, patch);
  bool objects = live.empty() ? patch[0].is_object : live[0].is_object;
  if (!objects) {
    std::vector<Tree> merged;
    for (const std::vector<Tree>* list :
         std::initializer_list<const std::vector<Tree>*>{&live, &patch}) {
      for (const Tree& item : *list) {
        if (IndexOf(merged, item, "") < 0) merged.push_back(item);
      }
    }
    return OrderModel(merged, patch, live, "");
  }
  std::string key(field.patch_merge_key);
  Require(!key.empty());
  std::vector<Tree> plain;
  bool replace = false;
  for (const Tree& item : patch) {
    const Tree* directive = item.Find("$patch");
    if (directive == nullptr) {
      plain.push_back(item);
    } else if (directive->is("delete")) {
      Tree doomed = KeyOf(item, key);
      std::erase_if(live, [&](const Tree& old) {
        return old.Find(key) != nullptr && *old.Find(key) == doomed;
      });
    } else {
      Require(directive->is("replace"));
      replace = true;
    }
  }
  for (const Tree& item : plain) KeyOf(item, key);
  if (replace) return plain;
  const TypeInfo* element = Target(Target(field.type)->element);
  std::vector<Tree> merged = live;
  for (const Tree& item : plain) {
    int at = IndexOf(merged, item, key);
    if (at < 0) {
      merged.push_back(item);
    } else {
      merged[at] = MergeMap(merged[at], item, element);
    }
  }
  return OrderModel(merged, plain, live, key);
}

std::string NameIn(const std::string& key, const std::string& directive) {
  Require(key.starts_with(directive + "/"));
  return key.substr(directive.size() + 1);
}

void RequireSubsequence(const std::vector<Tree>& items, const std::vector<Tree>& order,
                        const std::string& key) {
  if (items.empty() || order.empty()) return;
  size_t at = 0;
  for (const Tree& item : items) {
    if (item.Find("$patch") != nullptr) continue;
    while (at < order.size() && KeyOf(order[at], key) != KeyOf(item, key)) ++at;
    Require(at++ < order.size());
  }
}

void OrderedMerge(Tree& live, Tree& patch, const std::string& directive, const TypeInfo* type) {
  Tree order = patch.object[directive];
  patch.object.erase(directive);
  Require(order.is_list);
  std::string name = NameIn(directive, "$setElementOrder");
  const FieldInfo& field = Lookup(type, name);
  Require(Target(field.type)->kind == Kind::kList);
  std::string key(field.patch_merge_key);
  std::optional<Tree> before;
  std::optional<Tree> change;
  if (const Tree* found = live.Find(name)) before = *found;
  if (const Tree* found = patch.Find(name)) change = *found;
  Require(!before || before->is_list);
  Require(!change || change->is_list);
  if (change) RequireSubsequence(change->list, order.list, key);
  std::vector<Tree> merged;
  if (!before && !change) return;
  if (!change) {
    merged = before->list;
  } else if (!before) {
    Tree made = *change;
    DropDirectives(made);
    merged = made.list;
  } else {
    merged = field.patch_merge ? MergeList(before->list, change->list, field) : change->list;
  }
  if (key.empty()) {
    for (const Tree& item : merged) Require(!item.is_object);
  }
  Tree result;
  result.is_list = true;
  result.list = OrderModel(merged, order.list, before ? before->list : std::vector<Tree>(), key);
  live.object[name] = result;
  patch.object.erase(name);
}

void Retain(Tree& live, Tree& patch) {
  Tree retain = patch.object["$retainKeys"];
  patch.object.erase("$retainKeys");
  Require(retain.is_list);
  std::vector<std::string> keys;
  for (const Tree& item : retain.list) {
    Require(!item.is_list && !item.is_object);
    if (item.scalar.is_string()) keys.emplace_back(item.scalar.as_string());
  }
  auto listed = [&](const std::string& key) { return std::ranges::find(keys, key) != keys.end(); };
  for (const auto& [key, member] : patch.object) {
    bool directive = key.starts_with("$deleteFromPrimitiveList") ||
                     key.starts_with("$setElementOrder") || member.is_null();
    Require(directive || listed(key));
  }
  std::erase_if(live.object, [&](const auto& member) { return !listed(member.first); });
}

void MergeOne(Tree& live, const std::string& name, const Tree& change, bool removals,
              const TypeInfo* type) {
  if (change.is_null()) {
    live.object.erase(name);
    return;
  }
  const Tree* before = live.Find(name);
  if (before == nullptr || !SameType(*before, change)) {
    if (removals) return;
    Tree made = change;
    DropNulls(made);
    if (DropDirectives(made)) live.object[name] = made;
  } else if (removals) {
    if (!change.is_list) return;
    RequireOneType(before->list, change.list);
    std::erase_if(live.object[name].list,
                  [&](const Tree& item) { return IndexOf(change.list, item, "") >= 0; });
  } else if (change.is_object) {
    const FieldInfo& field = Lookup(type, name);
    live.object[name] =
        field.patch_replace ? change : MergeMap(*before, change, Target(field.type));
  } else if (change.is_list) {
    const FieldInfo& field = Lookup(type, name);
    live.object[name].list =
        field.patch_merge ? MergeList(before->list, change.list, field) : change.list;
  } else {
    live.object[name] = change;
  }
}

Tree MergeMap(Tree live, Tree patch, const TypeInfo* type) {
  if (const Tree* directive = patch.Find("$patch")) {
    if (directive->is("replace")) {
      patch.object.erase("$patch");
      return patch;
    }
    Require(directive->is("delete"));
    Tree empty;
    empty.is_object = true;
    return empty;
  }
  if (patch.object.contains("$retainKeys")) Retain(live, patch);
  auto with_prefix = [&](const std::string& prefix) {
    std::vector<std::string> keys;
    for (const auto& [key, member] : patch.object) {
      if (key.starts_with(prefix)) keys.push_back(key);
    }
    return keys;
  };
  for (const std::string& key : with_prefix("$setElementOrder")) {
    OrderedMerge(live, patch, key, type);
  }
  for (const std::string& key : with_prefix("$deleteFromPrimitiveList")) {
    MergeOne(live, NameIn(key, "$deleteFromPrimitiveList"), patch.object[key], true, type);
    patch.object.erase(key);
  }
  for (const auto& [key, change] : patch.object) MergeOne(live, key, change, false, type);
  return live;
}

TEST(StrategicMerge, AgreesWithTheModel) {
  const TypeInfo* types[] = {&typeinfo::TypeOf<apis::core::v1::Pod>(),
                             &typeinfo::TypeOf<apis::core::v1::Service>(),
                             &typeinfo::TypeOf<apis::core::v1::Node>(),
                             &typeinfo::TypeOf<apis::core::v1::ServiceAccount>(),
                             &typeinfo::TypeOf<apis::apps::v1::Deployment>(),
                             &typeinfo::TypeOf<apis::policy::v1::PodDisruptionBudget>()};
  int merged = 0;
  int refused = 0;
  for (int round = 0; round < kRounds; ++round) {
    Arena arena;
    const TypeInfo& type = *types[round % std::size(types)];
    RandomDocuments random(arena, static_cast<uint64_t>(round));
    Value document = random.Object(type);
    Value patch = random.Patch(document, type);
    std::optional<Tree> expected;
    try {
      expected = MergeMap(ToTree(document), ToTree(patch), &type);
    } catch (const Refused&) {
    }
    auto result = StrategicMerge(arena, type, document, patch);
    ASSERT_EQ(result.has_value(), expected.has_value())
        << round << "\n"
        << codec::ToJson(document) << "\n"
        << codec::ToJson(patch) << "\n"
        << (result ? codec::ToJson(*result) : result.error().message());
    if (result) {
      ASSERT_TRUE(ToTree(*result) == *expected) << round << "\n"
                                                << codec::ToJson(document) << "\n"
                                                << codec::ToJson(patch) << "\n"
                                                << codec::ToJson(*result);
    }
    ++(result ? merged : refused);
  }
  // The generator must come up with both, and with enough of them.
  EXPECT_GT(merged, kRounds / 2);
  EXPECT_GT(refused, kRounds / 50);
}

}  // namespace
}  // namespace pintle::patch
