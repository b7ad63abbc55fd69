// beside_model.h - an engine that runs hardware beside the model, whose terminals answer for its
// own.

#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "model/network/model_engine.h"
#include "model/statistics/run_spec.h"

namespace turnpike::sim {

class BesideModel : public model::Engine {
 public:
  const model::Collector& collected() override { return model_->collected(); }
  void restart_collector(model::MeasurementWindow window) override {
    model_->restart_collector(window);
  }
  model::NodeTable node_table(bool with_flows) override { return model_->node_table(with_flows); }
  void read_backlogs(std::vector<std::int64_t>& backlogs) override {
    model_->read_backlogs(backlogs);
  }
  void measure_until(model::Cycle end) override { model_->measure_until(end); }
  std::uint64_t packets_outstanding() override { return model_->packets_outstanding(); }
  std::uint64_t measured_outstanding() override { return model_->measured_outstanding(); }
  std::vector<std::uint64_t> flits_sent() const override { return model_->flits_sent(); }
  std::vector<std::uint32_t> flits_buffered() const override { return model_->flits_buffered(); }
  bool drained() override { return model_->drained(); }
  model::QueueLength waiting(model::NodeId node, unsigned message_class) const override {
    return model_->waiting(node, message_class);
  }
  void hold(model::NodeId node, unsigned message_class, bool is_held) override {
    model_->hold(node, message_class, is_held);
  }
  void take_deliveries(std::vector<model::Delivery>& to) override { model_->take_deliveries(to); }
  void log_events(model::EventSink* sink) override { model_->log_events(sink); }

 protected:
  // The model advances cycle by cycle here.
  static model::RunSpec on_one_thread(model::RunSpec run) {
    run.threads = 1;
    return run;
  }

  explicit BesideModel(std::unique_ptr<model::ModelEngine> model) : model_(std::move(model)) {}

  std::unique_ptr<model::ModelEngine> model_;
};

}  // namespace turnpike::sim
