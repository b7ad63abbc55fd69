// component.cpp - the one source that is compiled for each shape, with these macros:
//
//   SHAPE_PREFIX       Verilator's --prefix, unique per shape
//   SHAPE_HEADER, SHAPE_ROOT_HEADER   the generated headers, quoted
//   SHAPE_ROOT         class of the generated root
//   SHAPE_CREATE       name of the entry point
//   SHAPE_PORTS, SHAPE_VCS, SHAPE_FLIT_BITS, SHAPE_ROUTE_BITS, SHAPE_QUEUE_BITS,
//   SHAPE_DRAIN_CYCLES
//   SHAPE_SOURCES      header that includes the generated fast sources: one unit, so that the
//                      compiler sees evaluation and adapter together

#include SHAPE_HEADER
#include SHAPE_ROOT_HEADER

#include "sim/hardware/rtl_components/adapter/component_adapter.h"
#include "sim/hardware/rtl_components/adapter/runtime.h"

#include SHAPE_SOURCES

namespace {

struct Shape {
  static constexpr unsigned kPorts = SHAPE_PORTS;
  static constexpr unsigned kVcs = SHAPE_VCS;
  static constexpr unsigned kFlitBits = SHAPE_FLIT_BITS;
  static constexpr unsigned kRouteBits = SHAPE_ROUTE_BITS;
  static constexpr unsigned kQueueBits = SHAPE_QUEUE_BITS;
  static constexpr unsigned kDrainCycles = SHAPE_DRAIN_CYCLES;
};

using Adapter = turnpike::sim::ComponentAdapter<SHAPE_PREFIX, SHAPE_ROOT, Shape>;

}  // namespace

extern "C" __attribute__((visibility("default"))) turnpike::sim::RtlComponent* SHAPE_CREATE(
    turnpike::sim::RtlRuntime* runtime, const char* name) {
  // Runtime is the only RtlRuntime of this shared object.
  return new Adapter(static_cast<turnpike::sim::Runtime*>(runtime)->context(), name);
}
