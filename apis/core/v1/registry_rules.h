#pragma once

#include <span>

#include "apis/core/v1/types.h"
#include "pintle/base/arena.h"
#include "pintle/features/feature_gates.h"
#include "pintle/field/errors.h"

// What happens to objects on their way into the store beyond defaults. These are pure functions of
// the objects; what is handed out (addresses, ports) comes from elsewhere.
namespace pintle::apis::core::v1 {

// The class of a pod as a whole: Guaranteed if every container has limits of cpu and memory equal
// to its requests, BestEffort if none asks for anything, else Burstable. What the pod itself asks
// for counts instead, where it does and `pod_level_resources`, which is a gate, is on.
PodQOSClass QosClass(const PodSpec& spec, bool pod_level_resources);

// On create: requirements of (mis)matchLabelKeys become part of the selectors beside them, with the
// values the pod's labels have now.
void MergeLabelKeys(Arena& arena, Pod& pod, const features::FeatureGates& gates);

// dataSource and dataSourceRef say the same thing where both can. On create and update the first
// function drops a dataSource of a kind that only dataSourceRef may name, unless the claim in the
// store (`old`, null on create) has a source already. Then the second, for the old claim too, and
// for every claim that is read, fills in the one that is missing.
void DropForeignDataSource(PersistentVolumeClaimSpec& spec, const PersistentVolumeClaimSpec* old);
void MirrorDataSource(Arena& arena, PersistentVolumeClaimSpec& spec);

// --- Services ---

// Which values a service has.
bool NeedsClusterIp(const Service& service);
bool NeedsNodePorts(const Service& service);
bool NeedsHealthCheckNodePort(const Service& service);
bool IsExternallyAccessible(const Service& service);

// The order on update: CopyAllocated, SyncClusterIps, DropUnusedFields; on create SyncClusterIps
// alone. Then SetIpFamilyPolicy, the checks of fields about addresses, SetIpFamilies, and what is
// missing is allocated.

// Values the client left out are those of the old object: addresses, node ports by the name of
// their port unless another port has taken them, the port for health checks.
void CopyAllocated(Arena& arena, const Service& old, Service& service);
// clusterIPs follows clusterIP where a client knows only that. `old` is null on create.
void SyncClusterIps(Arena& arena, const Service* old, Service& service);
// Fields that mean nothing for the new type go, if the client has not changed them too.
void DropUnusedFields(const Service& old, Service& service);

void SetIpFamilyPolicy(const Service* old, Service& service);
// `cluster_families` are those of the cluster, the primary one first. Errors are about what the
// client asked for and the cluster cannot do.
field::ErrorList SetIpFamilies(Arena& arena, std::span<const IPFamily> cluster_families,
                               const Service* old, Service& service);

// A service as it is shown: objects of old times lack what is always there now, or have too much.
void CompleteOnRead(Arena& arena, IPFamily primary_family, Service& service);

}  // namespace pintle::apis::core::v1
