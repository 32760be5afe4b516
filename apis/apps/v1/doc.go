// Package v1 has workloads that run many like pods: Deployments, StatefulSets, DaemonSets, ReplicaSets.
//
// +groupName=apps
// +k8s:openapi-model-package=io.k8s.api.apps.v1
package v1
