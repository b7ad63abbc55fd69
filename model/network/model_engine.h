// model_engine.h - the reference model of a whole network, cycle-exact and fast.
//
// All routers lie in one array of blocks. The sender stores a granted flit directly in its buffer
// slot at the receiver, and the receiver's pins of the next cycle say which VC got it. A hop thus
// costs one copy, and a router in which nothing happens costs a look at one cache line. Pins exist
// twice, for even and odd cycles, so routers may be evaluated in any order and on any number of
// threads.

#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "model/network/engine.h"
#include "model/statistics/run_spec.h"
#include "model/traffic/traffic.h"

namespace turnpike::model {

// The output pins of a component in the present cycle.
struct ComponentOutputs {
  PortMask valid = 0;
  VcId vc[kMaxPorts];                    // where valid
  const std::uint64_t* flit[kMaxPorts];  // where valid; words of FlitFormat::words()
  VcMask credit[kMaxPorts];              // [input port] in_credit_o
  bool error = false;                    // error_o
  const std::uint16_t* queue = nullptr;  // [output port] queue_o; null: it has none
};

struct NodeOutputs {  // the pins that terminal n drives in the present cycle
  bool valid = false;
  VcId vc = 0;
  const std::uint64_t* flit = nullptr;
  VcMask eject_credit = 0;
};

class ModelEngine : public Engine {
 public:
  // Output pins in cycle now(); pointers are good until the next advance().
  virtual void outputs(ComponentId component, ComponentOutputs& to) const = 0;
  virtual NodeOutputs node_outputs(NodeId node) const = 0;

  // Every component is evaluated in every cycle, in a shuffled order (for tests of rule 2 of
  // docs/timing.md; one thread).
  virtual void shuffle_evaluation(std::uint64_t seed) = 0;
  // Bytes of state per router, its channels included.
  virtual std::size_t bytes_per_router() const = 0;
};

// `network` and `traffic` outlive the engine.
std::unique_ptr<ModelEngine> make_model_engine(const Network& network, Traffic& traffic,
                                               const RunSpec& run);

}  // namespace turnpike::model
