// Package v1 has the scale of a workload, and the first form of the HorizontalPodAutoscaler.
//
// +groupName=autoscaling
// +pintle:conversionHub=k8s.io/api/autoscaling/v2
// +k8s:openapi-model-package=io.k8s.api.autoscaling.v1
package v1
