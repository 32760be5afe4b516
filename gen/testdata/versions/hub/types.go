// Package hub is what the versions are converted through.
package hub

type TypeMeta struct {
	Kind       string `json:"kind,omitempty"`
	APIVersion string `json:"apiVersion,omitempty"`
}

type ObjectMeta struct {
	Name   string            `json:"name,omitempty"`
	Labels map[string]string `json:"labels,omitempty"`
}

type Boat struct {
	TypeMeta   `json:",inline"`
	ObjectMeta `json:"metadata,omitempty"`
	Hull       Hull            `json:"hull"`
	Crew       []Sailor        `json:"crew,omitempty"`
	Cabins     map[string]Room `json:"cabins,omitempty"`
	Tender     *Boat           `json:"tender,omitempty"`
	Watches    [][]Sailor      `json:"watches,omitempty"`
	Log        []Entry         `json:"log,omitempty"`
	Index      map[string][]Entry `json:"index,omitempty"`
	Last       *Entry          `json:"last,omitempty"`
	Flags      []Flag          `json:"flags,omitempty"`
	Sails      *int32          `json:"sails,omitempty"`
	Anchor     Entry           `json:"anchor"`
	// Reached from a list that may be absent as a whole.
	Spares *[]Sailor `json:"spares,omitempty"`
}

// Hull has its size in one member.
type Hull struct {
	Colour string `json:"colour"`
	Size   Size   `json:"size"`
	Plates []Entry `json:"plates,omitempty"`
}

type Size struct {
	Length int32 `json:"length"`
	Beam   int32 `json:"beam"`
}

type Sailor struct {
	Name string `json:"name"`
	Rank Rank   `json:"rank"`
}

type Room struct {
	Beds int32 `json:"beds"`
	Door *Room `json:"door,omitempty"`
	Who  []Sailor `json:"who,omitempty"`
}

// Entry is the same in both packages.
type Entry struct {
	Text  string  `json:"text"`
	Next  *Entry  `json:"next,omitempty"`
	Parts []Entry `json:"parts,omitempty"`
	Flag  Flag    `json:"flag"`
}

type Flag string
type Rank string
