#include "pintle/codec/cbor_diagnostic.h"

#include <fmt/format.h>

#include <vector>

#include "pintle/base/strings.h"
#include "pintle/codec/cbor_format.h"
#include "pintle/codec/cbor_head.h"
#include "pintle/codec/cbor_scanner.h"

namespace pintle::codec {
namespace {

using cbor::Head;
using cbor::Major;

constexpr uint32_t kFirstBeyondBmp = 0x10000;

void AppendEscaped(std::string& out, uint32_t c, char quote) {
  if (c == static_cast<uint32_t>(quote) || c == '\\') {
    out += '\\';
    out += static_cast<char>(c);
  } else if (c == '\n') {
    out += "\\n";
  } else if (c == '\r') {
    out += "\\r";
  } else if (c == '\t') {
    out += "\\t";
  } else if (c >= 0x20 && c < 0x7f) {
    out += static_cast<char>(c);
  } else if (c < kFirstBeyondBmp) {
    out += fmt::format("\\u{:04x}", c);
  } else {
    uint32_t rest = c - kFirstBeyondBmp;
    out += fmt::format("\\u{:04x}\\u{:04x}", 0xd800 + (rest >> 10), 0xdc00 + (rest & 0x3ff));
  }
}

void AppendText(std::string& out, std::string_view text, char quote) {
  out += quote;
  while (!text.empty()) {
    uint32_t c = 0;
    size_t size = DecodeUtf8(text, &c);
    if (size == 0) {
      c = 0xfffd;
      size = 1;
    }
    AppendEscaped(out, c, quote);
    text.remove_prefix(size);
  }
  out += quote;
}

// Walks an item that has been found well-formed.
class Printer {
 public:
  explicit Printer(std::string_view input) : input_(input) {}

  std::string Print() {
    PrintItem();
    while (!open_.empty()) {
      if (AtEnd()) {
        out_ += open_.back().close;
        open_.pop_back();
        continue;
      }
      Open& top = open_.back();
      if (top.printed > 0) out_ += top.is_map && top.printed % 2 == 1 ? ": " : ", ";
      ++top.printed;
      PrintItem();
    }
    return std::move(out_);
  }

 private:
  // A container, or a tag around one item.
  struct Open {
    char close;
    bool is_map;
    bool indefinite;
    uint64_t count;  // of items, unless indefinite
    uint64_t printed = 0;
  };

  bool AtEnd() {
    const Open& top = open_.back();
    if (!top.indefinite) return top.printed == top.count;
    if (!cbor::IsBreakAt(input_, at_)) return false;
    ++at_;
    return true;
  }

  void PrintItem() {
    Head head = cbor::TakeHead(input_, at_);
    switch (head.major) {
      case Major::kPositive:
        out_ += fmt::format("{}", head.argument);
        return;
      case Major::kNegative:
        out_ += head.argument == UINT64_MAX ? "-18446744073709551616"
                                            : fmt::format("-{}", head.argument + 1);
        return;
      case Major::kBytes:
      case Major::kText:
        return PrintString(head);
      case Major::kArray:
        return OpenList('[', ']', head, head.argument);
      case Major::kMap:
        return OpenList('{', '}', head, 2 * head.argument);
      case Major::kTag:
        out_ += fmt::format("{}(", head.argument);
        open_.push_back(Open{')', false, false, 1});
        return;
      case Major::kPrimitive:
        return PrintPrimitive(head);
    }
  }

  void OpenList(char open, char close, const Head& head, uint64_t count) {
    out_ += open;
    if (head.indefinite()) out_ += "_ ";
    open_.push_back(Open{close, head.major == Major::kMap, head.indefinite(), count});
  }

  void PrintString(const Head& head) {
    if (head.indefinite()) {
      out_ += "(_ ";
      open_.push_back(Open{')', false, true, 0});
      return;
    }
    std::string_view content = input_.substr(at_, head.argument);
    at_ += head.argument;
    if (head.major == Major::kText) return AppendText(out_, content, '"');
    if (!content.empty() && IsValidUtf8(content)) return AppendText(out_, content, '\'');
    out_ += fmt::format("h'{}'", HexLower(content));
  }

  void PrintPrimitive(const Head& head) {
    if (head.is_float()) {
      size_t start = out_.size();
      AppendDouble(out_, cbor::FloatValue(head));
      if (out_.find_first_of(".e", start) == std::string::npos) out_ += ".0";
    } else if (head.argument == (cbor::kNull & 0x1f)) {
      out_ += "null";
    } else if (head.argument == (cbor::kTrue & 0x1f)) {
      out_ += "true";
    } else if (head.argument == (cbor::kFalse & 0x1f)) {
      out_ += "false";
    } else {
      out_ += fmt::format("simple({})", head.argument);
    }
  }

  std::string_view input_;
  size_t at_ = 0;
  std::string out_;
  std::vector<Open> open_;
};

}  // namespace

std::string CborDiagnostic(std::string_view bytes) {
  size_t at = 0;
  if (!cbor::SkipItem(bytes, at) || at != bytes.size()) return HexLower(bytes);
  return Printer(bytes).Print();
}

}  // namespace pintle::codec
