// Go does not let packages import each other; a generator need not mind.
package left

import "example.com/circle/right"

type Left struct {
	Name   string                 `json:"name"`
	Right  *right.Right           `json:"right,omitempty"`
	Rights map[string]right.Right `json:"rights,omitempty"`
}

// Unused is not needed by anyone.
type Unused struct {
	Name string `json:"name"`
}
