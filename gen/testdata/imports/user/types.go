// +k8s:validation-gen=*
package user

import "example.com/apis/base"

type User struct {
	base.Shared `json:",inline"`
	// +k8s:optional
	More []base.Shared `json:"more,omitempty"`
}
