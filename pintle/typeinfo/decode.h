#pragma once

#include <string_view>

#include "pintle/base/arena.h"
#include "pintle/base/error.h"
#include "pintle/codec/cbor_format.h"
#include "pintle/codec/token.h"
#include "pintle/field/findings.h"
#include "pintle/typeinfo/type_info.h"

namespace pintle::typeinfo {

// Nesting of typed objects, lists and maps that is accepted; only recursive types reach it. It
// keeps every engine that walks a typed object safe to write as a recursion. Content of Any fields
// is bounded by the reader alone.
inline constexpr int kMaxTypedDepth = 1000;

// Reads one whole document into `out`, which points to an object of `type`: default, or already
// filled, in which case members are decoded on top of what is there. Strings are copied into
// `arena`.
//
// What comes twice in the document is merged in the same way: objects and maps gain members,
// element i of a second list is decoded onto element i of the first, scalars take the last value.
// null unsets optional fields, lists, maps and times, and leaves all else as it is.
//
// A member the type does not have, or one that comes twice, is a finding (`findings` may be null).
// A value of the wrong type is an error: the first one is returned once the document has been read
// to its end, so that a syntax error anywhere in it wins. On an error `out` is partly filled and
// `findings` unchanged. All errors are kBadRequest.
Status Decode(codec::Reader& reader, const TypeInfo& type, void* out, Arena& arena,
              field::Findings* findings);

// The same for a JSON text or a CBOR document and a default object, and faster where it has nothing
// unusual in it. Strings of the object are views of a copy of the input in `arena`. `type` must
// live as long as the program, as generated tables do.
Status DecodeJson(std::string_view text, const TypeInfo& type, void* out, Arena& arena,
                  field::Findings* findings);
Status DecodeCbor(std::string_view bytes, const TypeInfo& type, void* out, Arena& arena,
                  field::Findings* findings, codec::CborText text = codec::CborText::kAsItIs);

// The fast half of these alone: only documents without errors and without findings. False for all
// others, and for some that are not usual; `out` is then default as before.
bool DecodePlainJson(std::string_view text, const TypeInfo& type, void* out, Arena& arena);
bool DecodePlainCbor(std::string_view bytes, const TypeInfo& type, void* out, Arena& arena,
                     codec::CborText text = codec::CborText::kAsItIs);

}  // namespace pintle::typeinfo
