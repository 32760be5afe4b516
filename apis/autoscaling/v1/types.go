package v1

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// CrossVersionObjectReference names an object of the same namespace.
// +structType=atomic
type CrossVersionObjectReference struct {
	Kind string `json:"kind" protobuf:"bytes,1,opt,name=kind"`
	Name string `json:"name" protobuf:"bytes,2,opt,name=name"`
	// +optional
	APIVersion string `json:"apiVersion,omitempty" protobuf:"bytes,3,opt,name=apiVersion"`
}

// +pintle:convertByHand
type HorizontalPodAutoscalerSpec struct {
	// ScaleTargetRef is what is scaled.
	ScaleTargetRef CrossVersionObjectReference `json:"scaleTargetRef" protobuf:"bytes,1,opt,name=scaleTargetRef"`
	// MinReplicas is the lowest number of replicas. The default is 1.
	// +optional
	// +k8s:alpha(since: "1.36")=+k8s:optional
	// +k8s:alpha(since: "1.36")=+k8s:ifEnabled(HPAScaleToZero)=+k8s:minimum=0
	// +k8s:alpha(since: "1.36")=+k8s:ifDisabled(HPAScaleToZero)=+k8s:minimum=1
	MinReplicas *int32 `json:"minReplicas,omitempty" protobuf:"varint,2,opt,name=minReplicas"`
	// MaxReplicas is the highest number of replicas.
	// +k8s:alpha(since: "1.36")=+k8s:required
	// +k8s:alpha(since: "1.36")=+k8s:minimum=1
	MaxReplicas int32 `json:"maxReplicas" protobuf:"varint,3,opt,name=maxReplicas"`
	// TargetCPUUtilizationPercentage is the use of CPU to aim at, in percent of what the pods request.
	// +optional
	TargetCPUUtilizationPercentage *int32 `json:"targetCPUUtilizationPercentage,omitempty" protobuf:"varint,4,opt,name=targetCPUUtilizationPercentage"`
}

// +pintle:convertByHand
type HorizontalPodAutoscalerStatus struct {
	// +optional
	ObservedGeneration *int64 `json:"observedGeneration,omitempty" protobuf:"varint,1,opt,name=observedGeneration"`
	// +optional
	LastScaleTime   *metav1.Time `json:"lastScaleTime,omitempty" protobuf:"bytes,2,opt,name=lastScaleTime"`
	CurrentReplicas int32        `json:"currentReplicas" protobuf:"varint,3,opt,name=currentReplicas"`
	DesiredReplicas int32        `json:"desiredReplicas" protobuf:"varint,4,opt,name=desiredReplicas"`
	// +optional
	CurrentCPUUtilizationPercentage *int32 `json:"currentCPUUtilizationPercentage,omitempty" protobuf:"varint,5,opt,name=currentCPUUtilizationPercentage"`
}

// HorizontalPodAutoscaler scales a workload by its use of CPU; v2 knows more metrics.
// +k8s:prerelease-lifecycle-gen:introduced=1.2
// +pintle:convertByHand
type HorizontalPodAutoscaler struct {
	metav1.TypeMeta `json:",inline"`
	// +optional
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"bytes,1,opt,name=metadata"`
	// +required
	Spec HorizontalPodAutoscalerSpec `json:"spec,omitempty" protobuf:"bytes,2,opt,name=spec"`
	// +optional
	Status HorizontalPodAutoscalerStatus `json:"status,omitempty" protobuf:"bytes,3,opt,name=status"`
}

// +k8s:prerelease-lifecycle-gen:introduced=1.2
type HorizontalPodAutoscalerList struct {
	metav1.TypeMeta `json:",inline"`
	// +optional
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"bytes,1,opt,name=metadata"`
	Items           []HorizontalPodAutoscaler `json:"items" protobuf:"bytes,2,rep,name=items"`
}

