#pragma once

#include <memory>
#include <string_view>

#include "apis/meta/v1/types.h"
#include "pintle/base/arena.h"
#include "pintle/typeinfo/type_info.h"
#include "pintle/value/value.h"

namespace pintle::object {

using apis::meta::v1::ObjectMeta;

// An API object in flight. It is either a generated struct with its table (the hub form of a
// compiled-in kind), or a dynamic value; handlers do not need to know which. Metadata is an
// ObjectMeta struct in both cases. The object shares ownership of its arena; copying an Object
// copies the reference (see Copy for an independent one). One thread at a time.
class Object {
 public:
  Object() = default;
  // `data` is a struct of `type` in `arena` that has a `metadata` member.
  static Object Typed(std::shared_ptr<Arena> arena, const typeinfo::TypeInfo& type, void* data);
  // `content` is the object without apiVersion, kind and metadata.
  static Object Dynamic(std::shared_ptr<Arena> arena, std::string_view api_version,
                        std::string_view kind, ObjectMeta* meta, Value content);

  explicit operator bool() const { return meta_ != nullptr; }
  bool is_typed() const { return type_ != nullptr; }

  ObjectMeta& meta() { return *meta_; }
  const ObjectMeta& meta() const { return *meta_; }
  Arena& arena() const { return *arena_; }
  const std::shared_ptr<Arena>& shared_arena() const { return arena_; }

  // Typed objects.
  const typeinfo::TypeInfo& type() const { return *type_; }
  void* data() const { return data_; }
  template <typename T>
  T& As() const {
    assert(type_ == &typeinfo::TypeOf<T>());
    return *static_cast<T*>(data_);
  }

  // Dynamic objects. apiVersion and kind are what the document said.
  std::string_view api_version() const { return api_version_; }
  std::string_view kind() const { return kind_; }
  // What follows the group in apiVersion.
  std::string_view version() const { return api_version_.substr(api_version_.find('/') + 1); }
  const Value& content() const { return content_; }
  void set_content(Value content) { content_ = content; }
  void set_api_version(std::string_view api_version) { api_version_ = arena_->Copy(api_version); }

  // A deep copy in an arena of its own.
  Object Copy() const;
  // A copy in the same arena, which shares texts: either can be changed.
  Object Fork() const;

 private:
  std::shared_ptr<Arena> arena_;
  const typeinfo::TypeInfo* type_ = nullptr;
  void* data_ = nullptr;
  ObjectMeta* meta_ = nullptr;
  std::string_view api_version_;
  std::string_view kind_;
  Value content_;
};

}  // namespace pintle::object
