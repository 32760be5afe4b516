#include <algorithm>
#include <utility>

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
    text_ = frame.container.members()[frame.next].key;
    frame.value_next = true;
    return Token::kKey;
  }
  return Start(Advance());
}

Status ValueReader::Skip() {
  Advance();
  return {};
}

void ValueWriter::Add(Value value) {
  if (frames_.empty()) {
    root_ = value;
  } else if (frames_.back().kind == kList) {
    items_.push_back(value);
  } else {
    members_.back().value = value;
  }
}

void ValueWriter::Binary(std::string_view value) { String(Base64Encode(value)); }

void ValueWriter::EndList() {
  size_t start = frames_.back().start;
  frames_.pop_back();
  Value list = Value::List(arena_, std::span(items_).subspan(start));
  items_.resize(start);
  Add(list);
}

void ValueWriter::EndObject() {
  size_t start = frames_.back().start;
  frames_.pop_back();
  auto begin = members_.begin() + start;
  auto before = [](const Member& a, const Member& b) { return a.key < b.key; };
  auto disorder = std::adjacent_find(
      begin, members_.end(), [&](const Member& a, const Member& b) { return !before(a, b); });
  if (disorder != members_.end()) {
    std::stable_sort(begin, members_.end(), before);
    auto kept = begin;  // of a run of equal keys the last stays
    for (auto at = begin; at != members_.end(); ++at) {
      if (at + 1 == members_.end() || (at + 1)->key != at->key) *kept++ = *at;
    }
    members_.erase(kept, members_.end());
  }
  Value object = Value::SortedObject(arena_, std::span(members_).subspan(start));
  members_.resize(start);
  Add(object);
}

Value ValueWriter::Take() { return std::exchange(root_, Value()); }

}  // namespace pintle::codec
