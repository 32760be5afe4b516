#include <array>

#include "apis/core/v1/types.h"
#include "apis/set_if_unset.h"
#include "apis/type_function_lists.h"

namespace pintle::apis::core::v1 {
namespace {

using scheme::FunctionContext;

// They did what fields do now, and must not be taken for those.
constexpr std::array<std::string_view, 4> kInitContainerAnnotations = {
    "pod.alpha.kubernetes.io/init-container-statuses", "pod.alpha.kubernetes.io/init-containers",
    "pod.beta.kubernetes.io/init-container-statuses", "pod.beta.kubernetes.io/init-containers"};

void DropInitContainerAnnotations(Arena& arena, meta::v1::ObjectMeta& metadata) {
  for (std::string_view name : kInitContainerAnnotations) {
    if (metadata.annotations.Find(name) == nullptr) continue;
    metadata.annotations = metadata.annotations.Clone(arena);
    metadata.annotations.Erase(name);
  }
}

// A pod, unlike a template, is stopped at once if it asks for less than nothing.
void FixPod(FunctionContext& context, Pod& pod) {
  DropInitContainerAnnotations(context.arena, pod.metadata);
  auto& seconds = pod.spec.termination_grace_period_seconds;
  if (seconds && *seconds < 0) seconds = 1;
}

void FixPodTemplate(FunctionContext& context, PodTemplateSpec& pod_template) {
  DropInitContainerAnnotations(context.arena, pod_template.metadata);
}

// Sets what only mirrors another field, and leaves alone what is right: what is written out may be
// shared with other threads.
void Mirror(typeinfo::Str source, typeinfo::Str& mirror) {
  if (mirror != source) mirror = source;
}

// `serviceAccount` is an old name of `serviceAccountName`.
void WritePodSpec(FunctionContext&, PodSpec& spec) {
  Mirror(spec.service_account_name, spec.service_account);
}

void ReadPodSpec(FunctionContext& context, PodSpec& spec) {
  SetIfUnset(spec.service_account_name, spec.service_account);
  WritePodSpec(context, spec);
}

// The first address stands alone for clients that know no more than one.
void WritePodStatus(FunctionContext&, PodStatus& status) {
  Mirror(status.pod_ips.empty() ? typeinfo::Str() : status.pod_ips[0].ip, status.pod_ip);
}

// What such a client says wins.
void ReadPodStatus(FunctionContext& context, PodStatus& status) {
  const typeinfo::Str ip = status.pod_ip;
  if (!ip.empty() && (status.pod_ips.empty() || status.pod_ips[0].ip != ip)) {
    status.pod_ips = typeinfo::List<PodIP>::Of(context.arena, {PodIP{ip}});
  }
  WritePodStatus(context, status);
}

// As with the addresses of a pod.
void WriteNodeSpec(FunctionContext&, NodeSpec& spec) {
  Mirror(spec.pod_cidrs.empty() ? typeinfo::Str() : spec.pod_cidrs[0], spec.pod_cidr);
}

void ReadNodeSpec(FunctionContext& context, NodeSpec& spec) {
  const typeinfo::Str range = spec.pod_cidr;
  if (!range.empty() && (spec.pod_cidrs.empty() || spec.pod_cidrs[0] != range)) {
    spec.pod_cidrs = typeinfo::List<typeinfo::Str>::Of(context.arena, {range});
  }
  WriteNodeSpec(context, spec);
}

// Texts given for convenience become data; they are never stored.
void ReadSecret(FunctionContext& context, Secret& secret) {
  if (!secret.string_data.empty()) {
    auto data = typeinfo::Map<typeinfo::Binary>::Sized(context.arena, secret.string_data.size());
    for (size_t i = 0; i < data.size(); ++i) {
      const auto& [key, value] = secret.string_data.data[i];
      std::string_view text = value.empty() ? std::string_view("") : value;
      data.data[i] = {key, typeinfo::Binary{text.data(), text.size()}};
    }
    AddMissing(context.arena, secret.data, data);
    secret.data = data;
  }
  secret.string_data.reset();
}

}  // namespace

void AddReadFixes(TypeFunctionList& list) {
  list.push_back(scheme::On<&FixPod>());
  list.push_back(scheme::On<&FixPodTemplate>());
  list.push_back(scheme::On<&ReadPodSpec>());
  list.push_back(scheme::On<&ReadPodStatus>());
  list.push_back(scheme::On<&ReadNodeSpec>());
  list.push_back(scheme::On<&ReadSecret>());
}

void AddWriteFixes(TypeFunctionList& list) {
  list.push_back(scheme::On<&FixPod>());
  list.push_back(scheme::On<&FixPodTemplate>());
  list.push_back(scheme::On<&WritePodSpec>());
  list.push_back(scheme::On<&WritePodStatus>());
  list.push_back(scheme::On<&WriteNodeSpec>());
}

}  // namespace pintle::apis::core::v1
