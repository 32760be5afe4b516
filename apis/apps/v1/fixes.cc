#include <fmt/format.h>

#include "apis/apps/v1/registry_rules.h"
#include "apis/apps/v1/types.h"
#include "apis/set_if_unset.h"
#include "apis/type_function_lists.h"

namespace pintle::apis::apps::v1 {
namespace {

using scheme::FunctionContext;

constexpr std::string_view kClaimKind = "PersistentVolumeClaim";

// Writes the number in the annotation, if it is there, without needless signs and zeros. What is no
// number is an error.
void NormaliseNumber(FunctionContext& context, meta::v1::ObjectMeta& metadata,
                     std::string_view annotation) {
  const typeinfo::Str* text = metadata.annotations.Find(annotation);
  if (text == nullptr) return;
  std::optional<int64_t> number = ParseAnnotationNumber(*text);
  if (!number) {
    context.Fail(Error(Reason::kBadRequest, fmt::format("annotation {}: \"{}\" is not a number of "
                                                        "64 bits",
                                                        annotation, *text)));
    return;
  }
  metadata.annotations.Set(context.arena, annotation, context.arena.Copy(std::to_string(*number)));
}

void ReadDeployment(FunctionContext& context, Deployment& deployment) {
  auto& annotations = deployment.metadata.annotations;
  const typeinfo::Str* revision = annotations.Find(kRollbackAnnotation);
  if (revision == nullptr) return;
  if (revision->empty()) {
    annotations.Erase(kRollbackAnnotation);
  } else {
    NormaliseNumber(context, deployment.metadata, kRollbackAnnotation);
  }
}

void WriteDaemonSet(FunctionContext& context, DaemonSet& daemon_set) {
  auto& annotations = daemon_set.metadata.annotations;
  if (annotations.Find(kTemplateGenerationAnnotation) != nullptr) return;
  annotations = annotations.Clone(context.arena);
  annotations.Set(context.arena, kTemplateGenerationAnnotation, "0");
}

void ReadDaemonSet(FunctionContext& context, DaemonSet& daemon_set) {
  NormaliseNumber(context, daemon_set.metadata, kTemplateGenerationAnnotation);
  WriteDaemonSet(context, daemon_set);
}

// Claims in a stateful set say what they are, like objects of their own.
void FixClaimTemplates(FunctionContext&, StatefulSetSpec& spec) {
  for (core::v1::PersistentVolumeClaim& claim : spec.volume_claim_templates) {
    if (claim.type_meta.api_version != "v1") claim.type_meta.api_version = "v1";
    if (claim.type_meta.kind != kClaimKind) claim.type_meta.kind = kClaimKind;
  }
}

}  // namespace

void AddReadFixes(TypeFunctionList& list) {
  list.push_back(scheme::On<&ReadDeployment>());
  list.push_back(scheme::On<&ReadDaemonSet>());
  list.push_back(scheme::On<&FixClaimTemplates>());
}

void AddWriteFixes(TypeFunctionList& list) {
  list.push_back(scheme::On<&WriteDaemonSet>());
  list.push_back(scheme::On<&FixClaimTemplates>());
}

}  // namespace pintle::apis::apps::v1
