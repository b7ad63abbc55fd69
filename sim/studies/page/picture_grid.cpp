// picture_grid.cpp - meshes and tori as a grid, with layers beyond two dimensions.
//
// Dimension 0 runs to the right, dimension 1 upwards; each layer of the further dimensions is a
// grid of its own, and channels between layers are short strokes at their sender. Interchanges
// stand on the channel before their node, as in (Dally 1991, Fig. 1). Wrap-around channels bend
// round the lower or right side of their line, express channels round the other. A long line of
// nodes is cut into rows, which are its layers. A torus of one dimension is a circle.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "sim/studies/page/picture.h"

namespace turnpike::sim {
namespace {

using model::Channel;
using model::ComponentId;
using model::ComponentKind;
using model::Network;

bool has_rings(const Network& network) { return network.router.routing.kind.has_rings; }

bool is_interchange(const Network& network, ComponentId component) {
  return network.components[component].kind == ComponentKind::interchange;
}

bool is_joint(const Network& network, ComponentId component) {
  return network.interchanges.at(network.components[component].shape).routing.is_joint;
}

// Modules before the same node in the same dimension, in the order of the way up.
struct InterchangePlaces {
  std::map<std::tuple<model::Address, unsigned>, std::vector<ComponentId>> modules;
  std::size_t most = 0;

  explicit InterchangePlaces(const Network& network) {
    for (ComponentId c = 0; c < network.components.size(); ++c) {
      if (!is_interchange(network, c)) continue;
      const model::Component& component = network.components[c];
      auto& here = modules[{component.address, component.dimension}];
      here.push_back(c);
      most = std::max(most, here.size());
    }
    for (auto& [at, here] : modules) {
      std::stable_sort(here.begin(), here.end(), [&](ComponentId a, ComponentId b) {
        return order(network.components[a]) < order(network.components[b]);
      });
    }
  }

  static int order(const model::Component& module) {
    switch (module.role) {
      case model::ModuleRole::adapter:
        return 0;
      case model::ModuleRole::ascending:
        return 10 + module.level;
      case model::ModuleRole::descending:
        return 30 - module.level;
      default:
        return 20;
    }
  }
};

// Positions in the lattice, one number a dimension; interchanges stand between whole ones.
std::vector<std::vector<double>> lattice_of(const Network& network,
                                            const InterchangePlaces& places) {
  std::vector<std::vector<double>> lattice;
  for (ComponentId c = 0; c < network.components.size(); ++c) {
    const std::vector<unsigned> at = model::component_coordinates(network, c);
    lattice.emplace_back(at.begin(), at.end());
  }
  for (const auto& [key, here] : places.modules) {
    for (std::size_t i = 0; i < here.size(); ++i) {
      const double before = 1 - static_cast<double>(i + 1) / static_cast<double>(here.size() + 1);
      std::vector<double>& at = lattice[here[i]];
      if (is_joint(network, here[i])) {
        for (double& coordinate : at) coordinate -= before;
      } else {
        at[network.components[here[i]].dimension] -= before;
      }
    }
  }
  return lattice;
}

Spot direction(double degrees) {
  const double angle = degrees * std::acos(-1.0) / 180;
  return {std::cos(angle), -std::sin(angle)};
}

// Where strokes to the next layer of dimension d, 2 or more, point: to the upper left, where no
// wrap-around channel passes. Those to higher layers are the steeper ones.
Spot direction_of_layer(const Network& network, std::size_t d, bool up) {
  const double place =
      (static_cast<double>(d) - 1.5) / static_cast<double>(network.radix.size() - 2);  // 0 .. 1
  return direction(up ? 105 + 30 * place : 165 - 30 * place);
}

class Grid {
 public:
  explicit Grid(const Network& network)
      : network_(network), places_(network), lattice_(lattice_of(network, places_)) {
    if (has_rings(network)) pitch_ = 1.3;  // room for what wraps around
    if (places_.most > 0) {
      unsigned levels = 1;
      unsigned parallel = 1;
      for (const model::InterchangeParams& shape : network.interchanges) {
        levels = std::max(levels, shape.routing.levels);
        for (unsigned p = 0; p < shape.routing.levels; ++p) {
          parallel = std::max(parallel, shape.routing.channels[p]);
        }
      }
      pitch_ = std::max(0.5 * static_cast<double>(places_.most + 1),
                        1.2 + 0.3 * levels + 0.12 * parallel);
    }
    constexpr double kWidest = 46;  // of a line
    const bool is_long = network.radix.size() == 1 && pitch_ * network.radix[0] > kWidest;
    if (is_long) row_ = static_cast<unsigned>(kWidest / pitch_);
    is_circle_ = has_rings(network) && dimensions() == 1 && network.radix[0] > 2 && row_ == 0 &&
                 network.interchanges.empty();
  }

  bool is_circle() const { return is_circle_; }

