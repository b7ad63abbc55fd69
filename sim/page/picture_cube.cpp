// picture_cube.cpp - binary n-cubes, projected, and butterflies, stage by stage.

#include <fmt/format.h>

#include <array>

#include "sim/page/picture.h"

namespace turnpike::sim {
namespace {

// The edges of the projected cube: three dimensions as everybody draws them, three more at a larger
// scale and so on. The directions were looked for so that no two nodes lie on top of each other
// (up to n = 8 they are 0.45 apart) and edges pass other nodes by as far as they can.
std::array<Spot, model::kMaxPorts> edges() {
  std::array<Spot, model::kMaxPorts> edge = {{{1, 0},
                                              {0, -1},
                                              {0.45, -0.39},
                                              {3.5, 0.9},
                                              {-0.59, -3.61},
                                              {1.89, -1.21},
                                              {7.76, -1.04},
                                              {0.88, -6.75}}};
  for (std::size_t d = 8; d < edge.size(); ++d) edge[d] = 2.15 * edge[d - 2];
  return edge;
}

}  // namespace

void place_cube(const model::Network& network, Picture& picture) {
  static const std::array<Spot, model::kMaxPorts> kEdges = edges();
  picture.node_size = 0.26;
  for (std::size_t c = 0; c < network.components.size(); ++c) {
    Spot spot;
    for (std::size_t d = 0; d < network.radix.size(); ++d) {
      if ((c >> d & 1) != 0) spot = spot + kEdges[d];
    }
    picture.components.push_back(spot);
  }
  picture.note = "Dimension 0 runs to the right, dimension 1 upwards, dimension 2 to the back";
  if (network.radix.size() > 3) picture.note += "; further dimensions join copies of this cube";
  picture.note += ".";
}

void place_stages(const model::Network& network, Picture& picture) {
  const auto stages = static_cast<unsigned>(network.radix.size());
  const auto rows = static_cast<double>(network.components.size() / stages);
  const double apart = 1.5 + 0.22 * rows;
  for (model::ComponentId c = 0; c < network.components.size(); ++c) {
    const std::vector<unsigned> at = model::component_coordinates(network, c);
    picture.components.push_back({apart * at[0], static_cast<double>(at[1])});
  }
  for (unsigned s = 0; s < stages; ++s) {
    picture.labels.push_back({{apart * s, -0.6}, fmt::format("stage {}", s)});
  }
  picture.note =
      "Packets go from left to right; sources are on the left, destinations on the right.";
}

}  // namespace turnpike::sim
