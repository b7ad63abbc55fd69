// turnpike_dpi.h - the reference model of one router, interchange or packet router for a testbench.
//
// C99 and C++; turnpike_dpi.sv is the same for SystemVerilog. A reference stands beside a component
// of the hardware and gets the pins that it gets. In each clock cycle, in this order:
//
//   turnpike_reference_check(handle, outputs of the component in this cycle)
//   turnpike_reference_cycle(handle, rst_i, inputs of the component in this cycle)
//
// Pins are one vector of bits each way: word 0 holds the bits 0 to 31, a pin's lowest bit comes
// first, and pins follow each other without gaps, in this order, with the widths that they have in
// rtl/ with these parameters (of a packet router in_vc_i and out_vc_o have one bit per port):
//
//   component      inputs
//   router         enable node limit table_we table_port table_dest table_mask
//                  in_valid in_vc in_route in_flit out_credit
//   interchange    enable node limit dimension connected paced in_valid in_vc in_flit out_credit
//   packet_router  enable node limit in_valid in_vc in_flit out_credit
//                  outputs
//   router         out_valid out_vc out_flit out_route in_credit error idle
//   interchange    the same
//   packet_router  out_valid out_vc out_flit in_credit queue error idle
//
// Functions answer 0 or more, or below 0 an error with a text. There is no other output and no
// exit. They may be called from several threads: one waits for the other.

#ifndef TURNPIKE_DPI_H
#define TURNPIKE_DPI_H

#include <stdint.h>

#if defined(__GNUC__)
#define TURNPIKE_DPI __attribute__((visibility("default")))
#else
#define TURNPIKE_DPI
#endif

#ifdef __cplusplus
extern "C" {
#endif

enum {
  TURNPIKE_REFERENCE_EQUAL = 0,
  TURNPIKE_REFERENCE_DIFFERENT = 1,

  TURNPIKE_REFERENCE_NULL = -1,        // an argument is NULL
  TURNPIKE_REFERENCE_HANDLE = -2,      // no such reference: it was freed, or never was one
  TURNPIKE_REFERENCE_PARAMETERS = -3,  // no such component or parameter, or out of range
  TURNPIKE_REFERENCE_WORDS = -4,       // an array is too short for the pins
  TURNPIKE_REFERENCE_DUTY = -5,        // the inputs broke a neighbour's duty (docs/timing.md)
  TURNPIKE_REFERENCE_STATE = -6,       // it needs a reset first: it had none, or an error before
  TURNPIKE_REFERENCE_MEMORY = -7       // not enough memory
};

// `component`: "router", "interchange" or "packet_router". `parameters`: NAME=VALUE, separated by
// blanks, of those in rtl/, the derived ones left out; others have their defaults. A list is
// written DISTANCES=4,16, level 1 first. Answers a handle above 0, good until
// turnpike_reference_free() and never used again, or an error.
TURNPIKE_DPI int32_t turnpike_reference_new(const char* component, const char* parameters);
TURNPIKE_DPI int32_t turnpike_reference_free(int32_t handle);

// Width of the pins in bits.
TURNPIKE_DPI int32_t turnpike_reference_input_bits(int32_t handle);
TURNPIKE_DPI int32_t turnpike_reference_output_bits(int32_t handle);
// The input pins (`inputs` not 0) or output pins in their order, of a reference or of the router in
// surroundings: "enable_i 1 node_i 6 ...", each with its width in bits. "" for no such handle. Good
// as the text of turnpike_reference_text() is.
TURNPIKE_DPI const char* turnpike_reference_pins(int32_t handle, int32_t inputs);

// The outputs of this cycle. out_vc, out_flit and out_route are 0 where out_valid is. `count` is
// the number of words there is place for. STATE: before the first reset nobody knows them.
TURNPIKE_DPI int32_t turnpike_reference_expected(int32_t handle, uint32_t* outputs, int32_t count);

// EQUAL, or DIFFERENT with the first difference as text: cycle, port, pin, expected, actual. out_vc
// and out_flit count where out_valid is high. Before the first reset all is EQUAL.
TURNPIKE_DPI int32_t turnpike_reference_check(int32_t handle, const uint32_t* outputs,
                                              int32_t count);

// The clock edge that ends this cycle. With `reset` not 0 the inputs are not looked at, and may be
// NULL; the next cycle is cycle 0. Before the first reset nothing happens. DUTY, with a text: from
// then on only a reset helps.
TURNPIKE_DPI int32_t turnpike_reference_cycle(int32_t handle, int32_t reset, const uint32_t* inputs,
                                              int32_t count);

// The present cycle: clock edges without reset since the last one with it.
TURNPIKE_DPI int64_t turnpike_reference_now(int32_t handle);

// ---- A network around a router of one's own ----

// A mesh, torus or hypercube of routers of the model, one of which is not there: its pins come from
// here and go here. Terminals at all local ports send packets to random other nodes, and check each
// flit that comes. With ROUTING=5 it is a mesh whose routers have their ways from tables: the pins
// of the tables write an entry in each of the first PORTS * nodes cycles, then packets begin.
// `parameters`: those of the router, which give dimensions and kind, and
//
//   RADIX=4         nodes in each dimension      LOAD=30        flits that a terminal sends in 100
//   PLACE=0         number of the node whose                    cycles
//                   router is missing            PACKET_FLITS=4
//                                                SEED=1
//
// Answers a handle, as turnpike_reference_new().
TURNPIKE_DPI int32_t turnpike_surroundings_new(const char* parameters);
TURNPIKE_DPI int32_t turnpike_surroundings_free(int32_t handle);
// The clock edge that ends a cycle in which the router showed `outputs`; `inputs` is what is on its
// input pins in the cycle that begins, with its address. With `reset` not 0 the outputs are not
// looked at. DIFFERENT, with a text: it did what no router may do, or a flit came where it should
// not or as it should not; then only a reset helps.
TURNPIKE_DPI int32_t turnpike_surroundings_cycle(int32_t handle, int32_t reset,
                                                 const uint32_t* outputs, int32_t outputs_count,
                                                 uint32_t* inputs, int32_t inputs_count);
// No more packets begin; those under way go on.
TURNPIKE_DPI int32_t turnpike_surroundings_stop(int32_t handle);
// Sent since the reset, or delivered with their heads.
TURNPIKE_DPI int64_t turnpike_surroundings_packets(int32_t handle, int32_t delivered);

// Of the last difference or error of this handle; of handle 0, and of one that there is not, the
// last of this thread that had no reference. Good until the next call in this thread; never NULL.
TURNPIKE_DPI const char* turnpike_reference_text(int32_t handle);

#ifdef __cplusplus
}
#endif

#endif
