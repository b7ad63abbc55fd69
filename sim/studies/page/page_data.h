// page_data.h - the data of the page, as one JSON object (docs/report.md).

#pragma once

#include <string>
#include <vector>

#include "model/topology/network.h"
#include "sim/studies/page/read_results.h"

namespace turnpike::sim {

// The networks of the points, each once.
struct PageNetworks {
  std::vector<model::Network> networks;
  std::vector<std::size_t> of_point;  // [point] index in `networks`
};

// Throws ConfigError, also when channels.csv or slowest.csv are not of that network.
PageNetworks build_networks(const PageResults& results);

Json page_data(const PageResults& results, const PageNetworks& networks);

}  // namespace turnpike::sim
