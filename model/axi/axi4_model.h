// axi4_model.h - an AXI4 network in the reference model: routers, and an adapter at each port. The
// buses of the ports have the same values in each cycle as those of the emitted network.

#pragma once

#include <memory>
#include <vector>

#include "model/adapters/axi4_counters.h"
#include "model/adapters/axi_pins.h"
#include "model/axi/axi4_ports.h"

namespace turnpike::model {

class Axi4Model {
 public:
  virtual ~Axi4Model() = default;

  virtual const std::vector<Axi4Port>& ports() const = 0;
  // Cycles completed since reset.
  virtual Cycle now() const = 0;
  // Output pins of a port in cycle now(); the first is that of a manager's port, the second that of
  // a subordinate's.
  virtual Axi4Subordinate to_manager(std::size_t port) const = 0;
  virtual Axi4Manager to_subordinate(std::size_t port) const = 0;
  // The pins of the control block, or null if there is none.
  virtual const AxiLiteOut* control() const = 0;
  // The block's counts of all cycles before now(), in the order of this map.
  virtual const Axi4CounterMap& counter_map() const = 0;
  virtual const std::vector<std::uint64_t>& counts() const = 0;
  // Ends cycle now(), in which these are the input pins, [port]; each port has those of its kind.
  // `software`: of the control block. Throws NetworkError when a flit comes to a node that has no
  // port.
  virtual void advance(const std::vector<Axi4Manager>& managers,
                       const std::vector<Axi4Subordinate>& subordinates,
                       const AxiLiteIn& software = {}) = 0;
};

// `network` outlives it and has wormhole routers.
std::unique_ptr<Axi4Model> make_axi4_model(const Network& network, const Axi4NetworkSpec& spec);

}  // namespace turnpike::model
