#pragma once

#include "pintle/codec/byte_sink.h"
#include "pintle/codec/json_writer.h"
#include "pintle/codec/scratch_buffer.h"
#include "pintle/value/value.h"

namespace pintle::codec {

// Writes a whole value as JSON, without a newline at the end; in pretty style it stands at `depth`,
// which says how far its lines are indented. This is what JsonWriter uses for values, without a
// call for every token.
void EncodeJson(const Value& value, JsonStyle style, int depth, ScratchBuffer& out);
void EncodeJson(const Value& value, JsonStyle style, int depth, SinkBuffer& out);

}  // namespace pintle::codec
