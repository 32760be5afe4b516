// Package v1 has EndpointSlices, the addresses behind a Service.
//
// +groupName=discovery.k8s.io
// +k8s:openapi-model-package=io.k8s.api.discovery.v1
package v1
