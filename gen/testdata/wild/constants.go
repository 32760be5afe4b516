package wild

import "time"

const size = 1 << 3

const (
	// First has a comment.
	First Level = iota + 1
	Second // and Second one behind it

	_
	Fourth
)

// Level is a number.
type Level int32

const (
	Kilo = 1 << (10 * (iota + 1))
	Mega
	Big uint64 = 0xffff_ffff_ff
	Large = 18446744073709551615 // beyond what is reckoned with
	Half  float64 = 1 / 2.0
	Yes           = true && !No
	No            = false
	Letter        = 'A'
)

const Prefix, Suffix = "wild.example/", `raw "text"`

const (
	Joined  = Prefix + "name" + Suffix
	Typed   = Mode("octal\101\u00e9")
	Copied  = Typed
	Timeout = 30 * time.Second // not known here
	Length  = len(Joined)
	Circle  = Circle2
	Circle2 = Circle
)

// Mode is a text.
// +enum
type Mode string
