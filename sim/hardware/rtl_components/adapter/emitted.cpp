// emitted.cpp - the one source that is compiled for each emitted network, with the macros of
// component.cpp. SHAPE_PORTS are its terminals.

#include SHAPE_HEADER
#include SHAPE_ROOT_HEADER

#include "sim/hardware/rtl_components/adapter/emitted_adapter.h"
#include "sim/hardware/rtl_components/adapter/runtime.h"

#include SHAPE_SOURCES

namespace {

struct Shape {
  static constexpr unsigned kPorts = SHAPE_PORTS;
  static constexpr unsigned kVcs = SHAPE_VCS;
  static constexpr unsigned kFlitBits = SHAPE_FLIT_BITS;
  static constexpr unsigned kRouteBits = SHAPE_ROUTE_BITS;
  static constexpr unsigned kQueueBits = SHAPE_QUEUE_BITS;
};

using Adapter = turnpike::sim::EmittedAdapter<SHAPE_PREFIX, SHAPE_ROOT, Shape>;

}  // namespace

extern "C" __attribute__((visibility("default"))) turnpike::sim::RtlEmitted* SHAPE_CREATE(
    turnpike::sim::RtlRuntime* runtime, const char* name) {
  // Runtime is the only RtlRuntime of this shared object.
  return new Adapter(static_cast<turnpike::sim::Runtime*>(runtime)->context(), name);
}
