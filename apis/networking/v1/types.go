package v1

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// NetworkPolicy says what traffic pods may take and make. Pods that no policy selects are open.
// +k8s:prerelease-lifecycle-gen:introduced=1.7
type NetworkPolicy struct {
	metav1.TypeMeta `json:",inline"`
	// +optional
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"bytes,1,opt,name=metadata"`
	// +optional
	Spec NetworkPolicySpec `json:"spec,omitempty" protobuf:"bytes,2,opt,name=spec"`
}

// +enum
type PolicyType string

const (
	PolicyTypeIngress PolicyType = "Ingress"
	PolicyTypeEgress  PolicyType = "Egress"
)

type NetworkPolicySpec struct {
	// PodSelector of the pods the policy is about, in its namespace; an empty one is all of them.
	// +optional
	PodSelector metav1.LabelSelector `json:"podSelector" protobuf:"bytes,1,opt,name=podSelector"`
	// Ingress rules: traffic that one of them allows may come in. With none, and Ingress among policyTypes,
	// nothing may.
	// +optional
	// +listType=atomic
	// +k8s:alpha(since: "1.36")=+k8s:optional
	Ingress []NetworkPolicyIngressRule `json:"ingress,omitempty" protobuf:"bytes,2,rep,name=ingress"`
	// Egress rules: traffic that one of them allows may go out. With none, and Egress among policyTypes,
	// nothing may.
	// +optional
	// +listType=atomic
	// +k8s:alpha(since: "1.36")=+k8s:optional
	Egress []NetworkPolicyEgressRule `json:"egress,omitempty" protobuf:"bytes,3,rep,name=egress"`
	// PolicyTypes the policy is about: Ingress, Egress or both. By default Ingress, and Egress if there are
	// egress rules.
	// +optional
	// +listType=atomic
	PolicyTypes []PolicyType `json:"policyTypes,omitempty" protobuf:"bytes,4,rep,name=policyTypes,casttype=PolicyType"`
}

// NetworkPolicyIngressRule allows traffic that fits both its members.
type NetworkPolicyIngressRule struct {
	// Ports of the selected pods; all of them when empty.
	// +optional
	// +listType=atomic
	Ports []NetworkPolicyPort `json:"ports,omitempty" protobuf:"bytes,1,rep,name=ports"`
	// From where; anywhere when empty.
	// +optional
	// +listType=atomic
	// +k8s:alpha(since: "1.36")=+k8s:optional
	From []NetworkPolicyPeer `json:"from,omitempty" protobuf:"bytes,2,rep,name=from"`
}

// NetworkPolicyEgressRule allows traffic that fits both its members.
type NetworkPolicyEgressRule struct {
	// Ports of the other side; all of them when empty.
	// +optional
	// +listType=atomic
	Ports []NetworkPolicyPort `json:"ports,omitempty" protobuf:"bytes,1,rep,name=ports"`
	// To where; anywhere when empty.
	// +optional
	// +listType=atomic
	// +k8s:alpha(since: "1.36")=+k8s:optional
	To []NetworkPolicyPeer `json:"to,omitempty" protobuf:"bytes,2,rep,name=to"`
}

type NetworkPolicyPort struct {
	// Protocol is TCP (the default), UDP or SCTP.
	// +optional
	Protocol *corev1.Protocol `json:"protocol,omitempty" protobuf:"bytes,1,opt,name=protocol,casttype=k8s.io/api/core/v1.Protocol"`
	// Port as a number or the name of a container's port; all when absent.
	// +optional
	Port *intstr.IntOrString `json:"port,omitempty" protobuf:"bytes,2,opt,name=port"`
	// EndPort makes it a range from port, which must be a number.
	// +optional
	EndPort *int32 `json:"endPort,omitempty" protobuf:"varint,3,opt,name=endPort"`
}

type IPBlock struct {
	// CIDR such as `192.0.2.0/24` or `2001:db8::/64`.
	// +k8s:alpha(since: "1.36")=+k8s:required
	CIDR string `json:"cidr" protobuf:"bytes,1,opt,name=cidr"`
	// Except are ranges within cidr that are left out.
	// +optional
	// +listType=atomic
	Except []string `json:"except,omitempty" protobuf:"bytes,2,rep,name=except"`
}

// NetworkPolicyPeer is some pods, or addresses.
type NetworkPolicyPeer struct {
	// PodSelector of the pods, in the policy's namespace or in those of namespaceSelector.
	// +optional
	PodSelector *metav1.LabelSelector `json:"podSelector,omitempty" protobuf:"bytes,1,opt,name=podSelector"`
	// NamespaceSelector of namespaces by their labels; an empty one is all of them.
	// +optional
	NamespaceSelector *metav1.LabelSelector `json:"namespaceSelector,omitempty" protobuf:"bytes,2,opt,name=namespaceSelector"`
	// IPBlock is a range of addresses; not together with the others.
	// +optional
	// +k8s:alpha(since: "1.36")=+k8s:optional
	IPBlock *IPBlock `json:"ipBlock,omitempty" protobuf:"bytes,3,opt,name=ipBlock"`
}

// +k8s:prerelease-lifecycle-gen:introduced=1.19
type NetworkPolicyList struct {
	metav1.TypeMeta `json:",inline"`
	// +optional
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"bytes,1,opt,name=metadata"`
	Items           []NetworkPolicy `json:"items" protobuf:"bytes,2,rep,name=items"`
}

