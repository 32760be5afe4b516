// Made by pintle-gen from wild. Changes are lost with the next build.
#pragma once

#include "imports/base/types.h"
#include "pintle/typeinfo/type_info.h"
#include "pintle/typeinfo/types.h"

namespace testdata::wild {

namespace typeinfo = ::pintle::typeinfo;

struct Scalars;
struct Numbered;
struct ContainersUnnamed;
struct Containers;
struct Hidden;
struct Pointed;
struct Named;
struct BoxOfInt32;
struct Embedding;
struct PairOfStringAndBoxOfNamed;
struct Boxes;
struct Untagged;
struct Names;
struct Loop;
struct Other;
struct LoopFields;
struct ContainersSet;
struct BoxOfNamed;
struct ContainersUnnamedInner;

// Level is a number.
using Level = int32_t;
// First has a comment.
inline constexpr Level kFirst = 1;
// and Second one behind it
inline constexpr Level kSecond = 2;
inline constexpr Level kFourth = 4;

// Mode is a text.
using Mode = typeinfo::Str;
inline constexpr Mode kTyped = "octalAé";
inline constexpr Mode kCopied = "octalAé";

// Port is declared in a group.
using Port = uint32_t;

using Ratio = float;

using Tags = typeinfo::Map<typeinfo::List<typeinfo::Str>>;

using Matrix = typeinfo::List<typeinfo::List<double>>;

// Alias is another name.
using Alias = Loop;

// OddForm is read and written by functions of its own.
using OddForm = typeinfo::Any;

// Label is a text wherever it stands.
using Label = typeinfo::Str;

// Shaper is an interface.
using Shaper = typeinfo::Any;

inline constexpr int64_t kKilo = 1024;
inline constexpr int64_t kMega = 1048576;
inline constexpr uint64_t kBig = 1099511627775;
inline constexpr double kHalf = 0.5;
inline constexpr bool kYes = true;
inline constexpr bool kNo = false;
inline constexpr int64_t kLetter = 65;
inline constexpr typeinfo::Str kPrefix = "wild.example/";
inline constexpr typeinfo::Str kSuffix = "raw \"text\"";
inline constexpr typeinfo::Str kJoined = "wild.example/nameraw \"text\"";

// Scalars has every scalar of the language and the well-known types.
struct Scalars {
  int32_t i8 = 0;
  int32_t i16 = 0;
  uint64_t u = 0;
  uint32_t u8 = 0;
  uint32_t port = 0;
  typeinfo::Opt<uint32_t> u32 = {};
  uint64_t u64 = 0;
  float ratio = 0;
  int32_t rune = 0;
  typeinfo::Duration wait = {};
  int64_t nanos = 0;
  typeinfo::Quantity limit = {};
  typeinfo::Opt<typeinfo::Quantity> spare = {};
  typeinfo::IntOrString count = {};
  typeinfo::Opt<typeinfo::IntOrString> surge = {};
  typeinfo::Str ip = {};
  typeinfo::Any raw = {};
  typeinfo::Any obj = {};
  typeinfo::Any shape = {};
  typeinfo::Any odd = {};
  typeinfo::Str label = {};
};

// Numbered is a message as go-to-protobuf writes its tags.
struct Numbered {
  uint32_t port = 0;
};

struct ContainersUnnamed {
  typeinfo::Str first = {};
  typeinfo::Str second = {};
  typeinfo::List<ContainersUnnamedInner> inner = {};
};

// Containers nests whatever can be nested.
struct Containers {
  typeinfo::List<typeinfo::List<typeinfo::Str>> lists = {};
  typeinfo::List<typeinfo::Ptr<Scalars>> pointers = {};
  typeinfo::List<typeinfo::Opt<typeinfo::Str>> texts = {};
  typeinfo::List<int32_t> fixed = {};
  typeinfo::List<uint32_t> digest = {};
  typeinfo::List<typeinfo::Binary> blobs = {};
  typeinfo::Opt<typeinfo::List<typeinfo::Str>> maybe = {};
  typeinfo::Opt<typeinfo::Map<typeinfo::Str>> maybe_map = {};
  typeinfo::Opt<int32_t> twice = {};
  typeinfo::Map<ContainersSet> set = {};
  typeinfo::Map<typeinfo::Str> by_number = {};
  typeinfo::Map<typeinfo::Ptr<Containers>> by_port = {};
  typeinfo::Map<typeinfo::Quantity> limits = {};
  typeinfo::Map<typeinfo::Map<typeinfo::List<typeinfo::Map<typeinfo::List<typeinfo::Str>>>>> deep = {};
  ContainersUnnamed unnamed = {};
  typeinfo::List<typeinfo::List<double>> matrix = {};
};

struct Hidden {
  typeinfo::Str seen = {};
};

struct Pointed {
  typeinfo::Str behind = {};
};

struct Named {
  typeinfo::Str inner = {};
};

// Box is generic.
struct BoxOfInt32 {
  int32_t content = 0;
  typeinfo::Ptr<BoxOfInt32> more = {};
};

// Embedding shows every way a struct can be part of another.
struct Embedding {
  typeinfo::Time time = {};
  Hidden hidden = {};
  Pointed pointed = {};
  Named named = {};
  uint32_t port = 0;
  BoxOfInt32 box = {};
  ::testdata::imports::base::Shared shared = {};
};

struct PairOfStringAndBoxOfNamed {
  typeinfo::Str key = {};
  typeinfo::List<BoxOfNamed> value = {};
};

struct Boxes {
  PairOfStringAndBoxOfNamed texts = {};
  PairOfStringAndBoxOfNamed same = {};
  typeinfo::List<typeinfo::Ptr<Named>> list = {};
};

// No tags at all: names as they are.
struct Untagged {
  typeinfo::Str name = {};
  typeinfo::List<int64_t> numbers = {};
};

// C++ has other ideas about these names.
struct Names {
  typeinfo::Str operator_ = {};
  int32_t errno_ = 0;
  typeinfo::Str std = {};
  typeinfo::Str typeinfo_ = {};
  typeinfo::Str snake_case = {};
  typeinfo::Str snake_case_2 = {};
  typeinfo::Str field_1st = {};
  typeinfo::Str what_ = {};
};

// Loop and Other refer to each other.
struct Loop {
  typeinfo::Ptr<Other> other = {};
  typeinfo::Map<Other> others = {};
};

struct Other {
  typeinfo::List<Loop> loop = {};
};

struct LoopFields {
  typeinfo::Str x = {};
};

struct ContainersSet {};

// Box is generic.
struct BoxOfNamed {
  Named content = {};
  typeinfo::Ptr<BoxOfNamed> more = {};
};

struct ContainersUnnamedInner {
  typeinfo::Str name = {};
};

}  // namespace testdata::wild

