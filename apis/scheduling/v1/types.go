package v1

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// PriorityClass gives a priority a name for pods to use.
// +k8s:prerelease-lifecycle-gen:introduced=1.14
type PriorityClass struct {
	metav1.TypeMeta `json:",inline"`
	// +optional
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"bytes,1,opt,name=metadata"`
	// Value of the priority: the higher, the sooner. It cannot be changed.
	// +optional
	Value int32 `json:"value" protobuf:"varint,2,opt,name=value"`
	// GlobalDefault makes it the class of pods that name none.
	// +optional
	GlobalDefault bool `json:"globalDefault,omitempty" protobuf:"varint,3,opt,name=globalDefault"`
	// +optional
	Description string `json:"description,omitempty" protobuf:"bytes,4,opt,name=description"`
	// PreemptionPolicy is PreemptLowerPriority (the default) or Never: such pods wait without evicting
	// others.
	// +optional
	PreemptionPolicy *corev1.PreemptionPolicy `json:"preemptionPolicy,omitempty" protobuf:"bytes,5,opt,name=preemptionPolicy,casttype=k8s.io/api/core/v1.PreemptionPolicy"`
}

// +k8s:prerelease-lifecycle-gen:introduced=1.14
type PriorityClassList struct {
	metav1.TypeMeta `json:",inline"`
	// +optional
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"bytes,1,opt,name=metadata"`
	Items           []PriorityClass `json:"items" protobuf:"bytes,2,rep,name=items"`
}
