// standstill.h - finds which packets wait for which in a network that stands still.

#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/network/engine.h"
#include "model/network/packet_format.h"

namespace turnpike::model {

struct PacketName {
  NodeId source = 0;
  std::optional<NodeId> destination;  // none: a broadcast
  std::uint32_t number = 0;           // at its source, as in the head
};

// The front of an input VC, or, in a packet router, of the queue of an output VC.
struct WaitingPlace {
  ComponentId component = 0;
  PortId port = 0;
  VcId vc = 0;
  bool is_output = false;

  friend bool operator==(const WaitingPlace& a, const WaitingPlace& b) {
    return a.component == b.component && a.port == b.port && a.vc == b.vc &&
           a.is_output == b.is_output;
  }
};

struct WaitingPacket {
  WaitingPlace place;
  std::optional<PacketName> packet;  // none: what tells its name has left the network
};

struct Standstill {
  Cycle cycle = 0;                     // in which it was noticed
  std::vector<WaitingPacket> waiting;  // each waits for the next
  bool is_circle = false;              // a deadlock: the last waits for the first
};

// Name of the node with this address; none: there is no such node.
std::optional<NodeId> node_at_address(const Network& network, Address address);

// Read from the first flits of a packet of message terminals, flit(i) being flit i of it and of
// what follows it, of which so many are there.
template <class FlitAt>
std::optional<PacketName> packet_name(const Network& network, unsigned flits, const FlitAt& flit) {
  const FlitFormat& flit_format = network.router.format;
  const PacketFormat format(flit_format);
  const unsigned width = flit_format.flit_bits;
  std::uint64_t bits = 0;
  unsigned known = 0;
  for (unsigned i = 0; i < flits && known < 64; ++i, known += width) {
    if (i != 0 && flit_format.is_head(flit(i).word)) break;
    const std::uint64_t data = flit(i).word[0];
    bits |= (width < 64 ? data & ((std::uint64_t{1} << width) - 1) : data) << known;
  }
  if (known < format.least_bits()) return std::nullopt;
  const PacketHeader header = format.header(bits);
  const auto source = node_at_address(network, header.source);
  if (!source) return std::nullopt;
  const auto destination = header.kind == PacketKind::unicast
                               ? node_at_address(network, header.destination)
                               : std::nullopt;
  return PacketName{*source, destination, header.number};
}

// "router_0_1 input port 2 VC 0: packet 3 from node 1 to node 4".
std::string waiting_text(const Network& network, const WaitingPacket& packet);
// "cycle 912: nothing has moved for long: deadlock, ...", a line for each packet.
std::string standstill_text(const Network& network, const Standstill& standstill);

// The watchdog's: nothing has moved for RunSpec::watchdog cycles although packets are under way.
struct StandstillError : NetworkError {
  StandstillError(const std::string& what, Standstill found)
      : NetworkError(what), standstill(std::move(found)) {}
  StandstillError(const Network& network, Standstill found)
      : NetworkError(standstill_text(network, found)), standstill(std::move(found)) {}

  Standstill standstill;
};

// From a place where something waits to where the waiting ends, or once round the circle. A Search
// knows any_waiting(), blocker(place) and packet_at(place), all optional.
template <class Search>
Standstill follow_waiting(const Search& search, Cycle now) {
  Standstill found;
  found.cycle = now;
  std::vector<WaitingPlace> way;
  for (std::optional<WaitingPlace> at = search.any_waiting(); at; at = search.blocker(*at)) {
    const auto seen = std::find(way.begin(), way.end(), *at);
    if (seen != way.end()) {
      found.is_circle = true;
      way.erase(way.begin(), seen);
      break;
    }
    way.push_back(*at);
  }
  for (const WaitingPlace& place : way) found.waiting.push_back({place, search.packet_at(place)});
  return found;
}

}  // namespace turnpike::model
