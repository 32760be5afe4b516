package v1

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
)

// ResourceSlice is a part of the devices that a driver offers.
// +k8s:prerelease-lifecycle-gen:introduced=1.34
type ResourceSlice struct {
	metav1.TypeMeta `json:",inline"`
	// +optional
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"bytes,1,opt,name=metadata"`
	Spec              ResourceSliceSpec `json:"spec" protobuf:"bytes,2,opt,name=spec"`
}

type ResourceSliceSpec struct {
	Driver string `json:"driver" protobuf:"bytes,1,opt,name=driver"`
	// Pool the slice belongs to.
	Pool ResourcePool `json:"pool" protobuf:"bytes,2,opt,name=pool"`
	// NodeName of the only node from which the devices can be reached; exactly one of the four ways to say it
	// must be used.
	// +optional
	// +oneOf=NodeSelection
	NodeName *string `json:"nodeName,omitempty" protobuf:"bytes,3,opt,name=nodeName"`
	// +optional
	// +oneOf=NodeSelection
	NodeSelector *corev1.NodeSelector `json:"nodeSelector,omitempty" protobuf:"bytes,4,opt,name=nodeSelector"`
	// +optional
	// +oneOf=NodeSelection
	AllNodes *bool `json:"allNodes,omitempty" protobuf:"varint,5,opt,name=allNodes"`
	// +optional
	// +listType=atomic
	// +k8s:alpha(since: "1.36")=+k8s:optional
	// +zeroOrOneOf=ResourceSliceType
	Devices []Device `json:"devices,omitempty" protobuf:"bytes,6,rep,name=devices"`
	// +optional
	// +featureGate=DRAPartitionableDevices
	// +oneOf=NodeSelection
	PerDeviceNodeSelection *bool `json:"perDeviceNodeSelection,omitempty" protobuf:"varint,7,opt,name=perDeviceNodeSelection"`
	// +optional
	// +listType=atomic
	// +featureGate=DRAPartitionableDevices
	// +k8s:alpha(since: "1.36")=+k8s:optional
	// +k8s:listType=atomic
	// +k8s:alpha(since: "1.36")=+k8s:unique=map
	// +k8s:alpha(since: "1.36")=+k8s:listMapKey=name
	// +zeroOrOneOf=ResourceSliceType
	// +k8s:alpha(since: "1.36")=+k8s:maxItems=8
	SharedCounters []CounterSet `json:"sharedCounters,omitempty" protobuf:"bytes,8,rep,name=sharedCounters"`
}

type CounterSet struct {
	// +k8s:alpha(since: "1.36")=+k8s:required
	// +k8s:alpha(since: "1.36")=+k8s:format=k8s-short-name
	Name string `json:"name" protobuf:"bytes,1,opt,name=name"`
	// +required
	// +k8s:alpha(since: "1.36")=+k8s:required
	// +k8s:alpha(since: "1.36")=+k8s:eachKey=+k8s:format=k8s-short-name
	Counters map[string]Counter `json:"counters,omitempty" protobuf:"bytes,2,rep,name=counters"`
}

// ResourcePool is a set of devices published as one or more slices.
type ResourcePool struct {
	Name string `json:"name" protobuf:"bytes,1,opt,name=name"`
	// Generation counts changes of the pool; only slices with the highest one count.
	Generation int64 `json:"generation" protobuf:"varint,2,opt,name=generation"`
	// ResourceSliceCount is how many slices of this generation there are.
	ResourceSliceCount int64 `json:"resourceSliceCount" protobuf:"varint,3,opt,name=resourceSliceCount"`
}

type Device struct {
	Name string `json:"name" protobuf:"bytes,1,opt,name=name"`
	// Attributes that selectors can ask for.
	// +optional
	// +k8s:alpha(since: "1.36")=+k8s:optional
	Attributes map[QualifiedName]DeviceAttribute `json:"attributes,omitempty" protobuf:"bytes,2,rep,name=attributes,castkey=QualifiedName"`
	// Capacity of the device, by name.
	// +optional
	Capacity map[QualifiedName]DeviceCapacity `json:"capacity,omitempty" protobuf:"bytes,3,rep,name=capacity,castkey=QualifiedName"`
	// +optional
	// +listType=atomic
	// +featureGate=DRAPartitionableDevices
	// +k8s:alpha(since: "1.36")=+k8s:optional
	// +k8s:listType=atomic
	// +k8s:alpha(since: "1.36")=+k8s:unique=map
	// +k8s:alpha(since: "1.36")=+k8s:listMapKey=counterSet
	// +k8s:alpha(since: "1.36")=+k8s:maxItems=2
	ConsumesCounters []DeviceCounterConsumption `json:"consumesCounters,omitempty" protobuf:"bytes,4,rep,name=consumesCounters"`
	// +optional
	// +featureGate=DRAPartitionableDevices
	// +oneOf=DeviceNodeSelection
	NodeName *string `json:"nodeName,omitempty" protobuf:"bytes,5,opt,name=nodeName"`
	// +optional
	// +featureGate=DRAPartitionableDevices
	// +oneOf=DeviceNodeSelection
	NodeSelector *corev1.NodeSelector `json:"nodeSelector,omitempty" protobuf:"bytes,6,opt,name=nodeSelector"`
	// +optional
	// +featureGate=DRAPartitionableDevices
	// +oneOf=DeviceNodeSelection
	AllNodes *bool `json:"allNodes,omitempty" protobuf:"varint,7,opt,name=allNodes"`
	// +optional
	// +listType=atomic
	// +featureGate=DRADeviceTaints
	// +k8s:alpha(since: "1.36")=+k8s:optional
	Taints []DeviceTaint `json:"taints,omitempty" protobuf:"bytes,8,rep,name=taints"`
	// +optional
	// +featureGate=DRADeviceBindingConditions
	// +featureGate=DRAResourceClaimDeviceStatus
	BindsToNode *bool `json:"bindsToNode,omitempty" protobuf:"varint,9,opt,name=bindsToNode"`
	// +optional
	// +listType=atomic
	// +featureGate=DRADeviceBindingConditions
	// +featureGate=DRAResourceClaimDeviceStatus
	// +k8s:alpha(since: "1.36")=+k8s:optional
	// +k8s:alpha(since: "1.36")=+k8s:maxItems=4
	BindingConditions []string `json:"bindingConditions,omitempty" protobuf:"bytes,10,rep,name=bindingConditions"`
	// +optional
	// +listType=atomic
	// +featureGate=DRADeviceBindingConditions
	// +featureGate=DRAResourceClaimDeviceStatus
	// +k8s:alpha(since: "1.36")=+k8s:optional
	// +k8s:alpha(since: "1.36")=+k8s:maxItems=4
	BindingFailureConditions []string `json:"bindingFailureConditions,omitempty" protobuf:"bytes,11,rep,name=bindingFailureConditions"`
	// +optional
	// +featureGate=DRAConsumableCapacity
	AllowMultipleAllocations *bool `json:"allowMultipleAllocations,omitempty" protobuf:"varint,12,opt,name=allowMultipleAllocations"`
	// +optional
	// +featureGate=DRANodeAllocatableResources
	NodeAllocatableResourceMappings map[corev1.ResourceName]NodeAllocatableResourceMapping `json:"nodeAllocatableResourceMappings,omitempty" protobuf:"bytes,13,rep,name=nodeAllocatableResourceMappings,castkey=k8s.io/api/core/v1.ResourceName"`
}

type NodeAllocatableResourceMapping struct {
	// +optional
	CapacityKey *QualifiedName `json:"capacityKey,omitempty" protobuf:"bytes,1,opt,name=capacityKey,casttype=QualifiedName"`
	// +optional
	AllocationMultiplier *resource.Quantity `json:"allocationMultiplier,omitempty" protobuf:"bytes,2,opt,name=allocationMultiplier"`
}

type DeviceCounterConsumption struct {
	// +k8s:alpha(since: "1.36")=+k8s:required
	// +k8s:alpha(since: "1.36")=+k8s:format=k8s-short-name
	CounterSet string `json:"counterSet" protobuf:"bytes,1,opt,name=counterSet"`
	// +required
	// +k8s:alpha(since: "1.36")=+k8s:required
	// +k8s:alpha(since: "1.36")=+k8s:eachKey=+k8s:format=k8s-short-name
	Counters map[string]Counter `json:"counters,omitempty" protobuf:"bytes,2,rep,name=counters"`
}

type DeviceCapacity struct {
	Value resource.Quantity `json:"value" protobuf:"bytes,1,opt,name=value"`
	// +optional
	// +featureGate=DRAConsumableCapacity
	RequestPolicy *CapacityRequestPolicy `json:"requestPolicy,omitempty" protobuf:"bytes,2,opt,name=requestPolicy"`
}

type Counter struct {
	Value resource.Quantity `json:"value" protobuf:"bytes,1,opt,name=value"`
}

type CapacityRequestPolicy struct {
	// +optional
	Default *resource.Quantity `json:"default" protobuf:"bytes,1,opt,name=default"`
	// +optional
	// +listType=atomic
	// +oneOf=ValidRequestValues
	ValidValues []resource.Quantity `json:"validValues,omitempty" protobuf:"bytes,3,rep,name=validValues"`
	// +optional
	// +oneOf=ValidRequestValues
	ValidRange *CapacityRequestPolicyRange `json:"validRange,omitempty" protobuf:"bytes,4,opt,name=validRange"`
}

type CapacityRequestPolicyRange struct {
	// +required
	Min *resource.Quantity `json:"min,omitempty" protobuf:"bytes,1,opt,name=min"`
	// +optional
	Max *resource.Quantity `json:"max,omitempty" protobuf:"bytes,2,opt,name=max"`
	// +optional
	Step *resource.Quantity `json:"step,omitempty" protobuf:"bytes,3,opt,name=step"`
}

type QualifiedName string

type FullyQualifiedName string

// DeviceAttribute has exactly one of its members set.
type DeviceAttribute struct {
	// +optional
	// +k8s:alpha(since: "1.36")=+k8s:optional
	// +k8s:alpha(since: "1.36")=+k8s:unionMember
	IntValue *int64 `json:"int,omitempty" protobuf:"varint,2,opt,name=int"`
	// +optional
	// +k8s:alpha(since: "1.36")=+k8s:optional
	// +k8s:alpha(since: "1.36")=+k8s:unionMember
	BoolValue *bool `json:"bool,omitempty" protobuf:"varint,3,opt,name=bool"`
	// +optional
	// +k8s:alpha(since: "1.36")=+k8s:optional
	// +k8s:alpha(since: "1.36")=+k8s:unionMember
	StringValue *string `json:"string,omitempty" protobuf:"bytes,4,opt,name=string"`
	// +optional
	// +k8s:alpha(since: "1.36")=+k8s:optional
	// +k8s:alpha(since: "1.36")=+k8s:unionMember
	VersionValue *string `json:"version,omitempty" protobuf:"bytes,5,opt,name=version"`
	// +optional
	// +listType=atomic
	// +featureGate=DRAListTypeAttributes
	// +k8s:listType=atomic
	// +k8s:alpha(since: "1.36")=+k8s:optional
	// +k8s:alpha(since: "1.36")=+k8s:unionMember
	IntValues []int64 `json:"ints,omitempty" protobuf:"varint,6,rep,name=ints"`
	// +optional
	// +listType=atomic
	// +featureGate=DRAListTypeAttributes
	// +k8s:listType=atomic
	// +k8s:alpha(since: "1.36")=+k8s:optional
	// +k8s:alpha(since: "1.36")=+k8s:unionMember
	BoolValues []bool `json:"bools,omitempty" protobuf:"varint,7,rep,name=bools"`
	// +optional
	// +listType=atomic
	// +featureGate=DRAListTypeAttributes
	// +k8s:listType=atomic
	// +k8s:alpha(since: "1.36")=+k8s:optional
	// +k8s:alpha(since: "1.36")=+k8s:unionMember
	StringValues []string `json:"strings,omitempty" protobuf:"bytes,8,rep,name=strings"`
	// +optional
	// +listType=atomic
	// +featureGate=DRAListTypeAttributes
	// +k8s:listType=atomic
	// +k8s:alpha(since: "1.36")=+k8s:optional
	// +k8s:alpha(since: "1.36")=+k8s:unionMember
	VersionValues []string `json:"versions,omitempty" protobuf:"bytes,9,rep,name=versions"`
}

type DeviceTaint struct {
	Key string `json:"key" protobuf:"bytes,1,opt,name=key"`
	// +optional
	Value string `json:"value,omitempty" protobuf:"bytes,2,opt,name=value"`
	// +k8s:alpha(since: "1.36")=+k8s:required
	Effect DeviceTaintEffect `json:"effect" protobuf:"bytes,3,opt,name=effect,casttype=DeviceTaintEffect"`
	// +optional
	TimeAdded *metav1.Time `json:"timeAdded,omitempty" protobuf:"bytes,4,opt,name=timeAdded"`
}

// +enum
// +k8s:alpha(since: "1.36")=+k8s:enum
type DeviceTaintEffect string

const (
	DeviceTaintEffectNone       DeviceTaintEffect = "None"
	DeviceTaintEffectNoSchedule DeviceTaintEffect = "NoSchedule"
	DeviceTaintEffectNoExecute  DeviceTaintEffect = "NoExecute"
)

// +k8s:prerelease-lifecycle-gen:introduced=1.34
type ResourceSliceList struct {
	metav1.TypeMeta `json:",inline"`
	// +optional
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"bytes,1,opt,name=metadata"`
	Items           []ResourceSlice `json:"items" protobuf:"bytes,2,rep,name=items"`
}

