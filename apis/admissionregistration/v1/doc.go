// Package v1 has the configuration of admission: webhooks, and policies written in CEL.
//
// +groupName=admissionregistration.k8s.io
// +k8s:openapi-model-package=io.k8s.api.admissionregistration.v1
package v1
