// Package v1beta1 has CustomResourceDefinitions in their first form.
//
// +groupName=apiextensions.k8s.io
// +k8s:openapi-model-package=io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1beta1
package v1beta1
