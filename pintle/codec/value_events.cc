#include "pintle/base/strings.h"
#include "pintle/codec/document.h"

namespace pintle::codec {

Token ValueReader::Start(const Value& value) {
  switch (value.kind()) {
    case Value::Kind::kNull:
      return Token::kNull;
    case Value::Kind::kBool:
      bool_ = value.as_bool();
      return Token::kBool;
    case Value::Kind::kInt:
      int_ = value.as_int();
      number_ = std::to_string(int_);
      text_ = number_;
      return Token::kInt;
    case Value::Kind::kDouble:
      double_ = value.as_double();
      number_.clear();
      AppendDouble(number_, double_);
      text_ = number_;
      return Token::kDouble;
    case Value::Kind::kString:
      text_ = value.as_string();
      return Token::kString;
    case Value::Kind::kList:
      frames_.push_back(Frame{value});
      return Token::kBeginList;
    case Value::Kind::kObject:
      frames_.push_back(Frame{value});
      return Token::kBeginObject;
  }
  return Token::kNull;
}

Value ValueReader::Advance() {
  if (frames_.empty()) {
    root_read_ = true;
    return root_;
  }
  Frame& frame = frames_.back();
  frame.value_next = false;
  if (frame.container.is_list()) return frame.container.items()[frame.next++];
  return frame.container.members()[frame.next++].value;
}

Result<Token> ValueReader::Next() {
  if (frames_.empty()) return root_read_ ? Token::kEnd : Start(Advance());
  Frame& frame = frames_.back();
  if (frame.next == frame.container.size()) {
    Token end = frame.container.is_list() ? Token::kEndList : Token::kEndObject;
    frames_.pop_back();
    return end;
  }
  if (frame.container.is_object() && !frame.value_next) {
    text_ = frame.container.members()[frame.next].key();
    frame.value_next = true;
    return Token::kKey;
  }
  return Start(Advance());
}

Status ValueReader::Skip() {
  Advance();
  return {};
}

void ValueWriter::Uint(uint64_t value) {
  if (value > INT64_MAX) return Double(static_cast<double>(value));
  Int(static_cast<int64_t>(value));
}

void ValueWriter::Binary(std::string_view value) { String(Base64Encode(value)); }

}  // namespace pintle::codec
