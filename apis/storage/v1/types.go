package v1

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// StorageClass is a way to make volumes: its name is what claims ask for. Provisioner, parameters,
// reclaimPolicy and volumeBindingMode cannot be changed.
// +k8s:prerelease-lifecycle-gen:introduced=1.6
type StorageClass struct {
	metav1.TypeMeta `json:",inline"`
	// +optional
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"bytes,1,opt,name=metadata"`
	// Provisioner that makes the volumes.
	// +k8s:alpha(since: "1.36")=+k8s:required
	// +k8s:alpha(since: "1.36")=+k8s:immutable
	Provisioner string `json:"provisioner" protobuf:"bytes,2,opt,name=provisioner"`
	// Parameters for the provisioner.
	// +optional
	// +k8s:alpha(since: "1.36")=+k8s:immutable
	// +k8s:alpha(since: "1.36")=+k8s:optional
	Parameters map[string]string `json:"parameters,omitempty" protobuf:"bytes,3,rep,name=parameters"`
	// ReclaimPolicy of the volumes that are made: Delete (the default) or Retain.
	// +optional
	// +k8s:alpha(since: "1.36")=+k8s:immutable
	// +k8s:alpha(since: "1.36")=+k8s:optional
	ReclaimPolicy *corev1.PersistentVolumeReclaimPolicy `json:"reclaimPolicy,omitempty" protobuf:"bytes,4,opt,name=reclaimPolicy,casttype=k8s.io/api/core/v1.PersistentVolumeReclaimPolicy"`
	// MountOptions of the volumes that are made. They are not checked.
	// +optional
	// +listType=atomic
	MountOptions []string `json:"mountOptions,omitempty" protobuf:"bytes,5,rep,name=mountOptions"`
	// AllowVolumeExpansion lets claims of the class grow.
	// +optional
	AllowVolumeExpansion *bool `json:"allowVolumeExpansion,omitempty" protobuf:"varint,6,opt,name=allowVolumeExpansion"`
	// VolumeBindingMode Immediate (the default) makes the volume with the claim; WaitForFirstConsumer waits
	// for a pod, so that it is made where the pod can run.
	// +optional
	// +k8s:alpha(since: "1.36")=+k8s:immutable
	// +k8s:alpha(since: "1.36")=+k8s:optional
	VolumeBindingMode *VolumeBindingMode `json:"volumeBindingMode,omitempty" protobuf:"bytes,7,opt,name=volumeBindingMode,casttype=VolumeBindingMode"`
	// AllowedTopologies limits where volumes are made.
	// +optional
	// +listType=atomic
	AllowedTopologies []corev1.TopologySelectorTerm `json:"allowedTopologies,omitempty" protobuf:"bytes,8,rep,name=allowedTopologies"`
}

// +k8s:prerelease-lifecycle-gen:introduced=1.6
type StorageClassList struct {
	metav1.TypeMeta `json:",inline"`
	// +optional
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"bytes,1,opt,name=metadata"`
	Items           []StorageClass `json:"items" protobuf:"bytes,2,rep,name=items"`
}

// +enum
type VolumeBindingMode string

const (
	VolumeBindingImmediate            VolumeBindingMode = "Immediate"
	VolumeBindingWaitForFirstConsumer VolumeBindingMode = "WaitForFirstConsumer"
)

// VolumeAttachment asks for a volume to be attached to a node, or detached when it is deleted.
// +k8s:prerelease-lifecycle-gen:introduced=1.13
// +k8s:supportsSubresource="/status"
type VolumeAttachment struct {
	metav1.TypeMeta `json:",inline"`
	// +optional
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"bytes,1,opt,name=metadata"`
	// +k8s:alpha(since: "1.36")=+k8s:immutable
	Spec VolumeAttachmentSpec `json:"spec" protobuf:"bytes,2,opt,name=spec"`
	// +optional
	Status VolumeAttachmentStatus `json:"status,omitempty" protobuf:"bytes,3,opt,name=status"`
}

// +k8s:prerelease-lifecycle-gen:introduced=1.13
type VolumeAttachmentList struct {
	metav1.TypeMeta `json:",inline"`
	// +optional
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"bytes,1,opt,name=metadata"`
	Items           []VolumeAttachment `json:"items" protobuf:"bytes,2,rep,name=items"`
}

type VolumeAttachmentSpec struct {
	// +k8s:alpha(since: "1.36")=+k8s:required
	// +k8s:alpha(since: "1.36")=+k8s:format="k8s-long-name-caseless"
	// +k8s:alpha(since: "1.36")=+k8s:maxLength=63
	Attacher string                 `json:"attacher" protobuf:"bytes,1,opt,name=attacher"`
	Source   VolumeAttachmentSource `json:"source" protobuf:"bytes,2,opt,name=source"`
	NodeName string                 `json:"nodeName" protobuf:"bytes,3,opt,name=nodeName"`
}

