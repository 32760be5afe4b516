#include "pintle/codec/cbor_diagnostic.h"

#include <gtest/gtest.h>

#include "pintle/codec/cbor_for_test.h"

namespace pintle::codec {
namespace {

using testing::Row;
using testing::Unhex;

TEST(CborDiagnosticTest, Items) {
  constexpr Row kRows[] = {
      {"integers", "8300381818ff", "[0, -25, 255]"},
      {"largest", "821bffffffffffffffff3bffffffffffffffff",
       "[18446744073709551615, -18446744073709551616]"},
      {"floats", "83f93c00f93e00fb7e37e43c8800759c", "[1.0, 1.5, 1e+300]"},
      {"simple values", "85f4f5f6f7f820", "[false, true, null, simple(23), simple(32)]"},
      {"strings", "84416140616141ff", "['a', h'', \"a\", h'ff']"},
      {"escapes", "83422727425c0a62c3bc", "['\\'\\'', '\\\\\\n', \"\\u00fc\"]"},
      {"beyond the plane", "64f09f9880", "\"\\ud83d\\ude00\""},
      {"maps", "a2446b696e64416b4161a0", "{'kind': 'k', 'a': {}}"},
      {"tags", "d9d9f7c1820102", "55799(1([1, 2]))"},
      {"indefinite", "9f5f41014102ffbf6161f6ffff", "[_ (_ '\\u0001', '\\u0002'), {_ \"a\": null}]"},
      {"ill-formed", "a1", "a1"},
      {"empty", "", ""},
  };
  for (const Row& row : kRows)
    EXPECT_EQ(CborDiagnostic(Unhex(row.input)), row.expected) << row.name;
}

}  // namespace
}  // namespace pintle::codec
