#pragma once

#include "pintle/typeinfo/type_info.h"
#include "pintle/typeinfo/types.h"

// Structs with hand-written tables that the tests of this folder work on: every kind of field, and
// recursion.
namespace pintle::typeinfo::sample {

struct Node;

// Inlined.
struct Header {
  Str kind;
  Str api_version;
};

struct Leaf {
  Str name;
  Str image;
  int32_t port = 0;
  Opt<int32_t> node_port;
};

struct NodeOrBool {
  bool allows = false;
  Ptr<Node> node;
};

struct NodeOrList {
  Ptr<Node> node;
  List<Node> list;
};

struct Node {
  Str title;
  Ptr<Node> next;
  Map<Node> children;
  Ptr<NodeOrBool> extra;
  Ptr<NodeOrList> items;
};

// Every field is omit_empty but `nested` and `at`, which is omit_zero.
struct Sample {
  Header header;
  Leaf nested;
  bool flag = false;
  int32_t small = 0;
  int64_t large = 0;
  double ratio = 0;
  Str text;
  Str color;
  Binary blob;
  Any any;
  Time at;
  MicroTime fine;
  Opt<bool> maybe_flag;
  Opt<int32_t> replicas;
  Opt<Str> maybe_text;
  Opt<Time> maybe_at;
  Opt<Any> maybe_any;
  Ptr<Leaf> leaf;
  List<Str> names;
  List<Leaf> leaves;
  List<Any> values;
  List<List<int64_t>> matrix;
  Map<Str> labels;
  Map<Leaf> by_name;
  Map<Binary> files;
  Map<bool> flags;
  Ptr<Node> tree;
};

// No field is ever omitted.
struct Plain {
  bool flag = false;
  Str text;
  Binary blob;
  Any any;
  Time at;
  Opt<int32_t> replicas;
  Ptr<Leaf> leaf;
  List<Str> names;
  Map<Str> labels;
  NodeOrBool either;
  NodeOrList one_or_many;
};

// Every field is omit_zero.
struct Sparse {
  Leaf nested;
  List<Str> names;
  Time at;
  double ratio = 0;
};

}  // namespace pintle::typeinfo::sample

namespace pintle::typeinfo {

template <>
const TypeInfo& TypeOf<sample::Sample>();
template <>
const TypeInfo& TypeOf<sample::Plain>();
template <>
const TypeInfo& TypeOf<sample::Sparse>();
template <>
const TypeInfo& TypeOf<sample::Node>();
template <>
const TypeInfo& TypeOf<sample::Leaf>();

}  // namespace pintle::typeinfo
