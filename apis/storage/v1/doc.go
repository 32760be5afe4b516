// Package v1 has how volumes are made and attached.
//
// +groupName=storage.k8s.io
// +k8s:openapi-model-package=io.k8s.api.storage.v1
package v1
