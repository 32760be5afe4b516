// Package rules uses every validation tag.
//
// +k8s:validation-gen=TypeMeta
// +k8s:openapi-model-package=testdata.rules
package rules
