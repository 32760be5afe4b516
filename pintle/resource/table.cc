#include "pintle/resource/table.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>

#include "pintle/base/human_duration.h"
#include "pintle/base/strings.h"
#include "pintle/codec/document.h"
#include "pintle/jsonpath/json_path.h"
#include "pintle/resource/columns.h"
#include "pintle/typeinfo/time_format.h"

namespace pintle::api {
namespace {

using write::Column;

const std::vector<Column>& DefaultColumns() {
  static const auto& columns = *new std::vector<Column>{
      apis::NameColumn(), {"Created At", "date", "", apis::AgeColumn().description, 0}};
  return columns;
}

std::vector<Value> DefaultCells(const object::Object& object, const Value& /*document*/,
                                Arena& arena, int64_t /*now_seconds*/) {
  const object::ObjectMeta& meta = object.meta();
  return {Value::String(arena, meta.name),
          Value::String(arena, typeinfo::FormatTime(meta.creation_timestamp))};
}

// The columns and cells a version of a resource has.
struct Shape {
  const std::vector<Column>* columns;
  const write::Cells* cells;
};

Shape ShapeOf(const TableRequest& request) {
  static const auto& default_cells = *new write::Cells(DefaultCells);
  const write::ResourceDefinition& definition = *request.definition;
  auto of_version = definition.tables.by_version.find(request.version);
  if (of_version != definition.tables.by_version.end()) {
    return {&of_version->second.columns, &of_version->second.cells};
  }
  const write::Table& usual = definition.tables.usual;
  if (usual.columns.empty() || !usual.cells) return {&DefaultColumns(), &default_cells};
  return {&usual.columns, &usual.cells};
}

Value IntegerCell(const Value& value) {
  if (value.is_int()) return value;
  if (!value.is_double()) return Value();
  double whole = std::trunc(value.as_double());
  // 2^63 is the first double that no int64 holds.
  constexpr double kLimit = 9223372036854775808.0;
  if (whole < -kLimit || whole >= kLimit) return Value();
  return Value(static_cast<int64_t>(whole));
}

Value NumberCell(const Value& value) {
  if (value.is_double()) return value;
  return value.is_int() ? Value(static_cast<double>(value.as_int())) : Value();
}

// A column may show all of an object, and a definition may have a thousand such columns: so much is
// shown of one object, `left` of it in this cell and those behind.
constexpr size_t kMaxShownBytes = size_t{128} << 10;

Value StringCell(Arena& arena, const Value& value, size_t& left) {
  if (value.is_null()) return Value("<no value>");
  if (left == 0) return Value("...");
  const std::string json = value.is_string() ? std::string() : codec::ToJson(value);
  const std::string_view text = value.is_string() ? value.as_string() : json;
  const bool fits = text.size() <= left;
  const size_t shown =
      std::min(text.size(), std::exchange(left, left - std::min(text.size(), left)));
  if (fits && value.is_string()) return value;
  return Value::String(arena, Shortened(text, shown));
}

Value DateCell(Arena& arena, const Value& value, int64_t now_seconds) {
  if (!value.is_string()) return Value();
  std::string_view text = value.as_string();
  if (text.empty() || text == "null") return Value(kUnknownAge);
  std::optional<typeinfo::Time> time = typeinfo::ParseRfc3339(text);
  if (!time) return Value(kInvalidAge);
  if (!time->set) return Value(kUnknownAge);
  return Value::String(arena, HumanDuration(now_seconds - time->seconds));
}

Value CustomCell(Arena& arena, std::string_view type, const Value& value, int64_t now_seconds,
                 size_t& left) {
  if (type == "integer") return IntegerCell(value);
  if (type == "number") return NumberCell(value);
  if (type == "boolean") return value.is_bool() ? value : Value();
  if (type == "date") return DateCell(arena, value, now_seconds);
  if (type == "string") return StringCell(arena, value, left);
  return Value();
}

struct ParsedColumn {
  std::string type;
  JsonPath path;
};

Value MetaApiVersion(std::string_view version) {
  return Value(version == "v1beta1" ? "meta.k8s.io/v1beta1" : "meta.k8s.io/v1");
}

constexpr std::string_view kCreationPath = ".metadata.creationTimestamp";

// The columns after Name: what was declared, or the age.
std::vector<PrinterColumn> Declared(std::span<const PrinterColumn> columns) {
  if (!columns.empty()) return {columns.begin(), columns.end()};
  return {{.name = "Age",
           .type = "date",
           .format = "",
           .description = apis::AgeColumn().description,
           .json_path = std::string(kCreationPath)}};
}

}  // namespace

std::optional<IncludeObject> ParseIncludeObject(std::string_view text) {
  if (text.empty() || text == "Metadata") return IncludeObject::kMetadata;
  if (text == "None") return IncludeObject::kNone;
  if (text == "Object") return IncludeObject::kObject;
  return std::nullopt;
}

Value TableColumnDefinitions(Arena& arena, const TableRequest& request) {
  std::vector<Value> definitions;
  for (const Column& column : *ShapeOf(request).columns) {
    definitions.push_back(
        Value::Object(arena, {{"name", Value::String(arena, column.name)},
                              {"type", Value::String(arena, column.type)},
                              {"format", Value::String(arena, column.format)},
                              {"description", Value::String(arena, column.description)},
                              {"priority", Value(column.priority)}}));
  }
  return Value::List(arena, definitions);
}

Value TableRow(Arena& arena, const TableRequest& request, const TableItem& item) {
  std::vector<Value> cells =
      (*ShapeOf(request).cells)(*item.object, item.document, arena, request.now_seconds);
  std::vector<Member> row = {{"cells", Value::List(arena, cells)}};
  const write::RowConditions& conditions_of = request.definition->tables.usual.conditions;
  Value conditions = conditions_of ? conditions_of(*item.object, arena) : Value();
  if (!conditions.is_null()) row.push_back({"conditions", conditions});
  if (request.include == IncludeObject::kMetadata) {
    row.push_back({"object", PartialObjectMetadata(arena, item.document, request.meta_version)});
  } else if (request.include == IncludeObject::kObject) {
    row.push_back({"object", item.document});
  }
  return Value::Object(arena, std::move(row));
}

Value MakeTable(Arena& arena, const TableRequest& request, std::span<const TableItem> items,
                Value metadata) {
  std::vector<Value> rows;
  rows.reserve(items.size());
  for (const TableItem& item : items) rows.push_back(TableRow(arena, request, item));
  return Value::Object(arena, {{"kind", Value("Table")},
                               {"apiVersion", MetaApiVersion(request.meta_version)},
                               {"metadata", metadata.is_null() ? Value::EmptyObject() : metadata},
                               {"columnDefinitions",
                                request.headers ? TableColumnDefinitions(arena, request) : Value()},
                               {"rows", Value::List(arena, rows)}});
}

Value ItemTableMetadata(Arena& arena, const Value& document) {
  Value revision = document.FindPath({"metadata", "resourceVersion"});
  if (!revision.is_string()) return Value::EmptyObject();
  return Value::Object(arena, {{"resourceVersion", revision}});
}

Value PartialObjectMetadata(Arena& arena, const Value& document, std::string_view meta_version) {
  Value metadata = document.Find("metadata");
  return Value::Object(arena,
                       {{"kind", Value("PartialObjectMetadata")},
                        {"apiVersion", MetaApiVersion(meta_version)},
                        {"metadata", metadata.is_object() ? metadata : Value::EmptyObject()}});
}

std::vector<Column> CustomColumns(std::span<const PrinterColumn> columns) {
  std::vector<Column> out = {apis::NameColumn()};
  for (PrinterColumn& column : Declared(columns)) {
    if (!JsonPath::Parse(column.json_path)) break;
    if (column.description.empty()) {
      column.description =
          "Custom resource definition column (in JSONPath format): " + column.json_path;
    }
    out.push_back({std::move(column.name), std::move(column.type), std::move(column.format),
                   std::move(column.description), column.priority});
  }
  return out;
}

write::Cells CustomCells(std::span<const PrinterColumn> columns) {
  auto parsed = std::make_shared<std::vector<ParsedColumn>>();
  for (PrinterColumn& column : Declared(columns)) {
    std::optional<JsonPath> path = JsonPath::Parse(column.json_path);
    if (!path) break;
    parsed->push_back({std::move(column.type), std::move(*path)});
  }
  // Shared by the copies of the function.
  return [parsed = std::shared_ptr<const std::vector<ParsedColumn>>(std::move(parsed))](
             const object::Object& object, const Value& document, Arena& arena,
             int64_t now_seconds) {
    std::vector<Value> cells = {Value::String(arena, object.meta().name)};
    size_t left = kMaxShownBytes;
    for (const ParsedColumn& column : *parsed) {
      std::optional<Value> found = column.path.First(document);
      cells.push_back(found ? CustomCell(arena, column.type, *found, now_seconds, left) : Value());
    }
    return cells;
  };
}

}  // namespace pintle::api
