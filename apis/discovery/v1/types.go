package v1

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// EndpointSlice is a part of the addresses behind a Service, which its label kubernetes.io/service-name
// names.
// +k8s:prerelease-lifecycle-gen:introduced=1.21
type EndpointSlice struct {
	metav1.TypeMeta `json:",inline"`
	// +optional
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"bytes,1,opt,name=metadata"`
	// AddressType of all addresses in it: IPv4, IPv6 or FQDN. It cannot be changed.
	// +k8s:alpha(since: "1.36")=+k8s:required
	// +k8s:alpha(since: "1.36")=+k8s:immutable
	AddressType AddressType `json:"addressType" protobuf:"bytes,4,opt,name=addressType,casttype=AddressType"`
	// +optional
	// +listType=atomic
	// +k8s:alpha(since: "1.36")=+k8s:optional
	Endpoints []Endpoint `json:"endpoints" protobuf:"bytes,2,rep,name=endpoints"`
	// Ports that every endpoint has; none means no port, not all of them.
	// +optional
	// +listType=atomic
	Ports []EndpointPort `json:"ports" protobuf:"bytes,3,rep,name=ports"`
}

// +enum
// +k8s:alpha(since: "1.36")=+k8s:enum
type AddressType string

const (
	AddressTypeIPv4 AddressType = "IPv4"
	AddressTypeIPv6 AddressType = "IPv6"
	AddressTypeFQDN AddressType = "FQDN"
)

type Endpoint struct {
	// Addresses of the endpoint; only the first is used.
	// +listType=set
	// +k8s:alpha(since: "1.36")=+k8s:required
	// +k8s:alpha(since: "1.36")=+k8s:maxItems=100
	Addresses  []string           `json:"addresses" protobuf:"bytes,1,rep,name=addresses"`
	Conditions EndpointConditions `json:"conditions,omitempty" protobuf:"bytes,2,opt,name=conditions"`
	// +optional
	Hostname *string `json:"hostname,omitempty" protobuf:"bytes,3,opt,name=hostname"`
	// TargetRef is the object behind it, such as a Pod.
	// +optional
	TargetRef *corev1.ObjectReference `json:"targetRef,omitempty" protobuf:"bytes,4,opt,name=targetRef"`
	// +optional
	DeprecatedTopology map[string]string `json:"deprecatedTopology,omitempty" protobuf:"bytes,5,rep,name=deprecatedTopology"`
	// +optional
	NodeName *string `json:"nodeName,omitempty" protobuf:"bytes,6,opt,name=nodeName"`
	// +optional
	Zone *string `json:"zone,omitempty" protobuf:"bytes,7,opt,name=zone"`
	// +optional
	Hints *EndpointHints `json:"hints,omitempty" protobuf:"bytes,8,opt,name=hints"`
}

type EndpointConditions struct {
	// Ready says that it takes traffic; absent counts as ready.
	// +optional
	Ready *bool `json:"ready,omitempty" protobuf:"varint,1,opt,name=ready"`
	// Serving is ready without regard to termination.
	// +optional
	Serving *bool `json:"serving,omitempty" protobuf:"varint,2,opt,name=serving"`
	// Terminating says that it is on its way out.
	// +optional
	Terminating *bool `json:"terminating,omitempty" protobuf:"varint,3,opt,name=terminating"`
}

type EndpointHints struct {
	// +listType=atomic
	ForZones []ForZone `json:"forZones,omitempty" protobuf:"bytes,1,rep,name=forZones"`
	// +listType=atomic
	ForNodes []ForNode `json:"forNodes,omitempty" protobuf:"bytes,2,rep,name=forNodes"`
}

type ForZone struct {
	Name string `json:"name" protobuf:"bytes,1,opt,name=name"`
}

type ForNode struct {
	Name string `json:"name" protobuf:"bytes,1,opt,name=name"`
}

// +structType=atomic
type EndpointPort struct {
	Name     *string          `json:"name,omitempty" protobuf:"bytes,1,opt,name=name"`
	Protocol *corev1.Protocol `json:"protocol,omitempty" protobuf:"bytes,2,opt,name=protocol,casttype=k8s.io/api/core/v1.Protocol"`
	Port     *int32           `json:"port,omitempty" protobuf:"varint,3,opt,name=port"`
	// +optional
	AppProtocol *string `json:"appProtocol,omitempty" protobuf:"bytes,4,opt,name=appProtocol"`
}

// +k8s:prerelease-lifecycle-gen:introduced=1.21
type EndpointSliceList struct {
	metav1.TypeMeta `json:",inline"`
	// +optional
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"bytes,1,opt,name=metadata"`
	Items           []EndpointSlice `json:"items" protobuf:"bytes,2,rep,name=items"`
}
