#include "pintle/validate/unique.h"

#include <utility>

#include "pintle/codec/json_writer.h"
#include "pintle/typeinfo/encode.h"
#include "pintle/typeinfo/layout.h"
#include "pintle/validate/enum.h"

namespace pintle::validate {

field::Error DuplicateElement(const field::Path& path, const typeinfo::TypeInfo& type,
                              const void* element, TextType text) {
  if (type.kind == typeinfo::Kind::kString) {
    const auto& value = typeinfo::As<typeinfo::Str>(element);
    return field::Duplicate(path, text == TextType::kNamed ? NamedText(value) : value);
  }
  std::string json;
  codec::JsonWriter writer(json);
  typeinfo::Encode(type, element, writer);
  return field::Duplicate(path, field::BadValue::Rendered(std::move(json)));
}

}  // namespace pintle::validate
