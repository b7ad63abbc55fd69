// up_down_tables.cpp - lines of tables, filled for as many destinations at once as a word has bits.

#include "model/topology/up_down_tables.h"

#include <cstdint>
#include <string>

#include "model/common/configuration_error.h"
#include "model/common/counted.h"

namespace turnpike::model {

namespace {

constexpr std::size_t kLinesShared = 2;  // of a switch

// The lines of the tables of one switch, and of each what it says: 1: of packets that may still go
// up; 0: of those that have gone down.
struct Line {
  TableWord* words;  // [terminal]
  unsigned may_go_up;
};

class TableFiller {
 public:
  TableFiller(Network& network, const SwitchGraph& graph)
      : network_(network), graph_(graph), up_down_(graph, network.root), at_(graph.size()) {
    for (NodeId node = 0; node < network.terminals.size(); ++node) {
      std::vector<NodeId>& here = at_[network.terminals[node].eject.component];
      if (here.empty()) destinations_.push_back(network.terminals[node].eject.component);
      here.push_back(node);
    }
  }

  void fill(TableSharing sharing) {
    make_lines(sharing == TableSharing::by_direction);
    std::vector<ComponentId> some;
    for (const ComponentId to : destinations_) {
      some.push_back(to);
      if (some.size() < UpDown::kSweep && to != destinations_.back()) continue;
      fill_towards(some);
      some.clear();
    }
  }

 private:
  // Of an input port: may a packet that comes in there still go up?
  bool may_go_up(ComponentId at, PortId in) const {
    return in >= network_.router.network_ports() || up_down_.is_up(graph_[at][in], at);
  }
  bool is_connected(ComponentId at, PortId in) const {
    return in >= network_.router.network_ports() || in < graph_[at].size();
  }

  void make_lines(bool is_shared) {
    const unsigned ports = network_.router.ports;
    if (is_shared) network_.shared_lines.assign(graph_.size() * ports, 0);
    const std::size_t lines = is_shared ? kLinesShared : ports;
    network_.tables.reserve(graph_.size());
    lines_.resize(graph_.size());
    for (ComponentId at = 0; at < graph_.size(); ++at) {
      network_.tables.emplace_back(lines * network_.line_words(), 0);
      TableWord* const words = network_.tables.back().data();
      if (is_shared) lines_[at] = {{words, 0}, {words + network_.line_words(), 1}};
      for (PortId in = 0; in < ports; ++in) {
        if (!is_connected(at, in)) continue;
        const unsigned up = may_go_up(at, in) ? 1 : 0;
        if (is_shared) {
          network_.shared_lines[std::size_t{at} * ports + in] = static_cast<std::uint8_t>(up);
        } else {
          lines_[at].push_back({words + in * network_.line_words(), up});
        }
      }
    }
  }

  void fill_towards(const std::vector<ComponentId>& some) {
    up_down_.sweep(some, hops_);
    outputs_.assign(2 * graph_.size() * some.size(), 0);
    for (const UpDown::Hop& hop : hops_) {
      for (std::uint64_t left = hop.destinations; left != 0; left &= left - 1) {
        const auto i = static_cast<std::size_t>(__builtin_ctzll(left));
        outputs_[hop.from * some.size() + i] |= PortMask{1} << hop.port;
      }
    }
    for (ComponentId at = 0; at < graph_.size(); ++at) {
      for (const Line& line : lines_[at]) {
        const UpDown::State state{at, line.may_go_up != 0};
        const PortMask* const outputs = &outputs_[state.number() * some.size()];
        for (std::size_t i = 0; i < some.size(); ++i) {
          for (const NodeId node : at_[some[i]]) {
            line.words[node] =
                at == some[i] ? PortMask{1} << network_.terminals[node].eject.port : outputs[i];
          }
        }
      }
    }
  }

  Network& network_;
  const SwitchGraph& graph_;
  UpDown up_down_;
  std::vector<std::vector<NodeId>> at_;    // [switch] its terminals
  std::vector<ComponentId> destinations_;  // the switches that have some
  std::vector<std::vector<Line>> lines_;   // [switch]
  std::vector<UpDown::Hop> hops_;
  std::vector<PortMask> outputs_;  // [state, destination of the moment]
};

}  // namespace

TableSharing table_sharing(const Network& network) {
  const std::size_t switches = network.components.size();
  const std::size_t terminals = network.terminals.size();
  const std::size_t lines = network.router.ports;
  if (switches * (lines << network.router.format.address_bits) <= kMaxTableWords) {
    return TableSharing::none;
  }
  const std::size_t words = switches * kLinesShared * terminals;
  if (words <= kMaxTableWords) return TableSharing::by_direction;
  throw ConfigurationError(
      "network.links",
      counted(words, "word") + " of routing tables: " + counted(switches, "switch", "es") + " * " +
          std::to_string(kLinesShared) + " * " + counted(terminals, "terminal"),
      "at most " + std::to_string(kMaxTableWords) + " words: with as many switches " +
          std::to_string(kMaxTableWords / (kLinesShared * switches)) + " terminals");
}

void fill_up_down(Network& network, const SwitchGraph& graph, TableSharing sharing) {
  TableFiller(network, graph).fill(sharing);
}

}  // namespace turnpike::model
