#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "pintle/field/errors.h"
#include "pintle/field/path.h"

// What validation finds wrong with a value.
namespace pintle::schema {

// Where a value is: `spec.list[2].key`. Like field::Path a chain on the stack, but with the dots
// that messages have: members of maps at the root begin with one.
struct Name {
  enum class Step : uint8_t { kRoot, kProperty, kKey, kIndex };
  const Name* parent = nullptr;
  Step step = Step::kRoot;
  std::string_view text = {};
  size_t index = 0;

  std::string ToString() const;
};

// The faults of one value, or only their number: whether one of several schemas fits is asked much
// more often than why none does, and texts are most of the work.
class ValueFaults {
 public:
  enum class Detail : uint8_t { kTexts, kCount };
  // `prefix` is put in front of paths, not of names in texts; it must outlive this.
  ValueFaults(const field::Path& prefix, Detail detail) : prefix_(prefix), detail_(detail) {}

  const field::Path& prefix() const { return prefix_; }
  size_t size() const { return errors_.size(); }
  bool empty() const { return errors_.empty(); }
  bool has_texts() const { return detail_ == Detail::kTexts; }

  // Adds what `make` returns, given the name as text and the path of the value; it is called only
  // if the text is wanted.
  template <typename Make>
  void Add(const Name& name, Make make) {
    if (detail_ == Detail::kCount || !errors_.WantsMore()) return errors_.CountMore();
    std::string text = name.ToString();
    std::string_view place = text;
    if (place.starts_with('.')) place.remove_prefix(1);
    field::Path below = prefix_.Child(place);
    errors_.push_back(make(text, place.empty() ? prefix_ : below));
  }
  void AddWrongType(const Name& name, std::string_view wanted, std::string_view shown);
  // `"name" what`, without a path.
  void AddJunctor(const Name& name, std::string_view what);
  // Takes back all but the first `size`.
  void Shrink(size_t size) { errors_.Shrink(size); }

  field::ErrorList Take() && { return std::move(errors_); }

 private:
  const field::Path& prefix_;
  const Detail detail_;
  field::ErrorList errors_;
};

}  // namespace pintle::schema
