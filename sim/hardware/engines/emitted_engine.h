// emitted_engine.h - an emitted network, Verilated as one module, beside the model: it compares all
// pins of all terminals in every cycle.
//
// The terminals of the model drive the hardware as well. No SystemC is involved: the wiring under
// test is the one that `turnpike emit` writes.

#pragma once

#include <memory>
#include <vector>

#include "model/statistics/run_spec.h"
#include "model/traffic/traffic.h"
#include "sim/hardware/engines/beside_model.h"
#include "sim/hardware/engines/mismatch.h"
#include "sim/hardware/rtl_components/shape_cache.h"
#include "sim/hardware/systemc/route_pins.h"

namespace turnpike::sim {

class EmittedEngine final : public BesideModel {
 public:
  // `network` and `traffic` must outlive it. Builds the network if it is not in the cache.
  EmittedEngine(const model::Network& network, model::Traffic& traffic, const model::RunSpec& run,
                const ShapeCache::Progress& progress = {});
  // The same of a shape that was changed.
  EmittedEngine(const model::Network& network, model::Traffic& traffic, const model::RunSpec& run,
                const Shape& shape, const ShapeCache::Progress& progress = {});
  ~EmittedEngine() override;

  static Shape shape(const model::Network& network);
  static void build(const model::Network& network, const ShapeCache::Progress& progress);

  const model::Network& network() const override { return network_; }
  model::Cycle now() const override { return model_->now(); }
  // Throws LockstepError at the first difference, or where the hardware's own checks complain;
  // NetworkError what the model finds wrong.
  void advance(model::Cycle cycles) override;

 private:
  void cycle();
  void compare();
  void compare_terminal(model::NodeId terminal, const model::ComponentOutputs& sender);
  void compare_component(model::ComponentId component, const model::ComponentOutputs& expected);
  void drive();
  [[noreturn]] void differ(const std::string& where, model::PortId port, const char* signal,
                           std::string expected, std::string actual) const;

  const model::Network& network_;
  std::uint64_t seed_;
  RoutePins route_pins_;
  std::vector<PassingRoutes> routes_;  // [terminal] into the network
  std::unique_ptr<ShapeLibrary> library_;
  std::unique_ptr<RtlRuntime> runtime_;
  std::unique_ptr<RtlEmitted> rtl_;
  std::vector<TerminalPins> in_;                   // [terminal] in this cycle
  std::vector<TerminalPins> out_;                  // [terminal] after it
  std::vector<model::ComponentOutputs> expected_;  // [component]
};

}  // namespace turnpike::sim
