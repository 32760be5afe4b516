// Package v1 has RuntimeClasses, the ways in which a node can run containers.
//
// +groupName=node.k8s.io
// +k8s:openapi-model-package=io.k8s.api.node.v1
package v1
