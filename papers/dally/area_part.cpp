// area_part.cpp - sums over the figures that the paper gives of the J-Machine.

#include "papers/dally/area_part.h"

#include <fmt/format.h>

#include <cmath>

#include "model/analysis/dally.h"
#include "papers/dally/verdict_rule.h"

namespace turnpike::sim::dally {

namespace {

namespace closed = model::dally;

constexpr unsigned kParallel = 4;  // channels of III-B: a local one and m = 3

unsigned channel_wires(const JMachine& m) { return m.data_bits + m.control_bits; }
unsigned channel_pins(const JMachine& m) { return m.node_channels * channel_wires(m); }
double beta(const JMachine& m) { return 1. * m.node_wires / channel_wires(m); }
// T_w: of the wire across one node.
double wire_delay(const JMachine& m) { return m.longest_delay / m.longest_wire * m.node_width; }
double density(const JMachine& m) { return 1 / (m.wire_and_space * m.mil); }

Judgement pins(const JMachine& m) {
  const unsigned sum = channel_pins(m) + m.power_pins + m.other_pins;
  return judged(
      claim_of("pins",
               "III-B: six channels of 9 data and 6 control bits take 90 of 168 pins, "
               "power 48, the rest 30",
               "168 = 90 + 48 + 30", "Holds: the sum is the package's; in part: within 5 %."),
      fmt::format("{} = {} + {} + {}", sum, channel_pins(m), m.power_pins, m.other_pins),
      graded(sum == m.package_pins, within(sum, m.package_pins, .05)), "the pins do not add up");
}

Judgement four_channels(const JMachine& m) {
  const unsigned needed = kParallel * channel_wires(m);
  return judged(
      claim_of("four_channels",
               "III-B: of 80 wires across a node four parallel 15-bit channels can be run easily, "
               "many left for local connections",
               "60 of 80 wires", "Holds: a tenth of the wires or more is left; in part: they fit."),
      fmt::format("{} of {} wires", needed, m.node_wires),
      graded(needed <= .9 * m.node_wires, needed <= m.node_wires), "they do not fit easily");
}

Judgement node_width(const JMachine& m) {
  const double times = 1. * m.node_wires / channel_wires(m);
  return judged(
      claim_of("node_width",
               "I: a board handles over four times the width of the J-Machine's channel",
               "more than 4 times",
               "Holds: more than 4 times the 15 wires of data and control; in part: of the "
               "9 of data."),
      fmt::format("{:.2f} times with control, {:.2f} times without", times,
                  1. * m.node_wires / m.data_bits),
      graded(times > 4, m.node_wires > 4 * m.data_bits), "control needs wires too");
}

Judgement express_channels(const JMachine& m) {
  const auto ours = closed::express_channels(beta(m));
  const double upside_down = 1 / beta(m) - 1;
  return judged(
      claim_of(
          "express_channels",
          "II, III-E: M = floor(beta - 1) express channels fit, beta being the ratio of channel "
          "width to node width",
          "m = 3 for the J-Machine (III-B)",
          "beta from 80 and 15 wires. Holds: as printed, M is 3 or more; in part: with beta "
          "the node's width over the channel's."),
      fmt::format("printed: floor({:.2f}) < 0; node over channel: floor({:.2f} - 1) = {}",
                  upside_down, beta(m), ours),
      graded(upside_down >= kParallel - 1, ours >= kParallel - 1),
      "the ratio stands upside down in the list of symbols");
}

Judgement delays(const JMachine& m) {
  const double alpha = m.node_delay / wire_delay(m);
  const double longest = m.node_delay / m.longest_delay;
  return judged(
      claim_of("node_delays",
               "I: node delays dominate wire delays: latency is more than an order of magnitude "
               "from the speed of light",
               "50 ns a node, 1.5 ns for the longest wire of 225 mm",
               "Holds: a node takes more than ten times the longest wire; in part: than the wire "
               "across one node."),
      fmt::format("{:.0f} times the longest wire; alpha = T_n / T_w = {:.0f}", longest, alpha),
      graded(longest > 10, alpha > 10), "wires are not that fast");
}

Judgement wire_density(const JMachine& m) {
  return judged(claim_of("wire_density",
                         "III-G: a board with wires and spaces of 8 mil has 2 wires a mm and layer",
                         "2", "Holds: 2 whole wires fit into a mm; in part: within one wire."),
                fmt::format("{:.2f}", density(m)),
                graded(std::floor(density(m)) == m.board_density,
                       std::fabs(density(m) - m.board_density) <= 1),
                "another number fits");
}

Cell number(double value, int decimals) { return {Measured{value, 0}, decimals}; }

}  // namespace

std::vector<Judgement> judge_area(const JMachine& machine) {
  return {pins(machine),   node_width(machine),  four_channels(machine), express_channels(machine),
          delays(machine), wire_density(machine)};
}

void add_area(PaperReport& report) {
  const JMachine m;
  for (Judgement& judgement : judge_area(m)) report.judgements.push_back(judgement);
  Table table;
  table.id = "area";
  table.title = "The J-Machine: computed from the figures in the paper";
  table.columns = {"what", "value"};
  table.rows = {{"wires of a channel, data and control", number(channel_wires(m), 0)},
                {"pins for six channels", number(channel_pins(m), 0)},
                {"beta, wires of a node over those of a channel", number(beta(m), 2)},
                {"M, express channels that fit beside the local one",
                 number(static_cast<double>(closed::express_channels(beta(m))), 0)},
                {"T_w, ns across a node", number(wire_delay(m), 3)},
                {"alpha", number(m.node_delay / wire_delay(m), 0)},
                {"D' for i = 4, nodes",
                 number(closed::crossover_distance(m.node_delay / wire_delay(m), 4), 0)},
                {"wires per mm and layer of a board", number(density(m), 2)}};
  Section section;
  section.title = "Pins, wires and delays (I, III-B, III-E, III-G)";
  section.tables = {table};
  report.sections.push_back(std::move(section));
}

}  // namespace turnpike::sim::dally
