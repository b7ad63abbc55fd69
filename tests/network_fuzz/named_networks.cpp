// named_networks.cpp - [network] of the topologies that generate their graph and its routes.

#include "tests/network_fuzz/sketch.h"

namespace turnpike::test {
namespace {

constexpr const char* kNetwork = "network";

// Writes a number or a list; returns how many routers that is.
unsigned draw_radix(Sketch& s, unsigned dimensions, unsigned low, unsigned high) {
  std::vector<unsigned> radix;
  unsigned routers = 1;
  for (unsigned d = 0; d < dimensions; ++d) {
    radix.push_back(s.draw.between(low, high));
    routers *= radix.back();
  }
  if (dimensions == 1) {
    s.set(kNetwork, "radix", radix[0]);
  } else {
    s.set(kNetwork, "radix", fmt::format("[{}]", fmt::join(radix, ", ")));
  }
  return routers;
}

unsigned draw_grid_of_lines(Sketch& s) { return draw_radix(s, s.draw.between(2, 3), 2, 4); }

unsigned draw_circulant(Sketch& s) {
  const unsigned routers = s.draw.between(5, 16);
  s.set(kNetwork, "radix", routers);
  s.set(kNetwork, "offsets", fmt::format("[1, {}]", s.draw.between(2, (routers - 1) / 2)));
  return routers;
}

unsigned draw_dragonfly(Sketch& s) {
  const unsigned group = s.draw.between(2, 4);
  const unsigned global = s.draw.between(1, 2);
  s.set(kNetwork, "radix", group);
  s.set(kNetwork, "global_channels", global);
  return group * (group * global + 1);
}

// Terminals are at the lowest switches alone.
unsigned draw_fat_tree(Sketch& s) {
  const unsigned levels = s.draw.between(2, 3);
  const unsigned lowest = draw_radix(s, levels, 2, 3);
  std::vector<unsigned> parents;
  for (unsigned level = 1; level < levels; ++level) parents.push_back(s.draw.between(1, 3));
  s.set(kNetwork, "parents", fmt::format("[{}]", fmt::join(parents, ", ")));
  return lowest;
}

unsigned draw_elevator_mesh(Sketch& s) {
  const unsigned x = s.draw.between(2, 4);
  const unsigned y = s.draw.between(2, 4);
  const unsigned z = s.draw.between(2, 3);
  s.set(kNetwork, "radix", fmt::format("[{}, {}, {}]", x, y, z));
  const unsigned first = s.draw.below(x * y / 2);
  s.set(kNetwork, "elevators",
        fmt::format("[{}, {}]", first, s.draw.between(first + 1, x * y - 1)));
  return x * y * z;
}

// k routers with k terminals each.
unsigned draw_two_flat(Sketch& s) {
  const unsigned k = draw_radix(s, 1, 2, 4);
  s.set(kNetwork, "dimensions", 2);
  return k * k;
}

struct Named {
  const char* word;
  unsigned (*draw)(Sketch&);  // writes its keys; returns its terminals at one for each router
  bool takes_hosts;           // any number of terminals at a router, else one
};

const Named kNamed[] = {
    {"ring", [](Sketch& s) { return draw_radix(s, 1, 3, 12); }, true},
    {"star", [](Sketch& s) { return draw_radix(s, 1, 3, 10); }, false},
    {"full_mesh", [](Sketch& s) { return draw_radix(s, 1, 3, 8); }, true},
    {"cmesh", draw_grid_of_lines, true},
    {"ctorus", [](Sketch& s) { return draw_radix(s, 2, 3, 5); }, true},
    {"hyperx", draw_grid_of_lines, true},
    {"flattened_butterfly", draw_two_flat, false},
    {"dragonfly", draw_dragonfly, true},
    {"fat_tree", draw_fat_tree, false},
    {"tree", [](Sketch& s) { return draw_radix(s, 2, 2, 3); }, false},
    {"elevator_mesh", draw_elevator_mesh, true},
    {"circulant", draw_circulant, true},
};

}  // namespace

void draw_named_network(Sketch& s) {
  const Named& one = kNamed[s.draw.below(std::size(kNamed))];
  s.topology = one.word;
  s.set_word(kNetwork, "topology", s.topology);
  s.nodes = one.draw(s);
  if (one.takes_hosts) {  // written, since several have a default of their own
    const unsigned hosts = s.draw.between(1, 3);
    s.set(kNetwork, "hosts", hosts);
    s.nodes *= hosts;
  }
  s.address_bits = bits_for(s.nodes);
}

}  // namespace turnpike::test
