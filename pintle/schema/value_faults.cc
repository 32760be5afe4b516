#include "pintle/schema/value_faults.h"

#include <fmt/format.h>

#include <vector>

#include "pintle/base/strings.h"

namespace pintle::schema {

std::string Name::ToString() const {
  std::vector<const Name*> chain;
  for (const Name* at = this; at != nullptr; at = at->parent) chain.push_back(at);
  std::string out;
  for (size_t i = chain.size(); i-- > 0;) {
    const Name& name = *chain[i];
    if (name.step == Step::kIndex) out += '[' + std::to_string(name.index) + ']';
    if (name.step == Step::kKey || (name.step == Step::kProperty && !out.empty())) out += '.';
    out += name.text;
  }
  return out;
}

void ValueFaults::AddWrongType(const Name& name, std::string_view wanted, std::string_view shown) {
  Add(name, [&](const std::string& at, const field::Path& path) {
    return field::TypeInvalid(
        path, shown, fmt::format("{} in body must be of type {}: {}", at, wanted, Quoted(shown)));
  });
}

void ValueFaults::AddJunctor(const Name& name, std::string_view what) {
  Add(name, [&](const std::string& at, const field::Path&) {
    return field::Invalid(prefix_, "", fmt::format("\"{}\" {}", at, what));
  });
}

}  // namespace pintle::schema