// ResourceClaim asks for devices; pods use what it is given.
// +k8s:prerelease-lifecycle-gen:introduced=1.34
// +k8s:supportsSubresource="/status"
type ResourceClaim struct {
	metav1.TypeMeta `json:",inline"`
	// +optional
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"bytes,1,opt,name=metadata"`
	// +k8s:alpha(since: "1.36")=+k8s:immutable
	Spec ResourceClaimSpec `json:"spec" protobuf:"bytes,2,opt,name=spec"`
	// +optional
	Status ResourceClaimStatus `json:"status,omitempty" protobuf:"bytes,3,opt,name=status"`
}

type ResourceClaimSpec struct {
	// +optional
	Devices DeviceClaim `json:"devices" protobuf:"bytes,1,opt,name=devices"`
}

type DeviceClaim struct {
	// Requests that must all be met.
	// +optional
	// +listType=atomic
	// +k8s:alpha(since: "1.36")=+k8s:optional
	// +k8s:listType=atomic
	// +k8s:alpha(since: "1.36")=+k8s:unique=map
	// +k8s:alpha(since: "1.36")=+k8s:listMapKey=name
	// +k8s:alpha(since: "1.36")=+k8s:maxItems=32
	Requests []DeviceRequest `json:"requests" protobuf:"bytes,1,rep,name=requests"`
	// Constraints that the devices must meet together.
	// +optional
	// +listType=atomic
	// +k8s:alpha(since: "1.36")=+k8s:optional
	// +k8s:alpha(since: "1.36")=+k8s:maxItems=32
	Constraints []DeviceConstraint `json:"constraints,omitempty" protobuf:"bytes,2,rep,name=constraints"`
	// +optional
	// +listType=atomic
	// +k8s:alpha(since: "1.36")=+k8s:optional
	// +k8s:alpha(since: "1.36")=+k8s:maxItems=32
	Config []DeviceClaimConfiguration `json:"config,omitempty" protobuf:"bytes,3,rep,name=config"`
}

// DeviceRequest is met by what it says exactly, or by the first of several choices that can be had.
type DeviceRequest struct {
	Name string `json:"name" protobuf:"bytes,1,opt,name=name"`
	// +optional
	// +oneOf=deviceRequestType
	// +k8s:alpha(since: "1.36")=+k8s:optional
	Exactly *ExactDeviceRequest `json:"exactly,omitempty" protobuf:"bytes,2,opt,name=exactly"`
	// +optional
	// +listType=atomic
	// +featureGate=DRAPrioritizedList
	// +oneOf=deviceRequestType
	// +k8s:alpha(since: "1.36")=+k8s:optional
	// +k8s:listType=atomic
	// +k8s:alpha(since: "1.36")=+k8s:unique=map
	// +k8s:alpha(since: "1.36")=+k8s:listMapKey=name
	// +k8s:alpha(since: "1.36")=+k8s:maxItems=8
	FirstAvailable []DeviceSubRequest `json:"firstAvailable,omitempty" protobuf:"bytes,3,rep,name=firstAvailable"`
}

type ExactDeviceRequest struct {
	DeviceClassName string `json:"deviceClassName" protobuf:"bytes,1,opt,name=deviceClassName"`
	// Selectors that a device must all match, on top of those of the class.
	// +optional
	// +listType=atomic
	// +k8s:alpha(since: "1.36")=+k8s:optional
	// +k8s:alpha(since: "1.36")=+k8s:maxItems=32
	Selectors []DeviceSelector `json:"selectors,omitempty" protobuf:"bytes,2,rep,name=selectors"`
	// AllocationMode is ExactCount (the default) or All: every device that matches.
	// +optional
	// +k8s:alpha(since: "1.36")=+k8s:optional
	AllocationMode DeviceAllocationMode `json:"allocationMode,omitempty" protobuf:"bytes,3,opt,name=allocationMode,casttype=DeviceAllocationMode"`
	// Count of devices. The default is 1.
	// +optional
	// +oneOf=AllocationMode
	Count int64 `json:"count,omitempty" protobuf:"varint,4,opt,name=count"`
	// AdminAccess gives access to devices in use by others, for those who look after them.
	// +optional
	// +featureGate=DRAAdminAccess
	AdminAccess *bool `json:"adminAccess,omitempty" protobuf:"varint,5,opt,name=adminAccess"`
	// +optional
	// +listType=atomic
	// +featureGate=DRADeviceTaints
	// +k8s:alpha(since: "1.36")=+k8s:optional
	Tolerations []DeviceToleration `json:"tolerations,omitempty" protobuf:"bytes,6,rep,name=tolerations"`
	// +optional
	// +featureGate=DRAConsumableCapacity
	Capacity *CapacityRequirements `json:"capacity,omitempty" protobuf:"bytes,7,opt,name=capacity"`
}

type DeviceSubRequest struct {
	Name string `json:"name" protobuf:"bytes,1,opt,name=name"`
	// +k8s:alpha(since: "1.36")=+k8s:required
	// +k8s:alpha(since: "1.36")=+k8s:format=k8s-long-name
	DeviceClassName string `json:"deviceClassName" protobuf:"bytes,2,opt,name=deviceClassName"`
	// +optional
	// +listType=atomic
	// +k8s:alpha(since: "1.36")=+k8s:optional
	// +k8s:alpha(since: "1.36")=+k8s:maxItems=32
	Selectors []DeviceSelector `json:"selectors,omitempty" protobuf:"bytes,3,rep,name=selectors"`
	// +optional
	// +k8s:alpha(since: "1.36")=+k8s:optional
	AllocationMode DeviceAllocationMode `json:"allocationMode,omitempty" protobuf:"bytes,4,opt,name=allocationMode,casttype=DeviceAllocationMode"`
	// +optional
	// +oneOf=AllocationMode
	Count int64 `json:"count,omitempty" protobuf:"varint,5,opt,name=count"`
	// +optional
	// +listType=atomic
	// +featureGate=DRADeviceTaints
	// +k8s:alpha(since: "1.36")=+k8s:optional
	Tolerations []DeviceToleration `json:"tolerations,omitempty" protobuf:"bytes,6,rep,name=tolerations"`
	// +optional
	// +featureGate=DRAConsumableCapacity
	Capacity *CapacityRequirements `json:"capacity,omitempty" protobuf:"bytes,7,opt,name=capacity"`
}

type CapacityRequirements struct {
	// +optional
	Requests map[QualifiedName]resource.Quantity `json:"requests,omitempty" protobuf:"bytes,1,rep,name=requests,castkey=QualifiedName"`
}

// +enum
// +k8s:alpha(since: "1.36")=+k8s:enum
type DeviceAllocationMode string

const (
	DeviceAllocationModeExactCount DeviceAllocationMode = "ExactCount"
	DeviceAllocationModeAll        DeviceAllocationMode = "All"
)

type DeviceSelector struct {
	// +optional
	// +oneOf=SelectorType
	CEL *CELDeviceSelector `json:"cel,omitempty" protobuf:"bytes,1,opt,name=cel"`
}

type CELDeviceSelector struct {
	// Expression in CEL over `device`.
	Expression string `json:"expression" protobuf:"bytes,1,opt,name=expression"`
}

type DeviceConstraint struct {
	// +optional
	// +listType=atomic
	// +k8s:alpha(since: "1.36")=+k8s:optional
	// +k8s:listType=atomic
	// +k8s:alpha(since: "1.36")=+k8s:unique=set
	// +k8s:alpha(since: "1.36")=+k8s:maxItems=32
	Requests []string `json:"requests,omitempty" protobuf:"bytes,1,rep,name=requests"`
	// +optional
	// +oneOf=ConstraintType
	// +k8s:alpha(since: "1.36")=+k8s:optional
	// +k8s:alpha(since: "1.36")=+k8s:format=k8s-resource-fully-qualified-name
	MatchAttribute *FullyQualifiedName `json:"matchAttribute,omitempty" protobuf:"bytes,2,opt,name=matchAttribute,casttype=FullyQualifiedName"`
	// +optional
	// +featureGate=DRAConsumableCapacity
	// +oneOf=ConstraintType
	DistinctAttribute *FullyQualifiedName `json:"distinctAttribute,omitempty" protobuf:"bytes,3,opt,name=distinctAttribute,casttype=FullyQualifiedName"`
}

type DeviceClaimConfiguration struct {
	// +optional
	// +listType=atomic
	// +k8s:alpha(since: "1.36")=+k8s:optional
	// +k8s:listType=atomic
	// +k8s:alpha(since: "1.36")=+k8s:unique=set
	// +k8s:alpha(since: "1.36")=+k8s:maxItems=32
	Requests            []string `json:"requests,omitempty" protobuf:"bytes,1,rep,name=requests"`
	DeviceConfiguration `json:",inline" protobuf:"bytes,2,opt,name=deviceConfiguration"`
}

type DeviceConfiguration struct {
	// +optional
	// +oneOf=ConfigurationType
	// +k8s:alpha(since: "1.36")=+k8s:optional
	Opaque *OpaqueDeviceConfiguration `json:"opaque,omitempty" protobuf:"bytes,1,opt,name=opaque"`
}

type OpaqueDeviceConfiguration struct {
	// +k8s:alpha(since: "1.36")=+k8s:required
	// +k8s:alpha(since: "1.36")=+k8s:format=k8s-long-name-caseless
	// +k8s:alpha(since: "1.36")=+k8s:maxLength=63
	Driver     string               `json:"driver" protobuf:"bytes,1,opt,name=driver"`
	Parameters runtime.RawExtension `json:"parameters" protobuf:"bytes,2,opt,name=parameters"`
}

type DeviceToleration struct {
	// +optional
	// +k8s:alpha(since: "1.36")=+k8s:optional
	// +k8s:alpha(since: "1.36")=+k8s:format=k8s-label-key
	Key string `json:"key,omitempty" protobuf:"bytes,1,opt,name=key"`
	// +optional
	// +default="Equal"
	// +k8s:alpha(since: "1.36")=+k8s:optional
	Operator DeviceTolerationOperator `json:"operator,omitempty" protobuf:"bytes,2,opt,name=operator,casttype=DeviceTolerationOperator"`
	// +optional
	Value string `json:"value,omitempty" protobuf:"bytes,3,opt,name=value"`
	// +optional
	// +k8s:alpha(since: "1.36")=+k8s:optional
	Effect DeviceTaintEffect `json:"effect,omitempty" protobuf:"bytes,4,opt,name=effect,casttype=DeviceTaintEffect"`
	// +optional
	TolerationSeconds *int64 `json:"tolerationSeconds,omitempty" protobuf:"varint,5,opt,name=tolerationSeconds"`
}

// +enum
// +k8s:alpha(since: "1.36")=+k8s:enum
type DeviceTolerationOperator string

const (
	DeviceTolerationOpExists DeviceTolerationOperator = "Exists"
	DeviceTolerationOpEqual  DeviceTolerationOperator = "Equal"
)

type ResourceClaimStatus struct {
	// Allocation is what the claim was given.
	// +optional
	// +k8s:alpha(since: "1.36")=+k8s:optional
	// +k8s:alpha(since: "1.36")=+k8s:update=NoModify
	Allocation *AllocationResult `json:"allocation,omitempty" protobuf:"bytes,1,opt,name=allocation"`
	// ReservedFor are the pods that may use it now.
	// +optional
	// +listType=map
	// +listMapKey=uid
	// +k8s:alpha(since: "1.36")=+k8s:optional
	// +k8s:alpha(since: "1.36")=+k8s:listType=map
	// +k8s:alpha(since: "1.36")=+k8s:listMapKey=uid
	// +k8s:alpha(since: "1.36")=+k8s:maxItems=256
	ReservedFor []ResourceClaimConsumerReference `json:"reservedFor,omitempty" patchStrategy:"merge" patchMergeKey:"uid" protobuf:"bytes,2,rep,name=reservedFor"`
	// Devices is what drivers report of the devices.
	// +optional
	// +listType=map
	// +listMapKey=driver
	// +listMapKey=device
	// +listMapKey=pool
	// +listMapKey=shareID
	// +featureGate=DRAResourceClaimDeviceStatus
	// +k8s:alpha(since: "1.36")=+k8s:optional
	// +k8s:alpha(since: "1.36")=+k8s:listType=map
	// +k8s:alpha(since: "1.36")=+k8s:listMapKey=driver
	// +k8s:alpha(since: "1.36")=+k8s:listMapKey=device
	// +k8s:alpha(since: "1.36")=+k8s:listMapKey=pool
	// +k8s:alpha(since: "1.36")=+k8s:listMapKey=shareID
	Devices []AllocatedDeviceStatus `json:"devices,omitempty" protobuf:"bytes,4,rep,name=devices"`
}

type ResourceClaimConsumerReference struct {
	// +optional
	APIGroup string    `json:"apiGroup,omitempty" protobuf:"bytes,1,opt,name=apiGroup"`
	Resource string    `json:"resource" protobuf:"bytes,3,opt,name=resource"`
	Name     string    `json:"name" protobuf:"bytes,4,opt,name=name"`
	UID      types.UID `json:"uid" protobuf:"bytes,5,opt,name=uid,casttype=k8s.io/apimachinery/pkg/types.UID"`
}

type AllocationResult struct {
	// +optional
	Devices DeviceAllocationResult `json:"devices,omitempty" protobuf:"bytes,1,opt,name=devices"`
	// +optional
	NodeSelector *corev1.NodeSelector `json:"nodeSelector,omitempty" protobuf:"bytes,3,opt,name=nodeSelector"`
	// +optional
	// +featureGate=DRADeviceBindingConditions
	// +featureGate=DRAResourceClaimDeviceStatus
	AllocationTimestamp *metav1.Time `json:"allocationTimestamp,omitempty" protobuf:"bytes,5,opt,name=allocationTimestamp"`
}

type DeviceAllocationResult struct {
	// +optional
	// +listType=atomic
	// +k8s:alpha(since: "1.36")=+k8s:optional
	// +k8s:alpha(since: "1.36")=+k8s:maxItems=32
	Results []DeviceRequestAllocationResult `json:"results,omitempty" protobuf:"bytes,1,rep,name=results"`
	// +optional
	// +listType=atomic
	// +k8s:alpha(since: "1.36")=+k8s:optional
	// +k8s:alpha(since: "1.36")=+k8s:maxItems=64
	Config []DeviceAllocationConfiguration `json:"config,omitempty" protobuf:"bytes,2,rep,name=config"`
}

type DeviceRequestAllocationResult struct {
	Request string `json:"request" protobuf:"bytes,1,opt,name=request"`
	// +k8s:alpha(since: "1.36")=+k8s:format=k8s-long-name-caseless
	// +k8s:alpha(since: "1.36")=+k8s:required
	// +k8s:alpha(since: "1.36")=+k8s:maxLength=63
	Driver string `json:"driver" protobuf:"bytes,2,opt,name=driver"`
	// +k8s:alpha(since: "1.36")=+k8s:required
	// +k8s:alpha(since: "1.36")=+k8s:format=k8s-resource-pool-name
	Pool   string `json:"pool" protobuf:"bytes,3,opt,name=pool"`
	Device string `json:"device" protobuf:"bytes,4,opt,name=device"`
	// +optional
	// +featureGate=DRAAdminAccess
	AdminAccess *bool `json:"adminAccess,omitempty" protobuf:"varint,5,opt,name=adminAccess"`
	// +optional
	// +listType=atomic
	// +featureGate=DRADeviceTaints
	// +k8s:alpha(since: "1.36")=+k8s:optional
	Tolerations []DeviceToleration `json:"tolerations,omitempty" protobuf:"bytes,6,rep,name=tolerations"`
	// +optional
	// +listType=atomic
	// +featureGate=DRADeviceBindingConditions
	// +featureGate=DRAResourceClaimDeviceStatus
	// +k8s:alpha(since: "1.36")=+k8s:optional
	// +k8s:alpha(since: "1.36")=+k8s:maxItems=4
	BindingConditions []string `json:"bindingConditions,omitempty" protobuf:"bytes,7,rep,name=bindingConditions"`
	// +optional
	// +listType=atomic
	// +featureGate=DRADeviceBindingConditions
	// +featureGate=DRAResourceClaimDeviceStatus
	// +k8s:alpha(since: "1.36")=+k8s:optional
	// +k8s:alpha(since: "1.36")=+k8s:maxItems=4
	BindingFailureConditions []string `json:"bindingFailureConditions,omitempty" protobuf:"bytes,8,rep,name=bindingFailureConditions"`
	// +optional
	// +featureGate=DRAConsumableCapacity
	// +k8s:alpha(since: "1.36")=+k8s:optional
	// +k8s:alpha(since: "1.36")=+k8s:format=k8s-uuid
	ShareID *types.UID `json:"shareID,omitempty" protobuf:"bytes,9,opt,name=shareID,casttype=k8s.io/apimachinery/pkg/types.UID"`
	// +optional
	// +featureGate=DRAConsumableCapacity
	ConsumedCapacity map[QualifiedName]resource.Quantity `json:"consumedCapacity,omitempty" protobuf:"bytes,10,rep,name=consumedCapacity,castkey=QualifiedName"`
}

type DeviceAllocationConfiguration struct {
	// +k8s:alpha(since: "1.36")=+k8s:required
	Source AllocationConfigSource `json:"source" protobuf:"bytes,1,opt,name=source,casttype=AllocationConfigSource"`
	// +optional
	// +listType=atomic
	// +k8s:alpha(since: "1.36")=+k8s:optional
	// +k8s:listType=atomic
	// +k8s:alpha(since: "1.36")=+k8s:unique=set
	// +k8s:alpha(since: "1.36")=+k8s:maxItems=32
	Requests            []string `json:"requests,omitempty" protobuf:"bytes,2,rep,name=requests"`
	DeviceConfiguration `json:",inline" protobuf:"bytes,3,opt,name=deviceConfiguration"`
}

// +enum
// +k8s:alpha(since: "1.36")=+k8s:enum
type AllocationConfigSource string

const (
	AllocationConfigSourceClass AllocationConfigSource = "FromClass"
	AllocationConfigSourceClaim AllocationConfigSource = "FromClaim"
)

// +k8s:prerelease-lifecycle-gen:introduced=1.34
type ResourceClaimList struct {
	metav1.TypeMeta `json:",inline"`
	// +optional
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"bytes,1,opt,name=metadata"`
	Items           []ResourceClaim `json:"items" protobuf:"bytes,2,rep,name=items"`
}

