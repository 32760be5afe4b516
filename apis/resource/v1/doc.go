// Package v1 has devices of nodes, and the claims of pods to them.
//
// +groupName=resource.k8s.io
// +k8s:openapi-model-package=io.k8s.api.resource.v1
package v1
