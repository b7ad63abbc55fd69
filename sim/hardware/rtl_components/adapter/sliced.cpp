// sliced.cpp - the one source that is compiled for each sliced shape, with the macros of
// component.cpp and SHAPE_MODULE, the module's name. SHAPE_SOURCES is what sliced_source.h writes.

#include "sim/hardware/rtl_components/adapter/runtime.h"
#include "sim/hardware/rtl_components/adapter/sliced_pins.h"

namespace {

using namespace turnpike::sim;

struct Shape {
  static constexpr unsigned kPorts = SHAPE_PORTS;
  static constexpr unsigned kVcs = SHAPE_VCS;
  static constexpr unsigned kFlitBits = SHAPE_FLIT_BITS;
  static constexpr const char* kModule = SHAPE_MODULE;
};

#include SHAPE_SOURCES

}  // namespace

#include "sim/hardware/rtl_components/adapter/sliced_bank.h"

extern "C" __attribute__((visibility("default"))) RtlBank* SHAPE_CREATE(RtlRuntime* runtime) {
  // Runtime is the only RtlRuntime of this shared object.
  return new SlicedBank(*static_cast<Runtime*>(runtime));
}
