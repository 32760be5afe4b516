#include "pintle/cel/evaluate.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "pintle/cel/compile.h"

namespace pintle::cel {
namespace {

// The variables of the tests: `self` is an object without schema, `oldSelf` is not set.
struct World {
  World() {
    std::vector<Value> numbers = {Value(1), Value(2), Value(3)};
    std::vector<Value> names = {Value("ab"), Value("ac")};
    self = Value::Object(
        arena, {Member("n", Value(5)), Member("d", Value(1.5)), Member("s", Value("hello, wörld")),
                Member("nothing", Value()), Member("list", Value::List(arena, numbers)),
                Member("names", Value::List(arena, names)), Member("v1", Value(1)),
                Member("v2", Value(2))});
    environment.variables = {{"self", MapType(StringType(), DynType())},
                             {"numbers", ListType(IntType())},
                             {"names", ListType(StringType())},
                             {"text", StringType()}};
  }

  Outcome Evaluate(std::string_view source, const EvaluationLimits& limits = {}) {
    Result<CheckedExpression> checked = Compile(source, environment);
    if (!checked) {
      Outcome failed;
      failed.value = NewError(arena, "compile: " + checked.error().message());
      return failed;
    }
    Datum variables[] = {FromValue(arena, self), FromValue(arena, self.Find("list")),
                         FromValue(arena, self.Find("names")), Datum::String("hello, world")};
    executables.push_back(Executable::Bind(*checked->root));
    return executables.back().Evaluate(variables, arena, limits);
  }

