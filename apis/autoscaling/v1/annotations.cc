#include "apis/autoscaling/v1/annotations.h"

#include "apis/autoscaling/v1/conversion.h"
#include "pintle/codec/document.h"
#include "pintle/codec/json_writer.h"
#include "pintle/typeinfo/encode.h"
#include "pintle/typeinfo/value_bridge.h"

namespace pintle::apis::autoscaling::v1 {
namespace {

using typeinfo::List;
using typeinfo::Str;

constexpr Str kMetrics = "autoscaling.alpha.kubernetes.io/metrics";
constexpr Str kCurrentMetrics = "autoscaling.alpha.kubernetes.io/current-metrics";
constexpr Str kBehavior = "autoscaling.alpha.kubernetes.io/behavior";
constexpr Str kConditions = "autoscaling.alpha.kubernetes.io/conditions";
constexpr Str kAll[] = {kMetrics, kCurrentMetrics, kBehavior, kConditions};

// How deep structs nest in the annotations; what lies deeper is not one of ours.
constexpr int kMaxDepth = 16;

Value ParseAnnotation(Arena& arena, const Annotations& annotations, Str name) {
  const Str* text = annotations.Find(name);
  if (text == nullptr) return {};
  return codec::ParseJson(*text, arena).value_or(Value());
}

// A list of v1 structs as one of v2 structs.
template <typename V1, typename V2>
List<V2> ReadList(Arena& arena, const Annotations& annotations, Str name) {
  Value value = ParseAnnotation(arena, annotations, name);
  if (!value.is_list()) return {};
  List<V2> list;
  for (const Value& item : value.items()) {
    V1 spoke;
    if (!typeinfo::FromValue(item, typeinfo::TypeOf<V1>(), &spoke, arena, nullptr)) return {};
    ToHub(arena, spoke, list.Append(arena));
  }
  return list;
}

template <typename V1, typename V2>
void WriteList(Arena& arena, const List<V2>& list, Str name, Annotations& annotations) {
  if (list.empty()) return;
  std::string text;
  codec::JsonWriter writer(text);
  writer.BeginList();
  for (const V2& item : list) {
    V1 spoke;
    FromHub(arena, item, spoke);
    typeinfo::Encode(typeinfo::TypeOf<V1>(), &spoke, writer);
  }
  writer.EndList();
  annotations.Set(arena, name, arena.Copy(text));
}

// The behavior has no v1 form. Its members are written under their names in Go, all of them; both
// those and the usual names are read.
void EncodeByGoNames(const typeinfo::TypeInfo& type, const char* object, codec::Writer& writer) {
  switch (type.kind) {
    case typeinfo::Kind::kPtr: {
      const char* target = *reinterpret_cast<const char* const*>(object);
      return target != nullptr ? EncodeByGoNames(*type.element, target, writer) : writer.Null();
    }
    case typeinfo::Kind::kStruct:
      writer.BeginObject();
      for (const typeinfo::FieldInfo& field : type.fields) {
        writer.Key(field.go_name);
        EncodeByGoNames(*field.type, object + field.offset, writer);
      }
      return writer.EndObject();
    case typeinfo::Kind::kList: {
      const auto& list = *reinterpret_cast<const List<char>*>(object);
      if (list.is_nil()) return writer.Null();
      writer.BeginList();
      for (size_t i = 0; i < list.size(); ++i) {
        EncodeByGoNames(*type.element, list.data + i * type.element->size, writer);
      }
      return writer.EndList();
    }
    default:
      typeinfo::Encode(type, object, writer);
  }
}

Value WithUsualNames(Arena& arena, const Value& value, int depth) {
  if (depth > kMaxDepth) return {};
  if (value.is_list()) {
    std::vector<Value> items;
    for (const Value& item : value.items()) {
      items.push_back(WithUsualNames(arena, item, depth + 1));
    }
    return Value::List(arena, items);
  }
  if (!value.is_object()) return value;
  std::vector<Member> members;
  for (const Member& member : value.members()) {
    std::string key(member.key());
    if (!key.empty() && key[0] >= 'A' && key[0] <= 'Z') key[0] = static_cast<char>(key[0] | 0x20);
    members.emplace_back(arena.Copy(key), WithUsualNames(arena, member.value, depth + 1));
  }
  return Value::Object(arena, std::move(members));
}

bool IsEmpty(const v2::HorizontalPodAutoscalerBehavior& behavior) {
  return !behavior.scale_up && !behavior.scale_down;
}

typeinfo::Ptr<v2::HorizontalPodAutoscalerBehavior> ReadBehavior(Arena& arena,
                                                                const Annotations& annotations) {
  Value value = WithUsualNames(arena, ParseAnnotation(arena, annotations, kBehavior), 0);
  if (!value.is_object()) return {};
  typeinfo::Ptr<v2::HorizontalPodAutoscalerBehavior> behavior;
  const auto& type = typeinfo::TypeOf<v2::HorizontalPodAutoscalerBehavior>();
  Status read = typeinfo::FromValue(value, type, &behavior.Ensure(arena), arena, nullptr);
  if (!read || IsEmpty(*behavior)) behavior.reset();
  return behavior;
}

}  // namespace

Carried ReadCarried(Arena& arena, const Annotations& annotations) {
  return {
      .metrics = ReadList<MetricSpec, v2::MetricSpec>(arena, annotations, kMetrics),
      .current_metrics =
          ReadList<MetricStatus, v2::MetricStatus>(arena, annotations, kCurrentMetrics),
      .conditions =
          ReadList<HorizontalPodAutoscalerCondition, v2::HorizontalPodAutoscalerCondition>(
              arena, annotations, kConditions),
      .behavior = ReadBehavior(arena, annotations),
  };
}

Annotations WithoutCarried(Arena& arena, const Annotations& annotations) {
  Annotations rest = annotations.Clone(arena);
  for (Str name : kAll) rest.Erase(name);
  // An object without annotations has none at all, whatever it had.
  return rest.empty() ? Annotations() : rest;
}

void WriteCarried(Arena& arena, const Carried& carried, Annotations& annotations) {
  WriteList<MetricSpec>(arena, carried.metrics, kMetrics, annotations);
  WriteList<MetricStatus>(arena, carried.current_metrics, kCurrentMetrics, annotations);
  WriteList<HorizontalPodAutoscalerCondition>(arena, carried.conditions, kConditions, annotations);
  if (!carried.behavior || IsEmpty(*carried.behavior)) return;
  std::string text;
  codec::JsonWriter writer(text);
  EncodeByGoNames(typeinfo::TypeOf<v2::HorizontalPodAutoscalerBehavior>(),
                  reinterpret_cast<const char*>(carried.behavior.get()), writer);
  annotations.Set(arena, kBehavior, arena.Copy(text));
}

}  // namespace pintle::apis::autoscaling::v1
