#include "pintle/codec/json_writer.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "pintle/base/strings.h"
#include "pintle/codec/json_encoder.h"
#include "pintle/codec/json_string.h"
#include "pintle/codec/scratch_buffer.h"

namespace pintle::codec {
namespace {

// A string as something to write in.
class StringOutput {
 public:
  explicit StringOutput(std::string& out) : out_(out), used_(out.size()) {}

  char* Room(size_t bytes) {
    out_.resize_and_overwrite(used_ + bytes, [](char*, size_t size) { return size; });
    return out_.data() + used_;
  }
  void Advance(const char* end) {
    used_ = end - out_.data();
    out_.resize(used_);
  }

 private:
  std::string& out_;
  size_t used_;
};

// Binary data is written in portions of this size, a multiple of three so that their base64 forms
// can stand one behind the other.
constexpr size_t kBinaryPortion = 3 * 1024;

}  // namespace

void AppendJsonString(std::string& out, std::string_view text) {
  StringOutput output(out);
  PutJsonString(output, text);
}

void JsonWriter::Flush() {
  if (sink_ == nullptr || out_.empty()) return;
  sink_->Write(out_);
  out_.clear();
}

void JsonWriter::Quote(std::string_view text) {
  if (sink_ == nullptr || text.size() <= kStringBlockBytes) return AppendJsonString(out_, text);
  Flush();
  SinkBuffer out(*sink_);
  PutJsonString(out, text);
  out.Flush();
}

void JsonWriter::Dynamic(const Value& value) {
  Separate();
  JsonStyle style = pretty_ ? JsonStyle::kPretty : JsonStyle::kCompact;
  if (sink_ == nullptr) {
    ScratchBuffer scratch;
    EncodeJson(value, style, depth_, scratch);
    out_ += scratch.content();
    return;
  }
  Flush();
  SinkBuffer out(*sink_);
  EncodeJson(value, style, depth_, out);
  out.Flush();
}

void JsonWriter::Separate() {
  FlushIfFull();
  if (after_key_) {
    after_key_ = false;
    return;
  }
  if (depth_ == 0) return;
  if (!first_) out_ += ',';
  NewLine();
  first_ = false;
}

void JsonWriter::NewLine() {
  if (!pretty_) return;
  out_ += '\n';
  out_.append(2 * std::min(static_cast<size_t>(depth_), kMaxIndentedLevels), ' ');
}

void JsonWriter::Begin(char bracket) {
  Separate();
  out_ += bracket;
  ++depth_;
  first_ = true;
}

void JsonWriter::End(char bracket) {
  --depth_;
  if (!first_) NewLine();
  out_ += bracket;
  first_ = false;
}

void JsonWriter::Null() {
  Separate();
  out_ += "null";
}

void JsonWriter::Bool(bool value) {
  Separate();
  out_ += value ? "true" : "false";
}

template <typename T>
void JsonWriter::Integer(T value) {
  Separate();
  std::array<char, 24> buffer;
  auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
  out_.append(buffer.data(), end);
}

void JsonWriter::Int(int64_t value) { Integer(value); }

void JsonWriter::Uint(uint64_t value) { Integer(value); }

void JsonWriter::Double(double value) {
  Separate();
  AppendDouble(out_, value);
}

void JsonWriter::String(std::string_view value) {
  Separate();
  Quote(value);
}

void JsonWriter::Binary(std::string_view value) {
  Separate();
  out_ += '"';
  for (size_t at = 0; at < value.size(); at += kBinaryPortion) {
    out_ += Base64Encode(value.substr(at, kBinaryPortion));
    FlushIfFull();
  }
  out_ += '"';
}

void JsonWriter::Key(std::string_view key) {
  Separate();
  Quote(key);
  out_ += pretty_ ? std::string_view(": ") : std::string_view(":");
  after_key_ = true;
}

}  // namespace pintle::codec