  Arena arena;
  Value self;
  Environment environment;
  std::vector<Executable> executables;  // results may point into them
};

struct Case {
  std::string_view source;
  std::string_view result;
};

void Check(std::span<const Case> cases) {
  World world;
  for (const Case& test : cases) {
    EXPECT_EQ(DatumText(world.Evaluate(test.source).value), test.result) << test.source;
  }
}

TEST(EvaluateTest, Arithmetic) {
  constexpr Case kCases[] = {
      {"1 + 2 * 3 - 4 / 3 % 2", "6"},
      {"-7 / 2", "-3"},
      {"-7 % 3", "-1"},
      {"7u - 8u", "error: unsigned integer overflow"},
      {"3u * 4u / 5u % 2u", "0u"},
      {"1.5 + 1.0 / 4.0", "1.75"},
      {"1.0 / 0.0 > 1e300", "true"},
      {"1 / 0", "error: division by zero"},
      {"1 % 0", "error: modulus by zero"},
      {"9223372036854775807 + 1", "error: integer overflow"},
      {"-9223372036854775808 / -1", "error: integer overflow"},
      {"-(-9223372036854775808)", "error: integer overflow"},
      {"'a' + 'ß'", "\"aß\""},
      {"b'a' + b'b'", "b\"ab\""},
      {"[1] + [2, 3]", "[1, 2, 3]"},
      {"duration('1h') + duration('30m') - duration('1s')", "duration(5399s)"},
      {"timestamp('2023-01-31T00:00:00Z') + duration('24h')", "timestamp(2023-02-01T00:00:00Z)"},
      {"timestamp('2023-02-01T00:00:00Z') - timestamp('2023-01-31T23:59:59.5Z')", "duration(0.5s)"},
      {"timestamp('9999-12-31T23:59:59Z') + duration('1s')", "error: timestamp overflow"},
  };
  Check(kCases);
}

TEST(EvaluateTest, ComparisonAndLogic) {
  constexpr Case kCases[] = {
      {"1 < 1.5 && 2u > 1 && 1.0 <= 1u", "true"},
      {"9007199254740993 > 9007199254740992.0", "true"},
      {"'a' < 'b' && b'a' < b'b' && false < true", "true"},
      {"[1, 2] == [1, 2] && {'a': 1} == {'a': 1} && [1] != [2]", "true"},
      {"dyn(1) == dyn(1.0) && dyn(1u) == dyn(1) && dyn('1') != dyn(1)", "true"},
      {"false && 1 / 0 > 0", "false"},
      {"1 / 0 > 0 && false", "false"},
      {"1 / 0 > 0 || true", "true"},
      {"1 / 0 > 0 || false", "error: division by zero"},
      {"1 / 0 > 0 && true", "error: division by zero"},
      {"true ? 1 : 1 / 0", "1"},
      {"!false", "true"},
      {"self.n > 3 && self.d < self.n", "true"},
      {"self.s > 5", "error: no such overload"},
      {"self.missing", "error: no such key: missing"},
      {"has(self.n) && !has(self.missing)", "true"},
      {"has(self.n.x) || self.n.?x.hasValue()", "false"},
      {"self.n.x", "error: no such key: x"},
      {"self.n[0]", "error: no such key: 0"},
      {"self.nothing.x", "error: no such key: x"},
      {"self.list.x", "error: unsupported index type 'string' in list"},
      {"numbers[2]", "3"},
      {"numbers[3]", "error: index out of bounds: 3"},
      {"numbers[-1]", "error: index out of bounds: -1"},
      {"{'a': 1}['b']", "error: no such key: b"},
      {"{1: 'x'}[2]", "error: no such key: 2"},
      {"2 in numbers && !(4 in numbers) && 'n' in self", "true"},
      {"size('wörld') + size([1]) + size({1: 2}) + size(b'ö')", "9"},
      {"type(1) == int && type(dyn([1])) == list && type(null) == null_type", "true"},
  };
  Check(kCases);
}

TEST(EvaluateTest, Macros) {
  constexpr Case kCases[] = {
      {"numbers.all(x, x > 0)", "true"},
      {"numbers.all(x, x > 1 || 1 / 0 > 0)", "error: division by zero"},
      {"numbers.exists(x, x == 1 || 1 / 0 > 0)", "true"},
      {"numbers.exists_one(x, x > 2)", "true"},
      {"numbers.map(x, x * 2)", "[2, 4, 6]"},
      {"numbers.map(x, x > 1, [x])", "[[2], [3]]"},
      {"numbers.filter(x, x != 2)", "[1, 3]"},
      {"numbers.map(x, numbers.filter(y, y < x))", "[[], [1], [1, 2]]"},
      {"{'b': 1, 'a': 2}.all(k, k in ['a', 'b'])", "true"},
      {"{'a': 1}.all(k, v, k == 'a' && v == 1)", "true"},
      {"numbers.exists(i, v, i == 2 && v == 3)", "true"},
      {"numbers.existsOne(i, v, i == v - 1)", "false"},
      {"numbers.transformList(i, v, i > 0, i * v)", "[2, 6]"},
      {"{'a': 1, 'b': 2}.transformMap(k, v, v + 1)", "{\"a\": 2, \"b\": 3}"},
      {"numbers.transformMapEntry(i, v, {v: i})", "{1: 0, 2: 1, 3: 2}"},
      {"numbers.transformMapEntry(i, v, {'k': i})", "error: insert failed: key k already exists"},
      {"{'a': 1, 'a': 2}", "error: Failed with repeated key: a"},
      {"['c', 'a'].sortBy(x, x)", "[\"a\", \"c\"]"},
      {"[3, -1, 2].sortBy(x, -x)", "[3, 2, -1]"},
  };
  Check(kCases);
}

TEST(EvaluateTest, Conversions) {
  constexpr Case kCases[] = {
      {"int('-12') + int(3u) + int(2.9)", "-7"},
      {"int('x')", "error: type conversion error from 'string' to 'int'"},
      {"int(1e19)", "error: integer overflow"},
      {"int(18446744073709551615u)", "error: integer overflow"},
      {"uint('7') + uint(1) + uint(1.5)", "9u"},
      {"uint(-1)", "error: unsigned integer overflow"},
      {"double('1.5e3') + double(1) + double(1u)", "1502"},
      {"double('')", "error: type conversion error from 'string' to 'double'"},
      {"string(1.0) + string(1000000.0) + string(true) + string(2u)", "\"11e+06true2\""},
      {"string(1.0 / 0.0) + string(-1.0 / 0.0) + string(0.0 / 0.0)", "\"+Inf-InfNaN\""},
      {"{1.0: 2}[1.0 / 0.0]", "error: no such key: +Inf"},
      {"string(b'\\xff')", "error: invalid UTF-8 in bytes, cannot convert to string"},
      {"string(duration('90m'))", "\"5400s\""},
      {"string(timestamp('2023-01-02T03:04:05.120+01:00'))", "\"2023-01-02T02:04:05.12Z\""},
      {"bool('true') && !bool('F')", "true"},
      {"int(timestamp('1970-01-01T00:01:00Z'))", "60"},
      {"duration('-1.5s')", "duration(-1.5s)"},
      {"bytes('ß')", "b\"ß\""},
  };
  Check(kCases);
}

TEST(EvaluateTest, Time) {
  constexpr Case kCases[] = {
      {"timestamp('2023-12-31T23:30:15.250Z').getFullYear()", "2023"},
      {"timestamp('2023-12-31T23:30:15.250Z').getMonth()", "11"},
      {"timestamp('2023-12-31T23:30:15.250Z').getDate()", "31"},
      {"timestamp('2023-12-31T23:30:15.250Z').getDayOfMonth()", "30"},
      {"timestamp('2023-12-31T23:30:15.250Z').getDayOfWeek()", "0"},
      {"timestamp('2023-12-31T23:30:15.250Z').getDayOfYear()", "364"},
      {"timestamp('2023-12-31T23:30:15.250Z').getMilliseconds()", "250"},
      {"timestamp('2023-12-31T23:30:15Z').getHours('+01:30')", "1"},
      {"timestamp('2023-12-31T23:30:15Z').getFullYear('-08:00')", "2023"},
      {"timestamp('2023-07-01T12:00:00Z').getHours('Europe/Berlin')", "14"},
      {"timestamp('2023-01-01T12:00:00Z').getHours('America/New_York')", "7"},
      {"timestamp('2023-01-01T12:00:00Z').getHours('Nowhere/../x')",
       "error: unknown time zone Nowhere/../x"},
      {"timestamp('2023-01-01T12:00:00Z').getHours('99:00')", "error: unknown time zone 99:00"},
      {"duration('3h25m').getHours()", "3"},
      {"duration('3h25m').getMinutes()", "205"},
      {"duration('1.5s').getMilliseconds()", "1500"},
  };
  Check(kCases);
}

TEST(EvaluateTest, Strings) {
  constexpr Case kCases[] = {
      {"'wörld'.contains('ör') && 'wörld'.startsWith('w') && 'wörld'.endsWith('d')", "true"},
      {"'wörld'.charAt(1) + 'ab'.charAt(2)", "\"ö\""},
      {"'ab'.charAt(3)", "error: index out of range: 3"},
      {"'wörld'.indexOf('r')", "2"},
      {"'ababab'.indexOf('b', 2)", "3"},
      {"'ab'.indexOf('b', -1)", "error: index out of range: -1"},
      {"'ab'.indexOf('b', 3)", "-1"},
      {"'ab'.indexOf('', 3)", "error: index out of range: 3"},
      {"'ab'.indexOf('b', 2)", "-1"},
      {"'äb'.indexOf('', 2)", "2"},
      {"'ababab'.lastIndexOf('ab')", "4"},
      {"'ab'.lastIndexOf('b', 3)", "-1"},
      {"'ab'.lastIndexOf('b', -1)", "error: index out of range: -1"},
      {"'ab'.lastIndexOf('b', 2)", "-1"},
      {"'ababab'.lastIndexOf('ab', 3)", "2"},
      {"'aÄ'.lowerAscii() + 'bä'.upperAscii()", "\"aÄBä\""},
      {"'banana'.replace('a', 'o')", "\"bonono\""},
      {"'banana'.replace('a', 'o', 2)", "\"bonona\""},
      {"'bä'.replace('', '-')", "\"-b-ä-\""},
      {"'a,b,c'.split(',')", "[\"a\", \"b\", \"c\"]"},
      {"'a,b,c'.split(',', 2)", "[\"a\", \"b,c\"]"},
      {"'a,b'.split(',', 0)", "[]"},
      {"'aöc'.split('')", "[\"a\", \"ö\", \"c\"]"},
      {"'wörld'.substring(1, 3)", "\"ör\""},
      {"'wörld'.substring(4)", "\"d\""},
      {"'ab'.substring(2, 1)", "error: invalid substring range. start: 2, end: 1"},
      {"'ab'.substring(0, 3)", "error: index out of range: 3"},
      {"' \\t\\u00a0x y\\n'.trim()", "\"x y\""},
      {"['a', 'b'].join('-') + ['c', 'd'].join()", "\"a-bcd\""},
      {"strings.quote('a\"\\n')", "\"\\\"a\\\\\\\"\\\\n\\\"\""},
  };
  Check(kCases);
}

TEST(EvaluateTest, Formats) {
  constexpr Case kCases[] = {
      {"'%s is %d, %.2f, %x, %b, %%'.format(['x', 12, 1.5, 255, 5])",
       "\"x is 12, 1.50, ff, 101, %\""},
      {"'%s'.format([[1, 2]])", "\"[1, 2]\""},
      {"'%o %X %s'.format([8, 'hi', duration('90s')])", "\"10 6869 90s\""},
      {"'%s %s'.format([[1.5, double('inf')], {'b': true, 'a': null}]) == "
       "'[1.500000, \"+Inf\"] {\"a\":null, \"b\":true}'",
       "true"},
      {"'%f %.1f %f'.format([1234567.0, -1234.56, 'Infinity'])", "\"1,234,567.000000 -1,234.6 ∞\""},
      {"'%.0f %f'.format([123.0, 'NaN'])", "\"123 NaN\""},
      {"'%e %.2e'.format([12.5, 0.00123]) == "
       "'1.250000\\u202f×\\u202f10⁰¹ 1.230000\\u202f×\\u202f10⁻⁰³'",
       "true"},
      // Not literals: found when they are evaluated.
      {"(text + '%q').format([1])",
       "error: could not parse formatting clause: unrecognized formatting clause \"q\""},
      {"'%d'.format(names)",
       "error: error during formatting: decimal clause can only be used on integers, was given "
       "string"},
      {"'%f'.format(numbers)",
       "error: error during formatting: fixed-point clause can only be used on doubles, was given "
       "int"},
      {"'%d%d%d%d'.format(numbers)", "error: index 3 out of range"},
      {"(text + '%').format([1])", "error: unexpected end of string"},
      {"(text + '%').format([])", "error: index 0 out of range"},
      {"(text + '%.2').format([1])",
       "error: could not parse formatting clause: error while parsing precision: could not find "
       "end of precision specifier"},
      {"(text + '%.f').format([1.5])",
       "error: could not parse formatting clause: error while parsing precision: error while "
       "converting precision to integer: strconv.Atoi: parsing \"\": invalid syntax"},
  };
  Check(kCases);
}

TEST(EvaluateTest, Lists) {
  constexpr Case kCases[] = {
      {"[1, 2, 2].isSorted() && !['b', 'a'].isSorted()", "true"},
      {"numbers.sum()", "6"},
      {"[1.5, 2.0].sum()", "3.5"},
      {"[duration('1s'), duration('2s')].sum()", "duration(3s)"},
      {"[9223372036854775807, 1].sum()", "error: integer overflow"},
      {"[3, 1, 2].min() + [3, 1, 2].max()", "4"},
      {"numbers.filter(x, x > 9).min()", "error: min called on empty list"},
      {"numbers.indexOf(2) + numbers.lastIndexOf(9)", "0"},
      {"numbers.slice(1, 3)", "[2, 3]"},
      {"numbers.slice(2, 1)",
       "error: cannot slice(2, 1), start index must be less than or equal to end index"},
      {"numbers.slice(0, 4)", "error: cannot slice(0, 4), list is length 3"},
      {"[[1], [2, 3]].flatten()", "[1, 2, 3]"},
      {"[[[1], [2]], [[3]]].flatten(2)", "[1, 2, 3]"},
      {"[[1]].flatten(-1)", "error: level must be non-negative"},
      {"[1, 2, 1].distinct()", "[1, 2]"},
      {"numbers.reverse()", "[3, 2, 1]"},
      {"['b', 'a'].sort()", "[\"a\", \"b\"]"},
      {"[2.0, 0.0 / 0.0, 1.0].sort().slice(0, 2)", "[1, 2]"},
      {"lists.range(3)", "[0, 1, 2]"},
      {"lists.range(9000000000)", "error: operation cancelled: actual cost limit exceeded"},
      {"sets.contains(numbers, [1, 3]) && !sets.contains(numbers, [4])", "true"},
      {"sets.equivalent(numbers, [3, 2, 1, 1]) && sets.intersects(numbers, [9, 1])", "true"},
  };
  Check(kCases);
}

TEST(EvaluateTest, Patterns) {
  constexpr Case kCases[] = {
      {"'abc'.matches('^a.c$') && matches('xay', 'a')", "true"},
      {"text.matches('^' + text + '$')", "true"},
      {"'x'.matches('(' + text)",
       "error: error parsing regexp: missing closing ): `(hello, world`"},
      {"'x'.find('(' + text)",
       "error: Illegal regex: error parsing regexp: missing closing ): `(hello, world`"},
      {"'abc'.matches('(?<first>a)(?P<rest>.*)')", "true"},
      {"'abc 123 45'.find('[0-9]+') + 'abc'.find('[0-9]')", "\"123\""},
      {"'abc 123 45'.findAll('[0-9]+')", "[\"123\", \"45\"]"},
      {"'abc 123 45'.findAll('[0-9]+', 1)", "[\"123\"]"},
      {"'abc'.findAll('x*')", "[\"\", \"\", \"\", \"\"]"},
  };
  Check(kCases);
}

TEST(EvaluateTest, Urls) {
  constexpr Case kCases[] = {
      {"url('https://user@example.com:80/a%20b/c?k=v&k=w&x=%41').getHost()", "\"example.com:80\""},
      {"url('https://example.com:80/').getHostname()", "\"example.com\""},
      {"url('https://[::1]:80/').getHostname() + url('https://[::1]:80/').getPort()", "\"::180\""},
      {"url('HTTPS://e/a b').getScheme() + url('https://e/a b').getEscapedPath()",
       "\"https/a%20b\""},
      {"url('/p?k=v&k=w&x=%41+').getQuery()", "{\"k\": [\"v\", \"w\"], \"x\": [\"A \"]}"},
      {"url('https://e/a?k=v#f').getQuery()", "{\"k\": [\"v\"]}"},
      {"url('https://e/a#f?k=v').getEscapedPath()", "\"/a\""},
      {"url('//e:8/a').getHost() + url('//e').getEscapedPath() + url('///a').getEscapedPath()",
       "\"e:8///a\""},
      {"isURL('/path') && !isURL('path') && !isURL('') && isURL('mailto:x@y')", "true"},
      {"url('path')",
       "error: URL parse error during conversion from string: parse \"path\": invalid URI for "
       "request"},
  };
  Check(kCases);
}

TEST(EvaluateTest, Optionals) {
  constexpr Case kCases[] = {
      {"self.?n.orValue(0)", "5"},
      {"self.?missing", "none"},
      {"self.?missing.x.y", "none"},
      {"numbers[?0].value() + numbers[?7].orValue(1)", "2"},
      {"self[?'n'].hasValue()", "true"},
      {"optional.of(1).optMap(x, x + 1)", "some(2)"},
      {"optional.of(1).optFlatMap(x, optional.none())", "none"},
      {"optional.none().value()", "error: optional.none() dereference"},
      {"optional.ofNonZeroValue('').or(optional.of('x'))", "some(\"x\")"},
      {"numbers.first().value() + numbers.last().value()", "4"},
      {"[optional.of(1), optional.none()].unwrapOpt()", "[1]"},
      {"optional.unwrap([optional.of(2)])", "[2]"},
      {"[?optional.of(1), ?optional.none()]", "[1]"},
      {"{?'a': optional.of(1), ?'b': optional.none()}", "{\"a\": 1}"},
      {"optional.of(1) == optional.of(1) && optional.none() != optional.of(1)", "true"},
  };
  Check(kCases);
}

TEST(EvaluateTest, LibraryTypes) {
  constexpr Case kCases[] = {
      {"quantity('50k').add(20).compareTo(quantity('50020')) == 0 && sign(quantity('-1')) == -1",
       "true"},
      {"quantity('1.5').isInteger()", "false"},
      {"quantity('1.5').asInteger()", "error: cannot convert value to integer"},
      {"quantity('2k').asInteger() + (quantity('1') == quantity('1000m') ? 1 : 0)", "2001"},
      {"quantity('1500m').asApproximateFloat()", "1.5"},
      {"isQuantity('1Mi') && !isQuantity('1x') && quantity('1').isLessThan(quantity('2'))", "true"},
      {"quantity('3').sub(1).sub(quantity('1')).isGreaterThan(quantity('1'))", "false"},
      {"cidr('192.168.0.0/24').containsIP('192.168.0.9') && ip('::1').family() == 6 && "
       "!isIP('10.0.0.01')",
       "true"},
      {"string(ip('2001:DB8::0:1')) + string(cidr('10.1.2.3/8').masked())",
       "\"2001:db8::110.0.0.0/8\""},
      {"ip.isCanonical('::1') && !ip.isCanonical('0:0::1')", "true"},
      {"type(ip('::1')) == net.IP && type(cidr('::/0')) == net.CIDR", "true"},
      {"isIP('::ffff:1.2.3.4') || isIP('fe80::1%eth0') || isCIDR('10.0.0.0/33')", "false"},
      {"ip('169.254.1.1').isLinkLocalUnicast() && ip('224.0.0.1').isLinkLocalMulticast()", "true"},
      {"ip('0.0.0.0').isUnspecified() && ip('127.0.0.1').isLoopback() && "
       "ip('8.8.8.8').isGlobalUnicast() && !ip('255.255.255.255').isGlobalUnicast()",
       "true"},
      {"cidr('10.0.0.0/8').containsCIDR('10.1.0.0/16') && "
       "!cidr('10.0.0.0/16').containsCIDR(cidr('10.0.0.0/8'))",
       "true"},
      {"cidr('fd00::/8').containsIP(ip('fd00::1')) && !cidr('::/0').containsIP('1.2.3.4')", "true"},
      {"cidr('10.0.0.1/8').prefixLength() == 8 && cidr('10.0.0.1/8').ip() == ip('10.0.0.1')",
       "true"},
      {"format.dns1123Label().validate('a b').hasValue() && format.named('nope') == "
       "optional.none()",
       "true"},
      {"format.uuid().validate('123e4567-e89b-12d3-a456-426614174000')", "none"},
      {"format.date().validate('2023-02-30').value()", "[\"invalid date\"]"},
      {"semver('1.2.3').major() == 1 && semver('1.2.3-a.2').isLessThan(semver('1.2.3-a.10'))",
       "true"},
      {"semver('1.0.0').compareTo(semver('1.0.0-rc')) + semver('v1.2', true).minor()", "3"},
      {"isSemver('1.2') || isSemver('01.2.3') || isSemver('v1.2.3')", "false"},
      {"semver('v01.002', true).compareTo(semver('1.2.0'))", "0"},
      {"isSemver('V1.2.3', true) || isSemver('1.2-rc', true)", "false"},
      {"format.uuid().validate('123E4567e89b-12d3a456426614174000')", "none"},
      {"format.byte().validate('').value()", "[\"invalid base64\"]"},
      {"format.datetime().validate('2024-01-02t03:04:05z')", "none"},
  };
  Check(kCases);
}

TEST(EvaluateTest, WhyAnAddressIsNone) {
  constexpr Case kCases[] = {
      {"x", "ParseAddr(\"x\"): unable to parse IP"},
      {"%eth0", "ParseAddr(\"%eth0\"): missing IPv6 address"},
      {"1.2.3", "ParseAddr(\"1.2.3\"): IPv4 address too short"},
      {"1.2.3.4.5", "ParseAddr(\"1.2.3.4.5\"): IPv4 address too long"},
      {"1.2..4", "ParseAddr(\"1.2..4\"): IPv4 field must have at least one digit (at \".4\")"},
      {"1.2.3.", "ParseAddr(\"1.2.3.\"): IPv4 field must have at least one digit (at \".\")"},
      {"1.2.3.x", "ParseAddr(\"1.2.3.x\"): unexpected character (at \"x\")"},
      {"1.2.3.256", "ParseAddr(\"1.2.3.256\"): IPv4 field has value >255"},
      {"1.2.3.04", "ParseAddr(\"1.2.3.04\"): IPv4 field has octet with leading zero"},
      {":::1",
       "ParseAddr(\":::1\"): each colon-separated field must have at least one digit (at \":1\")"},
      {"1::2::3", "ParseAddr(\"1::2::3\"): multiple :: in address (at \":3\")"},
      {"1:2", "ParseAddr(\"1:2\"): address string too short"},
      {"1:2:", "ParseAddr(\"1:2:\"): colon must be followed by more characters (at \":\")"},
      {"1:g",
       "ParseAddr(\"1:g\"): each colon-separated field must have at least one digit (at "
       "\"g\")"},
      {"1:2g", "ParseAddr(\"1:2g\"): unexpected character, want colon (at \"g\")"},
      {"1:12345", "ParseAddr(\"1:12345\"): each group must have 4 or less digits (at \"12345\")"},
      {"1:2:3:4:5:6:7:8:9",
       "ParseAddr(\"1:2:3:4:5:6:7:8:9\"): trailing garbage after address (at \"9\")"},
      {"1:2:3:4:5:6:7::8",
       "ParseAddr(\"1:2:3:4:5:6:7::8\"): the :: must expand to at least one field of zeros"},
      {"1:1.2.3.4",
       "ParseAddr(\"1:1.2.3.4\"): embedded IPv4 address must replace the final 2 fields of the "
       "address (at \"1.2.3.4\")"},
      {"fe80::1%", "ParseAddr(\"fe80::1%\"): zone must be a non-empty string"},
  };
  World world;
  for (const Case& test : kCases) {
    Outcome outcome = world.Evaluate(fmt::format("ip('{}')", test.source));
    EXPECT_EQ(outcome.value.text(),
              fmt::format("IP Address \"{}\" parse error during conversion from string: {}",
                          test.source, test.result));
  }
}

TEST(EvaluateTest, WhatIsNoValueOfALibraryTypeIsSaid) {
  constexpr Case kCases[] = {
      {"ip('fe80::1%eth0')", "error: IP address \"fe80::1%eth0\" with zone value is not allowed"},
      {"ip('::ffff:1.2.3.4')", "error: IPv4-mapped IPv6 address \"::ffff:1.2.3.4\" is not allowed"},
      {"string(ip('1:2:3:4:5:6:1.2.3.4')) + ' ' + string(ip('1::8')) + ' ' + string(ip('::'))",
       "\"1:2:3:4:5:6:102:304 1::8 ::\""},
      {"cidr('10.0.0.0')",
       "error: network address parse error during conversion from string: network address parse "
       "error during conversion from string: netip.ParsePrefix(\"10.0.0.0\"): no '/'"},
      {"cidr('10.0.0.0/08')",
       "error: network address parse error during conversion from string: network address parse "
       "error during conversion from string: netip.ParsePrefix(\"10.0.0.0/08\"): bad bits after "
       "slash: \"08\""},
      {"cidr('10.0.0.0/8').containsCIDR('10.0/8')",
       "error: network address parse error during conversion from string: network address parse "
       "error during conversion from string: netip.ParsePrefix(\"10.0/8\"): ParseAddr(\"10.0\"): "
       "IPv4 address too short"},
      {"cidr('10.0.0.0/33')",
       "error: network address parse error during conversion from string: network address parse "
       "error during conversion from string: netip.ParsePrefix(\"10.0.0.0/33\"): prefix length out "
       "of range"},
      {"cidr('::ffff:1.2.3.4/8')",
       "error: network address parse error during conversion from string: IPv4-mapped IPv6 address "
       "\"::ffff:1.2.3.4/8\" is not allowed"},
      {"cidr('10.0.0.0/8').containsIP('x')", "error: no such overload"},
      {"semver('')", "error: Version string empty"},
      {"semver('1.2')", "error: No Major.Minor.Patch elements found"},
      {"semver('a.2.3')", "error: Invalid character(s) found in major number \"a\""},
      {"semver('1.02.3')", "error: Minor number must not contain leading zeroes \"02\""},
      {"semver('1.2.x')", "error: Invalid character(s) found in patch number \"x\""},
      {"semver('1.2.3-')", "error: Prerelease is empty"},
      {"semver('1.2.3-01')",
       "error: Numeric PreRelease version must not contain leading zeroes \"01\""},
      {"semver('1.2.3+a_b')", "error: Invalid character(s) found in build meta data \"a_b\""},
      {"semver('1.2-rc', true)", "error: short version cannot contain PreRelease/Build meta data"},
  };
  Check(kCases);
}

TEST(EvaluateTest, ConstantsWithoutValueAreFaults) {
  constexpr Case kCases[] = {
      {"1 + int('2')", ""},
      {"text == '' || int('x') > 1", "type conversion error from 'string' to 'int'"},
      {"text == '' && uint(-1) == 1u", "unsigned integer overflow"},
      {"text.find('(')", "error parsing regexp: missing closing ): `(`"},
      {"text.findAll('[a')", "error parsing regexp: missing closing ]: `[a`"},
      {"int(text) > 1 || text.find(text + '(') == ''", ""},
  };
  World world;
  for (const Case& test : kCases) {
    Result<CheckedExpression> checked = Compile(test.source, world.environment);
    ASSERT_TRUE(checked.has_value()) << test.source;
    EXPECT_EQ(Executable::Bind(*checked->root).fault(), test.result) << test.source;
  }
}

TEST(EvaluateTest, Cost) {
  struct CostCase {
    std::string_view source;
    uint64_t cost;
  };
  constexpr CostCase kCases[] = {
      {"self.v1 == self.v2", 5},
      {"has(self.v1)", 1},
      {"1 in self.list", 5},
      {"sets.equivalent(self.list, [1, 2, 3])", 21},
      {"size(self.s) == 12", 4},
      {"[1, 2, 3, 4].isSorted()", 4},
      {"numbers.all(x, true)", 11},
      {"[1, 2, 3, 4, 5].map(x, x)", 66},
      {"[1, 2, 3, 4, 5].filter(x, x % 2 == 0)", 42},
      {"text.contains('lo')", 3},
      {"text.startsWith('hello')", 3},
      {"text.matches('x')", 3},
      {"text.split(',')", 4},
      {"numbers[0]", 2},
      {"true ? text : ''", 0},
      {"text in ['a', 'b']", 1},
      {"numbers.slice(0, 2)", 14},
      {"numbers.distinct()", 30},
  };
  World world;
  for (const CostCase& test : kCases) {
    Outcome outcome = world.Evaluate(test.source);
    EXPECT_FALSE(outcome.value.is_error()) << test.source << DatumText(outcome.value);
    EXPECT_EQ(outcome.cost, test.cost) << test.source;
  }
}

TEST(EvaluateTest, EndsAtTheLimit) {
  World world;
  EvaluationLimits limits;
  limits.cost = 100;
  Outcome outcome = world.Evaluate("lists.range(80).all(x, lists.range(80).all(y, true))", limits);
  EXPECT_TRUE(outcome.cost_exceeded);
  EXPECT_EQ(outcome.value.text(), kCostLimitExceeded);
  EXPECT_LT(outcome.cost, 400U);
  std::atomic<bool> cancelled = true;
  EvaluationLimits interrupted;
  interrupted.cancelled = &cancelled;
  outcome = world.Evaluate("lists.range(1000).all(x, true)", interrupted);
  EXPECT_EQ(outcome.value.text(), kInterrupted);
  EXPECT_FALSE(outcome.cost_exceeded);
}

}  // namespace
}  // namespace pintle::cel
