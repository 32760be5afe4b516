#include "pintle/schema/validate.h"

#include <gtest/gtest.h>

#include "pintle/schema/test_schema.h"

namespace pintle::schema {
namespace {

struct ValueCase {
  std::string_view id;
  std::string_view schema;
  std::string_view input;
  std::string_view errors;  // joined with ++
};

constexpr ValueCase kValueCases[] = {
    {"V01", R"({type: object, props: {a: {type: string}}})", R"({"a":5})",
     R"(a: Invalid value: "integer": a in body must be of type string: "integer")"},
    {"V02", R"({type: object, props: {spec: {type: object, props: {'n': {type: integer}}}}})",
     R"({"spec":{"n":"3"}})",
     R"(spec.n: Invalid value: "string": spec.n in body must be of type integer: "string")"},
    {"V03", R"({type: object, props: {'n': {type: integer}}})", R"({"n":1.0})", "valid"},
    {"V04", R"({type: object, props: {'n': {type: integer}}})", R"({"n":1.5})",
     R"(n: Invalid value: "number": n in body must be of type integer: "number" ++ <nil>: Invalid value: "": Checked value must be of type integer (default format) in n)"},
    {"V05", R"({type: object, props: {'n': {type: number}}})", R"({"n":3})", "valid"},
    {"V06", R"({type: object, props: {'n': {type: integer, format: int32}}})",
     R"({"n":2147483648})",
     R"(<nil>: Invalid value: "": Checked value must be of type integer with format int32 in n)"},
    {"V07", R"({type: object, props: {'n': {type: integer, format: int32}}})", R"({"n":1.5})",
     R"(n: Invalid value: "float64": n in body must be of type int32: "float64" ++ <nil>: Invalid value: "": Checked value must be of type integer with format int32 in n)"},
    {"V08", R"({type: object, props: {'n': {type: integer}}})", R"({"n":9007199254740993})",
     "valid"},
    {"V09", R"({type: object, props: {'n': {type: integer}}})", R"({"n":9007199254740994.0})",
     R"(n: Invalid value: "number": n in body must be of type integer: "number")"},
    {"V10", R"({type: object, props: {'n': {type: integer}}})", R"({"n":9223372036854775808})",
     R"(n: Invalid value: "number": n in body must be of type integer: "number" ++ <nil>: Invalid value: "": Checked value must be of type integer (default format) in n)"},
    {"V11", R"({type: object, props: {'n': {type: number, format: float}}})", R"({"n":1e39})",
     R"(<nil>: Invalid value: "": Checked value must be of type number with format float in n)"},
    {"V12", R"({type: object, props: {s: {type: string, maxLength: 2}}})", R"({"s":"abc"})",
     R"(s: Too long: may not be more than 2 bytes)"},
    {"V13", R"({type: object, props: {s: {type: string, maxLength: 2}}})", R"({"s":"éé"})",
     "valid"},
    {"V14", R"({type: object, props: {s: {type: string, minLength: 1}}})", R"({"s":""})",
     R"(s: Invalid value: "": s in body should be at least 1 chars long)"},
    {"V15", R"({type: object, props: {s: {type: string, pattern: "^[a-z]+$"}}})", R"({"s":"A1"})",
     R"(s: Invalid value: "A1": s in body should match '^[a-z]+$')"},
    {"V16", R"({type: object, props: {s: {type: string, pattern: "b"}}})", R"({"s":"abc"})",
     "valid"},
    {"V17", R"({type: object, props: {s: {type: string, maxLength: 1, pattern: "^x"}}})",
     R"({"s":"abc"})", R"(s: Too long: may not be more than 1 byte)"},
    {"V18", R"({type: object, props: {s: {type: string, enum: [a, b]}}})", R"({"s":"c"})",
     R"(s: Unsupported value: "c": supported values: "a", "b")"},
    {"V19", R"({type: object, props: {'n': {type: integer, enum: [1, 2]}}})", R"({"n":3})",
     R"(n: Unsupported value: 3: supported values: "1", "2")"},
    {"V20", R"({type: object, props: {s: {type: string, nullable: true, enum: [a, null]}}})",
     R"({"s":null})", R"(s: Unsupported value: null: supported values: "a", "null")"},
    {"V21", R"({type: object, props: {'n': {type: integer, minimum: 1, maximum: 10}}})",
     R"({"n":0})", R"(n: Invalid value: 0: n in body should be greater than or equal to 1)"},
    {"V22", R"({type: object, props: {'n': {type: integer, maximum: 10, exclusiveMaximum: true}}})",
     R"({"n":10})", R"(n: Invalid value: 10: n in body should be less than 10)"},
    {"V23", R"({type: object, props: {'n': {type: number, maximum: 1000000}}})",
     R"({"n":1000000.5})",
     R"(n: Invalid value: 1.0000005e+06: n in body should be less than or equal to 1e+06)"},
    {"V24", R"({type: object, props: {'n': {type: number, minimum: 1.5}}})", R"({"n":1})", "valid"},
    {"V25", R"({type: object, props: {'n': {type: number, minimum: 1.5}}})", R"({"n":1.2})",
     R"(n: Invalid value: 1.2: n in body should be greater than or equal to 1.5)"},
    {"V26", R"({type: object, props: {'n': {type: integer, maximum: 1.5}}})", R"({"n":1})",
     R"(<nil>: Invalid value: "": Maximum boundary value must be of type integer (default format) in n)"},
    {"V27", R"({type: object, props: {'n': {type: integer, multipleOf: 2}}})", R"({"n":3})",
     R"(n: Invalid value: 3: n in body should be a multiple of 2)"},
    {"V28", R"({type: object, props: {'n': {type: number, multipleOf: 0.1}}})", R"({"n":0.3})",
     "valid"},
    {"V29", R"({type: object, props: {'n': {type: number, multipleOf: 0.5}}})", R"({"n":3})",
     R"(n: Invalid value: 0: factor MultipleOf declared for n must be positive: 0)"},
    {"V30", R"({type: object, required: [spec]})", R"({})", R"(spec: Required value)"},
    {"V31",
     R"({type: object, props: {spec: {type: object, required: [a], props: {a: {type: string}}}}})",
     R"({"spec":{}})", R"(spec.a: Required value)"},
    {"V32", R"({type: object, props: {l: {type: array, maxItems: 2, items: {type: string}}}})",
     R"({"l":["a","b","c"]})", R"(l: Too many: 3: must have at most 2 items)"},
    {"V33", R"({type: object, props: {l: {type: array, minItems: 1, items: {type: string}}}})",
     R"({"l":[]})", R"(l: Invalid value: 0: l in body should have at least 1 items)"},
    {"V34", R"({type: object, props: {l: {type: array, items: {type: string}}}})",
     R"({"l":["a",5,null]})",
     R"(l[1]: Invalid value: "integer": l[1] in body must be of type string: "integer" ++ l[2]: Invalid value: "null": l[2] in body must be of type string: "null")"},
    {"V35",
     R"({type: object, props: {m: {type: object, maxProperties: 1, addl: {type: integer}}}})",
     R"({"m":{"a":1,"b":2}})", R"(m: Too many: 2: must have at most 1 item)"},
    {"V36", R"({type: object, props: {m: {type: object, minProperties: 1}}})", R"({"m":{}})",
     R"(m: Invalid value: 0: m in body should have at least 1 properties)"},
    {"V37", R"({type: object, props: {m: {type: object, addl: {type: integer}}}})",
     R"({"m":{"k":"x"}})",
     R"(m.k: Invalid value: "string": m.k in body must be of type integer: "string")"},
    {"V38", R"({type: object, props: {m: {type: object, addl: false}}})", R"({"m":{"k":1}})",
     R"(m: Invalid value: "k": m.k in body is a forbidden property)"},
    {"V39", R"({type: object, props: {a: {type: object}}})", R"({"a":null})",
     R"(a: Invalid value: "null": a in body must be of type object: "null")"},
    {"V40", R"({type: object, props: {v: {IOS}}})", R"({"v":true})",
     R"(v: Invalid value: "boolean": v in body must be of type integer,string: "boolean")"},
    {"V41", R"({type: object, props: {v: {IOS, pattern: "^[0-9]+%$"}}})", R"({"v":"x"})",
     R"(v: Invalid value: "x": v in body should match '^[0-9]+%$')"},
    {"V42", R"({type: object, props: {v: {IOS, pattern: "^[0-9]+%$"}}})", R"({"v":5})", "valid"},
    {"V43",
     R"({type: object, props: {s: {type: string, anyOf: [{minLength: 3},{pattern: "^x"}]}}})",
     R"({"s":"a"})",
     R"(<nil>: Invalid value: "": "s" must validate at least one schema (anyOf) ++ s: Invalid value: "a": s in body should be at least 3 chars long)"},
    {"V44", R"({type: object, props: {'n': {type: integer, oneOf: [{minimum: 5},{maximum: 10}]}}})",
     R"({"n":7})",
     R"(<nil>: Invalid value: "": "n" must validate one and only one schema (oneOf). Found 2 valid alternatives)"},
    {"V45", R"({type: object, props: {'n': {type: integer, oneOf: [{minimum: 5},{minimum: 6}]}}})",
     R"({"n":1})",
     R"(<nil>: Invalid value: "": "n" must validate one and only one schema (oneOf). Found none valid ++ n: Invalid value: 1: n in body should be greater than or equal to 5)"},
    {"V46", R"({type: object, props: {'n': {type: integer, allOf: [{minimum: 5},{maximum: 10}]}}})",
     R"({"n":11})",
     R"(n: Invalid value: 11: n in body should be less than or equal to 10 ++ <nil>: Invalid value: "": "n" must validate all the schemas (allOf))"},
    {"V47", R"({type: object, props: {'n': {type: integer, allOf: [{minimum: 5}]}}})", R"({"n":1})",
     R"(n: Invalid value: 1: n in body should be greater than or equal to 5 ++ <nil>: Invalid value: "": "n" must validate all the schemas (allOf). None validated)"},
    {"V48", R"({type: object, props: {s: {type: string, not: {enum: [admin]}}}})",
     R"({"s":"admin"})", R"(<nil>: Invalid value: "": "s" must not validate the schema (not))"},
    {"V49", R"({type: object, props: {s: {type: string, format: date}}})", R"({"s":"2020-13-01"})",
     R"(s: Invalid value: "2020-13-01": s in body must be of type date: "2020-13-01")"},
    {"V50", R"({type: object, props: {s: {type: string, format: date}}})", R"({"s":5})",
     R"(s: Invalid value: "int64": s in body must be of type date: "int64")"},
    {"V51", R"({type: object, props: {s: {type: string, format: date}}})", R"({"s":["x"]})",
     "valid"},
    {"V52", R"({type: object, props: {s: {type: string, format: my-own-format}}})",
     R"({"s":"anything"})", "valid"},
    {"V53", R"({type: object, props: {s: {type: string, format: byte}}})", R"({"s":"asd"})",
     R"(s: Invalid value: "asd": s in body must be of type byte: "asd")"},
    {"V54", R"({type: object, props: {s: {type: string, format: ipv4}}})", R"({"s":"010.0.0.1"})",
     "valid"},
    {"V55", R"({type: object, props: {s: {type: string, format: k8s-short-name}}})",
     R"({"s":"a-"})", R"(s: Invalid value: "a-": s in body must be of type k8s-short-name: "a-")"},
    {"V56", R"({type: object, props: {'n': {type: number, enum: [1]}}})", R"({"n":1.5})", "valid"}};

// An update; `old` may be empty for a create.
struct UpdateCase {
  std::string_view id;
  std::string_view schema;
  std::string_view old;
  std::string_view input;
  std::string_view errors;
};

constexpr UpdateCase kListTypeCases[] = {
    {"L01", R"({type: object, props: {l: {type: array, LT: set, items: {type: string}}}})", "",
     R"({"l":["a","b","a","a"]})", R"(l[2]: Duplicate value: "a")"},
    {"L02", R"({type: object, props: {l: {type: array, LT: set, items: {type: number}}}})", "",
     R"({"l":[1,1.0]})", "valid"},
    {"L03",
     R"({type: object, props: {l: {type: array, LT: map, LK: [name], items: {type: object, required: [name], props: {name: {type: string}}}}}})",
     "", R"({"l":[{"name":"a"},{"name":"b"},{"name":"a"}]})",
     R"(l[2]: Duplicate value: {"name":"a"})"},
    {"L04",
     R"({type: object, props: {l: {type: array, LT: map, LK: [a, b], items: {type: object, required: [a, b], props: {a: {type: integer}, b: {type: integer}, c: {type: string}}}}}})",
     "", R"({"l":[{"a":1,"b":1,"c":"x"},{"a":1,"b":2},{"a":1,"b":1}]})",
     R"(l[2]: Duplicate value: {"a":1,"b":1})"},
    {"L05",
     R"({type: object, props: {l: {type: array, LT: map, LK: [name], items: {type: object, required: [name], props: {name: {type: string}}}}}})",
     "", R"({"l":["x"]})",
     R"(l[0]: Invalid value: "string": l[0] in body must be of type object: "string" ++ l[0]: Invalid value: "x": must be an object for an array of list-type map)"},
    {"L06",
     R"({type: object, props: {l: {type: array, LT: map, LK: [name], items: {type: object, required: [name], props: {name: {type: string}}}}}})",
     "", R"({"l":[{},{}]})",
     R"(l[0].name: Required value ++ l[1].name: Required value ++ l[1]: Duplicate value: {})"},
    {"L07",
     R"({type: object, props: {m: {type: object, addl: {type: array, LT: set, items: {type: integer}}}}})",
     "", R"({"m":{"k":[1,1]}})", R"(m[k][1]: Duplicate value: 1)"},
    {"L08",
     R"({type: object, props: {l: {type: array, LT: set, items: {type: object, MT: atomic, addl: {type: integer}}}}})",
     "", R"({"l":[{"a":1,"b":2},{"b":2,"a":1}]})", R"(l[1]: Duplicate value: {"a":1,"b":2})"},
    {"L09", R"({type: object, props: {l: {type: array, LT: set, items: {type: string}}}})",
     R"({"l":["a","a"]})", R"({"l":["a","a","b","b"]})", "valid"}};

constexpr UpdateCase kRatchetingCases[] = {
    {"R01", R"({type: object, props: {a: {type: string, maxLength: 1}, b: {type: string}}})",
     R"({"a":"long","b":"1"})", R"({"a":"long","b":"2"})", "valid"},
    {"R02", R"({type: object, props: {a: {type: string, maxLength: 1}, b: {type: string}}})",
     R"({"a":"long"})", R"({"a":"longer"})", R"(a: Too long: may not be more than 1 byte)"},
    {"R03",
     R"({type: object, props: {s: {type: object, required: [a], props: {a: {type: string}, b: {type: string}}}, o: {type: string}}})",
     R"({"s":{"b":"1"}})", R"({"s":{"b":"2"}})", R"(s.a: Required value)"},
    {"R04",
     R"({type: object, props: {s: {type: object, required: [a], props: {a: {type: string}, b: {type: string}}}, o: {type: string}}})",
     R"({"s":{"b":"1"}})", R"({"s":{"b":"1"},"o":"x"})", "valid"},
    {"R05", R"({type: object, props: {l: {type: array, items: {type: string, maxLength: 1}}}})",
     R"({"l":["long"]})", R"({"l":["long","x"]})",
     R"(l[0]: Too long: may not be more than 1 byte)"},
    {"R06",
     R"({type: object, props: {o: {type: string}, l: {type: array, items: {type: string, maxLength: 1}}}})",
     R"({"l":["long"]})", R"({"l":["long"],"o":"x"})", "valid"},
    {"R07",
     R"({type: object, props: {l: {type: array, LT: map, LK: [k], items: {type: object, required: [k], props: {k: {type: string}, v: {type: string, maxLength: 1}}}}}})",
     R"({"l":[{"k":"a","v":"long"}]})", R"({"l":[{"k":"b","v":"x"},{"k":"a","v":"long"}]})",
     "valid"},
    {"R08",
     R"({type: object, props: {s: {type: object, props: {a: {type: string}, b: {type: string}}, allOf: [{props: {a: {maxLength: 1}}}]}}})",
     R"({"s":{"a":"long","b":"1"}})", R"({"s":{"a":"long","b":"2"}})",
     R"(s.a: Too long: may not be more than 1 byte ++ <nil>: Invalid value: "": "s" must validate all the schemas (allOf). None validated)"},
    {"R11", R"({type: object, required: [a], props: {a: {type: string}, b: {type: string}}})",
     R"({"metadata":{}})", R"({"metadata":{"labels":{"a":"b"}}})", R"(a: Required value)"}};

std::string Expected(std::string_view errors) {
  return errors == "valid" ? std::string() : std::string(errors);
}

TEST(ValidateTest, Vectors) {
  for (const ValueCase& test : kValueCases) {
    SCOPED_TRACE(test.id);
    Arena arena;
    auto schema = SchemaFrom(test.schema);
    field::ErrorList errors;
    Validate(*schema, ParseJson(arena, test.input), nullptr, field::Path(), errors);
    EXPECT_EQ(Texts(errors), Expected(test.errors));
  }
}

TEST(ValidateTest, ListTypes) {
  for (const UpdateCase& test : kListTypeCases) {
    SCOPED_TRACE(test.id);
    Arena arena;
    auto schema = SchemaFrom(test.schema);
    Value old = ParseJson(arena, test.old.empty() ? "{}" : test.old);
    Value object = ParseJson(arena, test.input);
    field::ErrorList errors;
    Validate(*schema, object, nullptr, field::Path(), errors);
    ValidateListTypes(*schema, object, test.old.empty() ? nullptr : &old, field::Path(), errors);
    EXPECT_EQ(Texts(errors), Expected(test.errors));
  }
}

TEST(ValidateTest, Ratcheting) {
  for (const UpdateCase& test : kRatchetingCases) {
    SCOPED_TRACE(test.id);
    Arena arena;
    auto schema = SchemaFrom(test.schema);
    Value old = ParseJson(arena, test.old);
    field::ErrorList errors;
    Validate(*schema, ParseJson(arena, test.input), &old, field::Path(), errors);
    EXPECT_EQ(Texts(errors), Expected(test.errors));
  }
}

TEST(ValidateTest, PathPrefixIsNotPartOfNames) {
  Arena arena;
  auto schema =
      SchemaFrom("{type: object, props: {'n': {type: integer, minimum: 1, not: {enum: [0]}}}}");
  field::ErrorList errors;
  Validate(*schema, ParseJson(arena, R"({"n":0})"), nullptr, field::Path("status"), errors);
  EXPECT_EQ(Texts(errors),
            "status: Invalid value: \"\": \"n\" must not validate the schema (not) ++ "
            "status.n: Invalid value: 0: n in body should be greater than or equal to 1");
}

TEST(ValidateTest, NegativeBoundsAreNone) {
  Arena arena;
  auto schema = SchemaFrom(
      "{type: object, props: {s: {type: string, minLength: -9223372036854775808}, l: {type: array, "
      "minItems: -9223372036854775808, items: {type: string}}}}");
  field::ErrorList errors;
  Validate(*schema, ParseJson(arena, R"({"s":"","l":[]})"), nullptr, field::Path(), errors);
  EXPECT_EQ(Texts(errors), "");
}

TEST(ValidateTest, WrongTypesHaveTheirOwnErrorType) {
  Arena arena;
  auto schema = SchemaFrom("{type: object, props: {'n': {type: integer}}}");
  field::ErrorList errors;
  Validate(*schema, ParseJson(arena, R"({"n":"x"})"), nullptr, field::Path(), errors);
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_EQ(errors[0].type, field::ErrorType::kTypeInvalid);
}

}  // namespace
}  // namespace pintle::schema
