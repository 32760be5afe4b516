// +k8s:validation-gen=*

package v1

// Kettle boils water.
type Kettle struct {
	Name string `json:"name"`
	// Litres is how much it holds.
	// +k8s:minimum=1
	Litres int32   `json:"litres"`
	State  *State  `json:"state,omitempty"`
	Parts  []Part  `json:"parts,omitempty"`
}

type Part struct {
	Name string `json:"name"`
}

// State is what it does.
// +k8s:enum
type State string

const (
	Idle    State = "Idle"
	Boiling State = "Boiling"
)