// VolumeAttachmentSource is the volume; exactly one must be set.
type VolumeAttachmentSource struct {
	// +optional
	PersistentVolumeName *string `json:"persistentVolumeName,omitempty" protobuf:"bytes,1,opt,name=persistentVolumeName"`
	// InlineVolumeSpec is for volumes written in a pod, as they were before CSI.
	// +optional
	InlineVolumeSpec *corev1.PersistentVolumeSpec `json:"inlineVolumeSpec,omitempty" protobuf:"bytes,2,opt,name=inlineVolumeSpec"`
}

type VolumeAttachmentStatus struct {
	Attached bool `json:"attached" protobuf:"varint,1,opt,name=attached"`
	// +optional
	AttachmentMetadata map[string]string `json:"attachmentMetadata,omitempty" protobuf:"bytes,2,rep,name=attachmentMetadata"`
	// +optional
	AttachError *VolumeError `json:"attachError,omitempty" protobuf:"bytes,3,opt,name=attachError"`
	// +optional
	DetachError *VolumeError `json:"detachError,omitempty" protobuf:"bytes,4,opt,name=detachError"`
}

type VolumeError struct {
	// +optional
	Time metav1.Time `json:"time,omitempty" protobuf:"bytes,1,opt,name=time"`
	// +optional
	Message string `json:"message,omitempty" protobuf:"bytes,2,opt,name=message"`
	// +optional
	// +featureGate=MutableCSINodeAllocatableCount
	ErrorCode *int32 `json:"errorCode,omitempty" protobuf:"varint,3,opt,name=errorCode"`
}

// CSIDriver tells the cluster how a storage driver wants to be used; its name is the driver's.
// +k8s:prerelease-lifecycle-gen:introduced=1.18
type CSIDriver struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"bytes,1,opt,name=metadata"`
	Spec              CSIDriverSpec `json:"spec" protobuf:"bytes,2,opt,name=spec"`
}

// +k8s:prerelease-lifecycle-gen:introduced=1.18
type CSIDriverList struct {
	metav1.TypeMeta `json:",inline"`
	// +optional
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"bytes,1,opt,name=metadata"`
	Items           []CSIDriver `json:"items" protobuf:"bytes,2,rep,name=items"`
}

type CSIDriverSpec struct {
	// AttachRequired says that volumes must be attached before they are mounted. The default is true.
	// +optional
	AttachRequired *bool `json:"attachRequired,omitempty" protobuf:"varint,1,opt,name=attachRequired"`
	// PodInfoOnMount hands the driver the pod's name, namespace, uid and service account.
	// +optional
	PodInfoOnMount *bool `json:"podInfoOnMount,omitempty" protobuf:"varint,2,opt,name=podInfoOnMount"`
	// VolumeLifecycleModes the driver knows. The default is Persistent alone.
	// +optional
	// +listType=set
	VolumeLifecycleModes []VolumeLifecycleMode `json:"volumeLifecycleModes,omitempty" protobuf:"bytes,3,rep,name=volumeLifecycleModes,casttype=VolumeLifecycleMode"`
	// StorageCapacity has the scheduler heed CSIStorageCapacity objects.
	// +optional
	// +featureGate=CSIStorageCapacity
	StorageCapacity *bool `json:"storageCapacity,omitempty" protobuf:"varint,4,opt,name=storageCapacity"`
	// FSGroupPolicy says whether the pod's fsGroup is applied to volumes.
	// +optional
	FSGroupPolicy *FSGroupPolicy `json:"fsGroupPolicy,omitempty" protobuf:"bytes,5,opt,name=fsGroupPolicy,casttype=FSGroupPolicy"`
	// TokenRequests are tokens of the pod's service account that the driver is handed.
	// +optional
	// +listType=atomic
	TokenRequests []TokenRequest `json:"tokenRequests,omitempty" protobuf:"bytes,6,rep,name=tokenRequests"`
	// RequiresRepublish has mounted volumes handed to the driver again and again, to be refreshed.
	// +optional
	RequiresRepublish *bool `json:"requiresRepublish,omitempty" protobuf:"varint,7,opt,name=requiresRepublish"`
	// SELinuxMount says that the driver can mount with an SELinux label.
	// +optional
	// +featureGate=SELinuxMountReadWriteOncePod
	SELinuxMount *bool `json:"seLinuxMount,omitempty" protobuf:"varint,8,opt,name=seLinuxMount"`
	// +optional
	// +featureGate=MutableCSINodeAllocatableCount
	NodeAllocatableUpdatePeriodSeconds *int64 `json:"nodeAllocatableUpdatePeriodSeconds,omitempty" protobuf:"varint,9,opt,name=nodeAllocatableUpdatePeriodSeconds"`
	// +optional
	// +featureGate=CSIServiceAccountTokenSecrets
	ServiceAccountTokenInSecrets *bool `json:"serviceAccountTokenInSecrets,omitempty" protobuf:"varint,10,opt,name=serviceAccountTokenInSecrets"`
	// +optional
	// +featureGate=VolumeLimitScaling
	PreventPodSchedulingIfMissing *bool `json:"preventPodSchedulingIfMissing,omitempty" protobuf:"varint,11,opt,name=preventPodSchedulingIfMissing"`
}

