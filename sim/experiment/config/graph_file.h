// graph_file.h - files of graphs (network.file): switches, links and terminals.
//
// docs/graphs.md has the formats.

#pragma once

#include <string>
#include <vector>

#include "model/topology/topology_spec.h"

namespace turnpike::sim {

// The words of network.format beside "auto".
const std::vector<std::string>& graph_formats();

struct GraphReading {
  model::TopologySpec spec;          // names, links with latencies, and if the file has them
  bool says_terminals = false;       // the terminals: hosts, and terminal_switches
  unsigned most_phits = 1;           // of a flit on a link,
  std::string most_phits_at;         // and the place of that link in the file
  std::vector<std::string> remarks;  // what was read in a way that a user may not expect
};

// `name` is the file's; `format` "auto": by the ending of the name. Throws
// model::ConfigurationError of the key "network.file" whose value names file and line.
GraphReading read_graph(const std::string& text, const std::string& name,
                        const std::string& format);

}  // namespace turnpike::sim