// Ingress leads HTTP requests from outside to services, by host and path.
// +k8s:prerelease-lifecycle-gen:introduced=1.19
type Ingress struct {
	metav1.TypeMeta `json:",inline"`
	// +optional
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"bytes,1,opt,name=metadata"`
	// +optional
	Spec IngressSpec `json:"spec,omitempty" protobuf:"bytes,2,opt,name=spec"`
	// +optional
	Status IngressStatus `json:"status,omitempty" protobuf:"bytes,3,opt,name=status"`
}

// +k8s:prerelease-lifecycle-gen:introduced=1.19
type IngressList struct {
	metav1.TypeMeta `json:",inline"`
	// +optional
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"bytes,1,opt,name=metadata"`
	Items           []Ingress `json:"items" protobuf:"bytes,2,rep,name=items"`
}

type IngressSpec struct {
	// IngressClassName says which controller carries it out; the default class when absent.
	// +optional
	IngressClassName *string `json:"ingressClassName,omitempty" protobuf:"bytes,4,opt,name=ingressClassName"`
	// DefaultBackend gets what no rule matches.
	// +optional
	DefaultBackend *IngressBackend `json:"defaultBackend,omitempty" protobuf:"bytes,1,opt,name=defaultBackend"`
	// TLS for the hosts it names, on port 443.
	// +optional
	// +listType=atomic
	TLS []IngressTLS `json:"tls,omitempty" protobuf:"bytes,2,rep,name=tls"`
	// Rules by host; without any, all goes to defaultBackend.
	// +optional
	// +listType=atomic
	Rules []IngressRule `json:"rules,omitempty" protobuf:"bytes,3,rep,name=rules"`
}

type IngressTLS struct {
	// Hosts that the certificate is for.
	// +optional
	// +listType=atomic
	Hosts []string `json:"hosts,omitempty" protobuf:"bytes,1,rep,name=hosts"`
	// SecretName has certificate and key.
	// +optional
	SecretName string `json:"secretName,omitempty" protobuf:"bytes,2,opt,name=secretName"`
}

type IngressStatus struct {
	// +optional
	LoadBalancer IngressLoadBalancerStatus `json:"loadBalancer,omitempty" protobuf:"bytes,1,opt,name=loadBalancer"`
}

type IngressLoadBalancerStatus struct {
	// +optional
	// +listType=atomic
	Ingress []IngressLoadBalancerIngress `json:"ingress,omitempty" protobuf:"bytes,1,rep,name=ingress"`
}

type IngressLoadBalancerIngress struct {
	// +optional
	IP string `json:"ip,omitempty" protobuf:"bytes,1,opt,name=ip"`
	// +optional
	Hostname string `json:"hostname,omitempty" protobuf:"bytes,2,opt,name=hostname"`
	// +optional
	// +listType=atomic
	Ports []IngressPortStatus `json:"ports,omitempty" protobuf:"bytes,4,rep,name=ports"`
}

