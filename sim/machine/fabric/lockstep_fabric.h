// lockstep_fabric.h - runs model and hardware side by side and compares all pins of all
// co-processors and routers in every cycle.
//
// The nodes read the pins of the model and drive both.

#pragma once

#include <optional>
#include <string>

#include "model/machine/model_fabric.h"
#include "sim/machine/fabric/machine_mismatch.h"
#include "sim/machine/fabric/rtl_fabric.h"

namespace turnpike::sim {

class LockstepFabric : public model::Fabric {
 public:
  static constexpr model::Cycle kCyclesBeyond = 2;  // that a waveform shows after a difference

  LockstepFabric(const model::Network& network, const model::CoprocessorParams& params,
                 std::uint64_t seed, const ShapeCache::Progress& progress = {}, bool starts = true);
  // See RtlFabric.
  void start();

  const model::CoprocessorParams& params() const override { return model_.params(); }
  model::NodeId nodes() const override { return model_.nodes(); }
  model::Cycle now() const override { return model_.now(); }
  const model::CoprocessorOut& outputs(model::NodeId node) const override {
    return model_.outputs(node);
  }
  model::CoprocessorIn& inputs(model::NodeId node) override { return model_.inputs(node); }
  bool is_awake(model::NodeId node) const override { return model_.is_awake(node); }
  void wake(model::NodeId node) override {
    model_.wake(node);
    rtl_.wake(node);
  }
  // Throws MachineMismatch; while a waveform is written, some cycles later, or in finish().
  void advance() override;
  void finish() override;

  void follow_clock();
  void show_inputs();

  RtlFabric& rtl() { return rtl_; }

 protected:
  // What processor and memory of a node show the hardware: the same as the model.
  virtual void copy_inputs(model::NodeId node) { rtl_.inputs(node) = model_.inputs(node); }

 private:
  void advance_beyond();
  void compare();
  void compare_coprocessor(model::NodeId node);
  void compare_channels(model::NodeId node);
  void compare_router(model::NodeId node);
  void check(model::NodeId node, const char* where, const char* signal, std::uint64_t expected,
             std::uint64_t actual, int port = -1);

  model::ModelFabric model_;
  RtlFabric rtl_;
  std::optional<MachineMismatch> mismatch_;  // a waveform shows what follows it
  bool follows_clock_ = false;
};

}  // namespace turnpike::sim
