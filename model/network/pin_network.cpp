// pin_network.cpp - a network whose components and terminals meet at pins: cycle by cycle.

#include "model/network/pin_network.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <stdexcept>

#include "model/common/random.h"
#include "model/network/hop_reader.h"
#include "model/network/packet_fabric.h"
#include "model/network/packet_standstill.h"
#include "model/network/partition_crew.h"
#include "model/network/pin_board.h"
#include "model/network/wormhole_fabric.h"

namespace turnpike::model {
namespace {

template <unsigned kWords, class Fabric>
class PinNetworkOf final : public PinNetwork {
 public:
  PinNetworkOf(const Network& network, unsigned threads)
      : network_(network),
        channels_(network.local_channels),
        board_(network),
        fabric_(network),
        is_awake_(network.components.size()),
        crew_(partitions(network, threads)) {
    for (const Channel& channel : network.channels) {
      if (channel.latency != 0) lines_.emplace_back(channel.latency);
    }
    split(partitions(network, threads));
  }

  const Network& network() const override { return network_; }
  Cycle now() const override { return now_; }

  void advance(Cycle cycles, TerminalDriver& driver) override {
    if (!order_.empty()) {
      for (Cycle end = now_ + cycles; now_ < end; ++now_) cycle_shuffled(driver);
    } else if (parts_.size() == 1) {
      for (Cycle end = now_ + cycles; now_ < end; ++now_) {
        driver.begin_cycle(now_);
        cycle(0, now_, driver);
      }
    } else {
      crew_.run(
          cycles, [&](Cycle step) { driver.begin_cycle(now_ + step); },
          [&](unsigned partition, Cycle step) { cycle(partition, now_ + step, driver); });
      now_ += cycles;
    }
  }

  std::vector<NodeRange> node_ranges() const override {
    std::vector<NodeRange> ranges;
    for (const Part& part : parts_) ranges.push_back(part.nodes);
    return ranges;
  }

  void outputs(ComponentId component, ComponentOutputs& to) const override {
    const unsigned parity = static_cast<unsigned>(now_ & 1);
    const std::size_t first = board_.component(component);
    to.valid = 0;
    to.error = fabric_.has_error(component);
    to.queue = fabric_.queue(component, now_);
    for (PortId port = 0; port < network_.ports_of(component); ++port) {
      to.credit[port] = board_.given_back(first + port, parity);
      const VcMask vc = board_.sent(first + port, parity);
      if (vc == 0) continue;
      to.valid |= PortMask{1} << port;
      to.vc[port] = static_cast<VcId>(__builtin_ctz(vc));
      to.flit[port] = board_.sent_flit(first + port, parity).word;
    }
  }
  NodeOutputs node_outputs(NodeId terminal) const override {
    const unsigned parity = static_cast<unsigned>(now_ & 1);
    const std::size_t place = board_.terminal(terminal);
    NodeOutputs to;
    to.eject_credit = board_.given_back(place, parity);
    const VcMask vc = board_.sent(place, parity);
    if (vc == 0) return to;
    to.valid = true;
    to.vc = static_cast<VcId>(__builtin_ctz(vc));
    to.flit = board_.sent_flit(place, parity).word;
    return to;
  }
  unsigned slots_in_use(ComponentId component, PortId port) const override {
    const std::uint16_t* queue = fabric_.queue(component, now_);
    return queue == nullptr ? 0 : queue[port];
  }

  std::vector<std::uint64_t> flits_sent() const override { return fabric_.flits_sent(); }
  std::vector<std::uint32_t> flits_buffered() const override { return fabric_.flits_buffered(); }
  bool has_lost_flits() const override { return board_.has_lost_flits(); }
  Standstill find_standstill() const override { return fabric_.find_standstill(now_); }
  std::size_t bytes_per_router() const override { return fabric_.bytes_per_router(); }

  void shuffle_evaluation(std::uint64_t seed) override {
    shuffle_seed_ = seed;
    order_.resize(network_.components.size());
    std::iota(order_.begin(), order_.end(), 0u);
  }
  void log_events(bool is_on) override {
    if (is_on && !hops_) hops_.emplace(network_);
    is_logging_ = is_on;
  }
  void take_events(std::vector<Event>& to) override {
    for (Part& part : parts_) {
      to.insert(to.end(), part.events.begin(), part.events.end());
      part.events.clear();
    }
  }

 private:
  // What one thread serves.
  struct alignas(64) Part {
    ComponentId first = 0;
    ComponentId end = 0;
    NodeRange nodes;
    std::vector<std::size_t> lines;
    std::vector<Event> events;
    std::vector<TerminalInputs> seen;  // [local channel] of the node that is served
    std::vector<TerminalOutputs> next;
  };

  // No more threads than there are routers.
  static unsigned partitions(const Network& network, unsigned threads) {
    return std::max(1u, std::min(threads, static_cast<unsigned>(network.components.size())));
  }

  void split(unsigned partitions) {
    const std::size_t components = network_.components.size();
    const std::size_t nodes = network_.terminals.size() / channels_;
    parts_.resize(partitions);
    for (std::size_t p = 0; p < partitions; ++p) {
      Part& part = parts_[p];
      part.first = static_cast<ComponentId>(components * p / partitions);
      part.end = static_cast<ComponentId>(components * (p + 1) / partitions);
      part.nodes.first = static_cast<NodeId>(nodes * p / partitions);
      part.nodes.end = static_cast<NodeId>(nodes * (p + 1) / partitions);
      for (std::size_t n = p; n < lines_.size(); n += partitions) part.lines.push_back(n);
      part.seen.resize(channels_);
      part.next.resize(channels_);
    }
  }

