#include <cstdlib>

#include "gen/tags/all_tags.h"
#include "pintle/base/strings.h"

namespace pintle::gen {
namespace {

// Whether the JSON text of a default is the zero value of `type`; nothing if that cannot be said.
std::optional<bool> IsZeroDefault(const Type& type, const std::string& text) {
  switch (type.kind) {
    case Kind::kBool:
      if (text == "true" || text == "false") return text == "false";
      return std::nullopt;
    case Kind::kString:
      if (text.size() >= 2 && text.front() == '"' && text.back() == '"') return text.size() == 2;
      return std::nullopt;
    case Kind::kInt32:
    case Kind::kInt64:
    case Kind::kUint32:
    case Kind::kUint64:
      if (auto number = ParseInt64(text)) return *number == 0;
      return std::nullopt;
    case Kind::kFloat:
    case Kind::kDouble: {
      char* end = nullptr;
      double number = std::strtod(text.c_str(), &end);
      if (text.empty() || *end != '\0') return std::nullopt;
      return number == 0;
    }
    default:
      return std::nullopt;
  }
}

// A field with a default is there by the time it is validated, unless the default is what absence
// means.
void ChecksDefaulted(const TagContext& context, const Tag& tag,
                     const std::vector<std::string>& defaults, Checks& out) {
  if (defaults.size() > 1) return context.Fail(tag, "+default tag with multiple values");
  if (defaults.front().empty()) return context.Fail(tag, "+default tag with no value");
  bool known = context.target().is_scalar();
  if (!known && !context.type->is_nilable()) {
    return context.Fail(tag, "unknown zero-value for type " + GoTypeName(*context.type));
  }
  if (known) {
    auto zero = IsZeroDefault(context.target(), defaults.front());
    if (!zero)
      return context.Fail(tag, "failed to parse default value " + Quoted(defaults.front()));
    if (*zero && !context.type->is_nilable()) {
      out.push_back(
          {.form = Check::Form::kNote, .function = "optional; the default is the zero value"});
      return;
    }
  }
  out.push_back({.form = Check::Form::kMember, .function = "Required", .short_circuit = true});
}

void ChecksOptional(const TagContext& context, const Tag& tag, Checks& out) {
  if (context.type->is_struct()) {
    return context.Fail(tag, "non-pointer structs cannot use the \"" + tag.name + "\" tag");
  }
  std::vector<std::string> defaults;
  if (context.field != nullptr) defaults = MarkerValues(context.field->doc, "default");
  if (!defaults.empty()) return ChecksDefaulted(context, tag, defaults, out);
  out.push_back({.form = Check::Form::kPresence, .function = "Optional", .short_circuit = true});
}

}  // namespace

const TagDefinition kOptionalTag = {
    .name = "k8s:optional",
    .scopes = kFieldScope,
    .argument = Tag::ValueType::kNone,
    .payload = Tag::ValueType::kNone,
    .late = false,
    .checks = ChecksOptional,
    .doc =
        "The field may be absent; then nothing else is checked. With a default it must be there.",
};

}  // namespace pintle::gen
