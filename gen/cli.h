#pragma once

namespace pintle::gen {

// The pintle-gen command: returns the exit code. 0 done, 1 the input is wrong or outputs differ, 2
// wrong usage.
int Main(int argc, char** argv);

}  // namespace pintle::gen
