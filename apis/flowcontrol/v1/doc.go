// Package v1 has how the server shares its capacity among its clients.
//
// +groupName=flowcontrol.apiserver.k8s.io
// +k8s:openapi-model-package=io.k8s.api.flowcontrol.v1
package v1
