// Package version has the answer of /version.
//
// +k8s:openapi-model-package=io.k8s.apimachinery.pkg.version
package version
