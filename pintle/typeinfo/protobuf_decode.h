#pragma once

#include <string_view>

#include "pintle/base/arena.h"
#include "pintle/base/error.h"
#include "pintle/field/findings.h"
#include "pintle/typeinfo/type_info.h"

// Kubernetes Protobuf. Fields come in any order; those the type does not have are skipped; of a
// scalar that comes twice the last stays, structs are merged, lists and maps grow.
namespace pintle::typeinfo {

// Reads a message without its envelope into `out`, a default object of `type`. The message is
// copied into `arena` once; texts are views of that copy. Errors are kBadRequest and leave `out`
// partly filled. Nesting is limited by kMaxTypedDepth. The table and those it refers to must live
// as long as the program, as generated ones do.
Status DecodeProtobufMessage(std::string_view message, const TypeInfo& type, void* out,
                             Arena& arena);

// The same for an object in its envelope, whose apiVersion and kind it gets. Numbers that the type
// does not have are findings, if they are asked for.
Status DecodeProtobuf(std::string_view bytes, const TypeInfo& type, void* out, Arena& arena,
                      field::Findings* findings = nullptr);

}  // namespace pintle::typeinfo
