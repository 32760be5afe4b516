#include "pintle/write/stages/prepare.h"

#include <string>

namespace pintle::write {
namespace {

// A generated name is at most a DNS label: 58 bytes of the prefix and the suffix.
constexpr size_t kMaxGeneratedPrefixBytes = 58;
static_assert(kMaxGeneratedPrefixBytes + kSuffixBytes == 63);

void DropDisabled(const Rules& rules, Draft& draft) {
  if (!draft.object.is_typed()) return;
  const void* old = draft.old != nullptr ? draft.old->data() : nullptr;
  rules.disabled_fields.Drop(draft.object.type(), draft.object.data(), old);
}

void PrepareNew(const Context& context, const Rules& rules, const Drawn& drawn, Draft& draft) {
  object::ObjectMeta& meta = draft.object.meta();
  Arena& arena = draft.object.arena();
  meta.uid = arena.Copy(drawn.uid);
  meta.creation_timestamp = typeinfo::Time::FromSeconds(drawn.now_seconds);
  if (GeneratesName(draft.object)) {
    std::string name(meta.generate_name.substr(0, kMaxGeneratedPrefixBytes));
    meta.name = arena.Copy(name + drawn.suffix);
  }
  DropDisabled(rules, draft);
  if (rules.strategy.prepare_create) rules.strategy.prepare_create(context, draft.object);
}

// The metadata as the server has it.
void RestoreSystemFields(object::ObjectMeta& meta, const object::ObjectMeta& old) {
  if (meta.uid.empty()) meta.uid = old.uid;
  meta.creation_timestamp = old.creation_timestamp;
  if (old.deletion_timestamp) meta.deletion_timestamp = old.deletion_timestamp;
  if (!meta.deletion_grace_period_seconds) {
    meta.deletion_grace_period_seconds = old.deletion_grace_period_seconds;
  }
  meta.self_link = {};
}

void PrepareChanged(const Context& context, const Rules& rules, Draft& draft) {
  object::ObjectMeta& meta = draft.object.meta();
  const object::ObjectMeta& old = draft.old->meta();
  meta.generation = old.generation;
  DropDisabled(rules, draft);
  if (rules.strategy.prepare_update) {
    rules.strategy.prepare_update(context, draft.object, *draft.old);
  }
  RestoreSystemFields(meta, old);
}

}  // namespace

bool GeneratesName(const Object& object) {
  return object.meta().name.empty() && !object.meta().generate_name.empty();
}

void Prepare(const Context& context, const Rules& rules, const Drawn& drawn, Draft& draft) {
  if (draft.old == nullptr) {
    PrepareNew(context, rules, drawn, draft);
  } else {
    PrepareChanged(context, rules, draft);
  }
}

}  // namespace pintle::write
