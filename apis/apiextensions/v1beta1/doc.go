// Package v1beta1 has CustomResourceDefinitions in their first form.
//
// +groupName=apiextensions.k8s.io
// +pintle:conversionHub=k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1
// +k8s:openapi-model-package=io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1beta1
package v1beta1
