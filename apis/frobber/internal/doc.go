// Package internal is the hub of the example group: what the server works with, and what the versions are converted through.
//
// +groupName=frobber.example
// +k8s:openapi-model-package=example.frobber.internal
package internal
