#pragma once

#include <string>

#include "pintle/base/error.h"
#include "pintle/codec/cbor_writer.h"
#include "pintle/value/value.h"

namespace pintle::codec {

// A dynamic value as one CBOR item without the prefix. Fails for a NaN or an infinity anywhere in
// it, which no decoder produces; ToCbor in document.h, for values that came from one, writes null
// there.
Result<std::string> EncodeCbor(const Value& value, CborOrder order = CborOrder::kDeterministic);

}  // namespace pintle::codec
