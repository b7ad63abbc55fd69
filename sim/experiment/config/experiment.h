// experiment.h - everything one run needs, read from a configuration.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/adapters/axi4_network.h"
#include "model/common/words.h"
#include "model/statistics/run_spec.h"
#include "model/topology/topology_spec.h"
#include "model/traffic/traffic_spec.h"
#include "sim/base/engine_kind.h"
#include "sim/experiment/config/settings.h"

namespace turnpike::sim {

// How components are simulated, of engines rtl and lockstep (docs/architecture.md, 5).
enum class Hardware : std::uint8_t { automatic, verilated, sliced, mixed };
inline constexpr model::Word<Hardware> kHardwareWords[] = {{Hardware::automatic, "auto"},
                                                           {Hardware::verilated, "verilated"},
                                                           {Hardware::sliced, "sliced"},
                                                           {Hardware::mixed, "mixed"}};

// A key that takes `8` (for all) or `[8, 4]` (one each).
struct OneOrList {
  std::vector<unsigned> values;
  bool is_list = false;
};

struct Experiment {
  std::string name;  // file name of the configuration without folder and ending
  model::TopologySpec topology;
  model::RouterSpec router;
  model::LinkSpec link;
  model::TrafficSpec traffic;
  model::RunSpec run;
  model::Axi4NetworkSpec axi;
  EngineKind engine = EngineKind::lockstep;
  Hardware hardware = Hardware::automatic;

  // As written; read_experiment.cpp works them into `topology` and `router`.
  OneOrList radix;
  OneOrList hosts;
  OneOrList clock_domains;
  OneOrList class_shares;
  OneOrList class_order;
  model::BoundarySpec boundary;
  model::ExpressSpec express;  // but for:
  OneOrList express_spacing;
  OneOrList express_channels;
  std::optional<unsigned> express_depth;
  std::optional<unsigned> dimensions;
  std::optional<unsigned> virtual_channels;
  std::optional<unsigned> buffer_depth;
  std::optional<unsigned> flit_bits;
  std::optional<unsigned> packet_flits;
  std::optional<unsigned> room;
  std::optional<unsigned> local_channels;
  std::string precision;              // "2 %"; empty: run.measurement decides alone
  std::string anynet;                 // file of an irregular network in BookSim's format
  std::string routes;                 // file of the rows of routing "table"
  std::string graph;                  // file of a graph, and
  std::string graph_format = "auto";  // its format

  std::optional<double> clock_mhz;  // cycles are told in ns, too

  bool has_traffic = false;  // the configuration says something of traffic
  bool has_axi = false;      // or of AXI4
  Settings settings;         // what was said where, for messages
};

}  // namespace turnpike::sim
