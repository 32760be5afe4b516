// Package v1 has limits to the disruption of pods.
//
// +groupName=policy
// +k8s:openapi-model-package=io.k8s.api.policy.v1
package v1
