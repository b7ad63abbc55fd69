// rtl_engine.h - the Verilated hardware alone, in SystemC, as an engine.
//
// SystemC allows one elaboration per process, so one RtlEngine per process.

#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/network/engine.h"
#include "model/network/watchdog.h"
#include "model/statistics/run_spec.h"
#include "model/traffic/traffic.h"
#include "sim/hardware/systemc/bank_driver.h"
#include "sim/hardware/systemc/hop_log.h"
#include "sim/hardware/systemc/rtl_network.h"
#include "sim/hardware/trace/tracer.h"

namespace turnpike::sim {

class RtlEngine final : public model::Engine {
 public:
  // `network` and `traffic` must outlive it. Builds the shapes that are not in the cache.
  RtlEngine(const model::Network& network, model::Traffic& traffic, const model::RunSpec& run,
            const TraceWindow& trace = {}, const RtlNetworkOptions& options = {});
  ~RtlEngine() override;

  const model::Network& network() const override { return rtl_.network(); }
  model::Cycle now() const override { return rtl_.now(); }
  // When nothing has moved for RunSpec::watchdog cycles although packets are under way, it asks the
  // model, which runs the same once more, who waits for whom: StandstillError.
  void advance(model::Cycle cycles) override;

  const model::Collector& collected() override { return terminals_.terminals().collected(); }
  void restart_collector(model::MeasurementWindow window) override {
    terminals_.terminals().restart_collector(window);
  }
  model::NodeTable node_table(bool with_flows) override {
    return terminals_.terminals().node_table(with_flows);
  }
  void read_backlogs(std::vector<std::int64_t>& backlogs) override {
    terminals_.terminals().read_backlogs(backlogs);
  }
  void measure_until(model::Cycle end) override { terminals_.terminals().measure_until(end); }
  std::uint64_t packets_outstanding() override {
    return terminals_.terminals().packets_outstanding();
  }
  std::uint64_t measured_outstanding() override { return collected().outstanding(); }
  std::vector<std::uint64_t> flits_sent() const override;
  bool drained() override { return terminals_.terminals().drained(); }
  model::QueueLength waiting(model::NodeId node, unsigned message_class) const override {
    return terminals_.terminals().waiting(node, message_class);
  }
  void hold(model::NodeId node, unsigned message_class, bool is_held) override {
    terminals_.terminals().hold(node, message_class, is_held);
  }
  void take_deliveries(std::vector<model::Delivery>& to) override {
    terminals_.terminals().take_deliveries(to);
  }
  void log_events(model::EventSink* sink) override;
  bool has_state() const override { return true; }
  void visit_state(model::StateStream& state) override;

  RtlNetwork& rtl() { return rtl_; }
  // After the last cycle: completes the waveform; throws ConfigError when it cannot be written.
  void finish_trace() { tracer_.finish(); }
  // Waveform and view, once written.
  const std::vector<std::string>& trace_files() const { return tracer_.files(); }

 private:
  void start();
  [[noreturn]] void report_standstill() const;

  const model::Traffic& traffic_;
  model::RunSpec run_;
  BankDriver terminals_;
  RtlNetwork rtl_;
  Tracer tracer_;
  model::Watchdog watchdog_;
  bool is_started_ = false;
  std::vector<model::Event> events_;  // of this cycle, while there is a sink
  std::optional<HopLog> hops_;        // while there is a sink
};

}  // namespace turnpike::sim
