package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type CoordinatedLeaseStrategy string

const (
	OldestEmulationVersion CoordinatedLeaseStrategy = "OldestEmulationVersion"
)

// Lease is a lock with a time limit, for leader election and heartbeats.
// +k8s:prerelease-lifecycle-gen:introduced=1.14
type Lease struct {
	metav1.TypeMeta `json:",inline"`
	// +optional
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"bytes,1,opt,name=metadata"`
	// +optional
	Spec LeaseSpec `json:"spec,omitempty" protobuf:"bytes,2,opt,name=spec"`
}

type LeaseSpec struct {
	// HolderIdentity is who holds the lease.
	// +optional
	HolderIdentity *string `json:"holderIdentity,omitempty" protobuf:"bytes,1,opt,name=holderIdentity"`
	// LeaseDurationSeconds is how long others wait after RenewTime before they take it.
	// +optional
	// +k8s:optional
	// +k8s:minimum=1
	LeaseDurationSeconds *int32 `json:"leaseDurationSeconds,omitempty" protobuf:"varint,2,opt,name=leaseDurationSeconds"`
	// +optional
	AcquireTime *metav1.MicroTime `json:"acquireTime,omitempty" protobuf:"bytes,3,opt,name=acquireTime"`
	// +optional
	RenewTime *metav1.MicroTime `json:"renewTime,omitempty" protobuf:"bytes,4,opt,name=renewTime"`
	// LeaseTransitions counts changes of the holder.
	// +optional
	// +k8s:optional
	// +k8s:minimum=0
	LeaseTransitions *int32 `json:"leaseTransitions,omitempty" protobuf:"varint,5,opt,name=leaseTransitions"`
	// Strategy by which a holder is chosen among candidates.
	// +optional
	// +featureGate=CoordinatedLeaderElection
	Strategy *CoordinatedLeaseStrategy `json:"strategy,omitempty" protobuf:"bytes,6,opt,name=strategy,casttype=CoordinatedLeaseStrategy"`
	// PreferredHolder asks the holder to give up the lease; only with a Strategy.
	// +optional
	// +featureGate=CoordinatedLeaderElection
	PreferredHolder *string `json:"preferredHolder,omitempty" protobuf:"bytes,7,opt,name=preferredHolder"`
}

// +k8s:prerelease-lifecycle-gen:introduced=1.19
type LeaseList struct {
	metav1.TypeMeta `json:",inline"`
	// +optional
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"bytes,1,opt,name=metadata"`
	Items           []Lease `json:"items" protobuf:"bytes,2,rep,name=items"`
}
