// +k8s:validation-gen=*
package base

// Shared is used by another package.
type Shared struct {
	// +k8s:required
	Name string `json:"name"`
}
