#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pintle/object/kind.h"

namespace pintle::object {

// What selectors and tables of contents need of a stored object without decoding it whole.
struct Header {
  std::string name;
  std::string namespace_name;
  std::string uid;
  std::vector<std::pair<std::string, std::string>> labels;  // in key order
  // metadata.name, metadata.namespace and the kind's selectable fields.
  std::vector<std::pair<std::string, std::string>> fields;
};

// Reads the header out of stored bytes. Bytes that cannot be read give an empty header.
Header ReadHeader(const Kind& kind, std::string_view stored);

// The printed form of a selectable field of a document; absent is empty.
std::string SelectableValue(const Value& document, std::string_view dotted_path);

}  // namespace pintle::object
