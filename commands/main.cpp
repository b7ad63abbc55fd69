// main.cpp - the `turnpike` program.

#include "commands/program.h"

// Referenced by libsystemc, whose own main is not used; never called.
extern "C" __attribute__((visibility("default"))) int sc_main(int, char**) { return 1; }

int main(int argc, char** argv) { return turnpike::sim::run_program(argc, argv); }