type FSGroupPolicy string

const (
	ReadWriteOnceWithFSTypeFSGroupPolicy FSGroupPolicy = "ReadWriteOnceWithFSType"
	FileFSGroupPolicy                    FSGroupPolicy = "File"
	NoneFSGroupPolicy                    FSGroupPolicy = "None"
)

type VolumeLifecycleMode string

const (
	VolumeLifecyclePersistent VolumeLifecycleMode = "Persistent"
	VolumeLifecycleEphemeral  VolumeLifecycleMode = "Ephemeral"
)

type TokenRequest struct {
	Audience string `json:"audience" protobuf:"bytes,1,opt,name=audience"`
	// +optional
	ExpirationSeconds *int64 `json:"expirationSeconds,omitempty" protobuf:"varint,2,opt,name=expirationSeconds"`
}

// CSINode tells which storage drivers a node has; its name is the node's.
// +k8s:prerelease-lifecycle-gen:introduced=1.17
type CSINode struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"bytes,1,opt,name=metadata"`
	Spec              CSINodeSpec `json:"spec" protobuf:"bytes,2,opt,name=spec"`
}

type CSINodeSpec struct {
	// +listType=map
	// +listMapKey=name
	Drivers []CSINodeDriver `json:"drivers" patchStrategy:"merge" patchMergeKey:"name" protobuf:"bytes,1,rep,name=drivers"`
}

type CSINodeDriver struct {
	Name   string `json:"name" protobuf:"bytes,1,opt,name=name"`
	NodeID string `json:"nodeID" protobuf:"bytes,2,opt,name=nodeID"`
	// +optional
	// +listType=atomic
	TopologyKeys []string `json:"topologyKeys" protobuf:"bytes,3,rep,name=topologyKeys"`
	// +optional
	Allocatable *VolumeNodeResources `json:"allocatable,omitempty" protobuf:"bytes,4,opt,name=allocatable"`
}

type VolumeNodeResources struct {
	// +optional
	Count *int32 `json:"count,omitempty" protobuf:"varint,1,opt,name=count"`
}

// +k8s:prerelease-lifecycle-gen:introduced=1.17
type CSINodeList struct {
	metav1.TypeMeta `json:",inline"`
	// +optional
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"bytes,1,opt,name=metadata"`
	Items           []CSINode `json:"items" protobuf:"bytes,2,rep,name=items"`
}

// CSIStorageCapacity tells how much storage a class has left in a part of the cluster.
// +k8s:prerelease-lifecycle-gen:introduced=1.24
type CSIStorageCapacity struct {
	metav1.TypeMeta `json:",inline"`
	// +optional
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"bytes,1,opt,name=metadata"`
	// +optional
	NodeTopology     *metav1.LabelSelector `json:"nodeTopology,omitempty" protobuf:"bytes,2,opt,name=nodeTopology"`
	StorageClassName string                `json:"storageClassName" protobuf:"bytes,3,opt,name=storageClassName"`
	// +optional
	Capacity *resource.Quantity `json:"capacity,omitempty" protobuf:"bytes,4,opt,name=capacity"`
	// +optional
	MaximumVolumeSize *resource.Quantity `json:"maximumVolumeSize,omitempty" protobuf:"bytes,5,opt,name=maximumVolumeSize"`
}

// +k8s:prerelease-lifecycle-gen:introduced=1.24
type CSIStorageCapacityList struct {
	metav1.TypeMeta `json:",inline"`
	// +optional
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"bytes,1,opt,name=metadata"`
	Items           []CSIStorageCapacity `json:"items" protobuf:"bytes,2,rep,name=items"`
}

// VolumeAttributesClass is a set of volume settings that claims can be moved to while in use.
// +k8s:prerelease-lifecycle-gen:introduced=1.34
type VolumeAttributesClass struct {
	metav1.TypeMeta `json:",inline"`
	// +optional
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"bytes,1,opt,name=metadata"`
	DriverName        string            `json:"driverName" protobuf:"bytes,2,opt,name=driverName"`
	Parameters        map[string]string `json:"parameters,omitempty" protobuf:"bytes,3,rep,name=parameters"`
}

// +k8s:prerelease-lifecycle-gen:introduced=1.34
type VolumeAttributesClassList struct {
	metav1.TypeMeta `json:",inline"`
	// +optional
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"bytes,1,opt,name=metadata"`
	Items           []VolumeAttributesClass `json:"items" protobuf:"bytes,2,rep,name=items"`
}
