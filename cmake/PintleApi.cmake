# pintle_add_api: compiles types.go packages to C++. Filled in with pintle-gen.
