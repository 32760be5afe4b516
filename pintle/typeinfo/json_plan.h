#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/typeinfo/encode.h"
#include "pintle/typeinfo/type_info.h"

// What the fast encoders and decoders of JSON, CBOR and values need to know of a struct's members,
// close together: most members of most objects are absent, and are passed over by looking at a few
// bytes.
namespace pintle::typeinfo {

struct JsonPlan;

// How it is found out that a member is left out.
enum class OmitTest : uint8_t {
  kNever,   // it never is
  kByte,    // a byte of the object is zero
  kWord,    // four bytes are
  kDouble,  // eight bytes are
  kAsk,     // IsOmitted knows
};

struct JsonPlanField {
  std::string_view name;
  const FieldInfo* info = nullptr;
  const TypeInfo* type = nullptr;
  const JsonPlan* plan = nullptr;  // of the struct that the member is or holds
  uint32_t offset = 0;
  uint32_t test_offset = 0;  // from the start of the object
  OmitTest test = OmitTest::kNever;
  uint16_t key_size = 0;
  uint32_t key_start = 0;  // in the plan's `keys`

  // Whether `object`, a struct of the plan's type, is written without it.
  bool IsOmittedFrom(const char* object) const {
    switch (test) {
      case OmitTest::kNever:
        return false;
      case OmitTest::kByte:
        return IsZeroAt<uint8_t>(object + test_offset);
      case OmitTest::kWord:
        return IsZeroAt<uint32_t>(object + test_offset);
      case OmitTest::kDouble:
        return IsZeroAt<uint64_t>(object + test_offset);
      case OmitTest::kAsk:
        break;
    }
    return IsOmitted(*info, object + offset);
  }

 private:
  template <typename T>
  static bool IsZeroAt(const char* place) {
    T bits;
    std::memcpy(&bits, place, sizeof(bits));
    return bits == 0;
  }
};

struct JsonPlan {
  const TypeInfo* type = nullptr;
  std::vector<JsonPlanField> fields;  // in output order, which is that of json_fields
  // `"name":` of all members, one behind the other.
  std::string keys;
  // A hash table of indices into `fields`, as large as its mask says; empty if there are too many.
  static constexpr uint8_t kNoField = 0xff;
  std::vector<uint8_t> slots;

  // The key with its quotes and its colon.
  std::string_view KeyOf(const JsonPlanField& field) const {
    return {keys.data() + field.key_start, field.key_size};
  }
  // The index of the member called `name` (exact spelling), or kNoField.
  uint8_t Find(std::string_view name) const;

  static size_t Hash(std::string_view name) {
    if (name.empty()) return 0;
    return name.size() * 7 + static_cast<uint8_t>(name.front()) * 3 +
           static_cast<uint8_t>(name.back());
  }
};

inline uint8_t JsonPlan::Find(std::string_view name) const {
  if (slots.empty()) return kNoField;
  for (size_t at = Hash(name);; ++at) {
    uint8_t index = slots[at & (slots.size() - 1)];
    if (index == kNoField || fields[index].name == name) return index;
  }
}

// The plan of a struct. `type` must live as long as the program, as generated tables do. Any thread
// may call it.
const JsonPlan& JsonPlanOf(const TypeInfo& type);
// That of the struct a type is or holds; null if there is none.
const JsonPlan* JsonPlanIn(const TypeInfo& type);

}  // namespace pintle::typeinfo
