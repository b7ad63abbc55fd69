// model_fabric.cpp - one clock edge of all routers and co-processors.

#include "model/machine/model_fabric.h"

#include <algorithm>
#include <string>

#include "model/common/check.h"
#include "model/common/configuration_error.h"
#include "model/network/engine.h"

namespace turnpike::model {

// What PacketCore sees and drives.
struct ModelFabric::RouterPins {
  ModelFabric& fabric;
  NodeId node;
  const Pins& in;

  PortMask arriving() const { return in.in_valid; }
  VcId vc(PortId port) const { return in.in_vc[port]; }
  const CoprocessorFlit& flit(PortId port) const { return in.in_flit[port]; }
  PortMask crediting() const { return in.crediting; }
  VcMask credit(PortId port) const { return in.out_credit[port]; }

  void send(PortId port, VcId vc, const CoprocessorFlit& flit) {
    ++fabric.flits_sent_[node * fabric.ports_ + port];
    if (fabric.is_shown_) {
      RouterOutputs& shown = fabric.shown_[node];
      shown.out_valid |= PortMask{1} << port;
      shown.out_vc[port] = vc;
      shown.out_flit[port] = flit;
    }
    if (port < fabric.params_.dimensions) {
      fabric.put_flit(fabric.receivers_[node * fabric.ports_ + port], vc, flit);
      return;
    }
    CoprocessorIn& to = fabric.inputs_[node];
    const PortId channel = port - fabric.params_.dimensions;
    to.in_valid |= PortMask{1} << channel;
    to.in_vc[channel] = vc;
    to.in_flit[channel] = flit;
    fabric.awake_[node] = 1;
  }

  void give_back(PortId port, VcId vc) {
    const VcMask credit = VcMask{1} << vc;
    if (fabric.is_shown_) fabric.shown_[node].in_credit[port] |= credit;
    if (port < fabric.params_.dimensions) {
      fabric.put_credit(fabric.senders_[node * fabric.ports_ + port], credit);
      return;
    }
    fabric.inputs_[node].out_credit[port - fabric.params_.dimensions] |= credit;
    fabric.awake_[node] = 1;
  }
};

ModelFabric::ModelFabric(const Network& network, const CoprocessorParams& params)
    : network_(network),
      params_(params),
      ports_(network.router.ports),
      routers_(packet_router_params(network), network.components.size()),
      inputs_(network.components.size()),
      awake_(network.components.size(), 1),
      router_awake_(network.components.size(), 0),
      router_busy_(network.components.size(), 0),
      receivers_(network.components.size() * ports_),
      senders_(network.components.size() * ports_),
      shown_(network.components.size()),
      flits_sent_(network.components.size() * ports_) {
  require(network.local_channels == params.ports(), "a machine needs its own kind of network");
  pins_[0].resize(network.components.size());
  pins_[1].resize(network.components.size());
  for (const Channel& channel : network.channels) {
    if (channel.latency != 0) {
      throw ConfigurationError("link.cycles_per_hop", std::to_string(channel.latency),
                               "0 in a machine: its routers stand side by side");
    }
    receivers_[channel.from * ports_ + channel.from_port] = {channel.to, channel.to_port};
    senders_[channel.to * ports_ + channel.to_port] = {channel.from, channel.from_port};
  }
  for (NodeId node = 0; node < network.components.size(); ++node) {
    coprocessors_.push_back(std::make_unique<Coprocessor>(params));
    inputs_[node].node = network.components[node].address;
  }
}

void ModelFabric::put_flit(End at, VcId vc, const CoprocessorFlit& flit) {
  Pins& pins = next(at.node);
  pins.in_valid |= PortMask{1} << at.port;
  pins.in_vc[at.port] = static_cast<std::uint8_t>(vc);
  pins.in_flit[at.port] = flit;
  router_awake_[at.node] = 1;
}

void ModelFabric::put_credit(End at, VcMask vcs) {
  Pins& pins = next(at.node);
  pins.crediting |= PortMask{1} << at.port;
  pins.out_credit[at.port] = static_cast<std::uint8_t>(vcs);
  router_awake_[at.node] = 1;
}

void ModelFabric::tick_coprocessor(NodeId node) {
  CoprocessorIn& in = inputs_[node];
  Coprocessor& coprocessor = *coprocessors_[node];
  coprocessor.tick(in);
  in.in_valid = 0;
  in.out_credit.fill(0);
  const CoprocessorOut& out = coprocessor.eval();
  awake_[node] = !out.idle || in.instruction_valid ? 1 : 0;
  for (PortMask left = out.out_valid; left != 0; left &= left - 1) {
    const auto channel = static_cast<PortId>(__builtin_ctz(left));
    put_flit({node, params_.dimensions + channel}, out.out_vc[channel], out.out_flit[channel]);
  }
  if (out.idle) return;
  for (PortId channel = 0; channel < params_.ports(); ++channel) {
    if (out.in_credit[channel] != 0) {
      put_credit({node, params_.dimensions + channel}, out.in_credit[channel]);
    }
  }
}

void ModelFabric::cycle_router(NodeId node) {
  Pins& in = present(node);
  RouterPins pins{*this, node, in};
  const bool has_changed =
      routers_.cycle(node, network_.components[node].address, network_.limit, pins);
  in.in_valid = 0;
  in.crediting = 0;
  if (has_changed) {
    router_awake_[node] |= 2;
    for (PortId port = 0; port < params_.dimensions; ++port) {
      inputs_[node].queue[port] = routers_.slots_in_use(node, port);
    }
  }
  if (routers_.has_error(node)) {
    throw NetworkError("cycle " + std::to_string(now_) + ": router of node " +
                       std::to_string(node) + ": a head has come that can never be routed");
  }
}

void ModelFabric::advance() {
  router_busy_.swap(router_awake_);
  std::fill(router_awake_.begin(), router_awake_.end(), std::uint8_t{0});
  for (NodeId node = 0; node < nodes(); ++node) {
    if (awake_[node] != 0) tick_coprocessor(node);
  }
  for (NodeId node = 0; node < nodes(); ++node) {
    if (is_shown_) shown_[node] = RouterOutputs{};
    if (router_busy_[node] != 0) cycle_router(node);
  }
  ++now_;
}

}  // namespace turnpike::model
