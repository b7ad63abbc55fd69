// message_engine.h - the reference model's engine for networks of packet routers.

#pragma once

#include <memory>
#include <vector>

#include "model/network/message_bank.h"
#include "model/network/pin_network.h"
#include "model/network/watchdog.h"

namespace turnpike::model {

// A MessageBank at the terminals of a PinNetwork. Any network without interchanges; of wormhole
// routers too, slowly. What it counts are messages.
class MessageEngine final : public ModelEngine {
 public:
  // `network`, and `traffic` if there is any, outlive it.
  MessageEngine(const Network& network, Traffic* traffic, const RunSpec& run,
                const MessageBankSpec& bank);

  // For lists of messages; see there.
  MessageBank& bank() { return bank_; }
  const PinNetwork& pins() const { return *pins_; }

  const Network& network() const override { return network_; }
  Cycle now() const override { return pins_->now(); }
  void advance(Cycle cycles) override;
  Collector collected() override { return bank_.collected(); }
  void restart_collector(MeasurementWindow window) override { bank_.restart_collector(window); }
  std::uint64_t packets_outstanding() override { return bank_.messages_outstanding(); }
  std::uint64_t measured_outstanding() override { return bank_.measured_outstanding(); }
  std::vector<std::uint64_t> flits_sent() const override { return pins_->flits_sent(); }
  std::vector<std::uint32_t> flits_buffered() const override { return pins_->flits_buffered(); }
  bool drained() override { return bank_.drained(); }
  void log_events(EventSink* sink) override {
    events_ = sink;
    pins_->log_events(sink != nullptr);
  }
  void outputs(ComponentId component, ComponentOutputs& to) const override {
    pins_->outputs(component, to);
  }
  NodeOutputs node_outputs(NodeId terminal) const override { return pins_->node_outputs(terminal); }
  void shuffle_evaluation(std::uint64_t seed) override { pins_->shuffle_evaluation(seed); }
  std::size_t bytes_per_router() const override { return pins_->bytes_per_router(); }

 private:
  void watch();

  const Network& network_;
  std::unique_ptr<PinNetwork> pins_;
  MessageBank bank_;
  Watchdog watchdog_;
  EventSink* events_ = nullptr;
};

// What the network and the run say of the terminals: where local channels choose the first hop, the
// shortest queue.
MessageBankSpec message_bank_spec(const Network& network, const RunSpec& run);

}  // namespace turnpike::model
