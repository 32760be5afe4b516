// Package v2 has the aggregated discovery document.
//
// +groupName=apidiscovery.k8s.io
// +k8s:openapi-model-package=io.k8s.api.apidiscovery.v2
package v2
