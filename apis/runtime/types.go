package runtime

// TypeMeta of the envelope; its numbers are not those of meta/v1.
type TypeMeta struct {
	// +optional
	APIVersion string `json:"apiVersion,omitempty" protobuf:"bytes,1,opt,name=apiVersion"`
	// +optional
	Kind string `json:"kind,omitempty" protobuf:"bytes,2,opt,name=kind"`
}

// Unknown is the envelope of an object in Protobuf: what it is, and its bytes.
type Unknown struct {
	TypeMeta        `json:",inline" protobuf:"bytes,1,opt,name=typeMeta"`
	Raw             []byte `json:"-" protobuf:"bytes,2,opt,name=raw"`
	ContentEncoding string `protobuf:"bytes,3,opt,name=contentEncoding"`
	ContentType     string `protobuf:"bytes,4,opt,name=contentType"`
}
