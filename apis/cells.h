#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "apis/core/v1/types.h"
#include "apis/meta/v1/types.h"
#include "pintle/base/arena.h"
#include "pintle/base/human_duration.h"
#include "pintle/resource/columns.h"
#include "pintle/resource/definition.h"

// What `kubectl get` shows of the built-in kinds. The tables of each group
// are named in its cells.h; here is what they share.
namespace pintle::apis {

inline constexpr std::string_view kNone = "<none>";
inline constexpr std::string_view kUnset = "<unset>";
inline constexpr std::string_view kUnknown = kUnknownAge;

// Where cells are made and when.
struct CellContext {
  Arena& arena;
  int64_t now_seconds;

  Value Text(std::string_view text) const { return Value::String(arena, text); }
  // How long ago `time` was; `<unknown>` for no time.
  std::string Since(const typeinfo::Time& time) const;
  Value Age(const meta::v1::ObjectMeta& meta) const { return Text(Since(meta.creation_timestamp)); }
};

using CellList = std::vector<Value>;

// A table of objects whose hub form is `T`.
template <typename T>
write::Table TableOf(std::vector<write::Column> columns,
                     CellList (*cells)(const T& object, const CellContext& context)) {
  return {std::move(columns),
          [cells](const object::Object& object, const Value&, Arena& arena, int64_t now) {
            return cells(object.As<T>(), CellContext{arena, now});
          }};
}

Value Number(int64_t number);
std::string_view TextOr(std::string_view text, std::string_view fallback);
// `k=v,k2=v2`.
std::string LabelsText(const typeinfo::Map<typeinfo::Str>& labels);
// `k=v,k2 in (a,b),!k3`, by key.
std::string SelectorText(const meta::v1::LabelSelector& selector);
// The same with `<none>` for a selector that is absent or empty.
std::string SelectorOrNone(const meta::v1::LabelSelector* selector);
// Names of containers and their images, each joined by commas.
std::string ContainerNames(const core::v1::PodSpec& pod);
std::string ContainerImages(const core::v1::PodSpec& pod);
// `first,second,third + 4 more...` of the first `limit` items.
std::string FirstFew(std::span<const std::string> items, size_t limit, std::string_view separator);
// The same where there are `count` items and only the first ones are at hand.
std::string FirstOf(std::span<const std::string> shown, size_t count, std::string_view separator);
// `192.0.2.1:80`, `[2001:db8::1]:80`.
std::string HostPort(std::string_view host, int32_t port);

}  // namespace pintle::apis
