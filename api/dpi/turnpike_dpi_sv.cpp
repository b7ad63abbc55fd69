// turnpike_dpi_sv.cpp - arrays of SystemVerilog for turnpike_dpi.h. Compiled with the testbench, as
// each simulator has its own svdpi.h.

#include <svdpi.h>

#include <turnpike_dpi.h>

namespace {

// Of `int unsigned words[]`; null for an array that is not laid out as C lays them out.
uint32_t* words(svOpenArrayHandle array) { return static_cast<uint32_t*>(svGetArrayPtr(array)); }
int32_t count(svOpenArrayHandle array) { return svSize(array, 1); }

}  // namespace

extern "C" {

int turnpike_dpi_expected(int handle, svOpenArrayHandle outputs) {
  return turnpike_reference_expected(handle, words(outputs), count(outputs));
}

int turnpike_dpi_check(int handle, svOpenArrayHandle outputs) {
  return turnpike_reference_check(handle, words(outputs), count(outputs));
}

int turnpike_dpi_cycle(int handle, int reset, svOpenArrayHandle inputs) {
  return turnpike_reference_cycle(handle, reset, words(inputs), count(inputs));
}

int turnpike_dpi_surroundings(int handle, int reset, svOpenArrayHandle outputs,
                              svOpenArrayHandle inputs) {
  return turnpike_surroundings_cycle(handle, reset, words(outputs), count(outputs), words(inputs),
                                     count(inputs));
}
}
