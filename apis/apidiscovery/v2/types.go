package v2

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// APIGroupDiscoveryList is everything the server serves, in one document.
// +k8s:prerelease-lifecycle-gen:introduced=1.30
type APIGroupDiscoveryList struct {
	metav1.TypeMeta `json:",inline"`
	// +optional
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"bytes,1,opt,name=metadata"`
	Items           []APIGroupDiscovery `json:"items" protobuf:"bytes,2,rep,name=items"`
}

// +k8s:prerelease-lifecycle-gen:introduced=1.30
type APIGroupDiscovery struct {
	metav1.TypeMeta `json:",inline"`
	// +optional
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"bytes,1,opt,name=metadata"`
	// +listType=map
	// +listMapKey=version
	Versions []APIVersionDiscovery `json:"versions,omitempty" protobuf:"bytes,2,rep,name=versions"`
}

type APIVersionDiscovery struct {
	Version string `json:"version" protobuf:"bytes,1,opt,name=version"`
	// +listType=map
	// +listMapKey=resource
	Resources []APIResourceDiscovery `json:"resources,omitempty" protobuf:"bytes,2,rep,name=resources"`
	// Freshness tells whether the list could be brought up to date.
	Freshness DiscoveryFreshness `json:"freshness,omitempty" protobuf:"bytes,3,opt,name=freshness,casttype=DiscoveryFreshness"`
}

type APIResourceDiscovery struct {
	Resource string `json:"resource" protobuf:"bytes,1,opt,name=resource"`
	// ResponseKind is what requests usually return; absent if the resource itself has no methods.
	ResponseKind     *metav1.GroupVersionKind `json:"responseKind,omitempty" protobuf:"bytes,2,opt,name=responseKind"`
	Scope            ResourceScope            `json:"scope" protobuf:"bytes,3,opt,name=scope,casttype=ResourceScope"`
	SingularResource string                   `json:"singularResource" protobuf:"bytes,4,opt,name=singularResource"`
	// +listType=set
	Verbs []string `json:"verbs" protobuf:"bytes,5,rep,name=verbs"`
	// +listType=set
	ShortNames []string `json:"shortNames,omitempty" protobuf:"bytes,6,rep,name=shortNames"`
	// +listType=set
	Categories []string `json:"categories,omitempty" protobuf:"bytes,7,rep,name=categories"`
	// +listType=map
	// +listMapKey=subresource
	Subresources []APISubresourceDiscovery `json:"subresources,omitempty" protobuf:"bytes,8,rep,name=subresources"`
}

type ResourceScope string

const (
	ScopeCluster   ResourceScope = "Cluster"
	ScopeNamespace ResourceScope = "Namespaced"
)

type DiscoveryFreshness string

const (
	DiscoveryFreshnessCurrent DiscoveryFreshness = "Current"
	DiscoveryFreshnessStale   DiscoveryFreshness = "Stale"
)

type APISubresourceDiscovery struct {
	Subresource  string                   `json:"subresource" protobuf:"bytes,1,opt,name=subresource"`
	ResponseKind *metav1.GroupVersionKind `json:"responseKind,omitempty" protobuf:"bytes,2,opt,name=responseKind"`
	// +listType=map
	// +listMapKey=group
	// +listMapKey=version
	// +listMapKey=kind
	AcceptedTypes []metav1.GroupVersionKind `json:"acceptedTypes,omitempty" protobuf:"bytes,3,rep,name=acceptedTypes"`
	// +listType=set
	Verbs []string `json:"verbs" protobuf:"bytes,4,rep,name=verbs"`
}
