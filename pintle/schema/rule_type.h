#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "pintle/cel/estimate.h"
#include "pintle/cel/type.h"

// What validation rules see of a schema.
namespace pintle::schema {

struct Structural;
struct RuleType;

// The name of a property as expressions write it; empty if there is no way to write it.
std::string EscapedName(std::string_view property);

struct RuleField {
  std::string name;  // as expressions write it
  std::string_view property;
  const RuleType* type;
};

// The type of a node in expressions.
struct RuleType {
  enum class Form : uint8_t {
    kBool,
    kInt,
    kDouble,
    kString,
    kBytes,
    kDuration,
    kDate,
    kDateTime,
    kIntOrString,
    kList,
    kMap,
    kObject,
  };
  Form form = Form::kString;
  cel::TypeRef type;
  // The most characters, bytes or elements; 0 for what has no size.
  uint64_t most_elements = 0;
  // The fewest bytes of its JSON.
  uint64_t least_bytes = 0;
  std::vector<RuleField> fields = {};  // of an object, in order of names
  const RuleType* element = nullptr;   // of a list or map
  const Structural* schema = nullptr;  // of a list

  // Null if there is none. Reserved words need no escape here.
  const RuleField* FindField(std::string_view name) const;
  const RuleField* FindProperty(std::string_view property) const;
};

// The types of the nodes of one schema, made when they are asked for. The schema must outlive it.
// Not for several threads while it still makes types.
class RuleTypes : public cel::TypeProvider {
 public:
  // Null if the node has no type that expressions could use. `resource` for the root of a custom
  // resource; embedded resources are known by their schema.
  const RuleType* Of(const Structural& node, bool resource = false);

  cel::TypeRef FindField(std::string_view object_type, std::string_view field) const override;

 private:
  const RuleType* Make(const Structural& node, bool resource);
  const RuleType* MakeList(const Structural& node);
  const RuleType* MakeMap(const Structural& node);
  const RuleType* MakeObject(const Structural& node, bool resource);
  const RuleType* MakeString(const Structural& node);
  const RuleType* Keep(RuleType type);
  // Fields of every resource, if the schema does not have them itself.
  const RuleType* Text();
  const RuleType* Metadata();

  std::deque<RuleType> types_;
  std::unordered_map<const Structural*, const RuleType*> made_;
  std::map<std::string, const RuleType*, std::less<>> objects_;
};

// Sizes of what `self` and `oldSelf` lead to.
class RuleSizes : public cel::SizeProvider {
 public:
  explicit RuleSizes(const RuleType& self) : self_(self) {}
  std::optional<uint64_t> MostElements(std::span<const std::string_view> path) const override;

 private:
  const RuleType& self_;
};

}  // namespace pintle::schema
