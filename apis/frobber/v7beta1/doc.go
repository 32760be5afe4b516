// Package v7beta1 is the new version of the example group: sizes have a struct of their own and units in
// their names, and `param` is gone.
//
// +groupName=frobber.example
// +k8s:openapi-model-package=example.frobber.v7beta1
// +k8s:validation-gen=TypeMeta
// +pintle:conversionHub=apis/frobber/internal
package v7beta1
