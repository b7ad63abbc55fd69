// elevator_mesh.cpp - a 3-D mesh whose vertical links stand at some nodes of the planes only.
//
// Elevator-first routing (Dubois et al. 2013): dimension order to an elevator, by it to the plane
// of the destination, dimension order to the destination. Packets that go up and packets that go
// down have a layer each. In one layer planes come one after the other and dimension order holds in
// each, so nothing waits in a circle.

#include <algorithm>

#include "model/common/counted.h"
#include "model/topology/builders.h"
#include "model/topology/generated_graph.h"

namespace turnpike::model {

namespace {

constexpr const char* kElevators = "elevators";

unsigned apart(unsigned a, unsigned b) { return a > b ? a - b : b - a; }

class ElevatorMesh final : public GeneratedGraph {
 public:
  constexpr ElevatorMesh() : GeneratedGraph("elevator_mesh") {
    takes_dimension_order = true;
    radix_meaning = "routers along x, y and z";
  }
  std::vector<TopologyKey> keys() const override {
    return {{kElevators, 0, 65535, "nodes",
             "nodes of a plane that have vertical links, x + radix_x * y; different ones",
             "(required of elevator_mesh)", "Dubois 2013"}};
  }
  std::string text(const TopologySpec& topology, std::size_t components) const override {
    return Topology::text(topology, components) + ", " +
           counted(topology.own(kElevators).size(), "elevator");
  }
  std::vector<unsigned> coordinates_of(const TopologySpec& topology,
                                       ComponentId router) const override {
    return digits_of(topology.radix, router);
  }
  unsigned layers(const TopologySpec&) const override { return 2; }
  Ways ways(const TopologySpec& topology, const Head& head) const override {
    const unsigned plane = topology.radix[0] * topology.radix[1];
    const unsigned z = head.here / plane;
    const unsigned to_z = head.to / plane;
    const unsigned here = head.here % plane;
    if (z == to_z) {
      const unsigned layers = head.is_new() ? 3 : 1u << head.layer;
      return {{z * plane + in_plane(topology, here, head.to % plane)}, layers};
    }
    const unsigned layers = to_z > z ? 1 : 2;
    const unsigned by = elevator(topology, here, head.to % plane);
    if (by == here) return {{to_z > z ? head.here + plane : head.here - plane}, layers};
    return {{z * plane + in_plane(topology, here, by)}, layers};
  }
  std::optional<ClosedForms> closed_forms(const TopologySpec& topology) const override {
    const double h = hosts(topology);
    const unsigned x = topology.radix[0];
    const unsigned y = topology.radix[1];
    const unsigned z = topology.radix[2];
    const double up = static_cast<double>(topology.own(kElevators).size());
    const double vertical = up * z / (h * x * y * detail::pairs_across(z));
    const double flat =
        std::min(x / (h * detail::pairs_across(x)), y / (h * detail::pairs_across(y)));
    const double cut = std::min({up, double{1} * y * z, double{1} * x * z});
    return ClosedForms{std::min(vertical, flat), 2 * cut, "no routing carries more", true};
  }

