// known_components.cpp - networks of components that other lockstep tests build: only what is no
// parameter of the hardware is drawn.

#include "tests/network_fuzz/sketch.h"

namespace turnpike::test {
namespace {

struct Known {
  const char* topology;
  std::vector<unsigned> least_radix;  // all of one number of address bits
  std::vector<unsigned> most_radix;
  const char* network;  // lines of [network]
  const char* router;   // lines of [router]
  bool packets;
  unsigned virtual_channels;
  unsigned local_channels;
};

// tests/lockstep/network/lockstep_test.cpp, packet_test.cpp.
const std::vector<Known>& known_networks() {
  static const std::vector<Known> kKnown = {
      {"mesh", {5, 2}, {8, 8}, "", "", false, 4, 1},
      {"torus",
       {5, 3},
       {8, 5},
       "dimension_order = \"lowest_first\"",
       "virtual_channels = 2\npipeline_cycles = 2\npatience = 8",
       false,
       2,
       1},
      {"torus",
       {3, 2},
       {4, 4},
       "direction = \"unidirectional\"",
       "virtual_channels = 3\nbuffer_depth = 1\nflit_bits = 12\npatience = 3",
       false,
       3,
       1},
      {"hypercube",
       {2, 2, 2, 2},
       {2, 2, 2, 2},
       "",
       "virtual_channels = 1\nbuffer_depth = 5\npatience = 1",
       false,
       1,
       1},
      {"hypercube",
       {2, 2, 2},
       {2, 2, 2},
       "",
       "virtual_channels = 2\nlocal_channels = 2",
       false,
       2,
       2},
      {"hypercube",
       {2, 2, 2},
       {2, 2, 2},
       "",
       "virtual_channels = 2\nlocal_channels = 3",
       false,
       2,
       3},
      {"butterfly",
       {3, 3},
       {3, 3},
       "",
       "virtual_channels = 2\nbuffer_depth = 3\npipeline_cycles = 2\nflit_bits = 62",
       false,
       2,
       1},
      {"mesh",
       {3, 2},
       {4, 4},
       "",
       "kind = \"packet\"\nvirtual_channels = 1\npacket_flits = 5\npacket_buffers = 4\n"
       "buffer_depth = 7",
       true,
       1,
       1},
      {"torus",
       {5, 3},
       {8, 5},
       "",
       "kind = \"packet\"\npacket_flits = 5\npacket_buffers = 4\nbuffer_depth = 7",
       true,
       2,
       1},
      {"butterfly",
       {3, 3},
       {3, 3},
       "",
       "kind = \"packet\"\npacket_flits = 1\npacket_buffers = 1\nbuffer_depth = 1\nflit_bits = 70",
       true,
       1,
       1},
      {"hypercube",
       {2, 2, 2, 2},
       {2, 2, 2, 2},
       "",
       "kind = \"packet\"\nflit_bits = 8\npacket_flits = 20\npacket_buffers = 4\nbuffer_depth = 22",
       true,
       1,
       1},
      {"hypercube",
       {2, 2, 2, 2},
       {2, 2, 2, 2},
       "",
       "kind = \"packet\"\nfirst_hop = \"shortest_queue\"\nflit_bits = 16\npacket_flits = 10\n"
       "packet_buffers = 4\nbuffer_depth = 12",
       true,
       2,
       5},
      {"hypercube",
       {2, 2, 2, 2},
       {2, 2, 2, 2},
       "",
       "kind = \"packet\"\nfirst_hop = \"shortest_queue\"\npacket_flits = 5\npacket_buffers = 4\n"
       "buffer_depth = 7",
       true,
       2,
       5},
  };
  return kKnown;
}

struct KnownExpress {
  const char* topology;
  std::vector<unsigned> radix;
  const char* router;   // lines of [router] but the flit bits
  const char* express;  // lines of [network.express]
};

// tests/lockstep/network/express_test.cpp.
const std::vector<KnownExpress>& known_express() {
  static const char* const kLine = "virtual_channels = 1\nbuffer_depth = 1\npatience = 3";
  static const char* const kThree = "virtual_channels = 2\nbuffer_depth = 3";
  static const char* const kTwo = "virtual_channels = 2\nbuffer_depth = 2";
  static const std::vector<KnownExpress> kKnown = {
      {"mesh", {13}, kLine, "spacing = 3"},
      {"mesh", {13}, kLine, "spacing = 4\nchannels = 2\ninsertion = \"interleaved\""},
      {"mesh", {20}, kThree, "spacing = 2\nlevels = 3"},
      {"mesh", {20}, kThree, "spacing = 2\nlevels = 3\ndecomposition = \"full\""},
      {"mesh", {20}, kThree, "spacing = 2\nlevels = 3\ndecomposition = \"no_ascent\""},
      {"mesh", {20}, kThree, "spacing = 2\nlevels = 2\ndecomposition = \"top_only\""},
      {"torus", {12, 4}, kTwo, "spacing = 2\nlevels = 2"},
      {"mesh", {8, 8}, kTwo, "spacing = 2\ndimensions = \"joint\""},
      {"mesh",
       {13},
       kLine,
       "spacing = 3\nchannels = 2\nboundary = {nodes = 6, phits = 3, clock_ratio = 2, channels = "
       "1}"},
  };
  return kKnown;
}

std::string radix_text(const std::vector<unsigned>& radix) {
  return fmt::format("[{}]", fmt::join(radix, ", "));
}

void draw_known_express(Sketch& s) {
  const auto& known = known_express();
  const KnownExpress& one = known[s.draw.below(static_cast<unsigned>(known.size()))];
  s.express = true;
  s.topology = one.topology;
  set_radix(s, one.radix);
  s.set("network", "radix", radix_text(one.radix));
  s.tables["network.express"].emplace_back(one.express);
  s.tables["router"].emplace_back(one.router);
  s.set("router", "flit_bits", 24);
}

// The switches of the lockstep test; what may differ is no parameter of theirs.
void draw_known_irregular(Sketch& s) {
  s.topology = "irregular";
  s.nodes = 7;
  s.address_bits = 3;
  s.virtual_channels = 2;
  constexpr unsigned kLinks[][2] = {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {1, 3}, {3, 4}};
  std::string links;
  for (const auto& [a, b] : kLinks) {
    links += fmt::format("{}[{}, {}, {}]", links.empty() ? "" : ", ", a, b, s.draw.below(4));
  }
  s.set("network", "links", "[" + links + "]");
  s.set("network", "hosts", s.draw.pick({"[2, 1, 1, 2, 1]", "[1, 2, 2, 0, 2]"}));
  if (s.draw.chance(50)) s.set("network", "root", s.draw.below(5));
  s.tables["router"].emplace_back(
      "virtual_channels = 2\nbuffer_depth = 2\nflit_bits = 256\npatience = 16");
}

void draw_known_network(Sketch& s) {
  const auto& known = known_networks();
  const Known& one = known[s.draw.below(static_cast<unsigned>(known.size()))];
  s.topology = one.topology;
  std::vector<unsigned> radix;
  for (std::size_t d = 0; d < one.least_radix.size(); ++d) {
    radix.push_back(s.draw.between(one.least_radix[d], one.most_radix[d]));
  }
  set_radix(s, radix);
  s.packets = one.packets;
  s.virtual_channels = one.virtual_channels;
  s.local_channels = one.local_channels;
  s.set("network", "radix", radix_text(radix));
  if (*one.network != '\0') s.tables["network"].emplace_back(one.network);
  if (*one.router != '\0') s.tables["router"].emplace_back(one.router);
}

}  // namespace

void draw_known_components(Sketch& s) {
  const unsigned kind = s.draw.below(10);
  if (kind < 2) {
    draw_known_express(s);
  } else if (kind == 2) {
    draw_known_irregular(s);
  } else {
    draw_known_network(s);
  }
  s.set_word("network", "topology", s.topology);
}

}  // namespace turnpike::test