type IngressPortStatus struct {
	Port     int32           `json:"port" protobuf:"varint,1,opt,name=port"`
	Protocol corev1.Protocol `json:"protocol" protobuf:"bytes,2,opt,name=protocol,casttype=k8s.io/api/core/v1.Protocol"`
	// +optional
	// +kubebuilder:validation:Required
	// +kubebuilder:validation:Pattern=`^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$`
	// +kubebuilder:validation:MaxLength=316
	Error *string `json:"error,omitempty" protobuf:"bytes,3,opt,name=error"`
}

type IngressRule struct {
	// Host of the request, or `*.` and a name for all one level below it; any when empty.
	// +optional
	Host string `json:"host,omitempty" protobuf:"bytes,1,opt,name=host"`
	// +optional
	IngressRuleValue `json:",inline" protobuf:"bytes,2,opt,name=ingressRuleValue"`
}

type IngressRuleValue struct {
	// +optional
	HTTP *HTTPIngressRuleValue `json:"http,omitempty" protobuf:"bytes,1,opt,name=http"`
}

type HTTPIngressRuleValue struct {
	// +listType=atomic
	Paths []HTTPIngressPath `json:"paths" protobuf:"bytes,1,rep,name=paths"`
}

// +enum
type PathType string

const (
	PathTypeExact                  PathType = "Exact"
	PathTypePrefix                 PathType = "Prefix"
	PathTypeImplementationSpecific PathType = "ImplementationSpecific"
)

type HTTPIngressPath struct {
	// Path of the request; it begins with `/`.
	// +optional
	Path string `json:"path,omitempty" protobuf:"bytes,1,opt,name=path"`
	// PathType is Exact, Prefix (whole parts between slashes) or ImplementationSpecific.
	PathType *PathType      `json:"pathType" protobuf:"bytes,3,opt,name=pathType,casttype=PathType"`
	Backend  IngressBackend `json:"backend" protobuf:"bytes,2,opt,name=backend"`
}

// IngressBackend is where requests go: a service, or another kind of object of the namespace. Exactly one
// must be set.
type IngressBackend struct {
	// +optional
	Service *IngressServiceBackend `json:"service,omitempty" protobuf:"bytes,4,opt,name=service"`
	// Resource is another object of the namespace, such as a store of files.
	// +optional
	Resource *corev1.TypedLocalObjectReference `json:"resource,omitempty" protobuf:"bytes,3,opt,name=resource"`
}

type IngressServiceBackend struct {
	Name string             `json:"name" protobuf:"bytes,1,opt,name=name"`
	Port ServiceBackendPort `json:"port,omitempty" protobuf:"bytes,2,opt,name=port"`
}

// ServiceBackendPort is a port of a service by name or number; exactly one must be set.
// +structType=atomic
type ServiceBackendPort struct {
	// +optional
	Name string `json:"name,omitempty" protobuf:"bytes,1,opt,name=name"`
	// +optional
	Number int32 `json:"number,omitempty" protobuf:"varint,2,opt,name=number"`
}

