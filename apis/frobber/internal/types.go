package internal

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Frobber is the example resource: it frobs things of a given size.
type Frobber struct {
	metav1.TypeMeta `json:",inline"`
	// +optional
	metav1.ObjectMeta `json:"metadata,omitempty"`
	// +optional
	Spec FrobberSpec `json:"spec,omitempty"`
	// +optional
	Status FrobberStatus `json:"status,omitempty"`
}

// FrobberSpec is what is wanted. Of the pair param and params only the plural is kept.
type FrobberSpec struct {
	Size FrobberSize `json:"size"`
	// Params are handed to the frobber in this order.
	// +optional
	// +listType=atomic
	Params []string `json:"params,omitempty"`
	// +optional
	Mode FrobberMode `json:"mode,omitempty"`
	// Replicas is how many frobbers work at once.
	// +optional
	Replicas *int32 `json:"replicas,omitempty"`
	// Notes are for people.
	// +optional
	// +listType=atomic
	Notes []string `json:"notes,omitempty"`
	// Owner is the team that pays; it cannot be changed.
	// +optional
	Owner string `json:"owner,omitempty"`
}

// FrobberSize is in millimetres.
type FrobberSize struct {
	Height int32 `json:"height"`
	Width int32 `json:"width"`
}

// FrobberStatus is what was last seen.
type FrobberStatus struct {
	// +optional
	ObservedGeneration int64 `json:"observedGeneration,omitempty"`
	// ReadyReplicas is the number of frobbers at work.
	// +optional
	ReadyReplicas int32 `json:"readyReplicas,omitempty"`
	// +optional
	// +listType=map
	// +listMapKey=type
	Conditions []metav1.Condition `json:"conditions,omitempty" patchStrategy:"merge" patchMergeKey:"type"`
}

// FrobberMode is how frobbing is done.
// +enum
type FrobberMode string

const (
	// FrobberModeGentle frobs slowly.
	FrobberModeGentle FrobberMode = "Gentle"
	// FrobberModeThorough frobs until nothing is left to frob.
	FrobberModeThorough FrobberMode = "Thorough"
)

type FrobberList struct {
	metav1.TypeMeta `json:",inline"`
	// +optional
	metav1.ListMeta `json:"metadata,omitempty"`
	Items []Frobber `json:"items"`
}
