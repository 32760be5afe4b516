#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/codec/document.h"

// Looks into Protobuf messages by field numbers, without their definitions.
namespace pintle::api {

struct WireField {
  uint64_t number = 0;
  // Contents of a field with a length, else the number in decimal.
  std::string text;
};

inline uint64_t TakeVarint(std::string_view& bytes) {
  uint64_t value = 0;
  for (int shift = 0; !bytes.empty(); shift += 7) {
    auto byte = static_cast<unsigned char>(bytes.front());
    bytes.remove_prefix(1);
    value |= static_cast<uint64_t>(byte & 0x7f) << shift;
    if (byte < 0x80) break;
  }
  return value;
}

inline std::string_view TakeBytes(std::string_view& bytes, size_t size) {
  EXPECT_LE(size, bytes.size());
  std::string_view taken = bytes.substr(0, size);
  bytes.remove_prefix(taken.size());
  return taken;
}

inline std::vector<WireField> Fields(std::string_view message) {
  std::vector<WireField> fields;
  while (!message.empty()) {
    uint64_t tag = TakeVarint(message);
    WireField field{.number = tag >> 3, .text = {}};
    if ((tag & 7) == 2) {
      field.text = TakeBytes(message, TakeVarint(message));
    } else if ((tag & 7) == 1) {
      uint64_t bits = 0;
      int shift = 0;
      for (char c : TakeBytes(message, 8)) {
        bits |= static_cast<uint64_t>(static_cast<unsigned char>(c)) << shift;
        shift += 8;
      }
      field.text = fmt::format("{}", std::bit_cast<double>(bits));
    } else {
      EXPECT_EQ(tag & 7, 0u);
      field.text = std::to_string(static_cast<int64_t>(TakeVarint(message)));
    }
    fields.push_back(std::move(field));
  }
  return fields;
}

// What stands at a path of field numbers, through all repetitions.
inline std::vector<std::string> At(std::string_view message, std::span<const int> path) {
  std::vector<std::string> found;
  for (const WireField& field : Fields(message)) {
    if (field.number != static_cast<uint64_t>(path[0])) continue;
    if (path.size() == 1) {
      found.push_back(field.text);
      continue;
    }
    for (std::string& inner : At(field.text, path.subspan(1))) found.push_back(std::move(inner));
  }
  return found;
}

// What `json` has to become: what stands at `path`.
struct ProtobufCase {
  std::string_view json;
  std::vector<int> path;
  std::vector<std::string> expected;
};

using ConvertDocument = std::string (*)(const Value& document);

inline std::string ConvertJson(ConvertDocument convert, std::string_view json) {
  Arena arena;
  auto document = codec::ParseJson(json, arena);
  EXPECT_TRUE(document) << json;
  return document ? convert(*document) : "";
}

// Each case between `before` and `after`, which puts its result at `prefix`.
inline void ExpectAll(ConvertDocument convert, std::span<const ProtobufCase> cases,
                      std::string_view before, const std::vector<int>& prefix,
                      std::string_view after) {
  for (const ProtobufCase& c : cases) {
    std::string json = fmt::format("{}{}{}", before, c.json, after);
    std::vector<int> path = prefix;
    path.insert(path.end(), c.path.begin(), c.path.end());
    EXPECT_EQ(At(ConvertJson(convert, json), path), c.expected)
        << json << " at " << fmt::format("{}", fmt::join(path, "."));
  }
}

}  // namespace pintle::api
