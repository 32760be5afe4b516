package v2

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// HorizontalPodAutoscaler scales a workload up and down so that its metrics stay near their targets.
// +k8s:prerelease-lifecycle-gen:introduced=1.23
type HorizontalPodAutoscaler struct {
	metav1.TypeMeta `json:",inline"`
	// +optional
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"bytes,1,opt,name=metadata"`
	// +required
	Spec HorizontalPodAutoscalerSpec `json:"spec,omitempty" protobuf:"bytes,2,opt,name=spec"`
	// +optional
	Status HorizontalPodAutoscalerStatus `json:"status,omitempty" protobuf:"bytes,3,opt,name=status"`
}

type HorizontalPodAutoscalerSpec struct {
	// ScaleTargetRef is what is scaled: anything with a scale subresource.
	ScaleTargetRef CrossVersionObjectReference `json:"scaleTargetRef" protobuf:"bytes,1,opt,name=scaleTargetRef"`
	// MinReplicas is the lowest number of replicas. The default is 1; 0 needs an object or external metric.
	// +optional
	// +k8s:alpha(since: "1.36")=+k8s:optional
	// +k8s:alpha(since: "1.36")=+k8s:ifEnabled(HPAScaleToZero)=+k8s:minimum=0
	// +k8s:alpha(since: "1.36")=+k8s:ifDisabled(HPAScaleToZero)=+k8s:minimum=1
	MinReplicas *int32 `json:"minReplicas,omitempty" protobuf:"varint,2,opt,name=minReplicas"`
	// MaxReplicas is the highest number of replicas.
	// +k8s:alpha(since: "1.36")=+k8s:required
	// +k8s:alpha(since: "1.36")=+k8s:minimum=1
	MaxReplicas int32 `json:"maxReplicas" protobuf:"varint,3,opt,name=maxReplicas"`
	// Metrics to go by; each gives a number of replicas and the highest is taken. The default is 80% of the
	// CPU requested.
	// +optional
	// +listType=atomic
	Metrics []MetricSpec `json:"metrics,omitempty" protobuf:"bytes,4,rep,name=metrics"`
	// Behavior bounds how fast it scales, up and down apart.
	// +optional
	Behavior *HorizontalPodAutoscalerBehavior `json:"behavior,omitempty" protobuf:"bytes,5,opt,name=behavior"`
}

// CrossVersionObjectReference names an object of the same namespace.
type CrossVersionObjectReference struct {
	Kind string `json:"kind" protobuf:"bytes,1,opt,name=kind"`
	Name string `json:"name" protobuf:"bytes,2,opt,name=name"`
	// +optional
	APIVersion string `json:"apiVersion,omitempty" protobuf:"bytes,3,opt,name=apiVersion"`
}

// MetricSpec is one metric; the member that type names must be set.
type MetricSpec struct {
	Type MetricSourceType `json:"type" protobuf:"bytes,1,opt,name=type,casttype=MetricSourceType"`
	// Object is a metric of one object of the namespace, such as requests of an Ingress.
	// +optional
	Object *ObjectMetricSource `json:"object,omitempty" protobuf:"bytes,2,opt,name=object"`
	// Pods is a metric that each pod has; their average is taken.
	// +optional
	Pods *PodsMetricSource `json:"pods,omitempty" protobuf:"bytes,3,opt,name=pods"`
	// Resource is CPU or memory of all containers of the pods.
	// +optional
	Resource *ResourceMetricSource `json:"resource,omitempty" protobuf:"bytes,4,opt,name=resource"`
	// ContainerResource is CPU or memory of one container of each pod.
	// +optional
	ContainerResource *ContainerResourceMetricSource `json:"containerResource,omitempty" protobuf:"bytes,7,opt,name=containerResource"`
	// External is a metric from outside the cluster, such as the length of a queue.
	// +optional
	External *ExternalMetricSource `json:"external,omitempty" protobuf:"bytes,5,opt,name=external"`
}

type HorizontalPodAutoscalerBehavior struct {
	// ScaleUp: by default the greater of 4 pods and doubling every 15 seconds, without waiting.
	// +optional
	ScaleUp *HPAScalingRules `json:"scaleUp,omitempty" protobuf:"bytes,1,opt,name=scaleUp"`
	// ScaleDown: by default down to minReplicas at once, after 300 seconds of stabilization.
	// +optional
	ScaleDown *HPAScalingRules `json:"scaleDown,omitempty" protobuf:"bytes,2,opt,name=scaleDown"`
}

type ScalingPolicySelect string

const (
	MaxChangePolicySelect ScalingPolicySelect = "Max"
	MinChangePolicySelect ScalingPolicySelect = "Min"
	DisabledPolicySelect  ScalingPolicySelect = "Disabled"
)

type HPAScalingRules struct {
	// StabilizationWindowSeconds to look back over past results, so that a metric that flutters does not make
	// pods come and go. 0 to 3600.
	// +optional
	StabilizationWindowSeconds *int32 `json:"stabilizationWindowSeconds,omitempty" protobuf:"varint,3,opt,name=stabilizationWindowSeconds"`
	// SelectPolicy takes the policy that allows the greatest change (Max, the default), the least (Min), or
	// Disabled: no scaling this way.
	// +optional
	SelectPolicy *ScalingPolicySelect `json:"selectPolicy,omitempty" protobuf:"bytes,1,opt,name=selectPolicy,casttype=ScalingPolicySelect"`
	// Policies, at least one of them.
	// +optional
	// +listType=atomic
	Policies []HPAScalingPolicy `json:"policies,omitempty" protobuf:"bytes,2,rep,name=policies"`
	// Tolerance is how far, as a share, the metric may be off before anything is done.
	// +optional
	// +featureGate=HPAConfigurableTolerance
	Tolerance *resource.Quantity `json:"tolerance,omitempty" protobuf:"bytes,4,opt,name=tolerance"`
}

type HPAScalingPolicyType string

const (
	PodsScalingPolicy    HPAScalingPolicyType = "Pods"
	PercentScalingPolicy HPAScalingPolicyType = "Percent"
)

// HPAScalingPolicy allows so much change in so much time.
type HPAScalingPolicy struct {
	Type HPAScalingPolicyType `json:"type" protobuf:"bytes,1,opt,name=type,casttype=HPAScalingPolicyType"`
	// Value in pods or percent.
	Value int32 `json:"value" protobuf:"varint,2,opt,name=value"`
	// PeriodSeconds from 1 to 1800.
	PeriodSeconds int32 `json:"periodSeconds" protobuf:"varint,3,opt,name=periodSeconds"`
}

type MetricSourceType string

const (
	ObjectMetricSourceType            MetricSourceType = "Object"
	PodsMetricSourceType              MetricSourceType = "Pods"
	ResourceMetricSourceType          MetricSourceType = "Resource"
	ContainerResourceMetricSourceType MetricSourceType = "ContainerResource"
	ExternalMetricSourceType          MetricSourceType = "External"
)

type ObjectMetricSource struct {
	DescribedObject CrossVersionObjectReference `json:"describedObject" protobuf:"bytes,1,opt,name=describedObject"`
	Target          MetricTarget                `json:"target" protobuf:"bytes,2,opt,name=target"`
	Metric          MetricIdentifier            `json:"metric" protobuf:"bytes,3,opt,name=metric"`
}

type PodsMetricSource struct {
	Metric MetricIdentifier `json:"metric" protobuf:"bytes,1,opt,name=metric"`
	Target MetricTarget     `json:"target" protobuf:"bytes,2,opt,name=target"`
}

type ResourceMetricSource struct {
	Name   corev1.ResourceName `json:"name" protobuf:"bytes,1,opt,name=name,casttype=k8s.io/api/core/v1.ResourceName"`
	Target MetricTarget        `json:"target" protobuf:"bytes,2,opt,name=target"`
}

type ContainerResourceMetricSource struct {
	Name      corev1.ResourceName `json:"name" protobuf:"bytes,1,opt,name=name,casttype=k8s.io/api/core/v1.ResourceName"`
	Target    MetricTarget        `json:"target" protobuf:"bytes,2,opt,name=target"`
	Container string              `json:"container" protobuf:"bytes,3,opt,name=container"`
}

type ExternalMetricSource struct {
	Metric MetricIdentifier `json:"metric" protobuf:"bytes,1,opt,name=metric"`
	Target MetricTarget     `json:"target" protobuf:"bytes,2,opt,name=target"`
}

type MetricIdentifier struct {
	Name string `json:"name" protobuf:"bytes,1,opt,name=name"`
	// Selector narrows the metric down, by its labels.
	// +optional
	Selector *metav1.LabelSelector `json:"selector,omitempty" protobuf:"bytes,2,opt,name=selector"`
}

type MetricTarget struct {
	// Type is Utilization, Value or AverageValue, and names the member that is set.
	Type MetricTargetType `json:"type" protobuf:"bytes,1,opt,name=type,casttype=MetricTargetType"`
	// +optional
	Value *resource.Quantity `json:"value,omitempty" protobuf:"bytes,2,opt,name=value"`
	// AverageValue is the average over the pods.
	// +optional
	AverageValue *resource.Quantity `json:"averageValue,omitempty" protobuf:"bytes,3,opt,name=averageValue"`
	// AverageUtilization in percent of what pods request; only for resources.
	// +optional
	AverageUtilization *int32 `json:"averageUtilization,omitempty" protobuf:"varint,4,opt,name=averageUtilization"`
}

type MetricTargetType string

const (
	UtilizationMetricType  MetricTargetType = "Utilization"
	ValueMetricType        MetricTargetType = "Value"
	AverageValueMetricType MetricTargetType = "AverageValue"
)

type HorizontalPodAutoscalerStatus struct {
	// +optional
	ObservedGeneration *int64 `json:"observedGeneration,omitempty" protobuf:"varint,1,opt,name=observedGeneration"`
	// LastScaleTime is when the number of replicas was last changed.
	// +optional
	LastScaleTime *metav1.Time `json:"lastScaleTime,omitempty" protobuf:"bytes,2,opt,name=lastScaleTime"`
	// CurrentReplicas there were at the last look.
	// +optional
	CurrentReplicas int32 `json:"currentReplicas,omitempty" protobuf:"varint,3,opt,name=currentReplicas"`
	// DesiredReplicas as last computed.
	DesiredReplicas int32 `json:"desiredReplicas" protobuf:"varint,4,opt,name=desiredReplicas"`
	// CurrentMetrics as last read.
	// +optional
	// +listType=atomic
	CurrentMetrics []MetricStatus `json:"currentMetrics" protobuf:"bytes,5,rep,name=currentMetrics"`
	// +optional
	// +listType=map
	// +listMapKey=type
	Conditions []HorizontalPodAutoscalerCondition `json:"conditions,omitempty" patchStrategy:"merge" patchMergeKey:"type" protobuf:"bytes,6,rep,name=conditions"`
}

type HorizontalPodAutoscalerConditionType string

const (
	// It can compute a number of replicas.
	ScalingActive HorizontalPodAutoscalerConditionType = "ScalingActive"
	// Nothing keeps it from reading and changing the scale.
	AbleToScale HorizontalPodAutoscalerConditionType = "AbleToScale"
	// The number it computed is outside minReplicas and maxReplicas.
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

type ObjectMetricStatus struct {
	Metric          MetricIdentifier            `json:"metric" protobuf:"bytes,1,opt,name=metric"`
	Current         MetricValueStatus           `json:"current" protobuf:"bytes,2,opt,name=current"`
	DescribedObject CrossVersionObjectReference `json:"describedObject" protobuf:"bytes,3,opt,name=describedObject"`
}

type PodsMetricStatus struct {
	Metric  MetricIdentifier  `json:"metric" protobuf:"bytes,1,opt,name=metric"`
	Current MetricValueStatus `json:"current" protobuf:"bytes,2,opt,name=current"`
}

type ResourceMetricStatus struct {
	Name    corev1.ResourceName `json:"name" protobuf:"bytes,1,opt,name=name,casttype=k8s.io/api/core/v1.ResourceName"`
	Current MetricValueStatus   `json:"current" protobuf:"bytes,2,opt,name=current"`
}

type ContainerResourceMetricStatus struct {
	Name      corev1.ResourceName `json:"name" protobuf:"bytes,1,opt,name=name,casttype=k8s.io/api/core/v1.ResourceName"`
	Current   MetricValueStatus   `json:"current" protobuf:"bytes,2,opt,name=current"`
	Container string              `json:"container" protobuf:"bytes,3,opt,name=container"`
}

type ExternalMetricStatus struct {
	Metric  MetricIdentifier  `json:"metric" protobuf:"bytes,1,opt,name=metric"`
	Current MetricValueStatus `json:"current" protobuf:"bytes,2,opt,name=current"`
}

type MetricValueStatus struct {
	// +optional
	Value *resource.Quantity `json:"value,omitempty" protobuf:"bytes,1,opt,name=value"`
	// +optional
	AverageValue *resource.Quantity `json:"averageValue,omitempty" protobuf:"bytes,2,opt,name=averageValue"`
	// +optional
	AverageUtilization *int32 `json:"averageUtilization,omitempty" protobuf:"varint,3,opt,name=averageUtilization"`
}

// +k8s:prerelease-lifecycle-gen:introduced=1.23
type HorizontalPodAutoscalerList struct {
	metav1.TypeMeta `json:",inline"`
	// +optional
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"bytes,1,opt,name=metadata"`
	Items           []HorizontalPodAutoscaler `json:"items" protobuf:"bytes,2,rep,name=items"`
}
