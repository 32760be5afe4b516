#pragma once

#include <cstddef>

// Counts what a program of tests takes from its heap, on all threads. Linked in, it takes the place
// of the operators new and delete.
namespace pintle {

class HeapMeter {
 public:
  // Counts from here.
  HeapMeter();

  // All bytes that were taken, given back or not.
  size_t made() const;
  // The most that was held at one time, beyond what was at the beginning.
  size_t peak() const;

 private:
  size_t made_before_;
  size_t held_before_;
};

}  // namespace pintle
