// up_down_tables.h - the routing tables of Up*/Down*.

#pragma once

#include "model/topology/network.h"
#include "model/topology/up_down.h"

namespace turnpike::model {

// Where a table of each input port is too large, the ports of a switch share two lines: that of
// packets that may still go up, and that of packets that have gone down.
enum class TableSharing { none, by_direction };
// Decides how ports share tables, in a network with routers and terminals and without tables.
// Throws ConfigurationError of "network.links" if shared tables are too large, too.
TableSharing table_sharing(const Network& network);

// Fills Network::tables: every output that begins a shortest legal route from Network::root.
void fill_up_down(Network& network, const SwitchGraph& graph, TableSharing sharing);

}  // namespace turnpike::model
