#include "pintle/schema/served_schema.h"

#include <utility>

namespace pintle::schema {

ServedSchema::ServedSchema(Read read, CompileOptions options)
    : read_(std::move(read)), options_(std::move(options)) {}

ServedSchema::ServedSchema(std::shared_ptr<const Structural> compiled)
    : structural_(std::move(compiled)) {}

const Structural* ServedSchema::structural() const {
  std::call_once(compiling_, [&] {
    if (read_) {
      Document schema = read_();
      read_ = {};
      if (!schema.root().is_null()) structural_ = CompileUnchecked(schema.root(), options_);
    }
    rules_ = RuleSet::Make(structural_);
  });
  return structural_.get();
}

const RuleSet* ServedSchema::rules() const {
  structural();
  return rules_.get();
}

}  // namespace pintle::schema
