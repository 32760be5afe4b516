#include "pintle/cel/functions/address_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "pintle/base/strings.h"

namespace pintle::cel {
namespace {

constexpr size_t kBytes4 = 4;
constexpr size_t kBytes6 = 16;
constexpr size_t kGroups = 8;

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

int HexValue(char c) {
  if (IsDigit(c)) return c - '0';
  char lower = static_cast<char>(c | 0x20);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

// Why a text is no address, and from where on if that helps.
struct Fault {
  std::string_view why;
  std::string_view from = {};
};

// Reads one text. Each step returns what is wrong with it, or nothing.
class AddressReader {
 public:
  // The address without regard to what is allowed; `zone` is set if it has one.
  std::optional<Fault> Read(std::string_view text, bool& zone) {
    size_t mark = text.find_first_of(".:%");
    if (mark == std::string_view::npos) return Fault{"unable to parse IP"};
    if (text[mark] == '%') return Fault{"missing IPv6 address"};
    if (text[mark] == ':') return Read6(text, zone);
    address.size = kBytes4;
    return Read4(text, 0);
  }

  Address address;

 private:
  std::optional<Fault> Read4(std::string_view text, size_t at) {
    constexpr int kLargest = 255;
    size_t fields = 0;
    int value = 0;
    size_t digits = 0;
    for (size_t i = 0; i < text.size(); ++i) {
      if (IsDigit(text[i])) {
        if (digits == 1 && value == 0) return Fault{"IPv4 field has octet with leading zero"};
        value = value * 10 + (text[i] - '0');
        ++digits;
        if (value > kLargest) return Fault{"IPv4 field has value >255"};
        continue;
      }
      if (text[i] != '.') return Fault{"unexpected character", text.substr(i)};
      if (digits == 0 || i + 1 == text.size()) {
        return Fault{"IPv4 field must have at least one digit", text.substr(i)};
      }
      if (fields == kBytes4 - 1) return Fault{"IPv4 address too long"};
      address.bytes[at + fields++] = static_cast<unsigned char>(value);
      value = 0;
      digits = 0;
    }
    if (fields < kBytes4 - 1) return Fault{"IPv4 address too short"};
    address.bytes[at + fields] = static_cast<unsigned char>(value);
    return std::nullopt;
  }

  std::optional<Fault> Read6(std::string_view text, bool& zone) {
    address.size = kBytes6;
    if (size_t percent = text.find('%'); percent != std::string_view::npos) {
      if (percent + 1 == text.size()) return Fault{"zone must be a non-empty string"};
      zone = true;
      text = text.substr(0, percent);
    }
    rest_ = text;
    if (rest_.starts_with("::")) {
      gap_ = 0;
      rest_.remove_prefix(2);
    }
    while (!rest_.empty() && read_ < kBytes6) {
      if (auto fault = Group()) return fault;
    }
    if (!rest_.empty()) return Fault{"trailing garbage after address", rest_};
    return FillGap();
  }

  // A group, and the colon after it.
  std::optional<Fault> Group() {
    constexpr size_t kMostDigits = 4;
    size_t digits = 0;
    unsigned value = 0;
    for (; digits < rest_.size() && HexValue(rest_[digits]) >= 0; ++digits) {
      if (digits == kMostDigits) return Fault{"each group must have 4 or less digits", rest_};
      value = value * 16 + static_cast<unsigned>(HexValue(rest_[digits]));
    }
    if (digits == 0) {
      return Fault{"each colon-separated field must have at least one digit", rest_};
    }
    if (digits < rest_.size() && rest_[digits] == '.') return Tail4();
    address.bytes[read_] = static_cast<unsigned char>(value >> 8);
    address.bytes[read_ + 1] = static_cast<unsigned char>(value);
    read_ += 2;
    rest_.remove_prefix(digits);
    return rest_.empty() ? std::nullopt : Colon();
  }

  // An IPv4 address in the place of the last two groups.
  std::optional<Fault> Tail4() {
    if (!gap_ && read_ != kBytes6 - kBytes4) {
      return Fault{"embedded IPv4 address must replace the final 2 fields of the address", rest_};
    }
    if (read_ + kBytes4 > kBytes6) {
      return Fault{"too many hex fields to fit an embedded IPv4 at the end of the address", rest_};
    }
    if (auto fault = Read4(rest_, read_)) return fault;
    read_ += kBytes4;
    rest_ = {};
    return std::nullopt;
  }

  std::optional<Fault> Colon() {
    if (rest_[0] != ':') return Fault{"unexpected character, want colon", rest_};
    if (rest_.size() == 1) return Fault{"colon must be followed by more characters", rest_};
    rest_.remove_prefix(1);
    if (rest_[0] != ':') return std::nullopt;
    if (gap_) return Fault{"multiple :: in address", rest_};
    gap_ = read_;
    rest_.remove_prefix(1);
    return std::nullopt;
  }

  std::optional<Fault> FillGap() {
    if (read_ < kBytes6 && !gap_) return Fault{"address string too short"};
    if (!gap_) return std::nullopt;
    if (read_ == kBytes6) return Fault{"the :: must expand to at least one field of zeros"};
    auto* bytes = address.bytes.data();
    std::copy_backward(bytes + *gap_, bytes + read_, bytes + kBytes6);
    std::fill(bytes + *gap_, bytes + kBytes6 - (read_ - *gap_), 0);
    return std::nullopt;
  }

  std::string_view rest_;
  size_t read_ = 0;            // bytes
  std::optional<size_t> gap_;  // the byte where the zeros of `::` begin
};

bool IsMapped(const Address& address) {
  constexpr unsigned char kMapped[] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF};
  return address.size == kBytes6 &&
         std::equal(std::begin(kMapped), std::end(kMapped), address.bytes.begin());
}

std::string FaultText(std::string_view text, const Fault& fault) {
  std::string shown = fmt::format("ParseAddr({}): {}", Quoted(text), fault.why);
  if (!fault.from.empty()) shown += fmt::format(" (at {})", Quoted(fault.from));
  return shown;
}

std::string MappedText(std::string_view text) {
  return fmt::format("IPv4-mapped IPv6 address {} is not allowed", Quoted(text));
}

// `8` of `10.0.0.0/8`; nothing if it is no number.
std::optional<uint64_t> ParseBits(std::string_view text) {
  bool plain = !text.empty() && std::ranges::all_of(text, IsDigit);
  if (!plain || (text.size() > 1 && text[0] == '0')) return std::nullopt;
  return ParseUint64(text);
}

// Why a text is no network; empty if it is one.
std::string ReadPrefix(std::string_view text, Prefix& prefix) {
  size_t slash = text.rfind('/');
  if (slash == std::string_view::npos) return "no '/'";
  AddressReader reader;
  bool zone = false;
  std::string_view address = text.substr(0, slash);
  if (auto fault = reader.Read(address, zone)) return FaultText(address, *fault);
  if (zone) return "IPv6 zones cannot be present in a prefix";
  std::string_view digits = text.substr(slash + 1);
  std::optional<uint64_t> bits = ParseBits(digits);
  if (!bits) return "bad bits after slash: " + Quoted(digits);
  if (*bits > reader.address.size * 8) return "prefix length out of range";
  prefix = {reader.address, static_cast<int64_t>(*bits)};
  return {};
}

}  // namespace

std::optional<Address> ParseAddress(std::string_view text, std::string& error) {
  AddressReader reader;
  bool zone = false;
  if (auto fault = reader.Read(text, zone)) {
    error = fmt::format("IP Address {} parse error during conversion from string: {}", Quoted(text),
                        FaultText(text, *fault));
  } else if (zone) {
    error = fmt::format("IP address {} with zone value is not allowed", Quoted(text));
  } else if (IsMapped(reader.address)) {
    error = MappedText(text);
  } else {
    return reader.address;
  }
  return std::nullopt;
}

std::optional<Prefix> ParsePrefix(std::string_view text, std::string& error) {
  constexpr std::string_view kContext =
      "network address parse error during conversion from string: ";
  Prefix prefix;
  std::string fault = ReadPrefix(text, prefix);
  if (!fault.empty()) {
    // The context is said twice: by what reads the text and by what converts it.
    error = fmt::format("{0}{0}netip.ParsePrefix({1}): {2}", kContext, Quoted(text), fault);
  } else if (IsMapped(prefix.address)) {
    error = fmt::format("{}{}", kContext, MappedText(text));
  } else {
    return prefix;
  }
  return std::nullopt;
}

std::string AddressText(const Address& address) {
  const auto& bytes = address.bytes;
  if (address.size == kBytes4) {
    return fmt::format("{}.{}.{}.{}", bytes[0], bytes[1], bytes[2], bytes[3]);
  }
  auto group = [&](size_t i) { return bytes[2 * i] << 8 | bytes[2 * i + 1]; };
  size_t run = kGroups;
  size_t length = 1;
  for (size_t i = 0; i < kGroups; ++i) {
    size_t end = i;
    while (end < kGroups && group(end) == 0) ++end;
    if (end - i > length) {
      run = i;
      length = end - i;
    }
    i = std::max(i, end);
  }
  std::string text;
  for (size_t i = 0; i < kGroups; ++i) {
    if (i == run) {
      text += "::";
      i += length - 1;
      continue;
    }
    if (!text.empty() && !text.ends_with(':')) text += ':';
    text += fmt::format("{:x}", group(i));
  }
  return text;
}

}  // namespace pintle::cel
