// terminals.cpp - which terminals a network needs.

#include "model/network/terminals.h"

#include "model/network/message_bank.h"
#include "model/network/terminal_bank.h"

namespace turnpike::model {

TerminalSpec terminal_spec(const Network& network, const RunSpec& run) {
  TerminalSpec spec;
  spec.seed = run.seed;
  spec.sink_stall = run.sink_stall;
  if (network.packets && network.packets->first_hop) spec.first_hop = FirstHop::shortest_queue;
  return spec;
}

std::unique_ptr<Terminals> make_terminals(const Network& network, Traffic& traffic,
                                          const RunSpec& run, std::vector<NodeRange> partitions) {
  const TerminalSpec spec = terminal_spec(network, run);
  if (network.has_message_terminals()) {
    return std::make_unique<MessageBank>(network, traffic, spec, std::move(partitions));
  }
  switch (network.router.format.words()) {
    case 1:
      return std::make_unique<TerminalBank<1>>(network, traffic, spec, std::move(partitions));
    case 2:
      return std::make_unique<TerminalBank<2>>(network, traffic, spec, std::move(partitions));
    default:
      return std::make_unique<TerminalBank<kMaxFlitWords>>(network, traffic, spec,
                                                           std::move(partitions));
  }
}

}  // namespace turnpike::model
