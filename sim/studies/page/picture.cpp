// picture.cpp - the drawing of a network: which kind, and channels as straight lines.

#include "sim/studies/page/picture.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace turnpike::sim {
namespace {

// Shifts everything into [0, width] x [0, height], with a margin.
void fit(Picture& picture) {
  constexpr double kMargin = 0.4;
  constexpr int kSamples = 16;  // of a curve
  Spot low = picture.components.front();
  Spot high = low;
  const auto take = [&](Spot spot) {
    low = {std::min(low.x, spot.x), std::min(low.y, spot.y)};
    high = {std::max(high.x, spot.x), std::max(high.y, spot.y)};
  };
  for (const Spot& spot : picture.components) take(spot);
  for (const Picture::Label& label : picture.labels) {
    take(label.at - Spot{0.7, 0.4});
    take(label.at + Spot{0.24 * static_cast<double>(label.text.size()), 0});
  }
  for (const Stroke& stroke : picture.channels) {
    for (int i = 0; i <= kSamples; ++i) take(stroke_at(stroke, 1.0 * i / kSamples));
  }
  const Spot shift{kMargin - low.x, kMargin - low.y};
  for (Spot& spot : picture.components) spot = spot + shift;
  for (Picture::Label& label : picture.labels) label.at = label.at + shift;
  for (Stroke& stroke : picture.channels) {
    for (Spot& spot : stroke) spot = spot + shift;
  }
  picture.width = high.x - low.x + 2 * kMargin;
  picture.height = high.y - low.y + 2 * kMargin;
}

}  // namespace

double length(Spot a) { return std::hypot(a.x, a.y); }

Spot stroke_at(const Stroke& stroke, double share) {
  const double t = share;
  const double s = 1 - t;
  if (stroke.size() == 2) return s * stroke[0] + t * stroke[1];
  return s * s * s * stroke[0] + 3 * s * s * t * stroke[1] + 3 * s * t * t * stroke[2] +
         t * t * t * stroke[3];
}

// Opposite channels keep to the right of each other, parallel ones lie side by side.
void draw_straight_channels(const model::Network& network, Picture& picture) {
  const double apart = 0.22 * picture.node_size;
  picture.stroke_width = 0.75 * apart;
  std::map<std::pair<model::ComponentId, model::ComponentId>, unsigned> drawn;
  std::map<std::string, unsigned> known;
  for (const model::Channel& channel : network.channels) {
    const unsigned before = drawn[{channel.from, channel.to}]++;
    const Spot from = picture.components[channel.from];
    const Spot to = picture.components[channel.to];
    const Spot along = 1 / length(to - from) * (to - from);
    const Spot right{-along.y, along.x};  // y points downwards
    const Spot aside = apart * (0.5 + before) * right;
    const double gap = std::min(0.62 * picture.node_size, 0.3 * length(to - from));
    picture.channels.push_back({from + aside + gap * along, to + aside - gap * along});
    const std::string name = network.topology->group(network, channel);
    const auto [at, is_new] = known.emplace(name, static_cast<unsigned>(known.size()));
    if (is_new) picture.groups.push_back(name);
    picture.group.push_back(at->second);
  }
}

std::vector<unsigned> component_distances(const model::Network& network) {
  const std::size_t n = network.components.size();
  std::vector<std::vector<model::ComponentId>> neighbours(n);
  for (const model::Channel& channel : network.channels) {
    neighbours[channel.from].push_back(channel.to);
    neighbours[channel.to].push_back(channel.from);
  }
  const auto unknown = static_cast<unsigned>(n);
  std::vector<unsigned> distance(n * n, unknown);
  std::vector<model::ComponentId> queue;
  for (std::size_t from = 0; from < n; ++from) {
    unsigned* row = distance.data() + from * n;
    row[from] = 0;
    queue.assign(1, static_cast<model::ComponentId>(from));
    for (std::size_t next = 0; next < queue.size(); ++next) {
      for (const model::ComponentId to : neighbours[queue[next]]) {
        if (row[to] != unknown) continue;
        row[to] = row[queue[next]] + 1;
        queue.push_back(to);
      }
    }
  }
  return distance;
}

Picture make_picture(const model::Network& network) {
  Picture picture;
  if (network.components.size() > kMostComponents) return picture;
  const bool is_grid = network.topology->is_grid;
  if (is_grid) {
    place_grid(network, picture);
  } else if (!network.topology->place(network, picture)) {
    if (network.components.size() > kMostSwitches) return picture;
    place_graph(network, picture);
  }
  const bool is_drawn = network.channels.size() <= kMostChannels;
  if (is_drawn && is_grid) draw_grid_channels(network, picture);
  if (is_drawn && !is_grid) draw_straight_channels(network, picture);
  fit(picture);
  return picture;
}

}  // namespace turnpike::sim
