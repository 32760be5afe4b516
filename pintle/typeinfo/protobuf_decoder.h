#pragma once

#include <cstdint>
#include <string_view>

#include "pintle/base/arena.h"
#include "pintle/base/error.h"
#include "pintle/typeinfo/layout.h"
#include "pintle/typeinfo/protobuf_input.h"
#include "pintle/typeinfo/protobuf_plan.h"

namespace pintle::typeinfo {

// Reads messages by their plans. What usual messages consist of is read in line, in Fields and the
// functions it calls by ProtoOp; all else, and all faults, by the general methods from AnyField on,
// most of them in protobuf_decode_rare.cc. Serves one call on one thread.
class ProtoDecoder : private ProtoInput {
 public:
  explicit ProtoDecoder(Arena& arena) : arena_(arena) {}

  // Fills `out`, a default object. The message has kSlackBytes behind it.
  Status Run(std::string_view message, const ProtoPlan& plan, char* out);
  using ProtoInput::skipped_unknown;

 private:
  [[gnu::noinline]] bool Message(const ProtoPlan& plan, Place at, Place end, char* out, int depth);
  bool Fields(const ProtoPlan& plan, Place at, Place end, char* out, int depth);
  static uint32_t TwoByteTag(const ProtoPlan& plan, Place at, Place end);
  Place Known(const ProtoField& field, Place at, Place end, char* out, int depth);
  template <typename T>
  Place Number(Place at, Place end, char* out);
  [[gnu::noinline]] Place Messages(const ProtoField& field, Place at, Place end, RawList& list,
                                   int depth);
  [[gnu::noinline]] Place Strings(const ProtoField& field, Place at, Place end, RawList& list);
  [[gnu::noinline]] Place Pointer(const ProtoField& field, Place at, Place end, RawPtr& pointer,
                                  int depth);
  [[gnu::noinline]] Place Entries(const ProtoField& field, Place at, Place end, RawList& map,
                                  int depth);
  bool UsualEntry(Kind kind, Place at, Place end, char* entry);
  static uint32_t CountRun(const ProtoField& field, Place at, Place end);
  char* Room(RawList& list, uint32_t count, size_t stride, size_t align);

  [[gnu::noinline]] Place AnyField(const ProtoPlan& plan, Place at, Place end, char* out,
                                   int depth);
  [[gnu::noinline]] Place ListField(const ProtoField& field, Wire wire, Place at, Place end,
                                    RawList& list, int depth);
  Place PackedItems(const TypeInfo& element, Place at, Place end, RawList& list);
  bool ListMessage(const TypeInfo& element, const ProtoPlan* plan, std::string_view message,
                   RawList& list, int depth);
  [[gnu::noinline]] bool AnyEntry(const ProtoField& field, std::string_view message, char* entry,
                                  int depth);
  // One value behind its tag, whose wire type fits. `plan` is that of the struct the type is or
  // holds.
  [[gnu::noinline]] Place Single(const TypeInfo& type, const ProtoPlan* plan, Place at, Place end,
                                 char* out, int depth);
  bool Content(const TypeInfo& type, const ProtoPlan* plan, std::string_view bytes, char* out,
               int depth);

  Arena& arena_;
  bool unsorted_ = false;  // a map got an entry out of order
};

template <typename T>
[[gnu::always_inline]] inline ProtoInput::Place ProtoDecoder::Number(Place at, Place end,
                                                                     char* out) {
  auto [behind, number] = Varint(at, end);
  if (behind != nullptr) As<T>(out) = static_cast<T>(number);
  return behind;
}

}  // namespace pintle::typeinfo
