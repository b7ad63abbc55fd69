// schema_express.cpp - the rows of [network.express].

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "model/topology/build.h"
#include "sim/experiment/config/schema_rows.h"
#include "sim/experiment/config/schema_tables.h"

namespace turnpike::sim {

namespace {

// Shows the row only where there are express channels.
Key shown_with_express(Key key) {
  key.show = [show = key.show](const Experiment& e) {
    return e.topology.express ? show(e) : std::string();
  };
  return key;
}

Key shown_with_boundary(Key key) {
  key.show = [show = key.show](const Experiment& e) {
    return e.topology.express && e.topology.express->boundary ? show(e) : std::string();
  };
  return key;
}

void add_boundary_rows(std::vector<Key>& rows) {
  rows.push_back(shown_with_boundary(integer_row(
      "network.express.boundary.nodes", 0, model::kMaxTerminals,
      {"nodes", "length of a module in each dimension; 0: no modules", "Dally 1991, III-G"},
      [](auto& e) -> auto& { return e.boundary.nodes; })));
  rows.push_back(shown_with_boundary(integer_row(
      "network.express.boundary.phits", 1, 64,
      {"phits", "phits of a flit on the channels between modules", "Dally 1991, II, III-G"},
      [](auto& e) -> auto& { return e.boundary.phits; })));
  rows.push_back(shown_with_boundary(integer_row(
      "network.express.boundary.clock_ratio", 1, 16,
      {"cycles", "cycles of a phit there", "Dally 1991, III-G"},
      [](auto& e) -> auto& { return e.boundary.clock_ratio; })));
  rows.push_back(shown_with_boundary(integer_row(
      "network.express.boundary.channels", 0, model::kMaxExpressChannels,
      {"channels", "parallel express channels there, at most; 0: as elsewhere",
       "Dally 1991, III-G"},
      [](auto& e) -> auto& { return e.boundary.channels; })));
}

}  // namespace

void add_express_rows(std::vector<Key>& rows) {
  Key spacing = integer_or_list_row(
      "network.express.spacing", 2, model::kMaxTerminals,
      {"nodes",
       model::topologies_with(&model::Topology::is_grid) +
           ": nodes between interchanges, i; a list: of level 1, interchanges of level 1 "
           "between those of level 2, ...",
       "Dally 1991, III-A, III-C"},
      [](auto& e) -> auto& { return e.express_spacing; });
  spacing.show = [](const Experiment& e) { return list_text(e.topology.express->spacing); };
  spacing.default_text = "(none: no express channels)";
  rows.push_back(shown_with_express(spacing));
  rows.push_back(shown_with_express(integer_row(
      "network.express.levels", 1, model::kMaxExpressLevels,
      {"levels", "levels of express channels, l", "Dally 1991, III-C"},
      [](auto& e) -> auto& { return e.express.levels; })));
  Key channels = integer_or_list_row(
      "network.express.channels", 1, model::kMaxExpressChannels,
      {"channels",
       "parallel express channels, m; one number for all levels or a list, level 1 first",
       "Dally 1991, III-B"},
      [](auto& e) -> auto& { return e.express_channels; });
  channels.show = [](const Experiment& e) { return list_text(e.topology.express->channels); };
  channels.default_text = "1";
  rows.push_back(shown_with_express(channels));
  rows.push_back(shown_with_express(word_row(
      "network.express.insertion", model::kInsertionWords,
      {"", "all parallel channels at one interchange, or an interchange for each",
       "Dally 1991, Fig. 2"},
      [](auto& e) -> auto& { return e.express.insertion; })));
  rows.push_back(shown_with_express(word_row(
      "network.express.dimensions", model::kExpressDimensionsWords,
      {"", "an interchange for each dimension, or one for all, in which messages turn",
       "Dally 1991, Fig. 6"},
      [](auto& e) -> auto& { return e.express.dimensions; })));
  rows.push_back(shown_with_express(word_row(
      "network.express.decomposition", model::kDecompositionWords,
      {"", "modules that make up an interchange of level 2 or higher", "Dally 1991, Fig. 5"},
      [](auto& e) -> auto& { return e.express.decomposition; })));
  rows.push_back(shown_with_express(integer_row(
      "network.express.buffer_depth", 1, model::kMaxDepth,
      {"flits", "buffer of one virtual channel of an express channel; auto: as in a router",
       "docs/timing.md 6"},
      [](auto& e) -> auto& { return e.express_depth; })));
  add_boundary_rows(rows);
}

}  // namespace turnpike::sim
