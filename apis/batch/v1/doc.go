// Package v1 has work that ends: Jobs and CronJobs.
//
// +groupName=batch
// +k8s:openapi-model-package=io.k8s.api.batch.v1
package v1
