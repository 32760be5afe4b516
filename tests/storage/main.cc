#include <gtest/gtest.h>

#include "tests/storage/shim_session.h"

int main(int argc, char** argv) {
  pintle::storage_tests::PreloadShim(argv);
  testing::InitGoogleTest(&argc, argv);
  const int result = RUN_ALL_TESTS();
  pintle::storage_tests::CleanUpShim();
  return result;
}