// IngressClass ties Ingresses to the controller that carries them out.
// +k8s:prerelease-lifecycle-gen:introduced=1.19
type IngressClass struct {
	metav1.TypeMeta `json:",inline"`
	// +optional
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"bytes,1,opt,name=metadata"`
	// +optional
	Spec IngressClassSpec `json:"spec,omitempty" protobuf:"bytes,2,opt,name=spec"`
}

type IngressClassSpec struct {
	// Controller such as `example.com/ingress`; it cannot be changed.
	Controller string `json:"controller,omitempty" protobuf:"bytes,1,opt,name=controller"`
	// +optional
	// +k8s:alpha(since: "1.36")=+k8s:optional
	Parameters *IngressClassParametersReference `json:"parameters,omitempty" protobuf:"bytes,2,opt,name=parameters"`
}

type IngressClassParametersReference struct {
	// +optional
	APIGroup *string `json:"apiGroup,omitempty" protobuf:"bytes,1,opt,name=aPIGroup"`
	// +k8s:alpha(since: "1.36")=+k8s:required
	Kind string `json:"kind" protobuf:"bytes,2,opt,name=kind"`
	// +k8s:alpha(since: "1.36")=+k8s:required
	Name string `json:"name" protobuf:"bytes,3,opt,name=name"`
	// +optional
	Scope *string `json:"scope" protobuf:"bytes,4,opt,name=scope"`
	// +optional
	Namespace *string `json:"namespace,omitempty" protobuf:"bytes,5,opt,name=namespace"`
}

// +k8s:prerelease-lifecycle-gen:introduced=1.19
type IngressClassList struct {
	metav1.TypeMeta `json:",inline"`
	// +optional
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"bytes,1,opt,name=metadata"`
	Items           []IngressClass `json:"items" protobuf:"bytes,2,rep,name=items"`
}

// IPAddress records that an address is taken; its name is the address.
// +k8s:prerelease-lifecycle-gen:introduced=1.33
type IPAddress struct {
	metav1.TypeMeta `json:",inline"`
	// +optional
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"bytes,1,opt,name=metadata"`
	// +required
	Spec IPAddressSpec `json:"spec,omitempty" protobuf:"bytes,2,opt,name=spec"`
}

type IPAddressSpec struct {
	// ParentRef is the object that has the address, such as a Service.
	// +required
	// +k8s:alpha(since: "1.36")=+k8s:required
	// +k8s:alpha(since: "1.36")=+k8s:immutable
	ParentRef *ParentReference `json:"parentRef,omitempty" protobuf:"bytes,1,opt,name=parentRef"`
}

type ParentReference struct {
	// +optional
	Group string `json:"group,omitempty" protobuf:"bytes,1,opt,name=group"`
	// +required
	// +k8s:alpha(since: "1.36")=+k8s:required
	Resource string `json:"resource,omitempty" protobuf:"bytes,2,opt,name=resource"`
	// +optional
	Namespace string `json:"namespace,omitempty" protobuf:"bytes,3,opt,name=namespace"`
	// +required
	// +k8s:alpha(since: "1.36")=+k8s:required
	Name string `json:"name,omitempty" protobuf:"bytes,4,opt,name=name"`
}

// +k8s:prerelease-lifecycle-gen:introduced=1.33
type IPAddressList struct {
	metav1.TypeMeta `json:",inline"`
	// +optional
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"bytes,1,opt,name=metadata"`
	Items           []IPAddress `json:"items" protobuf:"bytes,2,rep,name=items"`
}

// ServiceCIDR is a range that addresses of services are taken from.
// +k8s:prerelease-lifecycle-gen:introduced=1.33
type ServiceCIDR struct {
	metav1.TypeMeta `json:",inline"`
	// +optional
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"bytes,1,opt,name=metadata"`
	// +optional
	Spec ServiceCIDRSpec `json:"spec,omitempty" protobuf:"bytes,2,opt,name=spec"`
	// +optional
	Status ServiceCIDRStatus `json:"status,omitempty" protobuf:"bytes,3,opt,name=status"`
}

type ServiceCIDRSpec struct {
	// CIDRs: one, or one of each family. They cannot be changed.
	// +optional
	// +listType=atomic
	CIDRs []string `json:"cidrs,omitempty" protobuf:"bytes,1,rep,name=cidrs"`
}

type ServiceCIDRStatus struct {
	// +optional
	// +listType=map
	// +listMapKey=type
	Conditions []metav1.Condition `json:"conditions,omitempty" patchStrategy:"merge" patchMergeKey:"type" protobuf:"bytes,1,rep,name=conditions"`
}

// +k8s:prerelease-lifecycle-gen:introduced=1.33
type ServiceCIDRList struct {
	metav1.TypeMeta `json:",inline"`
	// +optional
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"bytes,1,opt,name=metadata"`
	Items           []ServiceCIDR `json:"items" protobuf:"bytes,2,rep,name=items"`
}
