// routed_graph.h - a network as the code that fills its tables sees it: routers, links, terminals.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "model/topology/network.h"

namespace turnpike::model {

// A network of routers alone. Throws ConfigurationError of "network.routing" if a table cannot
// carry every route: the hardware has no turn from an input port to the output port of the same
// number, so both ports must belong to one link.
class RoutedGraph {
 public:
  explicit RoutedGraph(const Network& network, const std::string& routing_word);

  struct Way {
    ChannelId channel;
    PortId port;     // by which it leaves,
    ComponentId to;  // the router behind it,
    PortId to_port;  // and where it comes in there
  };
  std::size_t routers() const { return ways_.size(); }
  const std::vector<Way>& ways_from(ComponentId router) const { return ways_[router]; }
  const std::vector<Way>& ways_to(ComponentId router) const {
    return back_[router];
  }  // `to`: whence
  const std::vector<NodeId>& terminals_at(ComponentId router) const { return terminals_[router]; }

  // Channels to `destination` on a shortest way, kUnreachable where there is none.
  std::vector<unsigned> distances_to(ComponentId destination) const;

 private:
  std::vector<std::vector<Way>> ways_;
  std::vector<std::vector<Way>> back_;
  std::vector<std::vector<NodeId>> terminals_;
};

// Sets RoutingParams::layers to the fewest equal shares of the VCs of a message class that are at
// least `needed`, and makes empty tables for them. Throws ConfigurationError of
// "router.virtual_channels" with the number that would do, or of "network.routing" where the
// hardware has no room for so many.
void make_layers(Network& network, unsigned needed, const std::string& routing_word);
// Makes two layers, of which the upper one is an escape layer.
void make_escape_layer(Network& network, const std::string& routing_word);

// Writes into the tables that a head for `destination` that came by `in_port` (a local port: on any
// VC; else on a VC of `layer`) takes these outputs, on these layers, a bit for each.
void set_row(Network& network, ComponentId here, PortId in_port, unsigned layer,
             Address destination, PortMask outputs, unsigned next_layers);
// Sets a whole word (table_word()).
void set_word(Network& network, ComponentId here, PortId in_port, unsigned layer,
              Address destination, TableWord word);
// Sets the word of a head that begins its way at this router, for all local ports.
void set_start(Network& network, ComponentId here, Address destination, PortMask outputs,
               unsigned next_layers);
// At the end of its way each packet leaves on any VC: of all input ports and paths, on all layers.
void set_exits(Network& network);

}  // namespace turnpike::model
