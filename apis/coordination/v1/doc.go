// Package v1 has leases.
//
// +groupName=coordination.k8s.io
// +k8s:openapi-model-package=io.k8s.api.coordination.v1
// +k8s:validation-gen=TypeMeta
package v1
