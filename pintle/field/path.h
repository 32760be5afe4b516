#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace pintle::field {

// Where in an object something is: `spec.containers[0].env[name]`. A Path is a node on the stack
// that points to its parent, so that walking down an object allocates nothing; it must not outlive
// its parent or the texts it was made from. ToString makes the text when an error needs it.
class Path {
 public:
  // The empty path; prints as `<nil>` in errors.
  constexpr Path() = default;
  // A path of one name; may itself be a dotted path such as `metadata.name`.
  constexpr explicit Path(std::string_view name) : kind_(Kind::kName), text_(name) {}

  constexpr Path Child(std::string_view name) const { return Path(this, Kind::kName, name, 0); }
  constexpr Path Index(size_t index) const { return Path(this, Kind::kIndex, {}, index); }
  // A map key, printed in brackets.
  constexpr Path Key(std::string_view key) const { return Path(this, Kind::kKey, key, 0); }

  constexpr bool empty() const { return kind_ == Kind::kNone; }
  std::string ToString() const;
  void AppendTo(std::string& out) const;

 private:
  enum class Kind : uint8_t { kNone, kName, kIndex, kKey };
  constexpr Path(const Path* parent, Kind kind, std::string_view text, size_t index)
      : parent_(parent), kind_(kind), text_(text), index_(index) {}

  const Path* parent_ = nullptr;
  Kind kind_ = Kind::kNone;
  std::string_view text_;
  size_t index_ = 0;
};

}  // namespace pintle::field