  const std::vector<double>& at(ComponentId component) const { return lattice_[component]; }
  double pitch() const { return pitch_; }
  std::size_t dimensions() const { return network_.radix.size(); }
  bool has_layers() const { return dimensions() > 2 || row_ > 0; }

  Spot spot(ComponentId component) const {
    const std::vector<double>& at = lattice_[component];
    if (is_circle_) {  // clockwise from the top
      const double turn = 360.0 / network_.radix[0];
      const double radius = 0.5 * pitch_ / std::sin(0.5 * turn * std::acos(-1.0) / 180);
      return radius * direction(90 - turn * at[0]);
    }
    Spot spot = corner(component);
    spot.x += pitch_ * (at[0] - static_cast<double>(row_ * layer_of(component)));
    if (dimensions() > 1) spot.y -= pitch_ * at[1];
    for (std::size_t d = 2; d < dimensions(); ++d) {
      const double before = std::ceil(at[d]) - at[d];
      spot = spot + 0.55 * pitch_ * before * direction_of_layer(network_, d, false);
    }
    return spot;
  }

  // Lower left corner of the layer that a component is drawn in.
  Spot corner(ComponentId component) const {
    if (!has_layers()) return {};
    const std::size_t layer = layer_of(component);
    if (row_ > 0) return {0, static_cast<double>(layer) * (pitch_ + 0.4)};
    return {static_cast<double>(layer % columns()) * layer_width(),
            static_cast<double>(layer / columns()) * layer_height()};
  }

  std::size_t layer_of(ComponentId component) const {
    const std::vector<double>& at = lattice_[component];
    if (row_ > 0) return static_cast<std::size_t>(std::ceil(at[0])) / row_;
    std::size_t layer = 0;
    for (std::size_t d = dimensions(); d-- > 2;) {
      layer = layer * network_.radix[d] + static_cast<std::size_t>(std::ceil(at[d]));
    }
    return layer;
  }

  // Four dimensions: a row of layers for each place in dimension 3.
  std::size_t columns() const {
    const auto layers = network_.radix[2];
    if (dimensions() > 3) return layers;
    return static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(layers))));
  }

  double layer_width() const { return pitch_ * (network_.radix[0] - 1) + 1 + 1.2 * pitch_; }
  double layer_height() const { return pitch_ * (network_.radix[1] - 1) + 1 + 1.5 * pitch_; }

 private:
  const Network& network_;
  InterchangePlaces places_;
  std::vector<std::vector<double>> lattice_;
  double pitch_ = 1;
  unsigned row_ = 0;  // nodes in a row of a long line; 0: it is not cut
  bool is_circle_ = false;
};

// What a channel is on the grid.
struct Course {
  std::size_t dimension = 0;
  bool up = true;  // on the drawing: towards higher coordinates
  bool wraps = false;
  double steps = 0;  // in the lattice
};

Course course_of(const Network& network, const Grid& grid, const Channel& channel) {
  const std::vector<double>& from = grid.at(channel.from);
  const std::vector<double>& to = grid.at(channel.to);
  Course course;
  for (std::size_t d = 0; d < from.size(); ++d) {
    const double steps = std::abs(to[d] - from[d]);
    if (steps <= course.steps) continue;
    course = {d, to[d] > from[d], false, steps};
  }
  if (!has_rings(network)) return course;
  const bool of_routers =
      !is_interchange(network, channel.from) && !is_interchange(network, channel.to);
  if (of_routers) {  // a ring of two has both kinds between the same nodes
    const bool leads_up = !network.bidirectional || channel.from_port % 2 == 0;
    course.wraps = leads_up != course.up;
  } else {
    course.wraps = course.steps > static_cast<double>(channel.length) + 1.01;
  }
  return course;
}

std::string group_of(const Course& course, const Channel& channel) {
  if (channel.level > 0) return fmt::format("express, level {}", channel.level);
  return fmt::format("dimension {}{}", course.dimension, course.wraps ? ", wrap-around" : "");
}

class GridChannels {
 public:
  GridChannels(const Network& network, Picture& picture)
      : network_(network), picture_(picture), grid_(network) {}

  void draw() {
    for (const Channel& channel : network_.channels) {
      const Course course = course_of(network_, grid_, channel);
      const unsigned before = drawn_[{channel.from, channel.to, channel.level, course.wraps}]++;
      picture_.channels.push_back(stroke(channel, course, before));
      const std::string name = group_of(course, channel);
      auto at = std::find(picture_.groups.begin(), picture_.groups.end(), name);
      if (at == picture_.groups.end()) at = picture_.groups.insert(at, name);
      picture_.group.push_back(static_cast<unsigned>(at - picture_.groups.begin()));
    }
  }

 private:
  double size_of(ComponentId component) const {
    return is_interchange(network_, component) ? 0.7 * picture_.node_size : picture_.node_size;
  }

