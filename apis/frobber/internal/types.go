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

// FrobberSpec is what is wanted. Clients of v6 know some things by two names. Both are here as the client sent them, for only
// beside the old object can be told which of the two it meant; until that is done Height need not be Size.HeightMillimetres, nor Param
// the first of Params.
type FrobberSpec struct {
	// +optional
	Height *int32      `json:"height,omitempty"`
	Size   FrobberSize `json:"size"`
	// +optional
	Param string `json:"param,omitempty"`
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
	// RestartPolicy says whether a frobber that stops is started again: Always, Never, or (alpha) OnTuesday. There may be more one
	// day; take one you do not know as Never.
	// +optional
	RestartPolicy FrobberRestartPolicy `json:"restartPolicy,omitempty"`
}

type FrobberSize struct {
	// +optional
	HeightMillimetres *int32 `json:"heightMillimetres,omitempty"`
	// +optional
	// +featureGate=Frobber2D
	WidthMillimetres *int32 `json:"widthMillimetres,omitempty"`
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

// FrobberRestartPolicy is what happens when a frobber stops.
// +enum
type FrobberRestartPolicy string

const (
	FrobberRestartPolicyAlways FrobberRestartPolicy = "Always"
	FrobberRestartPolicyNever  FrobberRestartPolicy = "Never"
	// FrobberRestartPolicyOnTuesday is alpha: it can be chosen where the feature FrobberRestartPolicyOnTuesday is on, and kept
	// everywhere.
	FrobberRestartPolicyOnTuesday FrobberRestartPolicy = "OnTuesday"
)

type FrobberList struct {
	metav1.TypeMeta `json:",inline"`
	// +optional
	metav1.ListMeta `json:"metadata,omitempty"`
	Items []Frobber `json:"items"`
}
