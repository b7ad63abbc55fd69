// lockstep_fabric.h - model and hardware side by side: all pins of all co-processors and routers
// are compared in every cycle.
//
// The nodes see the model's pins and drive both.

#pragma once

#include <string>

#include "model/machine/model_fabric.h"
#include "sim/machine/rtl_fabric.h"

namespace turnpike::sim {

// The first pin that differs.
struct MachineMismatch : model::NetworkError {
  // `advice`: how to look closer.
  MachineMismatch(model::Cycle at, model::NodeId in, const std::string& where,
                  const std::string& signal, std::uint64_t expected_value,
                  std::uint64_t actual_value, const std::string& advice = "");

  model::Cycle cycle;
  model::NodeId node;
  std::string pin;         // "coprocessor memory_address_o", "router out_flit_o 3"
  std::uint64_t expected;  // by the model
  std::uint64_t actual;    // by the hardware
};

class LockstepFabric final : public model::Fabric {
 public:
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
  // Throws MachineMismatch.
  void advance() override;
  void finish() override { rtl_.finish(); }

  void follow_clock();
  void show_inputs();

  RtlFabric& rtl() { return rtl_; }
  // A fault of the hardware's, to see the comparison bite: its processor pins of this node show
  // another pointer than the model's.
  void plant_fault(model::NodeId node) { faulty_ = node; }

 private:
  void compare();
  void compare_coprocessor(model::NodeId node);
  void compare_channels(model::NodeId node);
  void compare_router(model::NodeId node);
  void check(model::NodeId node, const char* where, const char* signal, std::uint64_t expected,
             std::uint64_t actual, int port = -1);

  model::ModelFabric model_;
  RtlFabric rtl_;
  bool follows_clock_ = false;
  model::NodeId faulty_ = ~model::NodeId{0};
};

}  // namespace turnpike::sim