 protected:
  void check_shape_of(const TopologySpec& topology) const override {
    if (topology.radix.size() != 3) {
      throw ConfigurationError("network.dimensions", std::to_string(topology.radix.size()),
                               "3 with topology \"elevator_mesh\"");
    }
    const std::vector<unsigned>& stated = topology.own(kElevators);
    if (stated.empty()) {
      throw ConfigurationError("network.elevators", "nothing",
                               "a list of nodes of a plane with topology \"elevator_mesh\"");
    }
    const double plane = double{1} * topology.radix[0] * topology.radix[1];
    for (std::size_t i = 0; i < stated.size(); ++i) {
      const bool is_twice =
          std::find(stated.begin(), stated.begin() + static_cast<std::ptrdiff_t>(i), stated[i]) !=
          stated.begin() + static_cast<std::ptrdiff_t>(i);
      if (stated[i] < plane && !is_twice) continue;
      throw ConfigurationError(
          "network.elevators", std::to_string(stated[i]) + (is_twice ? " twice" : ""),
          "different nodes of a plane, 0 .. " + std::to_string(static_cast<unsigned>(plane) - 1));
    }
  }
  // Elevators beyond the smaller plane come to its edge.
  void fit_own_values(TopologySpec& topology, const std::vector<unsigned>& old) const override {
    if (topology.radix.size() != 3) return;
    std::vector<unsigned> fitting;
    for (const unsigned node : topology.own(kElevators)) {
      const unsigned x = std::min(node % old[0], topology.radix[0] - 1);
      const unsigned y = std::min(node / old[0], topology.radix[1] - 1);
      const unsigned moved = x + topology.radix[0] * y;
      if (std::find(fitting.begin(), fitting.end(), moved) == fitting.end()) {
        fitting.push_back(moved);
      }
    }
    topology.own_values[kElevators] = fitting;
  }
  Size size(const TopologySpec& topology) const override { return size_of_grid(topology); }
  Plan plan(const TopologySpec& topology) const override {
    Plan plan;
    const unsigned across = topology.radix[0];
    const unsigned plane = across * topology.radix[1];
    const unsigned routers = detail::product(topology.radix);
    const std::vector<unsigned>& vertical = topology.own(kElevators);
    for (unsigned r = 0; r < routers; ++r) {
      const std::vector<unsigned> at = digits_of(topology.radix, r);
      if (at[0] + 1 < across) plan.links.emplace_back(r, r + 1);
      if (at[1] + 1 < topology.radix[1]) plan.links.emplace_back(r, r + across);
      const bool has_lift =
          std::find(vertical.begin(), vertical.end(), r % plane) != vertical.end();
      if (has_lift && at[2] + 1 < topology.radix[2]) plan.links.emplace_back(r, r + plane);
    }
    plan.hosts.assign(routers, hosts(topology));
    return plan;
  }
  // Planes lie one above the other, seen from the side.
  void draw(const TopologySpec& topology, Drawing& drawing) const override {
    const double high = 0.55 * topology.radix[1] + 0.9;
    for (ComponentId r = 0; r < detail::product(topology.radix); ++r) {
      const std::vector<unsigned> at = digits_of(topology.radix, r);
      drawing.components.push_back(
          {at[0] * 1.1 + at[1] * 0.45, -high * at[2] - 0.55 * at[1] * 1.0});
    }
    for (unsigned z = 0; z < topology.radix[2]; ++z) {
      drawing.labels.push_back({{-2.0, -high * z}, "plane " + std::to_string(z)});
    }
  }
  std::string group_of(const TopologySpec& topology, const Channel& channel) const override {
    const unsigned plane = topology.radix[0] * topology.radix[1];
    return channel.from / plane == channel.to / plane ? "in planes" : "elevators";
  }

 private:
  // One hop of dimension order from a node of a plane to another.
  static unsigned in_plane(const TopologySpec& topology, unsigned here, unsigned to) {
    const unsigned k = topology.radix[0];
    const bool is_x = (topology.highest_first ? here / k == to / k : here % k != to % k);
    if (is_x) return to % k > here % k ? here + 1 : here - 1;
    return to / k > here / k ? here + k : here - k;
  }
  // That with the shortest way by it; of several the first behind the destination in the list. The
  // choice stays the same on the whole way: a hop towards it makes its way shorter by one, and that
  // of no other by more.
  static unsigned elevator(const TopologySpec& topology, unsigned here, unsigned to) {
    const std::vector<unsigned>& all = topology.own(kElevators);
    const unsigned k = topology.radix[0];
    const auto between = [k](unsigned a, unsigned b) {
      return apart(a % k, b % k) + apart(a / k, b / k);
    };
    unsigned best = all[to % all.size()];
    for (std::size_t i = 0; i < all.size(); ++i) {
      const unsigned one = all[(to + i) % all.size()];
      if (between(here, one) + between(one, to) < between(here, best) + between(best, to)) {
        best = one;
      }
    }
    return best;
  }
};

constexpr ElevatorMesh kElevatorMesh;

}  // namespace

const Topology* const Topology::elevator_mesh = &kElevatorMesh;

}  // namespace turnpike::model
