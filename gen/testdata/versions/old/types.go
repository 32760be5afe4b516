// Package old has the length and the beam of a boat side by side, and calls some things otherwise.
//
// +pintle:conversionHub=example.com/versions/hub
package old

import "example.com/versions/hub"

type Boat struct {
	hub.TypeMeta   `json:",inline"`
	hub.ObjectMeta `json:"metadata,omitempty"`
	Hull           Hull `json:"hull"`
	// +pintle:hubField=Crew
	People  []Sailor           `json:"people,omitempty"`
	Cabins  map[string]Room    `json:"cabins,omitempty"`
	Tender  *Boat              `json:"tender,omitempty"`
	Watches [][]Sailor         `json:"watches,omitempty"`
	Log     []Entry            `json:"log,omitempty"`
	Index   map[string][]Entry `json:"index,omitempty"`
	Last    *Entry             `json:"last,omitempty"`
	Flags   []Flag             `json:"flags,omitempty"`
	Sails   *int32             `json:"sails,omitempty"`
	Anchor  Entry              `json:"anchor"`
	Spares  *[]Sailor          `json:"spares,omitempty"`
}

// +pintle:convertByHand
type Hull struct {
	Colour string  `json:"color"`
	Length int32   `json:"length"`
	Beam   int32   `json:"beam"`
	Plates []Entry `json:"plates,omitempty"`
}

// Sailor has its members in another order.
type Sailor struct {
	Rank Rank   `json:"rank"`
	Name string `json:"name"`
}

type Room struct {
	Beds int32    `json:"beds"`
	Door *Room    `json:"door,omitempty"`
	Who  []Sailor `json:"who,omitempty"`
}

// Entry is the same in both packages.
type Entry struct {
	Text  string  `json:"text"`
	Next  *Entry  `json:"next,omitempty"`
	Parts []Entry `json:"parts,omitempty"`
	Flag  Flag    `json:"flag"`
}

// Rigging is only here, so nothing converts it.
type Rigging struct {
	Masts int32 `json:"masts"`
}

type Flag string
type Rank string
