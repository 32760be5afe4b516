// Package v1 has the resources without a group.
//
// +groupName=
// +k8s:openapi-model-package=io.k8s.api.core.v1
package v1
