#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/base/arena.h"
#include "pintle/object/object.h"
#include "pintle/resource/definition.h"
#include "pintle/value/value.h"

// Objects as rows and columns: what `kubectl get` asks for.
namespace pintle::api {

// What each row carries of its object.
enum class IncludeObject : uint8_t { kNone, kMetadata, kObject };

// The query parameter `includeObject`: `None`, `Metadata` or `Object`; absent (empty) is metadata.
// Nothing for other texts.
std::optional<IncludeObject> ParseIncludeObject(std::string_view text);

// An object and its form as the requested version, apiVersion and kind included.
struct TableItem {
  const object::Object* object = nullptr;
  Value document;
};

// A table on its way: for a get one item, for a list all, for a watch event one (and `headers` only
// in the first event of the stream). Results live in the arena or share data with the items.
struct TableRequest {
  const write::ResourceDefinition* definition = nullptr;
  std::string_view version;
  IncludeObject include = IncludeObject::kMetadata;
  int64_t now_seconds = 0;
  // False: columnDefinitions is null.
  bool headers = true;
  // In which version of meta.k8s.io the table and the metadata in it are.
  std::string_view meta_version = "v1";
};

// `metadata` is that of the list, or ItemTableMetadata of a single item.
Value MakeTable(Arena& arena, const TableRequest& request, std::span<const TableItem> items,
                Value metadata);
// One element of `rows`, for lists that are written item by item.
Value TableRow(Arena& arena, const TableRequest& request, const TableItem& item);
Value TableColumnDefinitions(Arena& arena, const TableRequest& request);
// The list metadata of a table of one object: its resourceVersion.
Value ItemTableMetadata(Arena& arena, const Value& document);

// The object of a row, and what `as=PartialObjectMetadata` gives.
Value PartialObjectMetadata(Arena& arena, const Value& document,
                            std::string_view meta_version = "v1");

// An additional printer column of a custom resource.
struct PrinterColumn {
  std::string name;
  std::string type;
  std::string format;
  std::string description;
  std::string json_path;
  int priority = 0;
};

// The table of a custom resource: Name and the declared columns, or Name and Age if there are none.
// Columns from the first with a path that cannot be parsed are left out.
std::vector<write::Column> CustomColumns(std::span<const PrinterColumn> columns);
write::Cells CustomCells(std::span<const PrinterColumn> columns);

}  // namespace pintle::api
