#include "apis/storage/v1/validation_storage.h"

#include <map>
#include <set>

#include "pintle/base/strings.h"
#include "pintle/validate/checks.h"

namespace pintle::apis::storage::v1 {
namespace {

using field::ErrorList;
using field::Path;
using typeinfo::Str;

constexpr int64_t kMaxParameters = 512;
constexpr int64_t kMaxParameterBytes = 256 * 1024;

void ValidateParameters(const typeinfo::Map<Str>& parameters, ErrorList& errors) {
  Path path("parameters");
  if (parameters.size() > static_cast<size_t>(kMaxParameters)) {
    errors.push_back(field::TooLong(path, kMaxParameters));
    return;
  }
  size_t total = 0;
  for (const auto& parameter : parameters) {
    if (parameter.key.empty()) {
      errors.push_back(field::Invalid(path, parameter.key, "field can not be empty."));
    }
    total += parameter.key.size() + parameter.value.size();
  }
  if (total > static_cast<size_t>(kMaxParameterBytes)) {
    errors.push_back(field::TooLong(path, kMaxParameterBytes));
  }
}

using Requirements = typeinfo::List<core::v1::TopologySelectorLabelRequirement>;

// The values of each key: terms are compared whatever the order.
using Term = std::map<Str, std::set<Str>>;

Term ValidateTopologyTerm(const Requirements& requirements, const Path& path, ErrorList& errors) {
  Term term;
  for (size_t i = 0; i < requirements.size(); ++i) {
    Path item = path.Index(i);
    Path values = item.Child("values");
    if (requirements[i].values.empty()) errors.push_back(field::Required(values));
    std::set<Str> seen;
    for (size_t j = 0; j < requirements[i].values.size(); ++j) {
      if (!seen.insert(requirements[i].values[j]).second) {
        errors.push_back(field::Duplicate(values.Index(j), requirements[i].values[j]));
      }
    }
    Path key = item.Child("key");
    validate::Form(key, requirements[i].key, validate::IsQualifiedName, errors);
    if (term.contains(requirements[i].key)) {
      errors.push_back(field::Duplicate(key, requirements[i].key));
    }
    term[requirements[i].key] = std::move(seen);
  }
  return term;
}

void ValidateTopologies(const typeinfo::List<core::v1::TopologySelectorTerm>& terms,
                        ErrorList& errors) {
  Path path("allowedTopologies");
  std::set<Term> before;
  for (size_t i = 0; i < terms.size(); ++i) {
    Path item = path.Index(i);
    Path expressions = item.Child("matchLabelExpressions");
    Term term = ValidateTopologyTerm(terms[i].match_label_expressions, expressions, errors);
    if (!before.insert(std::move(term)).second) {
      errors.push_back(field::Duplicate(expressions, ""));
    }
  }
}

}  // namespace

ErrorList ValidateStorageClass(const StorageClass& storage_class) {
  ErrorList errors;
  Path provisioner("provisioner");
  if (validate::NotEmpty(provisioner, storage_class.provisioner, errors)) {
    validate::Form(provisioner, ToLower(storage_class.provisioner), validate::IsQualifiedName,
                   errors);
  }
  ValidateParameters(storage_class.parameters, errors);
  // An empty policy is let through.
  if (!storage_class.reclaim_policy.value_or({}).empty()) {
    validate::OneOf(Path("reclaimPolicy"), *storage_class.reclaim_policy, {"Delete", "Retain"},
                    errors);
  }
  if (!storage_class.volume_binding_mode) {
    errors.push_back(field::Required(Path("volumeBindingMode")));
  } else {
    validate::OneOf(Path("volumeBindingMode"), *storage_class.volume_binding_mode,
                    {kVolumeBindingImmediate, kVolumeBindingWaitForFirstConsumer}, errors);
  }
  ValidateTopologies(storage_class.allowed_topologies, errors);
  return errors;
}

ErrorList ValidateStorageClassUpdate(const StorageClass& storage_class, const StorageClass& old) {
  ErrorList errors = ValidateStorageClass(storage_class);
  validate::Unchanged(Path("parameters"), storage_class.parameters, old.parameters, errors);
  validate::Unchanged(Path("provisioner"), storage_class.provisioner, old.provisioner, errors);
  validate::Unchanged(Path("reclaimPolicy"), storage_class.reclaim_policy, old.reclaim_policy,
                      errors);
  validate::Unchanged(Path("volumeBindingMode"), storage_class.volume_binding_mode,
                      old.volume_binding_mode, errors);
  return errors;
}

}  // namespace pintle::apis::storage::v1
