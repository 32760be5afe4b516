// Package v1 has what an admission webhook is asked and answers.
//
// +groupName=admission.k8s.io
// +k8s:openapi-model-package=io.k8s.api.admission.v1
package v1
