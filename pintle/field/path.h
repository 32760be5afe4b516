#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace pintle::field {

class PassingPath;

// Where in an object something is: `spec.containers[0].env[name]`. A Path is a node on the stack
// that points to its parent, so that walking down an object allocates nothing; it must not outlive
// its parent or the texts it was made from. ToString makes the text when an error needs it.
//
// What is below a path that has a name can be kept: `Path item = path.Index(i);`. What is below a
// temporary cannot, `Path bad = path.Child("a").Index(i);` does not compile, but it can be passed
// on: `Check(path.Child("a").Index(i))`.
class Path {
 public:
  // The empty path; prints as `<nil>` in errors.
  constexpr Path() = default;
  // A path of one name; may itself be a dotted path such as `metadata.name`.
  constexpr explicit Path(std::string_view name) : kind_(Kind::kName), text_(name) {}
  Path(const Path&) = delete;
  Path& operator=(const Path&) = delete;

  constexpr Path Child(std::string_view name) const& { return Path(this, Kind::kName, name, 0); }
  constexpr PassingPath Child(std::string_view name) const&&;
  constexpr Path Index(size_t index) const& { return Path(this, Kind::kIndex, {}, index); }
  constexpr PassingPath Index(size_t index) const&&;
  // A map key, printed in brackets.
  constexpr Path Key(std::string_view key) const& { return Path(this, Kind::kKey, key, 0); }
  constexpr PassingPath Key(std::string_view key) const&&;

  constexpr bool empty() const { return kind_ == Kind::kNone; }
  std::string ToString() const;
  void AppendTo(std::string& out) const;

  // How many texts of paths this thread has made: shows who makes some that nobody wants.
  static size_t texts_written();

 private:
  friend class PassingPath;

  enum class Kind : uint8_t { kNone, kName, kIndex, kKey };
  constexpr Path(const Path* parent, Kind kind, std::string_view text, size_t index)
      : parent_(parent), kind_(kind), text_(text), index_(index) {}

  const Path* parent_ = nullptr;
  Kind kind_ = Kind::kNone;
  std::string_view text_;
  size_t index_ = 0;
};

// A path below a temporary: it is gone with the expression it stands in.
class PassingPath final : public Path {
 private:
  friend class Path;
  using Path::Path;
};

constexpr PassingPath Path::Child(std::string_view name) const&& {
  return PassingPath(this, Kind::kName, name, 0);
}
constexpr PassingPath Path::Index(size_t index) const&& {
  return PassingPath(this, Kind::kIndex, {}, index);
}
constexpr PassingPath Path::Key(std::string_view key) const&& {
  return PassingPath(this, Kind::kKey, key, 0);
}

}  // namespace pintle::field