  Stroke stroke(const Channel& channel, const Course& course, unsigned before) const {
    const bool leaves_layer =
        grid_.has_layers() && grid_.layer_of(channel.from) != grid_.layer_of(channel.to);
    if (leaves_layer) return to_another_layer(channel, course, before);
    if (grid_.is_circle()) return straight(channel, before);
    const bool passes_others = course.steps > 1.01;
    if (course.wraps || passes_others) return bend(channel, course, before);
    return straight(channel, before);
  }

  Stroke straight(const Channel& channel, unsigned before) const {
    const Spot from = picture_.components[channel.from];
    const Spot to = picture_.components[channel.to];
    const Spot along = 1 / length(to - from) * (to - from);
    const Spot right{-along.y, along.x};
    const Spot aside = (0.075 + 0.1 * before) * right;
    const double reach = length(to - from);
    const double gap_from = std::min(0.5 * size_of(channel.from) + 0.03, 0.3 * reach);
    const double gap_to = std::min(0.5 * size_of(channel.to) + 0.03, 0.3 * reach);
    return {from + aside + gap_from * along, to + aside - gap_to * along};
  }

  // The wrap of a ring of two lies beside the direct channel; the rule is the same.
  Stroke bend(const Channel& channel, const Course& course, unsigned before) const {
    const Spot from = picture_.components[channel.from];
    const Spot to = picture_.components[channel.to];
    const Spot along = 1 / length(to - from) * (to - from);
    const bool is_row = course.dimension == 0;
    const Spot below = is_row ? Spot{0, 1} : Spot{1, 0};
    const double back = course.up ? 0.0 : 1.0;
    if (course.wraps) {
      const Spot side = (0.42 + 0.15 * back + 0.1 * before) / 0.75 * below;
      const Spot start = (0.03 + 0.07 * back) * below - 0.5 * picture_.node_size * along;
      const Spot end = (0.03 + 0.07 * back) * below + 0.5 * picture_.node_size * along;
      return {from + start, from + start + side - 1.3 * along, to + end + side + 1.3 * along,
              to + end};
    }
    const double rise = 0.2 + 0.26 * channel.level + 0.12 * back + 0.24 * before;
    const Spot side = -rise / 0.75 * below;
    const double run = std::min(0.8, 0.25 * length(to - from));
    const Spot start = 0.06 * (1 + back) * along - 0.3 * picture_.node_size * below;
    const Spot end = -0.06 * (1 + back) * along - 0.3 * picture_.node_size * below;
    return {from + start, from + start + side + run * along, to + end + side - run * along,
            to + end};
  }

  Stroke to_another_layer(const Channel& channel, const Course& course, unsigned before) const {
    const bool leads_up = course.up != course.wraps;
    Spot way = leads_up ? direction(22.0 * channel.level) : direction(180 - 22.0 * channel.level);
    unsigned aside = 0;  // in other dimensions levels lie side by side
    if (course.dimension > 1) {
      way = direction_of_layer(network_, course.dimension, leads_up);
      aside = channel.level;
    }
    const Spot right{-way.y, way.x};
    const Spot start = picture_.components[channel.from] + 0.62 * size_of(channel.from) * way +
                       (0.04 + 0.1 * (before + aside)) * right;
    return {start, start + 0.3 * way};
  }

  const Network& network_;
  Picture& picture_;
  Grid grid_;
  std::map<std::tuple<ComponentId, ComponentId, unsigned, bool>, unsigned> drawn_;
};

}  // namespace

void place_grid(const Network& network, Picture& picture) {
  const Grid grid(network);
  std::size_t labelled = 0;  // layers, in order
  for (ComponentId c = 0; c < network.components.size(); ++c) {
    picture.components.push_back(grid.spot(c));
    if (grid.dimensions() < 3 || is_interchange(network, c) || grid.layer_of(c) != labelled) {
      continue;
    }
    const std::vector<unsigned> at = model::component_coordinates(network, c);
    std::string text = "layer";
    for (std::size_t d = 2; d < at.size(); ++d) text += fmt::format(" {}", at[d]);
    const double top = grid.pitch() * (network.radix[1] - 1) + 0.75;
    picture.labels.push_back({grid.corner(c) - Spot{0.2, top}, text});
    ++labelled;
  }
  if (grid.is_circle()) {
    picture.note = "The nodes of the ring follow each other clockwise, from node 0 at the top.";
    return;
  }
  picture.note = "Dimension 0 runs to the right";
  if (grid.dimensions() > 1) picture.note += ", dimension 1 upwards";
  if (has_rings(network)) {
    picture.note += "; wrap-around channels bend round their line";
  }
  if (grid.dimensions() == 1 && grid.has_layers()) {
    picture.note += ", row below row; channels to other rows are the short strokes at their sender";
  }
  if (grid.dimensions() > 2) {
    picture.note += "; channels to other layers are the slanting strokes at their sender";
  }
  if (!network.interchanges.empty()) {
    picture.note += "; diamonds are interchanges, express channels bend round the nodes they pass";
  }
  picture.note += ".";
}

void draw_grid_channels(const Network& network, Picture& picture) {
  GridChannels(network, picture).draw();
}

}  // namespace turnpike::sim
