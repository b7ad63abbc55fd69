// axi4_network.h - the terminals of a network that have an AXI4 port, the kinds of these ports, and
// the address map ([axi] of a configuration; docs/axi.md, 6).

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/common/types.h"

namespace turnpike::model {

// A port for a manager. Its name is empty where it is that of the terminal.
struct Axi4ManagerPort {
  NodeId node = 0;
  std::string name;
};

// Addresses that lead to a node, which has a port for a subordinate with this name.
struct Axi4MapRegion {
  std::uint64_t base = 0;
  std::uint64_t size = 4096;  // bytes
  NodeId node = 0;
  std::string name;
};

struct Axi4NetworkSpec {
  unsigned address_bits = 32;
  unsigned data_bits = 64;
  unsigned id_bits = 4;                         // of managers
  std::optional<unsigned> subordinate_id_bits;  // empty: as many as are needed
  unsigned user_bits = 0;                       // 0: no USER signals
  unsigned reads = 8;
  unsigned writes = 8;
  unsigned per_id = 8;
  bool has_reorder_buffers = false;  // else an ID waits before it goes to another target
  unsigned read_beats = 256;
  unsigned write_beats = 256;
  std::optional<unsigned> packet_beats;  // empty: 16, or 256 where packets may overtake
  bool register_slices = false;
  unsigned timeout = 0;      // cycles until a subordinate is given up; 0: no watchdog
  unsigned watched = 16;     // then requests that a subordinate has, in each direction
  bool has_control = false;  // a control block with counters, on AXI4-Lite
  bool is_loadable = false;  // then the address map can be loaded through it
  unsigned request_class = 0;
  unsigned response_class = 1;
  std::optional<unsigned> qos_levels;  // empty: 2 if there are four message classes, else 1
  std::vector<Axi4ManagerPort> managers;
  std::vector<Axi4MapRegion> regions;

  unsigned levels() const { return qos_levels.value_or(1); }
  // Bits of an ID at a subordinate: {level if there are two, address of a node, ID of a manager}.
  unsigned needed_id_bits(unsigned node_bits) const { return levels() - 1 + node_bits + id_bits; }

  // A beat of a write, and one of a read, in the network. There USER has a bit at least.
  unsigned write_beat_bits() const {
    return data_bits + data_bits / 8 + (user_bits == 0 ? 1 : user_bits);
  }
};

}  // namespace turnpike::model
