#include "pintle/typeinfo/protobuf_unknown.h"

#include <map>

#include "pintle/codec/protobuf_format.h"
#include "pintle/codec/protobuf_reader.h"
#include "pintle/field/path.h"
#include "pintle/typeinfo/protobuf_messages.h"

namespace pintle::typeinfo {
namespace {

using codec::ProtoReader;
using codec::ProtoWire;
using field::Path;

// Values with a form of their own (times, quantities, raw extensions) are not looked into, as in
// JSON.
class UnknownNumbers {
 public:
  explicit UnknownNumbers(field::Findings& findings) : findings_(findings) {}

  void InMessage(const ProtoPlan& plan, std::string_view message, const Path& path) {
    std::map<const ProtoField*, size_t> counts;  // of elements of lists so far
    EachField(
        message,
        [&](uint32_t number, std::string_view content) {
          const ProtoField* field = plan.Find(number);
          if (field == nullptr) return false;
          const TypeInfo& type = *field->info->type;
          if (field->info->inlined) {
            InValue(*field, type, content, path);
          } else if (type.kind == Kind::kList && !field->info->proto_list_message) {
            Path list = path.Child(field->info->name);
            InValue(*field, *type.element, content, list.Index(counts[field]++));
          } else {
            InValue(*field, type, content, path.Child(field->info->name));
          }
          return true;
        },
        path);
  }

 private:
  // Calls `known(number, content)` for each field, without content for what stands behind no
  // length; a field it does not know is one that nobody knows.
  template <typename Known>
  void EachField(std::string_view message, const Known& known, const Path& path) {
    ProtoReader reader(message);
    while (!reader.AtEnd() && findings_.WantsMore()) {
      uint32_t number = 0;
      ProtoWire wire = ProtoWire::kVarint;
      if (!reader.Tag(number, wire)) return;
      std::string_view content;
      if (!(wire == ProtoWire::kBytes ? reader.Bytes(content) : reader.Skip(wire))) return;
      if (!known(number, content)) findings_.UnknownNumber(number, path);
    }
  }

  void InValue(const ProtoField& field, const TypeInfo& type, std::string_view content,
               const Path& path) {
    switch (type.kind) {
      case Kind::kPtr:
      case Kind::kOpt:
        return InValue(field, *type.element, content, path);
      case Kind::kStruct:
      case Kind::kUnion:
        return InMessage(*field.plan, content, path);
      case Kind::kMap:
        return InEntry(field, *type.element, content, path);
      case Kind::kList:
        return InListMessage(field, *type.element, content, path);
      default:
        return;
    }
  }

  void InEntry(const ProtoField& field, const TypeInfo& element, std::string_view entry,
               const Path& path) {
    std::string_view key;
    std::string_view value;
    EachField(
        entry,
        [&](uint32_t number, std::string_view content) {
          if (number == codec::kMapEntryKey) key = content;
          if (number == codec::kMapEntryValue) value = content;
          return number == codec::kMapEntryKey || number == codec::kMapEntryValue;
        },
        path);
    InValue(field, element, value, path.Child(key));
  }

  void InListMessage(const ProtoField& field, const TypeInfo& element, std::string_view message,
                     const Path& path) {
    size_t index = 0;
    EachField(
        message,
        [&](uint32_t number, std::string_view content) {
          if (number != kListMessageItems) return false;
          InValue(field, element, content, path.Index(index++));
          return true;
        },
        path);
  }

  field::Findings& findings_;
};

}  // namespace

void FindUnknownNumbers(std::string_view message, const ProtoPlan& plan,
                        field::Findings& findings) {
  UnknownNumbers(findings).InMessage(plan, message, Path());
}

}  // namespace pintle::typeinfo
