// route_rows.h - routing tables as rows that people read and write.
//
// A row gives the outputs of a router for packets to a destination. docs/routes.md has the columns.

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "model/topology/network.h"

namespace turnpike::model {

struct RouteRow {
  std::string place;                  // "row 3 of routes.csv", for messages
  std::string here;                   // a router
  std::string from;                   // neighbour or terminal it comes from; empty: any
  std::optional<unsigned> layer;      // on which it comes; none: any
  std::optional<unsigned> path;       // to the destination, by which it goes; none: any
  std::string destination;            // a terminal, its number, or a router: all terminals there
  std::vector<std::string> next;      // neighbours, or at the end of the way the terminal
  std::vector<unsigned> next_layers;  // on which it goes on; empty: the one on which it came
};

// The rows of a network whose routes are known, whatever its routing: for all pairs of terminals,
// what a packet meets. Read back as tables they give each packet the same outputs and VCs.
// Components are routers alone. `place` of the rows is empty.
std::vector<RouteRow> rows_of(const Network& network);

}  // namespace turnpike::model
