// express_hops.h - hops that messages take through an array with express channels, measured.

#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "model/analysis/dally.h"
#include "model/network/engine.h"
#include "tests/support/experiment.h"

namespace turnpike::test {

// A line of k nodes.
inline Experiment express_line(unsigned k, unsigned spacing, unsigned levels) {
  Experiment experiment = on(model::Topology::mesh, {k});
  experiment.router.virtual_channels = 2;
  experiment.router.flit_bits = 32;
  experiment.topology.express.emplace();
  experiment.topology.express->spacing = {spacing};
  experiment.topology.express->levels = levels;
  return experiment;
}

// A message enters only where the buffer behind is empty: cycles until that of the last one is.
constexpr model::Cycle kBetweenMessages = 3;

// Cycles after which the messages of a source have arrived.
inline model::Cycle turn_of_a_source(unsigned k) {
  return (kBetweenMessages + 2) * model::Cycle{k};
}

// A message of one flit from each of `sources` to all other nodes, one after the other: none waits
// for another. Sources take turns.
inline std::string messages_to_all(unsigned k, const std::vector<unsigned>& sources) {
  std::string trace;
  model::Cycle when = 0;
  for (const unsigned from : sources) {
    for (unsigned to = 0; to < k; ++to) {
      if (to == from) continue;
      trace += std::to_string(when + kBetweenMessages * to) + " " + std::to_string(from) + " " +
               std::to_string(to) + " 1\n";
    }
    when += turn_of_a_source(k);
  }
  return trace;
}

// Compares the latency of each delivered head with the hops of Dally 1991, III-C: a cycle a hop,
// and one out of the source and one into the sink.
inline void expect_hops_of_the_paper(const std::vector<model::Event>& events, std::size_t messages,
                                     unsigned spacing, unsigned levels) {
  std::vector<std::vector<model::Cycle>> queued;
  std::size_t delivered = 0;
  for (const model::Event& event : events) {
    if (event.kind == model::EventKind::queued) {
      if (queued.size() <= event.source) queued.resize(event.source + 1);
      std::vector<model::Cycle>& row = queued[event.source];
      if (row.size() <= event.destination) row.resize(event.destination + 1);
      row[event.destination] = event.cycle;
    }
    if (event.kind != model::EventKind::delivered) continue;
    ++delivered;
    const model::Cycle hops = event.cycle - queued[event.source][event.destination] - 2;
    ASSERT_EQ(hops, model::dally::hops(event.source, event.destination, spacing, levels))
        << "from " << event.source << " to " << event.destination << ", i = " << spacing
        << ", l = " << levels;
  }
  EXPECT_EQ(delivered, messages);
}

}  // namespace turnpike::test
