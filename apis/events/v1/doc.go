// Package v1 has events as their own group has them.
//
// +groupName=events.k8s.io
// +pintle:conversionHub=k8s.io/api/core/v1
// +k8s:openapi-model-package=io.k8s.api.events.v1
package v1
