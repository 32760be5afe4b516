// Package v1 has requests for X.509 certificates.
//
// +groupName=certificates.k8s.io
// +k8s:openapi-model-package=io.k8s.api.certificates.v1
package v1
