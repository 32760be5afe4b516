// Made by pintle-gen from shapes. Changes are lost with the next build.
#include "shapes/types.h"

#include <cstddef>

#include "shapes/tables.h"

namespace testdata::shapes {
namespace {

template <typename T>
constexpr typeinfo::TypeInfo Shape_(typeinfo::Kind kind, const typeinfo::TypeInfo& element) {
  return {.kind = kind, .size = sizeof(T), .align = alignof(T), .element = &element};
}

constinit const typeinfo::TypeInfo kOptOf_MicroTime =
    Shape_<typeinfo::Opt<typeinfo::MicroTime>>(typeinfo::Kind::kOpt, typeinfo::kMicroTimeType);
constinit const typeinfo::TypeInfo kListOf_Any =
    Shape_<typeinfo::List<typeinfo::Any>>(typeinfo::Kind::kList, typeinfo::kAnyType);
constinit const typeinfo::TypeInfo kOptOf_Bool =
    Shape_<typeinfo::Opt<bool>>(typeinfo::Kind::kOpt, typeinfo::kBoolType);
constinit const typeinfo::TypeInfo kOptOf_Color =
    Shape_<typeinfo::Opt<typeinfo::Str>>(typeinfo::Kind::kOpt, tables::kColor);
constinit const typeinfo::TypeInfo kPtrOf_Node =
    Shape_<typeinfo::Ptr<Node>>(typeinfo::Kind::kPtr, tables::kNode);
constinit const typeinfo::TypeInfo kListOf_String =
    Shape_<typeinfo::List<typeinfo::Str>>(typeinfo::Kind::kList, typeinfo::kStringType);
constinit const typeinfo::TypeInfo kListOf_Node =
    Shape_<typeinfo::List<Node>>(typeinfo::Kind::kList, tables::kNode);
constinit const typeinfo::TypeInfo kMapOf_String =
    Shape_<typeinfo::Map<typeinfo::Str>>(typeinfo::Kind::kMap, typeinfo::kStringType);
constinit const typeinfo::TypeInfo kMapOf_ListOf_String =
    Shape_<typeinfo::Map<typeinfo::List<typeinfo::Str>>>(typeinfo::Kind::kMap, kListOf_String);
constinit const typeinfo::TypeInfo kListOf_Int64 =
    Shape_<typeinfo::List<int64_t>>(typeinfo::Kind::kList, typeinfo::kInt64Type);
constinit const typeinfo::TypeInfo kListOf_ListOf_Int64 =
    Shape_<typeinfo::List<typeinfo::List<int64_t>>>(typeinfo::Kind::kList, kListOf_Int64);
constinit const typeinfo::TypeInfo kMapOf_Wrapped =
    Shape_<typeinfo::Map<typeinfo::List<typeinfo::Str>>>(typeinfo::Kind::kMap, tables::kWrapped);
constinit const typeinfo::TypeInfo kMapOf_Node =
    Shape_<typeinfo::Map<Node>>(typeinfo::Kind::kMap, tables::kNode);
constinit const typeinfo::TypeInfo kPtrOf_NodeOrBool =
    Shape_<typeinfo::Ptr<NodeOrBool>>(typeinfo::Kind::kPtr, tables::kNodeOrBool);

}  // namespace

namespace tables {

constexpr std::string_view kEverything_nodes_list_map_keys[] = {"name", "value"};
constexpr std::string_view kEverything_extra_feature_gates[] = {"Pairs", "Extras"};
constinit const typeinfo::FieldInfo kEverything_Fields[31] = {
    {.name = "Base", .go_name = "Base", .type = &tables::kBase, .offset = offsetof(Everything, base), .inlined = true},
    {.name = "flag", .go_name = "Flag", .type = &typeinfo::kBoolType, .offset = offsetof(Everything, flag), .omit_empty = true, .optional = true, .doc = "A comment."},
    {.name = "plain", .go_name = "Plain", .type = &typeinfo::kInt64Type, .offset = offsetof(Everything, plain), .required = true},
    {.name = "small", .go_name = "Small", .type = &typeinfo::kInt32Type, .offset = offsetof(Everything, small), .required = true},
    {.name = "ratio", .go_name = "Ratio", .type = &typeinfo::kDoubleType, .offset = offsetof(Everything, ratio), .required = true},
    {.name = "color", .go_name = "Color", .type = &tables::kColor, .offset = offsetof(Everything, color), .omit_empty = true, .default_json = "\"blue\""},
    {.name = "uid", .go_name = "ID", .type = &typeinfo::kStringType, .offset = offsetof(Everything, uid), .required = true},
    {.name = "data", .go_name = "Data", .type = &typeinfo::kBinaryType, .offset = offsetof(Everything, data), .omit_empty = true},
    {.name = "when", .go_name = "When", .type = &typeinfo::kTimeType, .offset = offsetof(Everything, when)},
    {.name = "exact", .go_name = "Exact", .type = &kOptOf_MicroTime, .offset = offsetof(Everything, exact), .omit_empty = true},
    {.name = "raw", .go_name = "Raw", .type = &typeinfo::kAnyType, .offset = offsetof(Everything, raw)},
    {.name = "later", .go_name = "Later", .type = &typeinfo::kAnyType, .offset = offsetof(Everything, later), .omit_empty = true},
    {.name = "cells", .go_name = "Cells", .type = &kListOf_Any, .offset = offsetof(Everything, cells), .required = true},
    {.name = "maybeFlag", .go_name = "MaybeFlag", .type = &kOptOf_Bool, .offset = offsetof(Everything, maybe_flag), .omit_empty = true},
    {.name = "maybeText", .go_name = "MaybeText", .type = &kOptOf_Color, .offset = offsetof(Everything, maybe_text), .omit_empty = true},
    {.name = "child", .go_name = "Child", .type = &kPtrOf_Node, .offset = offsetof(Everything, child), .omit_empty = true, .map_atomic = true},
    {.name = "texts", .go_name = "Texts", .type = &kListOf_String, .offset = offsetof(Everything, texts), .omit_empty = true},
    {.name = "nodes", .go_name = "Nodes", .type = &kListOf_Node, .offset = offsetof(Everything, nodes), .omit_empty = true, .list_type = typeinfo::ListType::kMap, .patch_merge = true, .patch_retain_keys = true, .patch_merge_key = "name", .list_map_keys = kEverything_nodes_list_map_keys},
    {.name = "labels", .go_name = "Labels", .type = &kMapOf_String, .offset = offsetof(Everything, labels), .omit_empty = true},
    {.name = "byColor", .go_name = "ByColor", .type = &kMapOf_ListOf_String, .offset = offsetof(Everything, by_color), .omit_empty = true},
    {.name = "matrix", .go_name = "Matrix", .type = &kListOf_ListOf_Int64, .offset = offsetof(Everything, matrix), .omit_empty = true},
    {.name = "named", .go_name = "Named", .type = &tables::kNames, .offset = offsetof(Everything, named), .omit_empty = true},
    {.name = "wrapped", .go_name = "Wrapped", .type = &tables::kWrapped, .offset = offsetof(Everything, wrapped), .omit_empty = true},
    {.name = "extra", .go_name = "Extra", .type = &kMapOf_Wrapped, .offset = offsetof(Everything, extra), .omit_empty = true, .feature_gates = kEverything_extra_feature_gates},
    {.name = "loose", .go_name = "Loose", .type = &kPtrOf_Node, .offset = offsetof(Everything, loose), .omit_empty = true},
    {.name = "namespace", .go_name = "Namespace", .type = &typeinfo::kStringType, .offset = offsetof(Everything, namespace_), .required = true, .doc = "Names that need care in C++."},
    {.name = "not", .go_name = "Not", .type = &kPtrOf_Node, .offset = offsetof(Everything, not_), .omit_empty = true, .map_atomic = true},
    {.name = "clusterIPs", .go_name = "ClusterIPs", .type = &kListOf_String, .offset = offsetof(Everything, cluster_ips), .omit_empty = true},
    {.name = "x-kubernetes-list-type", .go_name = "XListType", .type = &typeinfo::kStringType, .offset = offsetof(Everything, x_kubernetes_list_type), .omit_empty = true},
    {.name = "$ref", .go_name = "Ref", .type = &typeinfo::kStringType, .offset = offsetof(Everything, ref), .omit_empty = true},
    {.name = "HTTPGet", .go_name = "HTTPGet", .type = &typeinfo::kStringType, .offset = offsetof(Everything, http_get), .omit_empty = true},
};
constexpr typeinfo::JsonField kEverything_Json[] = {
    {&tables::kBase_Fields[0], offsetof(Everything, base.kind)},
    {&tables::kEverything_Fields[1], offsetof(Everything, flag)},
    {&tables::kEverything_Fields[2], offsetof(Everything, plain)},
    {&tables::kEverything_Fields[3], offsetof(Everything, small)},
    {&tables::kEverything_Fields[4], offsetof(Everything, ratio)},
    {&tables::kEverything_Fields[5], offsetof(Everything, color)},
    {&tables::kEverything_Fields[6], offsetof(Everything, uid)},
    {&tables::kEverything_Fields[7], offsetof(Everything, data)},
    {&tables::kEverything_Fields[8], offsetof(Everything, when)},
    {&tables::kEverything_Fields[9], offsetof(Everything, exact)},
    {&tables::kEverything_Fields[10], offsetof(Everything, raw)},
    {&tables::kEverything_Fields[11], offsetof(Everything, later)},
    {&tables::kEverything_Fields[12], offsetof(Everything, cells)},
    {&tables::kEverything_Fields[13], offsetof(Everything, maybe_flag)},
    {&tables::kEverything_Fields[14], offsetof(Everything, maybe_text)},
    {&tables::kEverything_Fields[15], offsetof(Everything, child)},
    {&tables::kEverything_Fields[16], offsetof(Everything, texts)},
    {&tables::kEverything_Fields[17], offsetof(Everything, nodes)},
    {&tables::kEverything_Fields[18], offsetof(Everything, labels)},
    {&tables::kEverything_Fields[19], offsetof(Everything, by_color)},
    {&tables::kEverything_Fields[20], offsetof(Everything, matrix)},
    {&tables::kEverything_Fields[21], offsetof(Everything, named)},
    {&tables::kEverything_Fields[22], offsetof(Everything, wrapped)},
    {&tables::kEverything_Fields[23], offsetof(Everything, extra)},
    {&tables::kEverything_Fields[24], offsetof(Everything, loose)},
    {&tables::kEverything_Fields[25], offsetof(Everything, namespace_)},
    {&tables::kEverything_Fields[26], offsetof(Everything, not_)},
    {&tables::kEverything_Fields[27], offsetof(Everything, cluster_ips)},
    {&tables::kEverything_Fields[28], offsetof(Everything, x_kubernetes_list_type)},
    {&tables::kEverything_Fields[29], offsetof(Everything, ref)},
    {&tables::kEverything_Fields[30], offsetof(Everything, http_get)},
};
constexpr uint16_t kEverything_Index[] = {29, 30, 19, 12, 15, 27, 5, 7, 9, 23, 1, 0, 18, 11, 24, 20, 13, 14, 21, 25, 17, 26, 2, 4, 10, 3, 16, 6, 8, 22, 28};
constinit const typeinfo::TypeInfo kEverything = {
    .kind = typeinfo::Kind::kStruct, .size = sizeof(Everything), .align = alignof(Everything),
    .name = "Everything", .package = "testdata.shapes",
    .fields = kEverything_Fields,
    .json_fields = kEverything_Json,
    .json_index = kEverything_Index,
    .doc = "Everything has one field of each shape. It says \"hello\" with a \\ in it.\n\nA second paragraph."};

constinit const typeinfo::FieldInfo kMessage_Fields[4] = {
    {.name = "TypeMeta", .go_name = "TypeMeta", .type = &tables::kTypeMeta, .offset = offsetof(Message, type_meta), .inlined = true},
    {.name = "flag", .go_name = "Flag", .type = &typeinfo::kBoolType, .offset = offsetof(Message, flag), .proto_number = 1, .omit_empty = true},
    {.name = "wrapped", .go_name = "Wrapped", .type = &tables::kWrapped, .offset = offsetof(Message, wrapped), .proto_number = 4, .proto_list_message = true, .omit_empty = true, .doc = "Lists that are messages in Protobuf."},
    {.name = "extra", .go_name = "Extra", .type = &kMapOf_Wrapped, .offset = offsetof(Message, extra), .proto_number = 3, .proto_list_message = true, .omit_empty = true},
};
constexpr typeinfo::JsonField kMessage_Json[] = {
    {&tables::kTypeMeta_Fields[0], offsetof(Message, type_meta.kind)},
    {&tables::kMessage_Fields[1], offsetof(Message, flag)},
    {&tables::kMessage_Fields[2], offsetof(Message, wrapped)},
    {&tables::kMessage_Fields[3], offsetof(Message, extra)},
};
constexpr uint16_t kMessage_Index[] = {3, 1, 0, 2};
constexpr uint16_t kMessage_Proto[] = {1, 3, 2};
constinit const typeinfo::TypeInfo kMessage = {
    .kind = typeinfo::Kind::kStruct, .size = sizeof(Message), .align = alignof(Message),
    .name = "Message", .package = "testdata.shapes",
    .fields = kMessage_Fields,
    .json_fields = kMessage_Json,
    .json_index = kMessage_Index,
    .proto_message = true,
    .proto_index = kMessage_Proto,
    .doc = "Message has numbers on all fields, not in their order. Its kind and version need none."};

constinit const typeinfo::FieldInfo kTypeMeta_Fields[1] = {
    {.name = "kind", .go_name = "Kind", .type = &typeinfo::kStringType, .offset = offsetof(TypeMeta, kind), .omit_empty = true},
};
constexpr typeinfo::JsonField kTypeMeta_Json[] = {
    {&tables::kTypeMeta_Fields[0], offsetof(TypeMeta, kind)},
};
constexpr uint16_t kTypeMeta_Index[] = {0};
constinit const typeinfo::TypeInfo kTypeMeta = {
    .kind = typeinfo::Kind::kStruct, .size = sizeof(TypeMeta), .align = alignof(TypeMeta),
    .name = "TypeMeta", .package = "testdata.shapes",
    .fields = kTypeMeta_Fields,
    .json_fields = kTypeMeta_Json,
    .json_index = kTypeMeta_Index};

constinit const typeinfo::FieldInfo kBase_Fields[1] = {
    {.name = "kind", .go_name = "Kind", .type = &typeinfo::kStringType, .offset = offsetof(Base, kind), .omit_empty = true},
};
constexpr typeinfo::JsonField kBase_Json[] = {
    {&tables::kBase_Fields[0], offsetof(Base, kind)},
};
constexpr uint16_t kBase_Index[] = {0};
constinit const typeinfo::TypeInfo kBase = {
    .kind = typeinfo::Kind::kStruct, .size = sizeof(Base), .align = alignof(Base),
    .name = "Base", .package = "testdata.shapes",
    .fields = kBase_Fields,
    .json_fields = kBase_Json,
    .json_index = kBase_Index,
    .doc = "Base is inlined."};

constinit const typeinfo::FieldInfo kNode_Fields[5] = {
    {.name = "name", .go_name = "Name", .type = &typeinfo::kStringType, .offset = offsetof(Node, name), .required = true},
    {.name = "value", .go_name = "Value", .type = &typeinfo::kStringType, .offset = offsetof(Node, value), .required = true},
    {.name = "next", .go_name = "Next", .type = &kPtrOf_Node, .offset = offsetof(Node, next), .omit_empty = true, .map_atomic = true},
    {.name = "children", .go_name = "Children", .type = &kMapOf_Node, .offset = offsetof(Node, children), .omit_empty = true},
    {.name = "either", .go_name = "Either", .type = &kPtrOf_NodeOrBool, .offset = offsetof(Node, either), .omit_empty = true},
};
constexpr typeinfo::JsonField kNode_Json[] = {
    {&tables::kNode_Fields[0], offsetof(Node, name)},
    {&tables::kNode_Fields[1], offsetof(Node, value)},
    {&tables::kNode_Fields[2], offsetof(Node, next)},
    {&tables::kNode_Fields[3], offsetof(Node, children)},
    {&tables::kNode_Fields[4], offsetof(Node, either)},
};
constexpr uint16_t kNode_Index[] = {3, 4, 0, 2, 1};
constinit const typeinfo::TypeInfo kNode = {
    .kind = typeinfo::Kind::kStruct, .size = sizeof(Node), .align = alignof(Node),
    .name = "Node", .package = "testdata.shapes",
    .fields = kNode_Fields,
    .json_fields = kNode_Json,
    .json_index = kNode_Index,
    .doc = "Node refers to itself."};

constinit const typeinfo::FieldInfo kNodeOrBool_Fields[2] = {
    {.name = "Allows", .go_name = "Allows", .type = &typeinfo::kBoolType, .offset = offsetof(NodeOrBool, allows)},
    {.name = "Node", .go_name = "Node", .type = &kPtrOf_Node, .offset = offsetof(NodeOrBool, node), .map_atomic = true},
};
constinit const typeinfo::TypeInfo kNodeOrBool = {
    .kind = typeinfo::Kind::kUnion, .size = sizeof(NodeOrBool), .align = alignof(NodeOrBool),
    .name = "NodeOrBool", .package = "testdata.shapes",
    .fields = kNodeOrBool_Fields};

constinit const typeinfo::FieldInfo kCopy_Fields[1] = {
    {.name = "kind", .go_name = "Kind", .type = &typeinfo::kStringType, .offset = offsetof(Copy, kind), .omit_empty = true},
};
constexpr typeinfo::JsonField kCopy_Json[] = {
    {&tables::kCopy_Fields[0], offsetof(Copy, kind)},
};
constexpr uint16_t kCopy_Index[] = {0};
constinit const typeinfo::TypeInfo kCopy = {
    .kind = typeinfo::Kind::kStruct, .size = sizeof(Copy), .align = alignof(Copy),
    .name = "Copy", .package = "testdata.shapes",
    .fields = kCopy_Fields,
    .json_fields = kCopy_Json,
    .json_index = kCopy_Index,
    .doc = "Copy has the fields of Base under a name of its own."};

constinit const typeinfo::TypeInfo kNames = {
    .kind = typeinfo::Kind::kList, .size = sizeof(typeinfo::List<typeinfo::Str>), .align = alignof(typeinfo::List<typeinfo::Str>),
    .name = "Names", .package = "testdata.shapes",
    .element = &typeinfo::kStringType};

constinit const typeinfo::TypeInfo kWrapped = {
    .kind = typeinfo::Kind::kList, .size = sizeof(typeinfo::List<typeinfo::Str>), .align = alignof(typeinfo::List<typeinfo::Str>),
    .name = "Wrapped", .package = "testdata.shapes",
    .element = &typeinfo::kStringType};

constinit const typeinfo::FieldInfo kNoMessage_Fields[1] = {
    {.name = "name", .go_name = "Name", .type = &typeinfo::kStringType, .offset = offsetof(NoMessage, name), .required = true},
};
constexpr typeinfo::JsonField kNoMessage_Json[] = {
    {&tables::kNoMessage_Fields[0], offsetof(NoMessage, name)},
};
constexpr uint16_t kNoMessage_Index[] = {0};
constinit const typeinfo::TypeInfo kNoMessage = {
    .kind = typeinfo::Kind::kStruct, .size = sizeof(NoMessage), .align = alignof(NoMessage),
    .name = "NoMessage", .package = "testdata.shapes",
    .fields = kNoMessage_Fields,
    .json_fields = kNoMessage_Json,
    .json_index = kNoMessage_Index};

constexpr std::string_view kColor_Values[] = {"blue", "red"};
constinit const typeinfo::TypeInfo kColor = {
    .kind = typeinfo::Kind::kString, .size = sizeof(typeinfo::Str), .align = alignof(typeinfo::Str),
    .name = "Color", .package = "testdata.shapes",
    .enum_values = kColor_Values,
    .doc = "Color is a closed set."};

constinit const typeinfo::TypeInfo kEmpty = {
    .kind = typeinfo::Kind::kStruct, .size = sizeof(Empty), .align = alignof(Empty),
    .name = "Empty", .package = "testdata.shapes",
    .proto_message = true};

std::span<const typeinfo::TypeInfo* const> Structs() {
  static constexpr const typeinfo::TypeInfo* kAll[] = {&kEverything, &kMessage, &kTypeMeta, &kBase, &kNode, &kNodeOrBool, &kCopy, &kNoMessage, &kEmpty};
  return kAll;
}

}  // namespace tables
}  // namespace testdata::shapes

