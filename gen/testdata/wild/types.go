// Declarations as they are found in packages that nobody wrote for this generator.

package wild

import (
	"encoding/json"
	"net"
	"sync"
	"time"

	. "example.com/apis/base"
	_ "example.com/side/effects"
	"k8s.io/apimachinery/pkg/api/resource"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/intstr"
)

type (
	// Port is declared in a group.
	Port uint16

	Ratio  float32
	Tags   map[string][]string
	Matrix [][]float64
)

// Scalars has every scalar of the language and the well-known types.
type Scalars struct {
	I8    int8               `json:"i8"`
	I16   int16              `json:"i16"`
	U     uint               `json:"u"`
	U8    uint8              `json:"u8"`
	Port  Port               `json:"port,omitempty"`
	U32   *uint32            `json:"u32,omitempty"`
	U64   uint64             `json:"u64"`
	Ratio Ratio              `json:"ratio"`
	Rune  rune               `json:"rune"`
	Wait  meta.Duration      `json:"wait,omitempty"`
	Nanos time.Duration      `json:"nanos"`
	Limit resource.Quantity  `json:"limit"`
	Spare *resource.Quantity `json:"spare,omitempty"`
	Count intstr.IntOrString `json:"count,omitempty"`
	Surge *intstr.IntOrString `json:"surge,omitempty"`
	IP    net.IP             `json:"ip"`
	Raw   json.RawMessage    `json:"raw,omitempty"`
	Obj   runtime.Object     `json:"obj,omitempty"`
	Shape Shaper             `json:"shape,omitempty"`
	Odd   OddForm            `json:"odd"`
	Label Label              `json:"label"`
}

// Numbered is a message as go-to-protobuf writes its tags.
type Numbered struct {
	Port Port `json:"port,omitempty" protobuf:"varint,5,opt,name=port,casttype=Port"`
}

// Containers nests whatever can be nested.
type Containers struct {
	Lists    [][]string                   `json:"lists"`
	Pointers []*Scalars                   `json:"pointers"`
	Texts    []*string                    `json:"texts"`
	Fixed    [4]int32                     `json:"fixed"`
	Digest   [size * 2]byte               `json:"digest"`
	Blobs    [][]byte                     `json:"blobs"`
	Maybe    *[]string                    `json:"maybe,omitempty"`
	MaybeMap *map[string]string           `json:"maybeMap,omitempty"`
	Twice    **int32                      `json:"twice,omitempty"`
	Set      map[string]struct{}          `json:"set,omitempty"`
	ByNumber map[int]string               `json:"byNumber"`
	ByPort   map[Port]*Containers         `json:"byPort"`
	Limits   map[string]resource.Quantity `json:"limits"`
	Deep     map[string]map[string][]Tags `json:"deep"`
	Unnamed  struct {
		First, Second string
		Inner         []struct {
			Name string `json:"name"`
		} `json:"inner"`
	} `json:"unnamed"`
	Matrix Matrix `json:"matrix"`
}

// Embedding shows every way a struct can be part of another.
type Embedding struct {
	meta.Time `json:"time"`
	hidden    `json:",inline"`
	*Pointed  `json:",inline"`
	Named     `json:"named"`
	Port      `json:"port"`
	Box[int32]
	Shared `json:",inline"`
}

type hidden struct {
	Seen string `json:"seen"`
}

type Pointed struct {
	Behind string `json:"behind"`
}

type Named struct {
	Inner string `json:"inner"`
}

// Box is generic.
type Box[T any] struct {
	Content T      `json:"content"`
	More    *Box[T] `json:"more,omitempty"`
}

type Pair[K comparable, V interface{ ~string | ~int }] struct {
	Key   K   `json:"key"`
	Value []V `json:"value"`
}

type Boxes struct {
	Texts Pair[string, Box[Named]] `json:"texts"`
	Same  Pair[string, Box[Named]] `json:"same"`
	List  List[*Named]             `json:"list"`
}

type List[T any] []T

// No tags at all: names as they are.
type Untagged struct {
	Name    string
	Numbers []int64
	private sync.Mutex
}

// C++ has other ideas about these names.
type Names struct {
	Operator string `json:"operator"`
	Errno    int32  `json:"errno"`
	Std      string `json:"std"`
	TypeInfo string `json:"typeinfo"`
	Snake    string `json:"snake_case"`
	Camel    string `json:"snakeCase"`
	Digit    string `json:"1st"`
	Question string `json:"what??!"`
	struct_  string
}

// Loop and Other refer to each other.
type Loop struct {
	Other  *Other           `json:"other"`
	Others map[string]Other `json:"others"`
}

type Other struct {
	Loop []Loop `json:"loop"`
}

// Alias is another name.
type Alias = Loop

type LoopFields struct {
	X string `json:"x"`
}

// OddForm is read and written by functions of its own.
type OddForm struct {
	Value string `json:"value"`
}

func (o *OddForm) UnmarshalJSON(data []byte) error { return json.Unmarshal(data, &o.Value) }
func (o OddForm) MarshalJSON() ([]byte, error)     { return json.Marshal(o.Value) }

// Label is a text wherever it stands.
type Label struct{ key, value string }

func (l Label) MarshalText() ([]byte, error) { return []byte(l.key + "=" + l.value), nil }

// Shaper is an interface.
type Shaper interface {
	Shape() (string, error)
}

// Left out: nothing that can be sent.
type Handler func(name string) (chan<- int, error)

type Worker struct {
	Handle Handler
	Lock   sync.Mutex
}

var table = map[string]func() struct{ x int }{
	"}": func() struct{ x int } { return struct{ x int }{'}'} },
	`{`: nil, // }
}
