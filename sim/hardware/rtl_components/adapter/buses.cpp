// buses.cpp - the one source that is compiled for each emitted network with co-processors, with the
// macros of component.cpp.

#include SHAPE_HEADER
#include SHAPE_ROOT_HEADER

#include "sim/hardware/rtl_components/adapter/buses_adapter.h"
#include "sim/hardware/rtl_components/adapter/runtime.h"

#include SHAPE_SOURCES

extern "C" __attribute__((visibility("default"))) turnpike::sim::RtlBuses* SHAPE_CREATE(
    turnpike::sim::RtlRuntime* runtime, const char* name) {
  // Runtime is the only RtlRuntime of this shared object.
  return new turnpike::sim::BusesAdapter<SHAPE_PREFIX, SHAPE_ROOT>(
      static_cast<turnpike::sim::Runtime*>(runtime)->context(), name);
}
