#include "pintle/resource/table.h"

#include <gtest/gtest.h>

#include "pintle/object/encode.h"
#include "pintle/registry/registry_for_test.h"
#include "pintle/typeinfo/time_format.h"

namespace pintle::api {
namespace {

constexpr int64_t kNow = 1'700'000'000;  // 2023-11-14T22:13:20Z

std::string TimeAt(int64_t seconds) {
  return typeinfo::FormatTime(typeinfo::Time::FromSeconds(seconds));
}

class TableTest : public testing::Test {
 protected:
  // A widget whose content is `json`.
  TableItem Widget(std::string_view name, std::string_view json) {
    auto arena = std::make_shared<Arena>();
    auto* meta = arena->New<object::ObjectMeta>();
    meta->name = arena->Copy(name);
    meta->resource_version = "42";
    meta->creation_timestamp = typeinfo::Time::FromSeconds(kNow - 125);
    Value content = *codec::ParseJson(json, *arena);
    objects_.push_back(std::make_unique<object::Object>(
        object::Object::Dynamic(arena, "stable.example.com/v1", "Widget", meta, content)));
    Value metadata =
        Value::Object(arena_, {{"name", Value::String(arena_, name)},
                               {"resourceVersion", Value("42")},
                               {"creationTimestamp", Value::String(arena_, TimeAt(kNow - 125))}});
    Value document = content.With(arena_, "apiVersion", Value("stable.example.com/v1"))
                         .With(arena_, "kind", Value("Widget"))
                         .With(arena_, "metadata", metadata);
    return {objects_.back().get(), document};
  }
  TableRequest Request() {
    return {resources_.widgets.get(), "v1", IncludeObject::kMetadata, kNow, true};
  }
  // The cell of one column for an object whose `.v` is `json`; an empty text leaves it out.
  std::string Cell(std::string_view type, std::string_view json) {
    PrinterColumn column = {"V", std::string(type), "", "", ".v", 0};
    std::string text = json.empty() ? "{}" : "{\"v\":" + std::string(json) + "}";
    TableItem item = Widget("w", text);
    std::vector<Value> cells = CustomCells({&column, 1})(*item.object, item.document, arena_, kNow);
    EXPECT_EQ(cells.size(), 2u);
    return codec::ToJson(cells[1]);
  }

