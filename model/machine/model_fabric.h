// model_fabric.h - routers and co-processors of the reference model.
//
// A cycle visits only units that can change: routers and co-processors that are not idle or have
// something on their pins. It visits the co-processors first, which read the pins that the routers
// wrote in the cycle before, and then the routers, whose pins exist twice.

#pragma once

#include <array>
#include <memory>
#include <vector>

#include "model/coprocessor/coprocessor.h"
#include "model/machine/fabric.h"
#include "model/packet_router/packet_core.h"
#include "model/topology/network.h"

namespace turnpike::model {

// The output pins of a router in the present cycle.
struct RouterOutputs {
  PortMask out_valid = 0;
  std::array<VcId, kMaxPorts> out_vc{};
  std::array<CoprocessorFlit, kMaxPorts> out_flit{};
  std::array<VcMask, kMaxPorts> in_credit{};
};

class ModelFabric final : public Fabric {
 public:
  // `network` as by machine_network(params); it outlives this.
  ModelFabric(const Network& network, const CoprocessorParams& params);

  const CoprocessorParams& params() const override { return params_; }
  NodeId nodes() const override { return static_cast<NodeId>(coprocessors_.size()); }
  Cycle now() const override { return now_; }
  const CoprocessorOut& outputs(NodeId node) const override { return coprocessors_[node]->eval(); }
  CoprocessorIn& inputs(NodeId node) override { return inputs_[node]; }
  bool is_awake(NodeId node) const override { return awake_[node] != 0; }
  void wake(NodeId node) override { awake_[node] = 1; }
  void advance() override;

  // The outputs of router `node`, for comparison.
  const RouterOutputs& router_outputs(NodeId node) const { return shown_[node]; }
  bool router_error(NodeId node) const { return routers_.has_error(node); }
  unsigned slots_in_use(NodeId node, PortId port) const {
    return routers_.slots_in_use(node, port);
  }
  // Keeps router_outputs() up to date from now on.
  void show_routers() { is_shown_ = true; }
  // Flits that left each router port so far: [node * ports + port].
  const std::vector<std::uint64_t>& flits_sent() const { return flits_sent_; }
  unsigned router_ports() const { return routers_.params().ports; }

 private:
  // The input pins of a router in one cycle.
  struct Pins {
    PortMask in_valid = 0;
    PortMask crediting = 0;  // output ports with a credit
    std::array<std::uint8_t, kMaxPorts> in_vc{};
    std::array<CoprocessorFlit, kMaxPorts> in_flit{};
    std::array<std::uint8_t, kMaxPorts> out_credit{};  // where crediting
  };
  struct End {
    NodeId node = 0;
    PortId port = 0;
  };
  struct RouterPins;

  void tick_coprocessor(NodeId node);
  void cycle_router(NodeId node);
  Pins& present(NodeId node) { return pins_[now_ & 1][node]; }
  Pins& next(NodeId node) { return pins_[(now_ & 1) ^ 1][node]; }
  void put_flit(End at, VcId vc, const CoprocessorFlit& flit);
  void put_credit(End at, VcMask vcs);

  const Network& network_;
  CoprocessorParams params_;
  unsigned ports_;
  PacketCore<2> routers_;
  std::vector<std::unique_ptr<Coprocessor>> coprocessors_;
  std::vector<CoprocessorIn> inputs_;
  std::vector<std::uint8_t> awake_;  // [node] co-processor
  // [node] Bit 0: something is on its pins in the next cycle; bit 1: it may change without.
  std::vector<std::uint8_t> router_awake_;
  std::vector<std::uint8_t> router_busy_;  // the same of the present cycle
  std::vector<Pins> pins_[2];              // [parity of the cycle][node]
  std::vector<End> receivers_;             // [node * ports + output port] network ports only
  std::vector<End> senders_;               // [node * ports + input port] network ports only
  std::vector<RouterOutputs> shown_;
  std::vector<std::uint64_t> flits_sent_;
  bool is_shown_ = false;
  Cycle now_ = 0;
};

}  // namespace turnpike::model
