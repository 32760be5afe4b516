package shapes

import (
	"fmt"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
)

// Everything has one field of each shape. It says "hello" with a \ in it.
//
// A second paragraph.
type Everything struct {
	Base `json:",inline"`
	// A comment.
	// +optional
	Flag  bool    `json:"flag,omitempty"` // trailing comments document nothing
	Plain int     `json:"plain"`
	Small int32   `json:"small"`
	Ratio float64 `json:"ratio"`
	// +default="blue"
	Color Color      `json:"color,omitempty"`
	ID    types.UID  `json:"uid"`
	Data  []byte     `json:"data,omitempty"`
	When  metav1.Time `json:"when,omitempty"`
	Exact *metav1.MicroTime `json:"exact,omitempty"`
	Raw   runtime.RawExtension `json:"raw,omitempty"`
	Later *runtime.RawExtension `json:"later,omitempty"`
	Cells []interface{} `json:"cells"`

	MaybeFlag *bool   `json:"maybeFlag,omitempty"`
	MaybeText *Color  `json:"maybeText,omitempty"`
	Child     *Node   `json:"child,omitempty"`
	Texts     []string `json:"texts,omitempty"`
	// +listType=map
	// +listMapKey=name
	// +listMapKey=value
	Nodes  []Node `json:"nodes,omitempty" patchStrategy:"merge,retainKeys" patchMergeKey:"name"`
	Labels map[string]string `json:"labels,omitempty"`
	ByColor map[Color][]string `json:"byColor,omitempty"`
	Matrix [][]int64 `json:"matrix,omitempty"`
	Named  Names `json:"named,omitempty"`
	Wrapped Wrapped `json:"wrapped,omitempty"`
	// +featureGate=Pairs
	// +featureGate=Extras
	Extra map[string]Wrapped `json:"extra,omitempty"`

	// +structType=granular
	Loose *Node `json:"loose,omitempty"`

	// Names that need care in C++.
	Namespace  string   `json:"namespace"`
	Not        *Node    `json:"not,omitempty"`
	ClusterIPs []string `json:"clusterIPs,omitempty"`
	XListType  string   `json:"x-kubernetes-list-type,omitempty"`
	Ref        string   `json:"$ref,omitempty"`
	HTTPGet    string   `json:"HTTPGet,omitempty"`
	Hidden     string   `json:"-"`

	private int
}

// Message has numbers on all fields, not in their order. Its kind and version need none.
type Message struct {
	TypeMeta `json:",inline"`
	Flag bool `json:"flag,omitempty" protobuf:"varint,1,opt,name=flag"`
	// Lists that are messages in Protobuf.
	Wrapped Wrapped `json:"wrapped,omitempty" protobuf:"bytes,4,opt,name=wrapped"`
	Extra map[string]Wrapped `json:"extra,omitempty" protobuf:"bytes,3,rep,name=extra"`
	// +k8s:deprecated=gone,protobuf=2
}

type TypeMeta struct {
	Kind string `json:"kind,omitempty"`
}

// Base is inlined.
type Base struct {
	Kind string `json:"kind,omitempty"`
}

// Node refers to itself.
// +structType=atomic
type Node struct {
	Name     string          `json:"name"`
	Value    string          `json:"value"`
	Next     *Node           `json:"next,omitempty"`
	Children map[string]Node `json:"children,omitempty"`
	Either   *NodeOrBool     `json:"either,omitempty"`
}

// +pintle:jsonUnion
type NodeOrBool struct {
	Allows bool
	Node   *Node
}

// Copy has the fields of Base under a name of its own.
type Copy Base

type Same = Base

type Names []string

// +protobuf.nullable=true
type Wrapped []string

// +protobuf=false
type NoMessage struct {
	Name string `json:"name"`
}

// Color is a closed set.
// +enum
type Color string

const (
	// ColorRed is the colour of blood.
	ColorRed  Color = "red"
	ColorBlue       = Color("blue")
	limit           = iota
	Greeting        = "hello"
)

type Empty struct{}

var _ = fmt.Sprint("}", '{', `
}`)

func (e *Everything) String() string {
	if e == nil { return "}" }
	return func() string { return "x" }()
}
