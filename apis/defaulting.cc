#include "apis/defaulting.h"

#include "apis/type_function_lists.h"

namespace pintle::apis {
namespace {

TypeFunctionList DefaultFunctions() {
  TypeFunctionList list;
  admissionregistration::v1::AddDefaults(list);
  apiextensions::v1::AddDefaults(list);
  apiextensions::v1beta1::AddDefaults(list);
  apiregistration::v1::AddDefaults(list);
  apps::v1::AddDefaults(list);
  authentication::v1::AddDefaults(list);
  autoscaling::v1::AddDefaults(list);
  autoscaling::v2::AddDefaults(list);
  batch::v1::AddDefaults(list);
  core::v1::AddDefaults(list);
  discovery::v1::AddDefaults(list);
  flowcontrol::v1::AddDefaults(list);
  networking::v1::AddDefaults(list);
  rbac::v1::AddDefaults(list);
  resource::v1::AddDefaults(list);
  scheduling::v1::AddDefaults(list);
  storage::v1::AddDefaults(list);
  return list;
}

TypeFunctionList ReadFunctions() {
  TypeFunctionList list;
  apps::v1::AddReadFixes(list);
  core::v1::AddReadFixes(list);
  policy::v1::AddReadFixes(list);
  return list;
}

TypeFunctionList WriteFunctions() {
  TypeFunctionList list;
  apps::v1::AddWriteFixes(list);
  core::v1::AddWriteFixes(list);
  return list;
}

}  // namespace

const scheme::TypeFunctions& Defaults() {
  static const scheme::TypeFunctions kSet(DefaultFunctions(), {.declared_defaults = true});
  return kSet;
}

const scheme::TypeFunctions& ReadFixes() {
  static const scheme::TypeFunctions kSet(ReadFunctions(), {});
  return kSet;
}

const scheme::TypeFunctions& WriteFixes() {
  static const scheme::TypeFunctions kSet(WriteFunctions(), {});
  return kSet;
}

}  // namespace pintle::apis
