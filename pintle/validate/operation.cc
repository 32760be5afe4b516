#include "pintle/validate/operation.h"

#include <fmt/format.h>

namespace pintle::validate {

field::Error NoSubresource(std::string_view type, const Operation& operation) {
  return field::Internal(field::Path(), fmt::format("no validation found for {}, subresource: /{}",
                                                    type, operation.subresource));
}

}  // namespace pintle::validate
