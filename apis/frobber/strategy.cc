#include "apis/builtin.h"
#include "apis/frobber/linked_fields.h"
#include "apis/frobber/v6/conversion.h"
#include "apis/frobber/v6/lifecycle.h"
#include "apis/frobber/v6/validation.h"
#include "apis/frobber/v7beta1/conversion.h"
#include "apis/frobber/v7beta1/lifecycle.h"
#include "apis/frobber/v7beta1/validation.h"
#include "apis/resource_row.h"

namespace pintle::apis::frobber {
namespace {

using internal::Frobber;

void PrepareCreate(const write::Context&, write::Object& object) {
  NormalizeLinkedFields(object.arena(), object.As<Frobber>().spec, nullptr);
}

void PrepareUpdate(const write::Context&, write::Object& object, const write::Object& old) {
  NormalizeLinkedFields(object.arena(), object.As<Frobber>().spec, &old.As<Frobber>().spec);
}

constexpr ResourceRow kResources[] = {
    {.kind =
         {.kind = "Frobber",
          .versions = {scheme::ConvertedVersion<v6::Frobber, v6::FrobberList, Frobber>(
                           {.version = "v6", .validations = v6::Validations}),
                       scheme::ConvertedVersion<v7beta1::Frobber, v7beta1::FrobberList, Frobber>(
                           {.version = "v7beta1", .validations = v7beta1::Validations})},
          .hub = typeinfo::TypeOf<Frobber>,
          .storage_version = "v6"},
     .plural = "frobbers",
     .declarative_only = true,
     .clear_on_create = {"status"},
     .keep_on_update = {"status"},
     .generation_of = {"spec"},
     .prepare_create = PrepareCreate,
     .prepare_update = PrepareUpdate,
     .validate = ValidateBy<ValidateLinkedFields>,
     .subresources = {kStatus}},
};

}  // namespace

std::vector<write::ResourceDefinition> Resources(scheme::Scheme& scheme) {
  return DefineAll(scheme, "frobber.example", kResources);
}

}  // namespace pintle::apis::frobber
