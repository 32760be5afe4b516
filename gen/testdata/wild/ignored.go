//go:build ignore || (windows && !linux)

package main

type Broken struct {
	A string `json:"a"`
	B string `json:"a"`
}