  Arena arena_;
  TestResources resources_;
  std::vector<std::unique_ptr<object::Object>> objects_;
};

TEST_F(TableTest, DefaultColumns) {
  TableItem item = Widget("w", "{}");
  TableRequest request = Request();
  request.include = IncludeObject::kNone;
  Value table = MakeTable(arena_, request, {&item, 1}, ItemTableMetadata(arena_, item.document));
  EXPECT_EQ(table.FindString("kind"), "Table");
  EXPECT_EQ(table.FindString("apiVersion"), "meta.k8s.io/v1");
  EXPECT_EQ(codec::ToJson(table.Find("metadata")), R"({"resourceVersion":"42"})");
  ASSERT_EQ(table.Find("columnDefinitions").size(), 2u);
  for (const Value& column : table.Find("columnDefinitions").items()) {
    for (const char* key : {"name", "type", "format", "description", "priority"}) {
      EXPECT_TRUE(column.Has(key)) << key;
    }
  }
  Value created = table.Find("columnDefinitions").items()[1];
  EXPECT_EQ(created.FindString("name"), "Created At");
  EXPECT_EQ(created.FindString("type"), "date");
  EXPECT_EQ(codec::ToJson(table.Find("rows")),
            "[{\"cells\":[\"w\",\"" + TimeAt(kNow - 125) + "\"]}]");
}

TEST_F(TableTest, ObjectOfARow) {
  TableItem item = Widget("w", R"({"spec":{"size":1}})");
  TableRequest request = Request();
  Value row = TableRow(arena_, request, item);
  EXPECT_EQ(row.Find("object").FindString("kind"), "PartialObjectMetadata");
  EXPECT_EQ(row.Find("object").FindString("apiVersion"), "meta.k8s.io/v1");
  EXPECT_EQ(row.FindPath({"object", "metadata", "name"}).as_string(), "w");
  EXPECT_FALSE(row.Find("object").Has("spec"));
  request.include = IncludeObject::kObject;
  EXPECT_TRUE(TableRow(arena_, request, item).Find("object") == item.document);
  request.include = IncludeObject::kNone;
  EXPECT_FALSE(TableRow(arena_, request, item).Has("object"));
}

TEST_F(TableTest, ConditionsOfARow) {
  resources_.widgets->tables.usual.conditions = [](const object::Object& object, Arena& arena) {
    Value condition = Value::Object(arena, {{"type", Value("Completed")}});
    return object.meta().name == "over" ? Value::List(arena, {&condition, 1}) : Value();
  };
  TableItem going = Widget("going", "{}"), over = Widget("over", "{}");
  EXPECT_FALSE(TableRow(arena_, Request(), going).Has("conditions"));
  EXPECT_EQ(codec::ToJson(TableRow(arena_, Request(), over).Find("conditions")),
            R"([{"type":"Completed"}])");
}

TEST_F(TableTest, WithoutHeadersAndRows) {
  TableRequest request = Request();
  request.headers = false;
  Value table = MakeTable(arena_, request, {}, Value());
  EXPECT_TRUE(table.Has("columnDefinitions"));
  EXPECT_TRUE(table.Find("columnDefinitions").is_null());
  EXPECT_EQ(codec::ToJson(table.Find("rows")), "[]");
  EXPECT_EQ(codec::ToJson(table.Find("metadata")), "{}");
}

TEST_F(TableTest, ListMetadataIsPassedOn) {
  std::vector<TableItem> items = {Widget("a", "{}"), Widget("b", "{}")};
  Value metadata = *codec::ParseJson(
      R"({"continue":"abc","remainingItemCount":5,"resourceVersion":"9"})", arena_);
  Value table = MakeTable(arena_, Request(), items, metadata);
  EXPECT_TRUE(table.Find("metadata") == metadata);
  EXPECT_EQ(table.Find("rows").size(), 2u);
}

TEST_F(TableTest, TableOfTheVersion) {
  std::vector<PrinterColumn> columns = {{"Size", "integer", "int32", "How big.", ".spec.size", 1}};
  resources_.widgets->tables.by_version["v1"] = {CustomColumns(columns), CustomCells(columns)};
  TableItem item = Widget("w", R"({"spec":{"size":3}})");
  TableRequest request = Request();
  EXPECT_EQ(codec::ToJson(TableRow(arena_, request, item).Find("cells")), R"(["w",3])");
  Value definitions = TableColumnDefinitions(arena_, request);
  EXPECT_EQ(codec::ToJson(definitions.items()[1]),
            R"({"description":"How big.","format":"int32","name":"Size","priority":1,)"
            R"("type":"integer"})");
  request.version = "v2";
  EXPECT_EQ(TableColumnDefinitions(arena_, request).items()[1].FindString("name"), "Created At");
}

TEST_F(TableTest, CustomColumns) {
  std::vector<write::Column> age = CustomColumns({});
  ASSERT_EQ(age.size(), 2u);
  EXPECT_EQ(age[0].name, "Name");
  EXPECT_EQ(age[0].format, "name");
  EXPECT_EQ(age[1].name, "Age");
  EXPECT_EQ(age[1].type, "date");
  TableItem item = Widget("w", "{}");
  std::vector<Value> cells = CustomCells({})(*item.object, item.document, arena_, kNow);
  EXPECT_EQ(codec::ToJson(Value::List(arena_, cells)), R"(["w","2m5s"])");

  std::vector<PrinterColumn> broken = {{"A", "string", "", "", ".spec.a", 0},
                                       {"B", "string", "", "", "spec.b", 0},
                                       {"C", "string", "", "", ".spec.c", 0}};
  std::vector<write::Column> columns = CustomColumns(broken);
  ASSERT_EQ(columns.size(), 2u);
  EXPECT_EQ(columns[1].description,
            "Custom resource definition column (in JSONPath format): .spec.a");
  EXPECT_EQ(CustomCells(broken)(*item.object, item.document, arena_, kNow).size(), 2u);
}

TEST_F(TableTest, CellsOfEveryType) {
  const std::string ago = "\"" + TimeAt(kNow - 12 * 3600 - 1800) + "\"";
  const std::string ahead = "\"" + TimeAt(kNow + 12 * 3600) + "\"";
  const std::string skewed = "\"" + TimeAt(kNow + 1) + "\"";
  const struct {
    const char* type;
    std::string json;
    std::string cell;
  } kCases[] = {
      {"integer", "7", "7"},
      {"integer", "3.14", "3"},
      {"integer", "-3.9", "-3"},
      {"integer", "1e300", "null"},
      {"integer", "\"foo\"", "null"},
      {"integer", "", "null"},
      {"number", "3.5", "3.5"},
      {"number", "3", "3"},
      {"number", "\"3\"", "null"},
      {"boolean", "true", "true"},
      {"boolean", "\"true\"", "null"},
      {"string", "[1,2,3]", "\"[1,2,3]\""},
      {"string", "null", "\"<no value>\""},
      {"string", "", "null"},
      {"string", "true", "\"true\""},
      {"string", "1.5", "\"1.5\""},
      {"string", "\"x\"", "\"x\""},
      {"string", "{\"a\":\"b\"}", R"("{\"a\":\"b\"}")"},
      {"date", ago, "\"12h\""},
      {"date", ahead, "\"\\u003cinvalid\\u003e\""},
      {"date", skewed, "\"0s\""},
      {"date", "\"\"", "\"\\u003cunknown\\u003e\""},
      {"date", "\"null\"", "\"\\u003cunknown\\u003e\""},
      {"date", "\"x\"", "\"\\u003cinvalid\\u003e\""},
      {"date", "5", "null"},
      {"date", "null", "null"},
      {"other", "5", "null"},
  };
  for (const auto& [type, json, cell] : kCases) {
    std::string expected = cell;
    if (expected == "\"<no value>\"") expected = "\"\\u003cno value\\u003e\"";
    EXPECT_EQ(Cell(type, json), expected) << type << " " << json;
  }
}

TEST_F(TableTest, ParseIncludeObject) {
  EXPECT_EQ(ParseIncludeObject(""), IncludeObject::kMetadata);
  EXPECT_EQ(ParseIncludeObject("Metadata"), IncludeObject::kMetadata);
  EXPECT_EQ(ParseIncludeObject("Object"), IncludeObject::kObject);
  EXPECT_EQ(ParseIncludeObject("None"), IncludeObject::kNone);
  EXPECT_EQ(ParseIncludeObject("object"), std::nullopt);
}

}  // namespace
}  // namespace pintle::api