// DeviceClass is a kind of device for claims to ask for.
// +k8s:prerelease-lifecycle-gen:introduced=1.34
type DeviceClass struct {
	metav1.TypeMeta `json:",inline"`
	// +optional
	// +k8s:alpha(since: "1.36")=+k8s:subfield(name)=+k8s:optional
	// +k8s:alpha(since: "1.36")=+k8s:subfield(name)=+k8s:format=k8s-long-name
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"bytes,1,opt,name=metadata"`
	Spec              DeviceClassSpec `json:"spec" protobuf:"bytes,2,opt,name=spec"`
}

type DeviceClassSpec struct {
	// +optional
	// +listType=atomic
	// +k8s:alpha(since: "1.36")=+k8s:optional
	// +k8s:alpha(since: "1.36")=+k8s:maxItems=32
	Selectors []DeviceSelector `json:"selectors,omitempty" protobuf:"bytes,1,rep,name=selectors"`
	// +optional
	// +listType=atomic
	// +k8s:alpha(since: "1.36")=+k8s:optional
	// +k8s:alpha(since: "1.36")=+k8s:maxItems=32
	Config []DeviceClassConfiguration `json:"config,omitempty" protobuf:"bytes,2,rep,name=config"`
	// +optional
	// +featureGate=DRAExtendedResource
	// +k8s:alpha(since: "1.36")=+k8s:optional
	// +k8s:alpha(since: "1.36")=+k8s:format=k8s-extended-resource-name
	ExtendedResourceName *string `json:"extendedResourceName,omitempty" protobuf:"bytes,4,opt,name=extendedResourceName"`
}

type DeviceClassConfiguration struct {
	DeviceConfiguration `json:",inline" protobuf:"bytes,1,opt,name=deviceConfiguration"`
}

// +k8s:prerelease-lifecycle-gen:introduced=1.34
type DeviceClassList struct {
	metav1.TypeMeta `json:",inline"`
	// +optional
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"bytes,1,opt,name=metadata"`
	Items           []DeviceClass `json:"items" protobuf:"bytes,2,rep,name=items"`
}

