#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "pintle/base/arena.h"
#include "pintle/codec/json_reader.h"
#include "pintle/field/errors.h"
#include "pintle/typeinfo/decode.h"

// Tables of documents and the faults found in them.
namespace pintle::apis {

template <typename T>
T& ReadForTest(const std::string& json, Arena& arena) {
  T* object = arena.New<T>();
  codec::JsonReader reader(json);
  EXPECT_TRUE(typeinfo::Decode(reader, typeinfo::TypeOf<T>(), object, arena, nullptr)) << json;
  return *object;
}

// `<path>: <body>` of each.
inline std::vector<std::string> TextsForTest(const field::ErrorList& errors) {
  std::vector<std::string> out;
  for (const field::Error& error : errors) out.push_back(error.Text());
  return out;
}

// `members` and then `more`, as JSON members; nothing of `members` if `more` has the member `name`
// itself, since objects given twice are merged.
inline std::string MembersForTest(const std::string& name, const std::string& members,
                                  const std::string& more) {
  if (more.find("\"" + name + "\":") != std::string::npos) return more;
  return more.empty() ? members : members + "," + more;
}

struct FaultCase {
  std::string json;
  std::vector<std::string> faults;
};

// Runs `validate(object, errors)` on each document. Of long messages the table may have the
// beginning only, ended by `...`.
template <typename T, typename Validate>
void ExpectFaults(const std::vector<FaultCase>& cases, Validate validate) {
  for (const FaultCase& c : cases) {
    Arena arena;
    field::ErrorList errors;
    validate(ReadForTest<T>(c.json, arena), errors);
    std::vector<std::string> texts = TextsForTest(errors);
    for (size_t i = 0; i < texts.size() && i < c.faults.size(); ++i) {
      const std::string& want = c.faults[i];
      if (!want.ends_with("...")) continue;
      size_t size = want.size() - 3;
      if (texts[i].substr(0, size) == want.substr(0, size)) texts[i] = want;
    }
    EXPECT_THAT(texts, ::testing::ElementsAreArray(c.faults)) << c.json.substr(0, 400);
  }
}

struct UpdateCase {
  std::string old;
  std::string now;
  std::vector<std::string> faults;
};

// The same for `validate(now, old, errors)`.
template <typename T, typename Validate>
void ExpectUpdateFaults(const std::vector<UpdateCase>& cases, Validate validate) {
  for (const UpdateCase& c : cases) {
    Arena arena;
    const T& old = ReadForTest<T>(c.old, arena);
    ExpectFaults<T>({{c.now, c.faults}},
                    [&](const T& now, field::ErrorList& errors) { validate(now, old, errors); });
  }
}

}  // namespace pintle::apis
