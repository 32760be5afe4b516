#include "pintle/codec/json_encoder.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <vector>

#include "pintle/base/strings.h"
#include "pintle/codec/json_string.h"

namespace pintle::codec {
namespace {

// Digits and sign of any int64.
constexpr size_t kMaxIntBytes = 20;
constexpr size_t kTypicalDepth = 16;

// Walks one value with a stack of its own. Out is a buffer with Room and Advance.
template <typename Out, bool kPretty>
class Encoder {
 public:
  Encoder(Out& out, int depth) : out_(out), depth_(static_cast<size_t>(depth)) {}

  void Write(const Value& root) {
    if (!IsOpen(root)) return WriteSimple(root);
    frames_.reserve(kTypicalDepth);
    Open(root);
    while (!frames_.empty()) {
      Frame& frame = frames_.back();
      if (frame.is_object ? WriteMembers(frame) : WriteItems(frame)) Close();
    }
  }

 private:
  // A container of which a part has been written.
  struct Frame {
    bool is_object;
    bool first = true;
    union {
      const Value* item;
      const Member* member;
    };
    union {
      const Value* items_end;
      const Member* members_end;
    };
  };

  // Whether a value needs a frame.
  static bool IsOpen(const Value& value) {
    return value.kind() >= Value::Kind::kList && value.size() > 0;
  }

  void Open(const Value& value) {
    Put(value.is_object() ? '{' : '[');
    Frame frame{};
    frame.is_object = value.is_object();
    frame.first = true;
    if (frame.is_object) {
      frame.member = value.members().data();
      frame.members_end = frame.member + value.size();
    } else {
      frame.item = value.items().data();
      frame.items_end = frame.item + value.size();
    }
    frames_.push_back(frame);
  }

  void Close() {
    bool is_object = frames_.back().is_object;
    frames_.pop_back();
    if constexpr (kPretty) NewLine();
    Put(is_object ? '}' : ']');
  }

  // Writes up to the next container, for which it pushes a frame; true at the end.
  bool WriteMembers(Frame& frame) {
    const Member* member = frame.member;
    bool first = frame.first;
    for (; member != frame.members_end; ++member, first = false) {
      Separate(first);
      PutJsonString(out_, member->key(), ':');
      if constexpr (kPretty) Put(' ');
      if (IsOpen(member->value)) {
        frame.member = member + 1;
        frame.first = false;
        Open(member->value);
        return false;
      }
      WriteSimple(member->value);
    }
    return true;
  }

  bool WriteItems(Frame& frame) {
    const Value* item = frame.item;
    bool first = frame.first;
    for (; item != frame.items_end; ++item, first = false) {
      Separate(first);
      if (IsOpen(*item)) {
        frame.item = item + 1;
        frame.first = false;
        Open(*item);
        return false;
      }
      WriteSimple(*item);
    }
    return true;
  }

  // A scalar or an empty container.
  void WriteSimple(const Value& value) {
    switch (value.kind()) {
      case Value::Kind::kNull:
        return Put("null");
      case Value::Kind::kBool:
        return value.as_bool() ? Put("true") : Put("false");
      case Value::Kind::kInt:
        return WriteInt(value.as_int());
      case Value::Kind::kDouble: {
        char* at = out_.Room(kMaxDoubleBytes);
        return out_.Advance(PutDouble(at, value.as_double()));
      }
      case Value::Kind::kString:
        return PutJsonString(out_, value.as_string());
      case Value::Kind::kList:
        return Put("[]");
      case Value::Kind::kObject:
        return Put("{}");
    }
  }

  void WriteInt(int64_t value) {
    char* at = out_.Room(kMaxIntBytes);
    out_.Advance(std::to_chars(at, at + kMaxIntBytes, value).ptr);
  }

  void Separate(bool first) {
    if (!first) Put(',');
    if constexpr (kPretty) NewLine();
  }

  void NewLine() {
    const size_t spaces = 2 * std::min(depth_ + frames_.size(), kMaxIndentedLevels);
    char* at = out_.Room(1 + spaces);
    *at++ = '\n';
    std::memset(at, ' ', spaces);
    out_.Advance(at + spaces);
  }

  void Put(char c) {
    char* at = out_.Room(1);
    *at = c;
    out_.Advance(at + 1);
  }

  void Put(std::string_view text) {
    char* at = out_.Room(text.size());
    std::memcpy(at, text.data(), text.size());
    out_.Advance(at + text.size());
  }

  Out& out_;
  const size_t depth_;
  std::vector<Frame> frames_;
};

template <typename Out>
void EncodeTo(const Value& value, JsonStyle style, int depth, Out& out) {
  if (style == JsonStyle::kPretty) {
    Encoder<Out, true>(out, depth).Write(value);
  } else {
    Encoder<Out, false>(out, depth).Write(value);
  }
}

}  // namespace

void EncodeJson(const Value& value, JsonStyle style, int depth, ScratchBuffer& out) {
  EncodeTo(value, style, depth, out);
}

void EncodeJson(const Value& value, JsonStyle style, int depth, SinkBuffer& out) {
  EncodeTo(value, style, depth, out);
}

}  // namespace pintle::codec
