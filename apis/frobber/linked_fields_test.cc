#include "apis/frobber/linked_fields.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "pintle/base/strings.h"

namespace pintle::apis::frobber {
namespace {

using internal::FrobberSpec;
using Texts = std::vector<std::string>;

// `param` and `params` of a spec.
struct Pair {
  std::string param;
  Texts params;
};

FrobberSpec Spec(Arena& arena, const Pair& pair) {
  FrobberSpec spec;
  spec.param = arena.Copy(pair.param);
  for (const std::string& text : pair.params) spec.params.Append(arena, arena.Copy(text));
  return spec;
}

// `a[a,b]`
std::string Shown(const FrobberSpec& spec) {
  Texts params(spec.params.begin(), spec.params.end());
  return std::string(spec.param) + "[" + Join(params, ",") + "]";
}

std::string Faults(const FrobberSpec& spec) {
  internal::Frobber frobber;
  frobber.spec = spec;
  Texts texts;
  for (const field::Error& error : ValidateLinkedFields(frobber)) texts.push_back(error.Text());
  return Join(texts, "; ");
}

const std::string kAlone = R"(spec.params: Invalid value: "a": must not be set without `param`)";

std::string Differs(std::string_view first) {
  return "spec.params[0]: Invalid value: \"" + std::string(first) +
         "\": must be the same as `param`";
}

TEST(LinkedFields, Params) {
  struct {
    std::string_view what;
    std::optional<Pair> old;
    Pair sent;
    std::string becomes;
    std::string fault = {};
  } const kCases[] = {
      {"create: neither", {}, {"", {}}, "[]"},
      {"create: an old client", {}, {"a", {}}, "a[a]"},
      {"create: a new client", {}, {"a", {"a", "b"}}, "a[a,b]"},
      {"create: they disagree", {}, {"a", {"b", "a"}}, "a[b,a]", Differs("b")},
      {"create: the plural alone", {}, {"", {"a"}}, "[a]", kAlone},

      {"update: nothing changed", Pair{"a", {"a", "b"}}, {"a", {"a", "b"}}, "a[a,b]"},
      {"update: an old client cannot send params", Pair{"a", {"a", "b"}}, {"a", {}}, "a[a,b]"},
      {"update: an old client clears by patch", Pair{"a", {"a", "b"}}, {"", {"a", "b"}}, "[]"},
      {"update: an old client clears by PUT", Pair{"a", {"a", "b"}}, {"", {}}, "[]"},
      {"update: an old client changes by patch", Pair{"a", {"a", "b"}}, {"c", {"a", "b"}}, "c[c]"},
      {"update: an old client changes by PUT", Pair{"a", {"a", "b"}}, {"c", {}}, "c[c]"},
      {"update: an old client sets it", Pair{"", {}}, {"c", {}}, "c[c]"},
      {"update: a new client sets both", Pair{"", {}}, {"c", {"c", "d"}}, "c[c,d]"},
      {"update: a new client changes both", Pair{"a", {"a"}}, {"c", {"c", "d"}}, "c[c,d]"},
      {"update: a new client adds one", Pair{"a", {"a"}}, {"a", {"a", "b"}}, "a[a,b]"},
      {"update: a new client takes one away", Pair{"a", {"a", "b"}}, {"a", {"a"}}, "a[a]"},
      {"update: only the plural is changed", Pair{"a", {"a"}}, {"a", {"b"}}, "a[b]", Differs("b")},
      {"update: both are changed and disagree",
       Pair{"a", {"a"}},
       {"c", {"b"}},
       "c[b]",
       Differs("b")},
      {"update: cleared, and the plural changed", Pair{"b", {"b"}}, {"", {"a"}}, "[a]", kAlone},
      {"update: the plural alone where nothing was", Pair{"", {}}, {"", {"a"}}, "[a]", kAlone},

      // Stored before there were params; clients were shown [a].
      {"old object: nothing changed", Pair{"a", {}}, {"a", {"a"}}, "a[a]"},
      {"old object: an old client", Pair{"a", {}}, {"a", {}}, "a[a]"},
      {"old object: changed by patch", Pair{"a", {}}, {"c", {"a"}}, "c[c]"},
      {"old object: changed by PUT", Pair{"a", {}}, {"c", {}}, "c[c]"},
      {"old object: cleared by patch", Pair{"a", {}}, {"", {"a"}}, "[]"},
      {"old object: a new client adds one", Pair{"a", {}}, {"a", {"a", "b"}}, "a[a,b]"},
  };
  for (const auto& c : kCases) {
    SCOPED_TRACE(c.what);
    Arena arena;
    FrobberSpec sent = Spec(arena, c.sent);
    std::optional<FrobberSpec> old;
    if (c.old) old = Spec(arena, *c.old);
    NormalizeLinkedFields(arena, sent, old ? &*old : nullptr);
    EXPECT_EQ(Shown(sent), c.becomes);
    EXPECT_EQ(Faults(sent), c.fault);
    if (!c.fault.empty()) continue;
    // The result, sent again, stays.
    FrobberSpec again = sent;
    NormalizeLinkedFields(arena, again, &sent);
    EXPECT_EQ(Shown(again), c.becomes);
  }
}

// 0 is not set.
std::string Heights(typeinfo::Opt<int32_t> height, typeinfo::Opt<int32_t> millimetres) {
  return std::to_string(height.value_or(0)) + "," + std::to_string(millimetres.value_or(0));
}

TEST(LinkedFields, Height) {
  struct Pair {
    int height, millimetres;
  };
  struct {
    std::string_view what;
    std::optional<Pair> old;
    Pair sent;
    std::string becomes;
  } const kCases[] = {
      {"create: neither", {}, {0, 0}, "0,0"},
      {"create: by the old name", {}, {5, 0}, "5,5"},
      {"create: by the new name", {}, {0, 5}, "5,5"},
      {"create: both", {}, {5, 5}, "5,5"},
      {"create: what was read, with the old name changed", {}, {7, 5}, "7,7"},
      {"update: nothing changed", Pair{5, 5}, {5, 5}, "5,5"},
      {"update: the old name changed", Pair{5, 5}, {7, 5}, "7,7"},
      {"update: the new name changed", Pair{5, 5}, {5, 7}, "7,7"},
      {"update: both changed", Pair{5, 5}, {7, 7}, "7,7"},
      {"update: both changed and differ", Pair{5, 5}, {7, 8}, "7,7"},
      {"update: the old name alone", Pair{5, 5}, {7, 0}, "7,7"},
      {"update: the old name alone, unchanged", Pair{5, 5}, {5, 0}, "5,5"},
      {"update: the new name alone", Pair{5, 5}, {0, 7}, "7,7"},
      {"update: the new name alone, unchanged", Pair{5, 5}, {0, 5}, "5,5"},
      {"update: both cleared", Pair{5, 5}, {0, 0}, "0,0"},
      {"old object: the old name changed", Pair{5, 0}, {7, 5}, "7,7"},
      {"old object: the new name changed", Pair{5, 0}, {5, 7}, "7,7"},
  };
  auto spec_of = [](const Pair& pair) {
    FrobberSpec spec;
    if (pair.height != 0) spec.height = pair.height;
    if (pair.millimetres != 0) spec.size.height_millimetres = pair.millimetres;
    return spec;
  };
  for (const auto& c : kCases) {
    Arena arena;
    FrobberSpec sent = spec_of(c.sent);
    std::optional<FrobberSpec> old;
    if (c.old) old = spec_of(*c.old);
    NormalizeLinkedFields(arena, sent, old ? &*old : nullptr);
    EXPECT_EQ(Heights(sent.height, sent.size.height_millimetres), c.becomes) << c.what;
  }
}

}  // namespace
}  // namespace pintle::apis::frobber
