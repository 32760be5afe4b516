// Package v6 is the old version of the example group.
//
// +groupName=frobber.example
// +k8s:openapi-model-package=example.frobber.v6
// +k8s:validation-gen=TypeMeta
// +pintle:conversionHub=apis/frobber/internal
package v6
