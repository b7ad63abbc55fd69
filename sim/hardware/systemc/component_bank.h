// component_bank.h - components of one shape whose edges are evaluated together.

#pragma once

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "sim/hardware/rtl_components/component_abi.h"
#include "sim/hardware/systemc/component_module.h"

namespace turnpike::sim {

class ComponentBank {
 public:
  ComponentBank(std::size_t shape, std::unique_ptr<RtlBank> bank)
      : shape_(shape), bank_(std::move(bank)) {}

  std::size_t shape() const { return shape_; }
  bool is_full() const { return modules_.size() == RtlBank::kLanes; }

  RtlComponent& add_lane(const char* name) { return bank_->add_lane(name); }
  // What stands in the lane that was added last.
  void add_module(ComponentModule& module) {
    results_[modules_.size()] = &module.result();
    modules_.push_back(&module);
  }
  const std::vector<ComponentModule*>& modules() const { return modules_; }

  bool is_quiet(unsigned parity) const {
    return std::all_of(modules_.begin(), modules_.end(),
                       [=](const ComponentModule* module) { return module->is_quiet(parity); });
  }

  // The edge that ends the cycle with `parity`.
  void tick(unsigned parity) {
    for (std::size_t lane = 0; lane < modules_.size(); ++lane) {
      inputs_[lane] = modules_[lane]->take(parity);
    }
    bank_->tick(parity, inputs_, results_);
    for (ComponentModule* module : modules_) module->deliver(parity ^ 1u);
  }

 private:
  std::size_t shape_;
  std::unique_ptr<RtlBank> bank_;
  std::vector<ComponentModule*> modules_;  // [lane]
  PortActivity inputs_[RtlBank::kLanes];
  EdgeResult* results_[RtlBank::kLanes] = {};
};

}  // namespace turnpike::sim
