// Package first is frobber.example/v6 as its first release had it. It is never changed: it stands for servers and clients that
// are older than this one. Width, params, restartPolicy and heightMillimetres came later; depth was given up.
//
// +groupName=frobber.example
package first

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type Frobber struct {
	metav1.TypeMeta `json:",inline"`
	// +optional
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"bytes,1,opt,name=metadata"`
	// +optional
	Spec FrobberSpec `json:"spec,omitempty" protobuf:"bytes,2,opt,name=spec"`
	// +optional
	Status FrobberStatus `json:"status,omitempty" protobuf:"bytes,3,opt,name=status"`
}

type FrobberSpec struct {
	Height int32 `json:"height" protobuf:"varint,1,opt,name=height"`
	// +optional
	Param string `json:"param,omitempty" protobuf:"bytes,3,opt,name=param"`
	// +optional
	Mode string `json:"mode,omitempty" protobuf:"bytes,5,opt,name=mode"`
	// +optional
	Replicas *int32 `json:"replicas,omitempty" protobuf:"varint,6,opt,name=replicas"`
	// +optional
	Notes []string `json:"notes,omitempty" protobuf:"bytes,7,rep,name=notes"`
	// +optional
	Owner string `json:"owner,omitempty" protobuf:"bytes,8,opt,name=owner"`
	// +optional
	Depth int32 `json:"depth,omitempty" protobuf:"varint,9,opt,name=depth"`
}

type FrobberStatus struct {
	// +optional
	ObservedGeneration int64 `json:"observedGeneration,omitempty" protobuf:"varint,1,opt,name=observedGeneration"`
	// +optional
	ReadyReplicas int32 `json:"readyReplicas,omitempty" protobuf:"varint,2,opt,name=readyReplicas"`
	// +optional
	// +listType=map
	// +listMapKey=type
	Conditions []metav1.Condition `json:"conditions,omitempty" patchStrategy:"merge" patchMergeKey:"type" protobuf:"bytes,3,rep,name=conditions"`
}
