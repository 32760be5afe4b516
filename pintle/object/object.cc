#include "pintle/object/object.h"

#include "pintle/typeinfo/copy.h"

namespace pintle::object {
namespace {

ObjectMeta* MetaOf(const typeinfo::TypeInfo& type, void* data) {
  const typeinfo::JsonField* field = typeinfo::FindJsonField(type, "metadata");
  assert(field != nullptr);
  return reinterpret_cast<ObjectMeta*>(static_cast<char*>(data) + field->offset);
}

}  // namespace

Object Object::Typed(std::shared_ptr<Arena> arena, const typeinfo::TypeInfo& type, void* data) {
  Object object;
  object.arena_ = std::move(arena);
  object.type_ = &type;
  object.data_ = data;
  object.meta_ = MetaOf(type, data);
  return object;
}

Object Object::Dynamic(std::shared_ptr<Arena> arena, std::string_view api_version,
                       std::string_view kind, ObjectMeta* meta, Value content) {
  Object object;
  object.arena_ = std::move(arena);
  object.meta_ = meta;
  object.api_version_ = api_version;
  object.kind_ = kind;
  object.content_ = content;
  return object;
}

Object Object::Copy() const {
  auto arena = std::make_shared<Arena>();
  if (is_typed()) {
    void* data = arena->Allocate(type_->size, type_->align);
    std::memset(data, 0, type_->size);
    typeinfo::DeepCopy(*type_, data_, data, *arena);
    return Typed(std::move(arena), *type_, data);
  }
  auto* meta = arena->New<ObjectMeta>();
  typeinfo::DeepCopy(typeinfo::TypeOf<ObjectMeta>(), meta_, meta, *arena);
  std::string_view api_version = arena->Copy(api_version_);
  std::string_view kind = arena->Copy(kind_);
  // Values are immutable: sharing them is as good as copying.
  arena->Keep(arena_);
  return Dynamic(std::move(arena), api_version, kind, meta, content_);
}

Object Object::Fork() const {
  Object fork = *this;
  if (is_typed()) {
    void* data = arena_->Allocate(type_->size, type_->align);
    typeinfo::CopyStructure(*type_, data_, data, *arena_);
    return Typed(arena_, *type_, data);
  }
  fork.meta_ = arena_->New<ObjectMeta>();
  typeinfo::CopyStructure(typeinfo::TypeOf<ObjectMeta>(), meta_, fork.meta_, *arena_);
  return fork;
}

}  // namespace pintle::object
