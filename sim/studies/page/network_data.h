// network_data.h - a network and its picture as JSON for the page.

#pragma once

#include <string>
#include <vector>

#include "model/topology/network.h"
#include "sim/experiment/results/result_keys.h"

namespace turnpike::sim {

// Which channel leaves by which port.
class PortMap {
 public:
  explicit PortMap(const model::Network& network);

  // -1: none, the port leads to a terminal.
  std::int64_t channel(model::ComponentId component, model::PortId port) const {
    return channel_[std::size_t{component} * ports_ + port];
  }

 private:
  std::size_t ports_;
  std::vector<std::int64_t> channel_;  // [component * ports + port]
};

// `shape`: what the network is, in words.
Json network_json(const model::Network& network, const std::string& shape);

// Five significant digits: what a page can show, at a third of the bytes.
double rounded(double value);

}  // namespace turnpike::sim
