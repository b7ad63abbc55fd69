// sketch.h - a configuration while it is made up: what is written, and what follows from it.

#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tests/network_fuzz/draws.h"

namespace turnpike::test {

struct Sketch {
  explicit Sketch(std::uint64_t seed) : draw(seed) {}

  Draws draw;
  std::map<std::string, std::vector<std::string>> tables;  // lines of each, `key = value`
  std::vector<std::pair<std::string, std::string>> files;  // name, contents

  // What the later choices depend on.
  std::string topology;         // as in network.topology
  std::vector<unsigned> radix;  // none: a graph, given or generated
  unsigned nodes = 0;
  unsigned switches = 0;  // of networks in which a node is at one switch
  unsigned address_bits = 0;
  bool packets = false;         // packet routers
  bool express = false;         // express channels
  unsigned local_channels = 1;  // of a node
  unsigned virtual_channels = 4;
  unsigned buffer_depth = 4;
  unsigned message_classes = 1;
  bool trace = false;         // the traffic is one
  bool has_classes = false;   // with traffic of their own
  bool may_deadlock = false;  // too few virtual channels
  double mean_length = 5;     // flits of a message
  bool is_plain = true;       // traffic that the xorshift generator has

  template <class T>
  void set(const std::string& table, const char* key, const T& value) {
    tables[table].push_back(fmt::format("{} = {}", key, value));
  }
  void set_word(const std::string& table, const char* key, const std::string& word) {
    set(table, key, '"' + word + '"');
  }
};

// Bits that number `count` things, at least 1.
inline unsigned bits_for(unsigned count) {
  unsigned bits = 1;
  while ((1u << bits) < count) ++bits;
  return bits;
}

// What follows from the radix of all topologies but the irregular.
inline void set_radix(Sketch& sketch, std::vector<unsigned> radix) {
  sketch.radix = std::move(radix);
  sketch.nodes = 1;
  for (const unsigned k : sketch.radix) sketch.nodes *= k;
  const unsigned largest = *std::max_element(sketch.radix.begin(), sketch.radix.end());
  sketch.address_bits = static_cast<unsigned>(sketch.radix.size()) * bits_for(largest);
}

// The parts, in this order.
void draw_network(Sketch& sketch);        // [network]
void draw_named_network(Sketch& sketch);  // [network] of a topology that generates a graph
void draw_router(Sketch& sketch);         // [router]
void draw_link(Sketch& sketch);           // [link]
void draw_clocks(Sketch& sketch);         // network.clock_domains, with some
// Instead of these three: components whose hardware the other lockstep tests build too, as a shape
// of one's own costs a minute to build.
void draw_known_components(Sketch& sketch);
void draw_traffic(Sketch& sketch);   // [traffic]
void draw_workload(Sketch& sketch);  // [workload], in its place

}  // namespace turnpike::test
