#include "gen/cli.h"

int main(int argc, char** argv) { return pintle::gen::Main(argc, argv); }