  void cycle(unsigned partition, Cycle now, TerminalDriver& driver) {
    Part& part = parts_[partition];
    const unsigned parity = static_cast<unsigned>(now & 1);
    cycle_nodes(partition, now, driver);
    for (ComponentId c = part.first; c < part.end; ++c) {
      if (is_awake_[c] == 0 && !board_.has_pins(c, parity)) continue;
      cycle_component(c, now, part);
    }
    for (const std::size_t n : part.lines) lines_[n].cycle(board_, n, now);
  }

  void cycle_shuffled(TerminalDriver& driver) {
    for (std::size_t i = order_.size() - 1; i > 0; --i) {
      const std::uint64_t bits = draw(shuffle_seed_, Stream::test, static_cast<NodeId>(i), now_);
      std::swap(order_[i], order_[below(bits, static_cast<std::uint32_t>(i + 1))]);
    }
    driver.begin_cycle(now_);
    for (const ComponentId c : order_) cycle_component(c, now_, parts_[0]);
    for (std::size_t n = 0; n < lines_.size(); ++n) lines_[n].cycle(board_, n, now_);
    for (unsigned p = 0; p < parts_.size(); ++p) cycle_nodes(p, now_, driver);
  }

  void cycle_component(ComponentId c, Cycle now, Part& part) {
    board_.clear_unit(c, static_cast<unsigned>(now & 1));
    bool has_changed = false;
    if (is_logging_) {
      has_changed =
          fabric_.cycle(c, now, board_, [&](PortId port, VcId vc, const FlitWords<kWords>& flit) {
            hops_->see(c, port, vc, flit.word, now + 1, part.events);
          });
    } else {
      has_changed = fabric_.cycle(c, now, board_, [](PortId, VcId, const FlitWords<kWords>&) {});
    }
    is_awake_[c] = has_changed ? 1 : 0;
  }

  void cycle_nodes(unsigned partition, Cycle now, TerminalDriver& driver) {
    Part& part = parts_[partition];
    const unsigned parity = static_cast<unsigned>(now & 1);
    driver.begin_partition(now, partition, is_logging_ ? &part.events : nullptr);
    for (NodeId node = part.nodes.first; node < part.nodes.end; ++node) {
      const std::size_t unit = board_.node_unit(node);
      if (!board_.has_pins(unit, parity) && driver.is_idle(node)) continue;
      board_.clear_unit(unit, parity);
      cycle_node(node, partition, now, driver);
    }
  }

  void cycle_node(NodeId node, unsigned partition, Cycle now, TerminalDriver& driver) {
    Part& part = parts_[partition];
    const unsigned parity = static_cast<unsigned>(now & 1);
    const NodeId terminal = node * channels_;
    for (unsigned channel = 0; channel < channels_; ++channel) {
      const std::size_t place = board_.terminal(terminal + channel);
      const VcMask vc = board_.flit_pin(place, parity);
      TerminalInputs& seen = part.seen[channel];
      seen.valid = vc != 0;
      seen.vc = vc != 0 ? static_cast<VcId>(__builtin_ctz(vc)) : 0;
      seen.flit = board_.flit(place, parity).word;
      seen.inject_credit = board_.credit_pin(place, parity);
      part.next[channel] = {};
      board_.clear(place, parity);
    }
    const ComponentId router = network_.terminals[terminal].inject.component;
    driver.cycle(node, partition, now, {part.seen.data(), fabric_.queue(router, now)},
                 part.next.data());
    for (unsigned channel = 0; channel < channels_; ++channel) {
      const TerminalOutputs& next = part.next[channel];
      const std::size_t place = board_.terminal(terminal + channel);
      if (next.eject_credit != 0) {
        board_.give_back(place, parity ^ 1u, static_cast<std::uint16_t>(next.eject_credit));
      }
      if (!next.valid) continue;
      FlitWords<kWords> flit;
      for (unsigned i = 0; i < kWords; ++i) flit.word[i] = next.flit[i];
      board_.send(place, parity ^ 1u, static_cast<std::uint16_t>(1u << next.vc), flit);
    }
  }

  const Network& network_;
  unsigned channels_;
  PinBoard<kWords> board_;
  Fabric fabric_;
  std::vector<PinLine<kWords>> lines_;
  std::vector<std::uint8_t> is_awake_;  // [component] may change without anything on its pins
  std::vector<Part> parts_;
  PartitionCrew crew_;
  Cycle now_ = 0;
  bool is_logging_ = false;
  std::optional<HopReader> hops_;
  std::uint64_t shuffle_seed_ = 0;
  std::vector<ComponentId> order_;  // not empty: shuffled evaluation
};

template <unsigned kWords>
std::unique_ptr<PinNetwork> make(const Network& network, unsigned threads) {
  if (network.packets) {
    return std::make_unique<PinNetworkOf<kWords, PacketFabric<kWords>>>(network, threads);
  }
  return std::make_unique<PinNetworkOf<kWords, WormholeFabric<kWords>>>(network, threads);
}

}  // namespace

std::unique_ptr<PinNetwork> make_pin_network(const Network& network, unsigned threads) {
  if (!network.interchanges.empty()) {
    throw std::invalid_argument("interchanges have no place in a pin network");
  }
  switch (network.router.format.words()) {
    case 1:
      return make<1>(network, threads);
    case 2:
      return make<2>(network, threads);
    case 3:
      return make<3>(network, threads);
    default:
      return make<5>(network, threads);
  }
}

}  // namespace turnpike::model
