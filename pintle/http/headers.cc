#include <algorithm>

#include "pintle/base/strings.h"
#include "pintle/http/server.h"

namespace pintle::http {

void Headers::Set(std::string name, std::string value) {
  std::erase_if(fields_, [&](const auto& field) { return EqualIgnoreCase(field.first, name); });
  Add(std::move(name), std::move(value));
}

std::string_view Headers::Get(std::string_view name) const {
  for (const auto& [field_name, value] : fields_) {
    if (EqualIgnoreCase(field_name, name)) return value;
  }
  return {};
}

bool Headers::Has(std::string_view name) const {
  return std::ranges::any_of(fields_,
                             [&](const auto& field) { return EqualIgnoreCase(field.first, name); });
}

}  // namespace pintle::http
