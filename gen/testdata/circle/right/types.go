package right

import "example.com/circle/left"

type Right struct {
	Left left.Left    `json:"left"`
	List []left.Left  `json:"list,omitempty"`
}
