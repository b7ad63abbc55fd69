// routers.cpp - [router]: both kinds, narrow and wide flits, deep and shallow buffers.

#include "tests/network_fuzz/sketch.h"

namespace turnpike::test {
namespace {

constexpr const char* kRouter = "router";
constexpr unsigned kMostPorts = 32;
constexpr unsigned kMostFlits = 64;  // of a packet and of a buffer

// `least` is what a head flit must hold.
unsigned draw_flit_bits(Draws& draw, unsigned least) {
  if (draw.chance(1)) return std::max(8u, least - 1);  // refused where it is too narrow
  if (draw.chance(60)) return std::max(8u, least + draw.below(10));
  return std::max(least,
                  draw.pick({8u, 16u, 31u, 32u, 33u, 62u, 64u, 65u, 100u, 128u, 200u, 256u}));
}

void draw_local_channels(Sketch& s, unsigned least) {
  if (s.topology != "hypercube") return;
  const auto dimensions = static_cast<unsigned>(s.radix.size());
  if (least == 1 && s.draw.chance(50)) return;
  s.local_channels = s.draw.chance(95) ? s.draw.between(least, std::max(least, dimensions + 1))
                                       : kMostPorts - dimensions;
  s.set(kRouter, "local_channels", s.local_channels);
}

// Some that are refused: express or local channels, a number that does not divide the VCs.
void draw_message_classes(Sketch& s) {
  if (!s.draw.chance(25)) return;
  const unsigned classes = s.draw.between(1, 4);
  const bool is_possible = !s.express && s.local_channels == 1 && s.virtual_channels % classes == 0;
  if (!is_possible && s.draw.chance(95)) return;
  s.message_classes = classes;
  s.set(kRouter, "message_classes", classes);
  if (s.draw.chance(30)) s.set(kRouter, "class_order", classes > 1 ? "[0, 1]" : "0");
  if (s.topology == "torus" && s.virtual_channels == classes) s.may_deadlock = true;
}

void draw_wormhole(Sketch& s) {
  if (s.draw.chance(30)) s.set_word(kRouter, "kind", "wormhole");
  if (s.draw.chance(65)) {
    s.virtual_channels = s.draw.pick({1u, 2u, 2u, 3u, 4u, 5u, 8u, 16u});
    // A torus of one can deadlock; most are to run.
    if (s.topology == "torus" && s.draw.chance(80)) {
      s.virtual_channels = std::max(2u, s.virtual_channels);
    }
    s.may_deadlock = s.topology == "torus" && s.virtual_channels == 1;
    s.set(kRouter, "virtual_channels", s.virtual_channels);
  }
  if (s.draw.chance(60)) {
    s.buffer_depth = s.draw.pick({1u, 1u, 2u, 3u, 4u, 5u, 8u, 16u, 64u});
    s.set(kRouter, "buffer_depth", s.buffer_depth);
  }
  if (s.draw.chance(65)) {
    s.set(kRouter, "flit_bits", draw_flit_bits(s.draw, 2 * s.address_bits + 2));
  }
  if (s.draw.chance(40)) s.set(kRouter, "pipeline_cycles", s.draw.between(1, 2));
  if (s.draw.chance(40)) {
    s.set(kRouter, "patience", s.draw.pick({1u, 2u, 3u, 8u, 16u, 64u, 256u, 65535u}));
  }
  if (s.draw.chance(30)) s.set_word(kRouter, "injection", s.draw.pick({"last", "fair", "auto"}));
  const bool turns = s.topology == "mesh" || s.topology == "torus" || s.topology == "hypercube";
  if (turns && s.draw.chance(25)) s.set_word(kRouter, "turns", s.draw.pick({"fair", "last"}));
  draw_local_channels(s, 1);
  draw_message_classes(s);
}

void draw_packets(Sketch& s) {
  s.packets = true;
  s.set_word(kRouter, "kind", "packet");
  const bool chooses = s.topology == "hypercube" && s.draw.chance(35);
  if (chooses) {
    s.set_word(kRouter, "first_hop", "shortest_queue");
    s.local_channels = static_cast<unsigned>(s.radix.size()) + 1;
    if (s.draw.chance(30)) s.set(kRouter, "local_channels", s.local_channels);
  } else {
    if (s.draw.chance(20)) s.set_word(kRouter, "first_hop", "fixed");
    draw_local_channels(s, 1);
  }
  const bool is_torus = s.topology == "torus";
  s.virtual_channels = is_torus || chooses ? 2 : 1;
  if (s.draw.chance(40)) {
    if (!is_torus) s.virtual_channels = s.draw.between(1, 2);
    s.may_deadlock = chooses && s.virtual_channels == 1;
    s.set(kRouter, "virtual_channels", s.virtual_channels);
  }
  unsigned flit_bits = 32;
  if (s.draw.chance(65)) {
    flit_bits = draw_flit_bits(s.draw, s.address_bits + 2);
    s.set(kRouter, "flit_bits", flit_bits);
  }
  unsigned packet_flits = (160 + flit_bits - 1) / flit_bits;
  if (s.draw.chance(60)) {
    // The header has 32 bits, with addresses above 12 bits more.
    const unsigned header = s.address_bits <= 12 ? 32 : 2 * s.address_bits + 8;
    packet_flits = std::min(kMostFlits, (header + flit_bits - 1) / flit_bits + s.draw.below(12));
    s.set(kRouter, "packet_flits", packet_flits);
  }
  if (s.draw.chance(40)) {
    s.set(kRouter, "buffer_depth", std::min(kMostFlits, packet_flits + s.draw.below(8)));
  }
  if (s.draw.chance(60)) {
    s.set(kRouter, "packet_buffers",
          std::max(s.virtual_channels, s.draw.pick({1u, 2u, 3u, 4u, 7u, 16u, 256u})));
  }
  if (s.draw.chance(50)) {
    s.set_word(kRouter, "switching", s.draw.pick({"cut_through", "store_and_forward"}));
  }
}

}  // namespace

void draw_router(Sketch& s) {
  if (!s.radix.empty() && !s.express && s.draw.chance(35)) return draw_packets(s);
  draw_wormhole(s);
}

}  // namespace turnpike::test
