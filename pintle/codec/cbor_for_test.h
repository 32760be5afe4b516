#pragma once

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/base/strings.h"
#include "pintle/codec/document.h"

// What the tests of CBOR share. Rows of tables carry the numbers of the format's test vectors, a
// letter and a number from 1 on; a table with all of them is checked to have no gap.
namespace pintle::codec::testing {

struct Row {
  const char* name;
  const char* input;
  const char* expected;
};

inline std::string Unhex(std::string_view hex) {
  std::string bytes;
  for (size_t i = 0; i + 1 < hex.size(); i += 2) {
    bytes += static_cast<char>(std::stoi(std::string(hex.substr(i, 2)), nullptr, 16));
  }
  return bytes;
}

inline std::string Repeated(std::string_view text, size_t count) {
  std::string all;
  for (size_t i = 0; i < count; ++i) all += text;
  return all;
}

// A value with its kinds visible: `int 1`, `float 1`.
inline std::string Describe(const Value& value) {
  switch (value.kind()) {
    case Value::Kind::kInt:
      return "int " + std::to_string(value.as_int());
    case Value::Kind::kDouble:
      return "float " + ToJson(value);
    case Value::Kind::kString:
      return Quoted(value.as_string());
    case Value::Kind::kList: {
      std::vector<std::string> items;
      for (const Value& item : value.items()) items.push_back(Describe(item));
      return "[" + Join(items, ", ") + "]";
    }
    case Value::Kind::kObject: {
      std::vector<std::string> members;
      for (const Member& m : value.members()) {
        members.push_back(Quoted(m.key()) + ": " + Describe(m.value));
      }
      return "{" + Join(members, ", ") + "}";
    }
    default:
      return ToJson(value);
  }
}

inline void ExpectAllNumbers(std::string_view letter, int digits, int count,
                             const std::set<std::string>& names) {
  for (int i = 1; i <= count; ++i) {
    std::string number = std::to_string(i);
    number.insert(0, digits - number.size(), '0');
    EXPECT_TRUE(names.contains(std::string(letter) + number)) << letter << number;
  }
}

template <typename Rows>
void AddNames(const Rows& rows, std::set<std::string>& names) {
  for (const auto& row : rows) names.insert(row.name);
}

}  // namespace pintle::codec::testing
