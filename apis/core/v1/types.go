package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Namespace is a scope for names.
type Namespace struct {
	metav1.TypeMeta `json:",inline"`
	// +optional
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"bytes,1,opt,name=metadata"`
	// +optional
	Spec NamespaceSpec `json:"spec,omitempty" protobuf:"bytes,2,opt,name=spec"`
	// +optional
	Status NamespaceStatus `json:"status,omitempty" protobuf:"bytes,3,opt,name=status"`
}

type NamespaceSpec struct {
	// Finalizers that must be gone before the namespace is.
	// +optional
	// +listType=atomic
	Finalizers []FinalizerName `json:"finalizers,omitempty" protobuf:"bytes,1,rep,name=finalizers,casttype=FinalizerName"`
}

type FinalizerName string

const (
	// FinalizerKubernetes holds a namespace until its contents are gone.
	FinalizerKubernetes FinalizerName = "kubernetes"
)

type NamespaceStatus struct {
	// +optional
	Phase NamespacePhase `json:"phase,omitempty" protobuf:"bytes,1,opt,name=phase,casttype=NamespacePhase"`
	// +optional
	// +listType=map
	// +listMapKey=type
	Conditions []NamespaceCondition `json:"conditions,omitempty" patchStrategy:"merge" patchMergeKey:"type" protobuf:"bytes,2,rep,name=conditions"`
}

// +enum
type NamespacePhase string

const (
	NamespaceActive NamespacePhase = "Active"
	NamespaceTerminating NamespacePhase = "Terminating"
)

type NamespaceCondition struct {
	Type NamespaceConditionType `json:"type" protobuf:"bytes,1,opt,name=type,casttype=NamespaceConditionType"`
	Status ConditionStatus `json:"status" protobuf:"bytes,2,opt,name=status,casttype=ConditionStatus"`
	// +optional
	LastTransitionTime metav1.Time `json:"lastTransitionTime,omitempty" protobuf:"bytes,4,opt,name=lastTransitionTime"`
	// +optional
	Reason string `json:"reason,omitempty" protobuf:"bytes,5,opt,name=reason"`
	// +optional
	Message string `json:"message,omitempty" protobuf:"bytes,6,opt,name=message"`
}

type NamespaceConditionType string

const (
	NamespaceDeletionDiscoveryFailure NamespaceConditionType = "NamespaceDeletionDiscoveryFailure"
	NamespaceDeletionContentFailure NamespaceConditionType = "NamespaceDeletionContentFailure"
	NamespaceDeletionGroupVersionParsingFailure NamespaceConditionType = "NamespaceDeletionGroupVersionParsingFailure"
	NamespaceContentRemaining NamespaceConditionType = "NamespaceContentRemaining"
	NamespaceFinalizersRemaining NamespaceConditionType = "NamespaceFinalizersRemaining"
)

type ConditionStatus string

const (
	ConditionTrue ConditionStatus = "True"
	ConditionFalse ConditionStatus = "False"
	ConditionUnknown ConditionStatus = "Unknown"
)

type NamespaceList struct {
	metav1.TypeMeta `json:",inline"`
	// +optional
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"bytes,1,opt,name=metadata"`
	Items []Namespace `json:"items" protobuf:"bytes,2,rep,name=items"`
}

// ConfigMap holds configuration for others to read.
type ConfigMap struct {
	metav1.TypeMeta `json:",inline"`
	// +optional
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"bytes,1,opt,name=metadata"`
	// Immutable, once true, freezes the data and cannot be taken back.
	// +optional
	Immutable *bool `json:"immutable,omitempty" protobuf:"varint,4,opt,name=immutable"`
	// Data has texts; its keys must not occur in BinaryData.
	// +optional
	Data map[string]string `json:"data,omitempty" protobuf:"bytes,2,rep,name=data"`
	// BinaryData has values that are no UTF-8 text.
	// +optional
	BinaryData map[string][]byte `json:"binaryData,omitempty" protobuf:"bytes,3,rep,name=binaryData"`
}

type ConfigMapList struct {
	metav1.TypeMeta `json:",inline"`
	// +optional
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"bytes,1,opt,name=metadata"`
	Items []ConfigMap `json:"items" protobuf:"bytes,2,rep,name=items"`
}

// Secret holds a small amount of sensitive data.
type Secret struct {
	metav1.TypeMeta `json:",inline"`
	// +optional
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"bytes,1,opt,name=metadata"`
	// Immutable, once true, freezes the data and cannot be taken back.
	// +optional
	Immutable *bool `json:"immutable,omitempty" protobuf:"varint,5,opt,name=immutable"`
	// +optional
	Data map[string][]byte `json:"data,omitempty" protobuf:"bytes,2,rep,name=data"`
	// StringData is for writing only: it is merged into Data.
	// +optional
	StringData map[string]string `json:"stringData,omitempty" protobuf:"bytes,4,rep,name=stringData"`
	// Type tells programs how to read the data; cannot be changed.
	// +optional
	Type SecretType `json:"type,omitempty" protobuf:"bytes,3,opt,name=type,casttype=SecretType"`
}

// SecretType is an open set; the known ones demand certain keys.
type SecretType string

const (
	SecretTypeOpaque SecretType = "Opaque"
	SecretTypeServiceAccountToken SecretType = "kubernetes.io/service-account-token"
	SecretTypeDockercfg SecretType = "kubernetes.io/dockercfg"
	SecretTypeDockerConfigJson SecretType = "kubernetes.io/dockerconfigjson"
	SecretTypeBasicAuth SecretType = "kubernetes.io/basic-auth"
	SecretTypeSSHAuth SecretType = "kubernetes.io/ssh-auth"
	SecretTypeTLS SecretType = "kubernetes.io/tls"
	SecretTypeBootstrapToken SecretType = "bootstrap.kubernetes.io/token"
)

type SecretList struct {
	metav1.TypeMeta `json:",inline"`
	// +optional
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"bytes,1,opt,name=metadata"`
	Items []Secret `json:"items" protobuf:"bytes,2,rep,name=items"`
}
