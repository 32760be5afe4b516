// The heap of a program that has a server in it.
#pragma once

namespace pintle::server {

// To be called before there is a second thread. glibc gives nearly every thread an arena of its
// own, and memory freed by one thread is of no use to another: what threads hand each other all the
// time, events and objects, then takes more room the longer the server runs. A few threads share an
// arena.
void ShareHeap(unsigned threads);

}  // namespace pintle::server