namespace pintle::typeinfo {

template <>
const TypeInfo& TypeOf<::testdata::wild::Scalars>();
template <>
const TypeInfo& TypeOf<::testdata::wild::Numbered>();
template <>
const TypeInfo& TypeOf<::testdata::wild::ContainersUnnamed>();
template <>
const TypeInfo& TypeOf<::testdata::wild::Containers>();
template <>
const TypeInfo& TypeOf<::testdata::wild::Hidden>();
template <>
const TypeInfo& TypeOf<::testdata::wild::Pointed>();
template <>
const TypeInfo& TypeOf<::testdata::wild::Named>();
template <>
const TypeInfo& TypeOf<::testdata::wild::BoxOfInt32>();
template <>
const TypeInfo& TypeOf<::testdata::wild::Embedding>();
template <>
const TypeInfo& TypeOf<::testdata::wild::PairOfStringAndBoxOfNamed>();
template <>
const TypeInfo& TypeOf<::testdata::wild::Boxes>();
template <>
const TypeInfo& TypeOf<::testdata::wild::Untagged>();
template <>
const TypeInfo& TypeOf<::testdata::wild::Names>();
template <>
const TypeInfo& TypeOf<::testdata::wild::Loop>();
template <>
const TypeInfo& TypeOf<::testdata::wild::Other>();
template <>
const TypeInfo& TypeOf<::testdata::wild::LoopFields>();
template <>
const TypeInfo& TypeOf<::testdata::wild::ContainersSet>();
template <>
const TypeInfo& TypeOf<::testdata::wild::BoxOfNamed>();
template <>
const TypeInfo& TypeOf<::testdata::wild::ContainersUnnamedInner>();

}  // namespace pintle::typeinfo
