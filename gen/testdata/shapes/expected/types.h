// Made by pintle-gen from shapes. Changes are lost with the next build.
#pragma once

#include "pintle/typeinfo/type_info.h"
#include "pintle/typeinfo/types.h"

namespace testdata::shapes {

namespace typeinfo = ::pintle::typeinfo;

struct Base;
struct Everything;
struct TypeMeta;
struct Message;
struct Node;
struct NodeOrBool;
struct Copy;
struct NoMessage;
struct Empty;

using Same = Base;

using Names = typeinfo::List<typeinfo::Str>;

using Wrapped = typeinfo::List<typeinfo::Str>;

// Color is a closed set.
using Color = typeinfo::Str;
// ColorRed is the colour of blood.
inline constexpr Color kColorRed = "red";
inline constexpr Color kColorBlue = "blue";

inline constexpr typeinfo::Str kGreeting = "hello";

// Base is inlined.
struct Base {
  typeinfo::Str kind = {};
};

// Everything has one field of each shape. It says "hello" with a \ in it.
//
// A second paragraph.
struct Everything {
  Base base = {};
  // A comment.
  bool flag = false;
  int64_t plain = 0;
  int32_t small = 0;
  double ratio = 0;
  typeinfo::Str color = {};
  typeinfo::Str uid = {};
  typeinfo::Binary data = {};
  typeinfo::Time when = {};
  typeinfo::Opt<typeinfo::MicroTime> exact = {};
  typeinfo::Any raw = {};
  typeinfo::Any later = {};
  typeinfo::List<typeinfo::Any> cells = {};
  typeinfo::Opt<bool> maybe_flag = {};
  typeinfo::Opt<typeinfo::Str> maybe_text = {};
  typeinfo::Ptr<Node> child = {};
  typeinfo::List<typeinfo::Str> texts = {};
  typeinfo::List<Node> nodes = {};
  typeinfo::Map<typeinfo::Str> labels = {};
  typeinfo::Map<typeinfo::List<typeinfo::Str>> by_color = {};
  typeinfo::List<typeinfo::List<int64_t>> matrix = {};
  typeinfo::List<typeinfo::Str> named = {};
  typeinfo::List<typeinfo::Str> wrapped = {};
  typeinfo::Map<typeinfo::List<typeinfo::Str>> extra = {};
  typeinfo::Ptr<Node> loose = {};
  // Names that need care in C++.
  typeinfo::Str namespace_ = {};
  typeinfo::Ptr<Node> not_ = {};
  typeinfo::List<typeinfo::Str> cluster_ips = {};
  typeinfo::Str x_kubernetes_list_type = {};
  typeinfo::Str ref = {};
  typeinfo::Str http_get = {};
};

struct TypeMeta {
  typeinfo::Str kind = {};
};

// Message has numbers on all fields, not in their order. Its kind and version need none.
struct Message {
  TypeMeta type_meta = {};
  bool flag = false;
  // Lists that are messages in Protobuf.
  typeinfo::List<typeinfo::Str> wrapped = {};
  typeinfo::Map<typeinfo::List<typeinfo::Str>> extra = {};
};

// Node refers to itself.
struct Node {
  typeinfo::Str name = {};
  typeinfo::Str value = {};
  typeinfo::Ptr<Node> next = {};
  typeinfo::Map<Node> children = {};
  typeinfo::Ptr<NodeOrBool> either = {};
};

struct NodeOrBool {
  bool allows = false;
  typeinfo::Ptr<Node> node = {};
};

// Copy has the fields of Base under a name of its own.
struct Copy {
  typeinfo::Str kind = {};
};

struct NoMessage {
  typeinfo::Str name = {};
};

struct Empty {};

}  // namespace testdata::shapes

namespace pintle::typeinfo {

template <>
const TypeInfo& TypeOf<::testdata::shapes::Base>();
template <>
const TypeInfo& TypeOf<::testdata::shapes::Everything>();
template <>
const TypeInfo& TypeOf<::testdata::shapes::TypeMeta>();
template <>
const TypeInfo& TypeOf<::testdata::shapes::Message>();
template <>
const TypeInfo& TypeOf<::testdata::shapes::Node>();
template <>
const TypeInfo& TypeOf<::testdata::shapes::NodeOrBool>();
template <>
const TypeInfo& TypeOf<::testdata::shapes::Copy>();
template <>
const TypeInfo& TypeOf<::testdata::shapes::NoMessage>();
template <>
const TypeInfo& TypeOf<::testdata::shapes::Empty>();

}  // namespace pintle::typeinfo
