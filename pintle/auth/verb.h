#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>

namespace pintle::auth {

struct Attributes;

// What can be done to resources, in order of the names.
enum class Verb : uint8_t {
  kCreate,
  kDelete,
  kDeleteCollection,
  kGet,
  kList,
  kPatch,
  kUpdate,
  kWatch,
};
inline constexpr size_t kVerbs = 8;

// `deletecollection`, as clients, authorizers and discovery know it.
std::string_view VerbName(Verb verb);
// Nothing for other words: authorizers are asked of verbs that no resource has.
std::optional<Verb> VerbNamed(std::string_view name);
// Nothing if the request is not for a resource, or its method is no verb.
std::optional<Verb> VerbOf(const Attributes& what);

// A set of verbs.
class Verbs {
 public:
  constexpr Verbs() = default;
  // NOLINTNEXTLINE(google-explicit-constructor): written as a list of verbs.
  constexpr Verbs(std::initializer_list<Verb> verbs) {
    for (Verb verb : verbs) bits_ |= Bit(verb);
  }
  static constexpr Verbs All() {
    Verbs all;
    all.bits_ = 0xff;
    return all;
  }

  constexpr bool Has(Verb verb) const { return (bits_ & Bit(verb)) != 0; }
  constexpr bool Has(std::optional<Verb> verb) const { return verb && Has(*verb); }
  constexpr bool HasAnyOf(Verbs others) const { return (bits_ & others.bits_) != 0; }
  constexpr bool empty() const { return bits_ == 0; }
  friend constexpr bool operator==(Verbs a, Verbs b) = default;

  // The verbs of the set in order of their names: `for (Verb verb : verbs)`.
  class Iterator {
   public:
    constexpr Iterator(uint8_t bits, uint8_t at) : bits_(bits), at_(at) { SkipAbsent(); }
    constexpr Verb operator*() const { return static_cast<Verb>(at_); }
    constexpr Iterator& operator++() {
      ++at_;
      SkipAbsent();
      return *this;
    }
    friend constexpr bool operator==(Iterator a, Iterator b) { return a.at_ == b.at_; }

   private:
    constexpr void SkipAbsent() {
      while (at_ < kVerbs && (bits_ >> at_ & 1) == 0) ++at_;
    }
    uint8_t bits_;
    uint8_t at_;
  };
  constexpr Iterator begin() const { return {bits_, 0}; }
  constexpr Iterator end() const { return {bits_, kVerbs}; }

 private:
  static constexpr uint8_t Bit(Verb verb) {
    return static_cast<uint8_t>(1U << static_cast<unsigned>(verb));
  }

  uint8_t bits_ = 0;
};

}  // namespace pintle::auth