// ResourceClaimTemplate is what claims of single pods are made from.
// +k8s:prerelease-lifecycle-gen:introduced=1.34
type ResourceClaimTemplate struct {
	metav1.TypeMeta `json:",inline"`
	// +optional
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"bytes,1,opt,name=metadata"`
	Spec              ResourceClaimTemplateSpec `json:"spec" protobuf:"bytes,2,opt,name=spec"`
}

type ResourceClaimTemplateSpec struct {
	// +optional
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"bytes,1,opt,name=metadata"`
	Spec              ResourceClaimSpec `json:"spec" protobuf:"bytes,2,opt,name=spec"`
}

// +k8s:prerelease-lifecycle-gen:introduced=1.34
type ResourceClaimTemplateList struct {
	metav1.TypeMeta `json:",inline"`
	// +optional
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"bytes,1,opt,name=metadata"`
	Items           []ResourceClaimTemplate `json:"items" protobuf:"bytes,2,rep,name=items"`
}

type AllocatedDeviceStatus struct {
	Driver string `json:"driver" protobuf:"bytes,1,opt,name=driver"`
	Pool   string `json:"pool" protobuf:"bytes,2,opt,name=pool"`
	Device string `json:"device" protobuf:"bytes,3,opt,name=device"`
	// +optional
	// +featureGate=DRAConsumableCapacity
	// +k8s:alpha(since: "1.36")=+k8s:optional
	// +k8s:alpha(since: "1.36")=+k8s:format=k8s-uuid
	ShareID *string `json:"shareID,omitempty" protobuf:"bytes,7,opt,name=shareID"`
	// +optional
	// +listType=map
	// +listMapKey=type
	Conditions []metav1.Condition `json:"conditions" protobuf:"bytes,4,rep,name=conditions"`
	// +optional
	Data *runtime.RawExtension `json:"data,omitempty" protobuf:"bytes,5,opt,name=data"`
	// +optional
	// +k8s:alpha(since: "1.36")=+k8s:optional
	NetworkData *NetworkDeviceData `json:"networkData,omitempty" protobuf:"bytes,6,opt,name=networkData"`
}

type NetworkDeviceData struct {
	// +optional
	// +k8s:alpha(since: "1.36")=+k8s:optional
	// +k8s:alpha(since: "1.36")=+k8s:maxBytes=256
	InterfaceName string `json:"interfaceName,omitempty" protobuf:"bytes,1,opt,name=interfaceName"`
	// +optional
	// +listType=atomic
	// +k8s:alpha(since: "1.36")=+k8s:optional
	// +k8s:listType=atomic
	// +k8s:alpha(since: "1.36")=+k8s:unique=set
	// +k8s:alpha(since: "1.36")=+k8s:maxItems=16
	IPs []string `json:"ips,omitempty" protobuf:"bytes,2,rep,name=ips"`
	// +optional
	// +k8s:alpha(since: "1.36")=+k8s:optional
	// +k8s:alpha(since: "1.36")=+k8s:maxBytes=128
	HardwareAddress string `json:"hardwareAddress,omitempty" protobuf:"bytes,3,opt,name=hardwareAddress"`
}
