// test_main.cpp - main of every test program.
//
// libsystemc brings a main of its own that calls sc_main; the tests start SystemC themselves.

#include <gtest/gtest.h>

// Referenced by libsystemc, never called here.
extern "C" __attribute__((visibility("default"))) int sc_main(int, char**) { return 1; }

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
