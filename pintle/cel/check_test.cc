#include "pintle/cel/check.h"

#include <gtest/gtest.h>

#include <string>

#include "pintle/cel/compile.h"
#include "pintle/cel/estimate.h"

namespace pintle::cel {
namespace {

// self: an object with a field of each type.
class Fields : public TypeProvider {
 public:
  TypeRef FindField(std::string_view object_type, std::string_view field) const override {
    if (object_type != "Self") return nullptr;
    if (field == "n") return IntType();
    if (field == "d") return DoubleType();
    if (field == "s") return StringType();
    if (field == "b") return BoolType();
    if (field == "dur") return DurationType();
    if (field == "l") return ListType(StringType());
    if (field == "o") return ObjectType("Self");
    if (field == "items") return ListType(ObjectType("Self"));
    if (field == "m") return MapType(StringType(), IntType());
    if (field == "any") return DynType();
    return nullptr;
  }
};

Result<CheckedExpression> CompileHere(std::string_view source) {
  static const Fields fields;
  Environment environment;
  environment.provider = &fields;
  environment.variables = {{"self", ObjectType("Self")}, {"old", OptionalType(ObjectType("Self"))}};
  return Compile(source, environment);
}

struct Case {
  std::string source;
  std::string text;
};

TEST(CheckTest, Types) {
  const Case cases[] = {
      {"1 + 2", "int"},
      {"self.n < self.d", "bool"},
      {"1 < 1.5 && 1u >= 1", "bool"},
      {"self.s + 'a'", "string"},
      {"self.l", "list(string)"},
      {"self.l + ['x']", "list(string)"},
      {"self.l[0]", "string"},
      {"self.m['a']", "int"},
      {"self.m.a", "int"},
      {"self.items.map(x, x.n)", "list(int)"},
      {"self.items.filter(x, x.b)", "list(Self)"},
      {"self.items.all(x, x.l.exists(y, y == x.s))", "bool"},
      {"self.m.all(k, k.startsWith('a') && self.m[k] > 1)", "bool"},
      {"self.m.transformMap(k, v, v * 2)", "map(string, int)"},
      {"self.l.transformList(i, v, i)", "list(int)"},
      {"[]", "list(dyn)"},
      {"{}", "map(dyn, dyn)"},
      {"[1, 2]", "list(int)"},
      {"[[], [1]]", "list(list(int))"},
      {"{'a': 1}", "map(string, int)"},
      {"self.o == null", "bool"},
      {"self.any == 1 || self.any.x.y", "bool"},
      {"self.any + 1", "int"},
      {"self.b ? 1 : 2", "int"},
      {"self.b ? [] : [1]", "list(int)"},
      {"type(self.any) == string", "bool"},
      {"type(1) == google.protobuf.Duration", "bool"},
      {"type(ip('::1')) == net.IP && type(self.any) != net.CIDR", "bool"},
      {"self.?s", "optional_type(string)"},
      {"self.?o.s", "optional_type(string)"},
      {"old.s.orValue('')", "string"},
      {"old.hasValue() && old.value().n > 1", "bool"},
      {"self.l[?0]", "optional_type(string)"},
      {"self.?n.optMap(x, x + 1).orValue(0)", "int"},
      {"[?self.?s, 'a']", "list(string)"},
      {"optional.none()", "optional_type(dyn)"},
      {"sets.contains(self.l, ['a'])", "bool"},
      {"self.items.sortBy(x, x.n)", "list(Self)"},
      {"has(self.s)", "bool"},
      {"dyn(1)", "dyn"},
      {"self.dur < duration('1h')", "bool"},
      {"timestamp('2024-01-01T00:00:00Z') + self.dur", "timestamp"},
      {"quantity('1').add(2).isGreaterThan(quantity('1'))", "bool"},
      {"'%s %d'.format(['a', dyn(1)])", "string"},
      {"size(self.l) + self.s.size()", "int"},
      {"'a' in self.l && 'b' in self.m", "bool"},
      {"self.l.all(self, self == 'a')", "bool"},
  };
  for (const Case& c : cases) {
    Result<CheckedExpression> compiled = CompileHere(c.source);
    ASSERT_TRUE(compiled.has_value()) << c.source << "\n" << compiled.error().message();
    EXPECT_EQ(compiled->type()->Text(), c.text) << c.source;
  }
}

TEST(CheckTest, Issues) {
  const Case cases[] = {
      {"self.zz", "ERROR: <input>:1:5: undefined field 'zz'\n | self.zz\n | ....^"},
      {"has(self.zz)", "ERROR: <input>:1:4: undefined field 'zz'\n | has(self.zz)\n | ...^"},
      {"foo + 1",
       "ERROR: <input>:1:1: undeclared reference to 'foo' (in container '')\n | foo + 1\n | ^"},
      {"a.Foo{b: 1, c: [self.zz]} == null || self.zz",
       "ERROR: <input>:1:6: undeclared reference to 'a.Foo' (in container '')\n | a.Foo{b: 1, c: "
       "[self.zz]} == null || self.zz\n | .....^\nERROR: <input>:1:42: undefined field 'zz'\n | "
       "a.Foo{b: 1, c: [self.zz]} == null || self.zz\n | "
       ".........................................^"},
      {"foo(1)",
       "ERROR: <input>:1:4: undeclared reference to 'foo' (in container '')\n | foo(1)\n | ...^"},
      {"1 + 'a'",
       "ERROR: <input>:1:3: found no matching overload for '_+_' applied to '(int, string)'\n | 1 "
       "+ 'a'\n | ..^"},
      {"self.l.sum()",
       "ERROR: <input>:1:11: found no matching overload for 'sum' applied to 'list(string).()'\n "
       "| self.l.sum()\n | ..........^"},
      {"1 == 1.0",
       "ERROR: <input>:1:3: found no matching overload for '_==_' applied to '(int, double)'\n | "
       "1 == 1.0\n | ..^"},
      {"self.s == null",
       "ERROR: <input>:1:8: found no matching overload for '_==_' applied to '(string, null)'\n | "
       "self.s == null\n | .......^"},
      {"self['n']",
       "ERROR: <input>:1:5: found no matching overload for '_[_]' applied to '(Self, string)'\n | "
       "self['n']\n | ....^"},
      {"self.dur > 1",
       "ERROR: <input>:1:10: found no matching overload for '_>_' applied to '(duration, int)'\n "
       "| self.dur > 1\n | .........^"},
      {"1 && true", "ERROR: <input>:1:1: expected type 'bool' but found 'int'\n | 1 && true\n | ^"},
      {"[1, 'a']",
       "ERROR: <input>:1:5: expected type 'int' but found 'string'\n | [1, 'a']\n | ....^"},
      {"{'a': 1, 'b': true}",
       "ERROR: <input>:1:15: expected type 'int' but found 'bool'\n | {'a': 1, 'b': true}\n | "
       "..............^"},
      {"[1, dyn('a')]",
       "ERROR: <input>:1:8: expected type 'int' but found 'dyn'\n | [1, dyn('a')]\n | .......^"},
      {"{[1]: 2}",
       "ERROR: <input>:1:2: unsupported key type 'list(int)' in map\n | {[1]: 2}\n | .^"},
      {"self.s.all(x, true)",
       "ERROR: <input>:1:5: expression of type 'string' cannot be range of a comprehension (must "
       "be list, map, or dynamic)\n | self.s.all(x, true)\n | ....^"},
      {"self.s.x",
       "ERROR: <input>:1:7: type 'string' does not support field selection\n | self.s.x\n | "
       "......^"},
      {"self.l.all(x, x)",
       "ERROR: <input>:1:15: expected type 'bool' but found 'string'\n | self.l.all(x, x)\n | "
       "..............^"},
      {"duration('x') == self.dur",
       "ERROR: <input>:1:10: invalid duration argument\n | duration('x') == self.dur\n | "
       ".........^"},
      {"timestamp('x') == null",
       "ERROR: <input>:1:11: invalid timestamp argument\n | timestamp('x') == null\n | "
       "..........^"},
      {"self.s.matches('(')",
       "ERROR: <input>:1:16: invalid matches argument\n | self.s.matches('(')\n | "
       "...............^"},
      {"'%d'.format([self.s])",
       "ERROR: <input>:1:18: error during formatting: decimal clause can only be used on integers, "
       "was given string\n | '%d'.format([self.s])\n | .................^"},
      {"'%s %f'.format([[self], 1.5])",
       "ERROR: <input>:1:18: error during formatting: string clause can only be used on strings, "
       "bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps, was given "
       "Self\n | '%s %f'.format([[self], 1.5])\n | .................^"},
      {"'%e'.format([1])",
       "ERROR: <input>:1:14: error during formatting: scientific clause can only be used on "
       "doubles, was given int\n | '%e'.format([1])\n | .............^"},
      {"'%s%s'.format([1])",
       "ERROR: <input>:1:14: index 1 out of range\n | '%s%s'.format([1])\n | .............^"},
      {"'%s'.format([1, 2])",
       "ERROR: <input>:1:12: too many arguments supplied to string.format (expected 1, got 2)\n | "
       "'%s'.format([1, 2])\n | ...........^"},
      {"'%q'.format([1])",
       "ERROR: <input>:1:12: could not parse formatting clause: unrecognized formatting clause "
       "\"q\"\n | '%q'.format([1])\n | ...........^"},
      {"'%'.format([1])",
       "ERROR: <input>:1:11: unexpected end of string\n | '%'.format([1])\n | ..........^"},
      {"authorizer.path('/x').check('get').allowed()",
       "ERROR: <input>:1:1: undeclared reference to 'authorizer' (in container '')\n | "
       "authorizer.path('/x').check('get').allowed()\n | ^"},
      {"self.zz && foo",
       "ERROR: <input>:1:5: undefined field 'zz'\n | self.zz && foo\n | ....^\nERROR: "
       "<input>:1:12: undeclared reference to 'foo' (in container '')\n | self.zz && foo\n | "
       "...........^"},
  };
  for (const Case& c : cases) {
    Result<CheckedExpression> compiled = CompileHere(c.source);
    ASSERT_FALSE(compiled.has_value()) << c.source;
    EXPECT_EQ(compiled.error().message(), c.text) << c.source;
  }
}

TEST(CheckTest, NamesUsed) {
  Result<CheckedExpression> compiled = CompileHere("[1].all(old, old > self.n)");
  ASSERT_TRUE(compiled.has_value()) << compiled.error().message();
  EXPECT_EQ(compiled->uses, (std::vector<bool>{true, false}));
}

class NoSizes : public SizeProvider {
 public:
  std::optional<uint64_t> MostElements(std::span<const std::string_view> path) const override {
    if (path.size() == 2 && path[1] == "l") return 10;
    if (path.size() == 3 && path[1] == "l") return 20;
    if (path.size() == 2 && path[1] == "s") return 30;
    return std::nullopt;
  }
};

TEST(EstimateTest, Costs) {
  struct {
    std::string source;
    uint64_t least;
    uint64_t most;
  } const cases[] = {
      {"true", 0, 0},
      {"self.n", 2, 2},
      {"self.n < 5", 3, 3},
      {"has(self.s)", 1, 1},
      {"self.l.all(x, true)", 3, 33},
      {"self.b && self.b", 2, 4},
      {"self.b ? self.n : 1", 2, 4},
      {"[1, 2].all(x, true)", 17, 17},
      {"lists.range(3)", 14, 14},
      {"lists.range(3).all(x, true)", 24, 24},
      {"self.l.slice(1, 3)", 13, 15},
      {"self.l.slice(self.n, self.n)", 17, 27},
      {"{'a': 1}.all(k, true)", 34, 34},
  };
  for (const auto& c : cases) {
    Result<CheckedExpression> compiled = CompileHere(c.source);
    ASSERT_TRUE(compiled.has_value()) << c.source << "\n" << compiled.error().message();
    Estimate cost = EstimateCost(*compiled, NoSizes());
    EXPECT_EQ(cost.least, c.least) << c.source;
    EXPECT_EQ(cost.most, c.most) << c.source;
  }
}

}  // namespace
}  // namespace pintle::cel
