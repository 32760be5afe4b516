// Package shapes has a field of every shape.
//
// +k8s:openapi-model-package=testdata.shapes
package shapes
