#include "pintle/schema/embedded.h"

#include <algorithm>
#include <iterator>

#include "pintle/base/strings.h"
#include "pintle/field/names.h"
#include "pintle/schema/open_api.h"
#include "pintle/schema/structural.h"

namespace pintle::schema {
namespace {

// Shows no object and no list: they may come from a stored object, with what is secret there.
field::Error Malformed(const field::Path& at, const Value& value, const std::string& detail) {
  if (!value.is_object() && !value.is_list()) return field::Invalid(at, Shown(value), detail);
  return {.type = field::ErrorType::kInvalid,
          .field = at.ToString(),
          .body = "Invalid value: " + detail};
}

// Recursion follows the schema, so it is at most kMaxSchemaDepth deep.
class Tidier {
 public:
  Tidier(Arena& arena, const TidyOptions& options) : arena_(arena), options_(options) {
    unknown_.Widen();
  }

  Value Walk(const Structural& schema, const Value& value, const field::Path& path, bool is_root) {
    if (!schema.subtree_has_embedded || result_.error) return value;
    if (value.is_list()) return WalkList(schema, value, path);
    if (value.is_object()) return WalkObject(schema, value, path, is_root);
    return value;
  }

  TidyResult Take(Value object) && {
    result_.object = object;
    if (unknown_.any()) {
      unknown_.SortByPath();
      options_.unknown->Append(std::move(unknown_));
    }
    return std::move(result_);
  }

 private:
  Value WalkList(const Structural& schema, const Value& value, const field::Path& path) {
    if (schema.items == nullptr) return value;
    std::vector<Value> items(value.items().begin(), value.items().end());
    bool changed = false;
    for (size_t i = 0; i < items.size(); ++i) {
      Value tidied = Walk(*schema.items, items[i], path.Index(i), false);
      changed |= !SameData(tidied, items[i]);
      items[i] = tidied;
    }
    return changed ? Value::List(arena_, items) : value;
  }

  Value WalkObject(const Structural& schema, const Value& value, const field::Path& path,
                   bool is_root) {
    std::vector<Member> members;
    members.reserve(value.size());
    bool changed = false;
    for (const Member& member : value.members()) {
      if (schema.embedded_resource && !is_root && IsResourceMeta(member.key())) {
        std::optional<Value> kept = TidyMeta(member, path);
        changed |= !kept || !SameData(*kept, member.value);
        if (kept) members.push_back(Member{member.key(), *kept});
        continue;
      }
      Value tidied = member.value;
      bool own_meta = is_root && IsResourceMeta(member.key());
      if (const Structural* property = schema.FindProperty(member.key())) {
        if (!own_meta) tidied = Walk(*property, member.value, path.Child(member.key()), false);
      } else if (schema.additional_properties != nullptr && !own_meta) {
        tidied = Walk(*schema.additional_properties, member.value, path.Key(member.key()), false);
      }
      changed |= !SameData(tidied, member.value);
      members.push_back(Member{member.key(), tidied});
    }
    return changed ? Value::SortedObject(arena_, members) : value;
  }

  // The member's new value, or nothing if it is to be dropped.
  std::optional<Value> TidyMeta(const Member& member, const field::Path& path) {
    if (result_.error) return member.value;
    field::Path at = path.Child(member.key());
    if (member.key() != "metadata") {
      if (member.value.is_string()) return member.value;
      if (options_.malformed == MalformedFields::kDrop) return std::nullopt;
      result_.error = Malformed(at, member.value, "must be a string");
      return member.value;
    }
    if (!options_.tidier) return member.value;
    field::Findings unknown;
    unknown.Widen();
    TidiedMetadata tidied = options_.tidier(arena_, member.value, options_.malformed,
                                            options_.unknown != nullptr ? &unknown : nullptr);
    if (tidied.error) {
      if (options_.malformed == MalformedFields::kDrop) return std::nullopt;
      result_.error = Malformed(at, member.value, *tidied.error);
      return member.value;
    }
    for (const field::Finding& below : unknown.items()) unknown_.Unknown(path.Child(below.path));
    unknown_.Skip(unknown.more());
    return tidied.metadata;
  }

  Arena& arena_;
  const TidyOptions& options_;
  TidyResult result_;
  field::Findings unknown_;
};

void CheckApiVersion(const Value& value, const field::Path& path, field::ErrorList& errors) {
  if (!value.is_string()) {
    errors.push_back(field::Invalid(path, Shown(value), "must be a string"));
    return;
  }
  std::string_view text = value.as_string();
  if (text.empty()) {
    errors.push_back(field::Invalid(path, text, "must not be empty"));
  } else if (std::ranges::count(text, '/') > 1) {
    errors.push_back(
        field::Invalid(path, text, "unexpected GroupVersion string: " + std::string(text)));
  }
}

void CheckKind(const Value& value, const field::Path& path, field::ErrorList& errors) {
  if (!value.is_string()) {
    errors.push_back(field::Invalid(path, Shown(value), "must be a string"));
    return;
  }
  std::string_view text = value.as_string();
  if (text.empty()) {
    errors.push_back(field::Invalid(path, text, "must not be empty"));
    return;
  }
  validate::Messages messages = validate::IsDns1035Label(ToLower(text));
  if (!messages.empty()) {
    errors.push_back(field::Invalid(
        path, text, "may have mixed case, but should otherwise match: " + Join(messages, ",")));
  }
}

void CheckResource(const Value& object, const field::Path& path, const MetadataValidator& validator,
                   field::ErrorList& errors) {
  const Value* api_version = object.FindPtr("apiVersion");
  const Value* kind = object.FindPtr("kind");
  const Value* metadata = object.FindPtr("metadata");
  field::Path api_version_path = path.Child("apiVersion");
  field::Path kind_path = path.Child("kind");
  if (api_version == nullptr) {
    errors.push_back(field::Required(api_version_path));
  } else {
    CheckApiVersion(*api_version, api_version_path, errors);
  }
  if (kind == nullptr) {
    errors.push_back(field::Required(kind_path));
  } else {
    CheckKind(*kind, kind_path, errors);
  }
  if (metadata != nullptr && validator) validator(*metadata, path.Child("metadata"), errors);
}

}  // namespace

TidyResult TidyEmbedded(Arena& arena, const Structural& schema, const Value& object,
                        const field::Path& path, bool is_resource_root,
                        const TidyOptions& options) {
  Tidier walker(arena, options);
  Value tidied = walker.Walk(schema, object, path, is_resource_root);
  return std::move(walker).Take(tidied);
}

void ValidateEmbedded(const Structural& schema, const Value& object, const field::Path& path,
                      bool is_resource_root, const MetadataValidator& validator,
                      field::ErrorList& errors) {
  if (!schema.subtree_has_embedded) return;
  if (object.is_list() && schema.items != nullptr) {
    for (size_t i = 0; i < object.size(); ++i) {
      ValidateEmbedded(*schema.items, object.items()[i], path.Index(i), false, validator, errors);
    }
  }
  if (!object.is_object()) return;
  bool embedded = schema.embedded_resource && !is_resource_root;
  if (embedded) CheckResource(object, path, validator, errors);
  for (const Member& member : object.members()) {
    if ((embedded || is_resource_root) && IsResourceMeta(member.key())) continue;
    if (const Structural* property = schema.FindProperty(member.key())) {
      ValidateEmbedded(*property, member.value, path.Child(member.key()), false, validator, errors);
    } else if (schema.additional_properties != nullptr) {
      ValidateEmbedded(*schema.additional_properties, member.value, path.Key(member.key()), false,
                       validator, errors);
    }
  }
}

}  // namespace pintle::schema
