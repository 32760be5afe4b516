package v7beta1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Frobber is the example resource: it frobs things of a given size.
// +k8s:supportsSubresource="/status"
// +k8s:prerelease-lifecycle-gen:introduced=1.36
type Frobber struct {
	metav1.TypeMeta `json:",inline"`
	// +optional
	// +k8s:subfield(name)=+k8s:optional
	// +k8s:subfield(name)=+k8s:format=k8s-short-name
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"bytes,1,opt,name=metadata"`
	// +optional
	Spec FrobberSpec `json:"spec,omitempty" protobuf:"bytes,2,opt,name=spec"`
	// +optional
	Status FrobberStatus `json:"status,omitempty" protobuf:"bytes,3,opt,name=status"`
}

// FrobberSpec is what is wanted.
// +pintle:convertByHand
type FrobberSpec struct {
	Size FrobberSize `json:"size" protobuf:"bytes,1,opt,name=size"`
	// Params are handed to the frobber in this order.
	// +optional
	// +listType=atomic
	// +k8s:optional
	// +k8s:maxItems=8
	// +k8s:eachVal=+k8s:minLength=1
	// +k8s:eachVal=+k8s:maxLength=64
	Params []string `json:"params,omitempty" protobuf:"bytes,4,rep,name=params"`
	// +optional
	// +default="Gentle"
	// +k8s:optional
	Mode FrobberMode `json:"mode,omitempty" protobuf:"bytes,5,opt,name=mode,casttype=FrobberMode"`
	// Replicas is how many frobbers work at once.
	// +optional
	// +default=1
	// +k8s:optional
	// +k8s:minimum=0
	Replicas *int32 `json:"replicas,omitempty" protobuf:"varint,6,opt,name=replicas"`
	// Notes are for people.
	// +optional
	// +listType=atomic
	// +k8s:optional
	// +k8s:maxItems=16
	Notes []string `json:"notes,omitempty" protobuf:"bytes,7,rep,name=notes"`
	// Owner is the team that pays; it cannot be changed.
	// +optional
	// +k8s:optional
	// +k8s:immutable
	// +k8s:format=k8s-short-name
	Owner string `json:"owner,omitempty" protobuf:"bytes,8,opt,name=owner"`
	// RestartPolicy says whether a frobber that stops is started again: Always, Never, or (alpha) OnTuesday. There may be more one
	// day; take one you do not know as Never.
	// +optional
	// +default="Always"
	// +k8s:optional
	RestartPolicy FrobberRestartPolicy `json:"restartPolicy,omitempty" protobuf:"bytes,10,opt,name=restartPolicy,casttype=FrobberRestartPolicy"`
}

type FrobberSize struct {
	// +k8s:required
	// +k8s:minimum=1
	// +k8s:maximum=1000
	HeightMillimetres *int32 `json:"heightMillimetres" protobuf:"varint,1,opt,name=heightMillimetres"`
	// WidthMillimetres is alpha: it is dropped unless the feature Frobber2D is on.
	// +optional
	// +featureGate=Frobber2D
	// +k8s:optional
	// +k8s:minimum=1
	// +k8s:maximum=1000
	WidthMillimetres *int32 `json:"widthMillimetres,omitempty" protobuf:"varint,2,opt,name=widthMillimetres"`
}

// FrobberStatus is what was last seen.
type FrobberStatus struct {
	// +optional
	ObservedGeneration int64 `json:"observedGeneration,omitempty" protobuf:"varint,1,opt,name=observedGeneration"`
	// ReadyReplicas is the number of frobbers at work.
	// +optional
	// +k8s:optional
	// +k8s:minimum=0
	ReadyReplicas int32 `json:"readyReplicas,omitempty" protobuf:"varint,2,opt,name=readyReplicas"`
	// +optional
	// +listType=map
	// +listMapKey=type
	Conditions []metav1.Condition `json:"conditions,omitempty" patchStrategy:"merge" patchMergeKey:"type" protobuf:"bytes,3,rep,name=conditions"`
}

// FrobberMode is how frobbing is done.
// +enum
// +k8s:enum
type FrobberMode string

const (
	// FrobberModeGentle frobs slowly.
	FrobberModeGentle FrobberMode = "Gentle"
	// FrobberModeThorough frobs until nothing is left to frob.
	FrobberModeThorough FrobberMode = "Thorough"
)

// FrobberRestartPolicy is what happens when a frobber stops.
// +enum
// +k8s:enum
type FrobberRestartPolicy string

const (
	FrobberRestartPolicyAlways FrobberRestartPolicy = "Always"
	FrobberRestartPolicyNever  FrobberRestartPolicy = "Never"
	// FrobberRestartPolicyOnTuesday is alpha: it can be chosen where the feature FrobberRestartPolicyOnTuesday is on, and kept
	// everywhere.
	// +k8s:ifDisabled(FrobberRestartPolicyOnTuesday)=+k8s:enumExclude
	FrobberRestartPolicyOnTuesday FrobberRestartPolicy = "OnTuesday"
)

// +k8s:prerelease-lifecycle-gen:introduced=1.36
type FrobberList struct {
	metav1.TypeMeta `json:",inline"`
	// +optional
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"bytes,1,opt,name=metadata"`
	Items []Frobber `json:"items" protobuf:"bytes,2,rep,name=items"`
}
