// Package v1beta1 has the first names of types that have moved to v1.
//
// +groupName=meta.k8s.io
// +k8s:openapi-model-package=io.k8s.apimachinery.pkg.apis.meta.v1beta1
package v1beta1