namespace pintle::typeinfo {

template <>
const TypeInfo& TypeOf<::testdata::shapes::Base>() {
  return ::testdata::shapes::tables::kBase;
}
template <>
const TypeInfo& TypeOf<::testdata::shapes::Everything>() {
  return ::testdata::shapes::tables::kEverything;
}
template <>
const TypeInfo& TypeOf<::testdata::shapes::TypeMeta>() {
  return ::testdata::shapes::tables::kTypeMeta;
}
template <>
const TypeInfo& TypeOf<::testdata::shapes::Message>() {
  return ::testdata::shapes::tables::kMessage;
}
template <>
const TypeInfo& TypeOf<::testdata::shapes::Node>() {
  return ::testdata::shapes::tables::kNode;
}
template <>
const TypeInfo& TypeOf<::testdata::shapes::NodeOrBool>() {
  return ::testdata::shapes::tables::kNodeOrBool;
}
template <>
const TypeInfo& TypeOf<::testdata::shapes::Copy>() {
  return ::testdata::shapes::tables::kCopy;
}
template <>
const TypeInfo& TypeOf<::testdata::shapes::NoMessage>() {
  return ::testdata::shapes::tables::kNoMessage;
}
template <>
const TypeInfo& TypeOf<::testdata::shapes::Empty>() {
  return ::testdata::shapes::tables::kEmpty;
}

}  // namespace pintle::typeinfo
