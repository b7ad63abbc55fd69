// axi4_observer.cpp - pins of each channel and of each bus.

#include "model/axi/axi4_observer.h"

#include <algorithm>
#include <numeric>

namespace turnpike::model {
namespace {

unsigned depth_at(const Network& network, ComponentId component, PortId port) {
  const Component& at = network.components[component];
  if (at.kind == ComponentKind::router) return network.router.buffer_depth;
  return network.interchanges[at.shape].depth_of(port);
}

}  // namespace

std::vector<Axi4Channel> axi4_channels(const Network& network, const std::vector<Axi4Port>& ports) {
  std::vector<Axi4Channel> channels;
  for (std::size_t link = 0; link < network.channels.size(); ++link) {
    const Channel& of = network.channels[link];
    channels.push_back({Axi4Channel::Kind::link, link, depth_at(network, of.to, of.to_port),
                        static_cast<unsigned>(of.latency)});
  }
  for (std::size_t port = 0; port < ports.size(); ++port) {
    const Attachment& inject = network.terminals[ports[port].node].inject;
    channels.push_back(
        {Axi4Channel::Kind::into, port, depth_at(network, inject.component, inject.port), 0});
    channels.push_back({Axi4Channel::Kind::out_of, port, network.router.buffer_depth, 0});
  }
  return channels;
}

Axi4CounterMap axi4_counter_map(const Network& network, const std::vector<Axi4Port>& ports) {
  return {axi4_channels(network, ports).size(), ports.size()};
}

Axi4Observer::Axi4Observer(const Network& network, const std::vector<Axi4Port>& ports)
    : network_(network),
      ports_(ports),
      channels_(axi4_channels(network, ports)),
      map_(axi4_counter_map(network, ports)),
      occupancy_(channels_.size()),
      waiting_(ports.size()),
      events_(map_.count()) {
  for (std::size_t number = 0; number < channels_.size(); ++number) {
    occupancy_[number].of_vc.assign(network.router.virtual_channels, 0);
    occupancy_[number].credits.assign(channels_[number].latency, 0);
  }
}

Axi4Observer::Pins Axi4Observer::pins_of(const Axi4Channel& channel,
                                         const std::vector<ComponentOutputs>& components,
                                         const std::vector<Axi4ChannelOut>& adapters) const {
  const auto sent_by = [&](ComponentId component, PortId port) {
    const ComponentOutputs& from = components[component];
    const bool valid = (from.valid >> port & 1) != 0;
    return Pins{valid, valid ? from.vc[port] : 0u, 0};
  };
  if (channel.kind == Axi4Channel::Kind::link) {
    const Channel& link = network_.channels[channel.number];
    Pins pins = sent_by(link.from, link.from_port);
    pins.credits = components[link.to].credit[link.to_port];
    return pins;
  }
  const Terminal& terminal = network_.terminals[ports_[channel.number].node];
  const Axi4ChannelOut& adapter = adapters[channel.number];
  if (channel.kind == Axi4Channel::Kind::into) {
    const Attachment& inject = terminal.inject;
    return {adapter.valid, adapter.vc, components[inject.component].credit[inject.port]};
  }
  Pins pins = sent_by(terminal.eject.component, terminal.eject.port);
  pins.credits = adapter.credits;
  return pins;
}

void Axi4Observer::observe_channel(std::size_t number, Pins pins) {
  Occupancy& at = occupancy_[number];
  at.credits.push_back(pins.credits);
  pins.credits = at.credits.front();
  at.credits.pop_front();
  const bool is_full = std::any_of(at.of_vc.begin(), at.of_vc.end(), [&](unsigned flits) {
    return flits == channels_[number].depth;
  });
  events_[map_.occupancy(number)] = std::accumulate(at.of_vc.begin(), at.of_vc.end(), 0u);
  events_[map_.flits(number)] = pins.valid ? 1 : 0;
  events_[map_.stalls(number)] = !pins.valid && is_full ? 1 : 0;
  if (pins.valid) ++at.of_vc[pins.vc];
  for (std::size_t vc = 0; vc < at.of_vc.size(); ++vc) {
    at.of_vc[vc] -= static_cast<unsigned>(pins.credits >> vc & 1);
  }
}

void Axi4Observer::observe_port(std::size_t number, const Axi4Manager& manager,
                                const Axi4Subordinate& subordinate) {
  Waiting& waiting = waiting_[number];
  const bool read = subordinate.r_valid && manager.r_ready && subordinate.r.last;
  const bool wrote = subordinate.b_valid && manager.b_ready;
  events_[map_.reads(number)] = read ? 1 : 0;
  events_[map_.writes(number)] = wrote ? 1 : 0;
  events_[map_.read_errors(number)] = read && subordinate.r.response >= kSlaveError ? 1 : 0;
  events_[map_.write_errors(number)] = wrote && subordinate.b.response >= kSlaveError ? 1 : 0;
  events_[map_.read_wait(number)] = waiting.reads + (manager.ar_valid ? 1u : 0u) - (read ? 1u : 0u);
  events_[map_.write_wait(number)] =
      waiting.writes + (manager.aw_valid ? 1u : 0u) - (wrote ? 1u : 0u);
  events_[map_.timeouts(number)] = manager.timeouts - waiting.timeouts;
  waiting.reads += (manager.ar_valid && subordinate.ar_ready ? 1u : 0u) - (read ? 1u : 0u);
  waiting.writes += (manager.aw_valid && subordinate.aw_ready ? 1u : 0u) - (wrote ? 1u : 0u);
  waiting.timeouts = manager.timeouts;
}

void Axi4Observer::observe(const std::vector<ComponentOutputs>& components,
                           const std::vector<Axi4ChannelOut>& adapters,
                           const std::vector<Axi4Manager>& managers,
                           const std::vector<Axi4Subordinate>& subordinates) {
  events_[map_.cycles()] = 1;
  events_[map_.network_cycles()] = 1;
  for (std::size_t number = 0; number < channels_.size(); ++number) {
    observe_channel(number, pins_of(channels_[number], components, adapters));
  }
  for (std::size_t port = 0; port < ports_.size(); ++port) {
    observe_port(port, managers[port], subordinates[port]);
  }
}

}  // namespace turnpike::model
