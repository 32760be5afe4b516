// Package v1 has the records of the audit log, and the policy that says what is recorded.
//
// +groupName=audit.k8s.io
// +k8s:openapi-model-package=io.k8s.apiserver.pkg.apis.audit.v1
package v1
