#pragma once

#include <string>

#include "tests/storage/shim_control.h"

namespace pintle::storage_tests {

// Starts the program again with the shim preloaded, unless it already is. Called first by main;
// then the others may be used. Exits if that is not possible.
void PreloadShim(char** arguments);
// Removes what PreloadShim made.
void CleanUpShim();

ShimControl& Control();
// Begins an empty trace.
void StartRecording();
// Ends it and returns the file it is in.
std::string StopRecording();
// Into the trace, after all that was written before.
void Mark(const std::string& text);

}  // namespace pintle::storage_tests
