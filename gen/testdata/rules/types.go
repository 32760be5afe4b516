package rules

// TypeMeta marks kinds.
type TypeMeta struct {
	Kind string `json:"kind,omitempty"`
}

// Thing is a kind.
// +k8s:supportsSubresource="/status"
type Thing struct {
	TypeMeta `json:",inline"`
	// +k8s:subfield(name)=+k8s:optional
	// +k8s:subfield(name)=+k8s:format=k8s-short-name
	// +k8s:subfield(title)=+k8s:maxLength=4
	// +k8s:subfield(holders)=+k8s:listType=map
	// +k8s:subfield(holders)=+k8s:listMapKey=name
	// +k8s:subfield(keepers)=+k8s:listType=map
	// +k8s:subfield(keepers)=+k8s:listMapKey=name
	Meta Meta `json:"metadata"`

	// +k8s:required
	// +k8s:minimum=1
	// +k8s:maximum=10
	Size int32 `json:"size"`
	// +default=3
	// +k8s:optional
	// +k8s:minimum=0
	Replicas *int32 `json:"replicas,omitempty"`
	// +default=0
	// +k8s:optional
	// +k8s:minimum=-1
	Offset int64 `json:"offset,omitempty"`
	// +k8s:required
	// +k8s:immutable
	Mode Mode `json:"mode"`
	// +k8s:optional
	// +k8s:immutable
	// +k8s:maxBytes=5
	Owner string `json:"owner,omitempty"`
	// +k8s:optional
	// +k8s:maxItems=2
	// +k8s:eachVal=+k8s:maxLength=3  # characters
	Notes []string `json:"notes,omitempty"`
	// +k8s:optional
	// +k8s:eachVal=+k8s:minimum=0
	Counts map[string]int32 `json:"counts,omitempty"`
	// +k8s:required
	// +k8s:minItems=1
	Parts []Part `json:"parts"`
	// +k8s:optional
	Main *Part `json:"main,omitempty"`
	// +k8s:ifEnabled(Beyond)=+k8s:optional
	// +k8s:ifDisabled(Beyond)=+k8s:forbidden
	// +k8s:ifEnabled(Beyond)=+k8s:minimum=100
	Beyond *int32 `json:"beyond,omitempty"`
	// +k8s:forbidden
	Gone string `json:"gone,omitempty"`
	// +k8s:optional
	Codes Codes `json:"codes,omitempty"`
	// +k8s:optional
	ByName map[string]Part `json:"byName,omitempty"`
	// +k8s:optional
	// +k8s:maxItems=4
	// +k8s:listType=set
	// +k8s:eachVal=+k8s:maxLength=3
	Words []string `json:"words,omitempty"`
	// +k8s:optional
	// +k8s:listType=map
	// +k8s:listMapKey=number
	// +k8s:listMapKey=protocol
	Ports []Port `json:"ports,omitempty"`
	// +k8s:optional
	// +k8s:listType=atomic
	// +k8s:unique=map
	// +k8s:listMapKey=name
	Spares []Part `json:"spares,omitempty"`
	// +k8s:optional
	Modes Modes `json:"modes,omitempty"`
	// +k8s:optional
	// +k8s:listType=set
	// +k8s:customUnique
	// +k8s:eachVal=+k8s:maxLength=3
	Loose []string `json:"loose,omitempty"`
	// +k8s:optional
	// +k8s:alpha(since: "1.36")=+k8s:unique=set
	// +k8s:listType=atomic
	LevelledFirst []string `json:"levelledFirst,omitempty"`
	// +k8s:optional
	// +k8s:listType=atomic
	// +k8s:alpha(since: "1.36")=+k8s:unique=set
	LevelledLast []string `json:"levelledLast,omitempty"`
	// +k8s:optional
	// +k8s:eachVal=+k8s:subfield(name)=+k8s:immutable
	Fixed []Holder `json:"fixed,omitempty"`
}

// Port is told from others by two members.
type Port struct {
	Number   int32   `json:"number"`
	Protocol *string `json:"protocol,omitempty"`
	// +k8s:optional
	// +k8s:maxLength=3
	Note string `json:"note,omitempty"`
}

// Modes is a set wherever it stands.
// +k8s:listType=set
type Modes []Mode

type Meta struct {
	Name  string `json:"name,omitempty"`
	Title string `json:"title,omitempty"`
	Holders []Holder `json:"holders,omitempty"`
	// Keepers are told apart here already, and wherever a Meta is.
	// +k8s:listType=map
	// +k8s:listMapKey=name
	Keepers []Holder `json:"keepers,omitempty"`
}

type Holder struct {
	Name string `json:"name"`
}

type Part struct {
	// +k8s:required
	// +k8s:minLength=2
	Name string `json:"name"`
	// +k8s:optional
	Sub *Part `json:"sub,omitempty"`
}

// +k8s:enum
type Mode string

const (
	ModeFast Mode = "Fast"
	ModeSafe Mode = "Safe"
	// ModeNight can be chosen once the feature is on.
	// +k8s:ifDisabled(NightMode)=+k8s:enumExclude
	ModeNight Mode = "Night"
	// ModeOld is not for new things, nor where the past is over.
	// +k8s:ifEnabled(NoPast)=+k8s:enumExclude
	ModeOld Mode = "Old"
	// +k8s:enumExclude
	ModeNone Mode = "None"
)

// Code is checked wherever it stands.
// +k8s:maxLength=2
type Code string

type Codes []Code

// ThingList is no kind of its own.
type ThingList struct {
	TypeMeta `json:",inline"`
	ListMeta Meta    `json:"metadata"`
	Items    []Thing `json:"items"`
}

// +k8s:validation-gen=false

// Spare would be a kind.
type Spare struct {
	TypeMeta `json:",inline"`
	// +k8s:required
	Name string `json:"name"`
}
