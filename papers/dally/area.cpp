// area.cpp - sums over the figures that the paper gives of the J-Machine.

#include "papers/dally/area.h"

#include <cmath>

#include "model/analysis/dally.h"
#include "papers/sheet.h"

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

}  // namespace

std::vector<Judgement> judge_area(const JMachine& m) {
  const double channels = channel_pins(m);
  const double sum = channels + m.power_pins + m.other_pins;
  const double needed = kParallel * channel_wires(m);
  const auto fit = closed::express_channels(beta(m));
  return Part("dally", "area")
      .judge(
          {{"pins", Values{{"sum", sum},
                           {"channels", channels},
                           {"power", m.power_pins},
                           {"other", m.other_pins},
                           {"package", m.package_pins},
                           {"of_package", sum / m.package_pins}}},
           {"node_width",
            Values{{"times", beta(m)}, {"times_data", 1. * m.node_wires / m.data_bits}}},
           {"four_channels",
            Values{{"needed", needed}, {"wires", m.node_wires}, {"share", needed / m.node_wires}}},
           {"express_channels",
            Values{{"beta", beta(m)}, {"fit", fit}, {"upside_down", 1 / beta(m) - 1}}},
           {"node_delays", Values{{"longest", m.node_delay / m.longest_delay},
                                  {"alpha", m.node_delay / wire_delay(m)}}},
           {"wire_density", Values{{"density", density(m)}}},
           {"chip_density", Values{{"closest", 1000 / (2 * m.process)}, {"process", m.process}}}});
}

void add_area(PaperReport& report) {
  const JMachine m;
  const Part part("dally", "area");
  Table table = part.table("area");
  table.rows = {
      {"wires of a channel, data and control", exact(channel_wires(m))},
      {"pins for six channels", exact(channel_pins(m))},
      {"beta, wires of a node over those of a channel", exact(beta(m), 2)},
      {"M, express channels that fit beside the local one",
       exact(static_cast<double>(closed::express_channels(beta(m))))},
      {"T_w, ns across a node", exact(wire_delay(m), 3)},
      {"alpha", exact(m.node_delay / wire_delay(m))},
      {"D' for i = 4, nodes", exact(closed::crossover_distance(m.node_delay / wire_delay(m), 4))},
      {"wires per mm and layer of a board", exact(density(m), 2)}};
  part.add_to(report, report.quick, judge_area(m), {table});
}

}  // namespace turnpike::sim::dally
