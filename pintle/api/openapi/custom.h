#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "pintle/api/openapi/schemas.h"
#include "pintle/base/arena.h"
#include "pintle/value/value.h"

namespace pintle::api {

// The members that say what an object is, as every kind has them.
Value StandardApiVersionSchema(Arena& arena);
Value StandardKindSchema(Arena& arena);
std::string_view StandardMetadataDescription();

// Turns the schema of a custom resource as its author wrote it into the one that is published. For
// v3 all of it stays; for v2, whose clients refuse fields they do not find, everything that might
// hide fields is loosened.
class CustomPublisher {
 public:
  // `metadata` is the schema that stands for every object's metadata.
  CustomPublisher(Arena& arena, OpenApiDialect dialect, Value metadata)
      : arena_(arena), dialect_(dialect), metadata_(metadata) {}

  // Nothing if the schema uses a type there is no such thing as.
  std::optional<Value> Publish(const Value& authored);

 private:
  Value Node(const Value& node, int depth);
  // The member of a published node, or nothing if it is left out.
  std::optional<Value> NodeMember(const Member& member, const Value& node, int depth);
  Value Properties(const Value& properties, int depth);
  bool Drops(std::string_view key, const Value& node) const;
  // Adds apiVersion, kind and metadata; `required` also to the names that must be there.
  void AddObjectMembers(std::vector<Member>& members, bool required);
  void RelaxRequired(const Value& properties, std::vector<Member>& members);

  Arena& arena_;
  const OpenApiDialect dialect_;
  const Value metadata_;
  bool failed_ = false;
};

}  // namespace pintle::api
