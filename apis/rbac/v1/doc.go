// Package v1 has roles and who has them.
//
// +groupName=rbac.authorization.k8s.io
// +k8s:openapi-model-package=io.k8s.api.rbac.v1
package v1
