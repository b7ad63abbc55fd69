// emitted_fabric.h - an emitted network with co-processors, Verilated as one module, beside the
// model: it compares all pins of all nodes in every cycle.
//
// Its terminals are buses (docs/adapters.md), and a machine drives the pins of co-processors, so a
// BusDriver at each node connects them. The buses and co-processors of the model get the same
// inputs as the hardware.

#pragma once

#include <memory>
#include <vector>

#include "model/adapters/axi_coprocessor.h"
#include "model/machine/model_fabric.h"
#include "sim/hardware/rtl_components/shape_cache.h"
#include "sim/machine/fabric/bus_driver.h"
#include "sim/machine/fabric/bus_pins.h"

namespace turnpike::sim {

class EmittedFabric final : public model::Fabric {
 public:
  // `network` as by machine_network(params); it outlives this. Builds the network if it is not in
  // the cache.
  EmittedFabric(const model::Network& network, const model::CoprocessorParams& params,
                const BusSpec& buses, const ShapeCache::Progress& progress = {});
  // The same of a shape that was changed.
  EmittedFabric(const model::Network& network, const model::CoprocessorParams& params,
                const BusSpec& buses, const Shape& shape,
                const ShapeCache::Progress& progress = {});
  ~EmittedFabric() override;

  static Shape shape(const model::Network& network);

  const model::CoprocessorParams& params() const override { return model_.params(); }
  model::NodeId nodes() const override { return model_.nodes(); }
  model::Cycle now() const override { return model_.now(); }
  const model::CoprocessorOut& outputs(model::NodeId node) const override { return shown_[node]; }
  model::CoprocessorIn& inputs(model::NodeId node) override { return asked_[node]; }
  bool is_awake(model::NodeId) const override { return true; }  // its buses always may be
  void wake(model::NodeId) override {}
  // Throws MachineMismatch at the first difference, NetworkError where the hardware's own checks
  // complain.
  void advance() override;

 private:
  void drive();
  void show();
  void compare();

  model::ModelFabric model_;
  std::vector<model::AxiCoprocessor> buses_;  // [node]
  std::vector<model::CoprocessorIn> asked_;   // [node] by the machine
  std::vector<model::CoprocessorOut> shown_;  // [node] to the machine
  std::vector<BusDriver> drivers_;            // [node]
  BusPins places_;
  std::vector<NodePins> pins_;  // [node]
  std::unique_ptr<ShapeLibrary> library_;
  std::unique_ptr<RtlRuntime> runtime_;
  std::unique_ptr<RtlBuses> rtl_;
  std::vector<std::uint64_t> in_;
  std::vector<std::uint64_t> out_;
};

}  // namespace turnpike::sim