// Scale is the size of a workload: what its scale subresource reads and writes.
// +k8s:prerelease-lifecycle-gen:introduced=1.2
// +k8s:isSubresource="/scale"
type Scale struct {
	metav1.TypeMeta `json:",inline"`
	// +optional
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"bytes,1,opt,name=metadata"`
	// +optional
	Spec ScaleSpec `json:"spec,omitempty" protobuf:"bytes,2,opt,name=spec"`
	// +optional
	Status ScaleStatus `json:"status,omitempty" protobuf:"bytes,3,opt,name=status"`
}

type ScaleSpec struct {
	// Replicas wanted.
	// +optional
	// +default=0
	// +k8s:alpha(since: "1.36")=+k8s:optional
	// +k8s:alpha(since: "1.36")=+k8s:minimum=0
	Replicas int32 `json:"replicas,omitempty" protobuf:"varint,1,opt,name=replicas"`
}

type ScaleStatus struct {
	// Replicas there are.
	Replicas int32 `json:"replicas" protobuf:"varint,1,opt,name=replicas"`
	// Selector of the pods, as a text.
	// +optional
	Selector string `json:"selector,omitempty" protobuf:"bytes,2,opt,name=selector"`
}

// +enum
type MetricSourceType string

const (
	ObjectMetricSourceType            MetricSourceType = "Object"
	PodsMetricSourceType              MetricSourceType = "Pods"
	ResourceMetricSourceType          MetricSourceType = "Resource"
	ContainerResourceMetricSourceType MetricSourceType = "ContainerResource"
	ExternalMetricSourceType          MetricSourceType = "External"
)

type MetricSpec struct {
	Type MetricSourceType `json:"type" protobuf:"bytes,1,opt,name=type,casttype=MetricSourceType"`
	// +optional
	Object *ObjectMetricSource `json:"object,omitempty" protobuf:"bytes,2,opt,name=object"`
	// +optional
	Pods *PodsMetricSource `json:"pods,omitempty" protobuf:"bytes,3,opt,name=pods"`
	// +optional
	Resource *ResourceMetricSource `json:"resource,omitempty" protobuf:"bytes,4,opt,name=resource"`
	// +optional
	ContainerResource *ContainerResourceMetricSource `json:"containerResource,omitempty" protobuf:"bytes,7,opt,name=containerResource"`
	// +optional
	External *ExternalMetricSource `json:"external,omitempty" protobuf:"bytes,5,opt,name=external"`
}

// +pintle:convertByHand
type ObjectMetricSource struct {
	Target      CrossVersionObjectReference `json:"target" protobuf:"bytes,1,opt,name=target"`
	MetricName  string                      `json:"metricName" protobuf:"bytes,2,opt,name=metricName"`
	TargetValue resource.Quantity           `json:"targetValue" protobuf:"bytes,3,opt,name=targetValue"`
	// +optional
	Selector *metav1.LabelSelector `json:"selector,omitempty" protobuf:"bytes,4,opt,name=selector"`
	// +optional
	AverageValue *resource.Quantity `json:"averageValue,omitempty" protobuf:"bytes,5,opt,name=averageValue"`
}

// +pintle:convertByHand
type PodsMetricSource struct {
	MetricName         string            `json:"metricName" protobuf:"bytes,1,opt,name=metricName"`
	TargetAverageValue resource.Quantity `json:"targetAverageValue" protobuf:"bytes,2,opt,name=targetAverageValue"`
	// +optional
	Selector *metav1.LabelSelector `json:"selector,omitempty" protobuf:"bytes,3,opt,name=selector"`
}

// +pintle:convertByHand
type ResourceMetricSource struct {
	Name corev1.ResourceName `json:"name" protobuf:"bytes,1,opt,name=name,casttype=k8s.io/api/core/v1.ResourceName"`
	// +optional
	TargetAverageUtilization *int32 `json:"targetAverageUtilization,omitempty" protobuf:"varint,2,opt,name=targetAverageUtilization"`
	// +optional
	TargetAverageValue *resource.Quantity `json:"targetAverageValue,omitempty" protobuf:"bytes,3,opt,name=targetAverageValue"`
}

// +pintle:convertByHand
type ContainerResourceMetricSource struct {
	Name corev1.ResourceName `json:"name" protobuf:"bytes,1,opt,name=name,casttype=k8s.io/api/core/v1.ResourceName"`
	// +optional
	TargetAverageUtilization *int32 `json:"targetAverageUtilization,omitempty" protobuf:"varint,2,opt,name=targetAverageUtilization"`
	// +optional
	TargetAverageValue *resource.Quantity `json:"targetAverageValue,omitempty" protobuf:"bytes,3,opt,name=targetAverageValue"`
	Container          string             `json:"container" protobuf:"bytes,5,opt,name=container"`
}

// +pintle:convertByHand
type ExternalMetricSource struct {
	MetricName string `json:"metricName" protobuf:"bytes,1,opt,name=metricName"`
	// +optional
	MetricSelector *metav1.LabelSelector `json:"metricSelector,omitempty" protobuf:"bytes,2,opt,name=metricSelector"`
	// +optional
	TargetValue *resource.Quantity `json:"targetValue,omitempty" protobuf:"bytes,3,opt,name=targetValue"`
	// +optional
	TargetAverageValue *resource.Quantity `json:"targetAverageValue,omitempty" protobuf:"bytes,4,opt,name=targetAverageValue"`
}

type MetricStatus struct {
	Type MetricSourceType `json:"type" protobuf:"bytes,1,opt,name=type,casttype=MetricSourceType"`
	// +optional
	Object *ObjectMetricStatus `json:"object,omitempty" protobuf:"bytes,2,opt,name=object"`
	// +optional
	Pods *PodsMetricStatus `json:"pods,omitempty" protobuf:"bytes,3,opt,name=pods"`
	// +optional
	Resource *ResourceMetricStatus `json:"resource,omitempty" protobuf:"bytes,4,opt,name=resource"`
	// +optional
	ContainerResource *ContainerResourceMetricStatus `json:"containerResource,omitempty" protobuf:"bytes,7,opt,name=containerResource"`
	// +optional
	External *ExternalMetricStatus `json:"external,omitempty" protobuf:"bytes,5,opt,name=external"`
}

type HorizontalPodAutoscalerConditionType string

const (
	ScalingActive  HorizontalPodAutoscalerConditionType = "ScalingActive"
	AbleToScale    HorizontalPodAutoscalerConditionType = "AbleToScale"
	ScalingLimited HorizontalPodAutoscalerConditionType = "ScalingLimited"
	ScaledToZero   HorizontalPodAutoscalerConditionType = "ScaledToZero"
)

type HorizontalPodAutoscalerCondition struct {
	Type   HorizontalPodAutoscalerConditionType `json:"type" protobuf:"bytes,1,opt,name=type,casttype=HorizontalPodAutoscalerConditionType"`
	Status corev1.ConditionStatus               `json:"status" protobuf:"bytes,2,opt,name=status,casttype=k8s.io/api/core/v1.ConditionStatus"`
	// +optional
	LastTransitionTime metav1.Time `json:"lastTransitionTime,omitempty" protobuf:"bytes,3,opt,name=lastTransitionTime"`
	// +optional
	Reason string `json:"reason,omitempty" protobuf:"bytes,4,opt,name=reason"`
	// +optional
	Message string `json:"message,omitempty" protobuf:"bytes,5,opt,name=message"`
}

// +pintle:convertByHand
type ObjectMetricStatus struct {
	Target       CrossVersionObjectReference `json:"target" protobuf:"bytes,1,opt,name=target"`
	MetricName   string                      `json:"metricName" protobuf:"bytes,2,opt,name=metricName"`
	CurrentValue resource.Quantity           `json:"currentValue" protobuf:"bytes,3,opt,name=currentValue"`
	// +optional
	Selector *metav1.LabelSelector `json:"selector,omitempty" protobuf:"bytes,4,opt,name=selector"`
	// +optional
	AverageValue *resource.Quantity `json:"averageValue,omitempty" protobuf:"bytes,5,opt,name=averageValue"`
}

// +pintle:convertByHand
type PodsMetricStatus struct {
	MetricName          string            `json:"metricName" protobuf:"bytes,1,opt,name=metricName"`
	CurrentAverageValue resource.Quantity `json:"currentAverageValue" protobuf:"bytes,2,opt,name=currentAverageValue"`
	// +optional
	Selector *metav1.LabelSelector `json:"selector,omitempty" protobuf:"bytes,3,opt,name=selector"`
}

// +pintle:convertByHand
type ResourceMetricStatus struct {
	Name corev1.ResourceName `json:"name" protobuf:"bytes,1,opt,name=name,casttype=k8s.io/api/core/v1.ResourceName"`
	// +optional
	CurrentAverageUtilization *int32            `json:"currentAverageUtilization,omitempty" protobuf:"varint,2,opt,name=currentAverageUtilization"`
	CurrentAverageValue       resource.Quantity `json:"currentAverageValue" protobuf:"bytes,3,opt,name=currentAverageValue"`
}

// +pintle:convertByHand
type ContainerResourceMetricStatus struct {
	Name corev1.ResourceName `json:"name" protobuf:"bytes,1,opt,name=name,casttype=k8s.io/api/core/v1.ResourceName"`
	// +optional
	CurrentAverageUtilization *int32            `json:"currentAverageUtilization,omitempty" protobuf:"varint,2,opt,name=currentAverageUtilization"`
	CurrentAverageValue       resource.Quantity `json:"currentAverageValue" protobuf:"bytes,3,opt,name=currentAverageValue"`
	Container                 string            `json:"container" protobuf:"bytes,4,opt,name=container"`
}

// +pintle:convertByHand
type ExternalMetricStatus struct {
	MetricName string `json:"metricName" protobuf:"bytes,1,opt,name=metricName"`
	// +optional
	MetricSelector *metav1.LabelSelector `json:"metricSelector,omitempty" protobuf:"bytes,2,opt,name=metricSelector"`
	CurrentValue   resource.Quantity     `json:"currentValue" protobuf:"bytes,3,opt,name=currentValue"`
	// +optional
	CurrentAverageValue *resource.Quantity `json:"currentAverageValue,omitempty" protobuf:"bytes,4,opt,name=currentAverageValue"`
}
