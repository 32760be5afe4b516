#pragma once

#include "pintle/resource/strategy.h"

// What the server sets or restores in objects of these kinds before they are checked, as rows of
// resources take it.
namespace pintle::apis::core::v1 {

// A range without a name gets its uid as one.
void NameLimitRange(const write::Context& context, write::Object& object);

// The other ways to name the source of a claim's data, and the phase every claim starts in.
void PrepareClaimCreate(const write::Context& context, write::Object& object);
void PrepareClaimUpdate(const write::Context& context, write::Object& object,
                        const write::Object& old);

void PrepareVolumeCreate(const write::Context& context, write::Object& object);
// The time of the phase is the server's unless the client says another.
void PrepareVolumeStatus(const write::Context& context, write::Object& object,
                         const write::Object& old);

void PreparePodCreate(const write::Context& context, write::Object& object);
void PreparePodStatus(const write::Context& context, write::Object& object,
                      const write::Object& old);
// Only what the endpoint is for is taken from the new object.
void PreparePodEphemeralContainers(const write::Context& context, write::Object& object,
                                   const write::Object& old);
void PreparePodResize(const write::Context& context, write::Object& object,
                      const write::Object& old);

// A secret's type stays when the client leaves it out.
void PrepareSecretUpdate(const write::Context& context, write::Object& object,
                         const write::Object& old);

// A pair of key and certificate that cannot be one.
void WarnOfSecret(const write::Context& context, const write::Object& object,
                  const write::Object* old);

// What was asked for, else what the pod says; nothing for a pod that runs nowhere.
int64_t PodGracePeriod(const write::Object& object, std::optional<int64_t> requested);

// References to secrets are names and nothing else.
void PrepareServiceAccountCreate(const write::Context& context, write::Object& object);
void PrepareServiceAccountUpdate(const write::Context& context, write::Object& object,
                                 const write::Object& old);

void PrepareServiceCreate(const write::Context& context, write::Object& object);
void PrepareServiceUpdate(const write::Context& context, write::Object& object,
                          const write::Object& old);
// A service that is but a name has no traffic inside the cluster.
void DropInternalPolicyOfNames(write::Object& object);

}  // namespace pintle::apis::core::v1
