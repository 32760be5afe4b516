// Package runtime has what every encoded object is wrapped in.
//
// +k8s:openapi-model-package=io.k8s.apimachinery.pkg.runtime
package runtime
