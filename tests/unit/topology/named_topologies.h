// named_topologies.h - a small network of each topology that a rule makes, and odd ones.

#pragma once

#include <string>
#include <utility>
#include <vector>

#include "tests/unit/topology/networks.h"

namespace turnpike::test {

using OwnValues = std::map<std::string, std::vector<unsigned>>;

inline model::TopologySpec named(const model::Topology* kind, std::vector<unsigned> radix,
                                 unsigned hosts = 0, OwnValues own = {}) {
  model::TopologySpec spec = spec_of(kind, std::move(radix));
  if (hosts > 0) spec.hosts = {hosts};
  spec.own_values = std::move(own);
  return spec;
}

inline std::vector<std::pair<std::string, model::TopologySpec>> named_topologies() {
  using model::Topology;
  return {
      {"Ring3", named(Topology::ring, {3})},
      {"Ring8", named(Topology::ring, {8})},
      {"Ring6WithTwo", named(Topology::ring, {6}, 2)},
      {"Ring7WithThree", named(Topology::ring, {7}, 3)},
      {"Star5", named(Topology::star, {5})},
      {"Star4WithThree", named(Topology::star, {4}, 3)},
      {"FullMesh5", named(Topology::full_mesh, {5})},
      {"FullMesh4WithThree", named(Topology::full_mesh, {4}, 3)},
      {"Cmesh4x4", named(Topology::cmesh, {4, 4})},
      {"Cmesh2x3x4", named(Topology::cmesh, {2, 3, 4}, 2)},
      {"Ctorus4x4", named(Topology::ctorus, {4, 4})},
      {"Ctorus3x5", named(Topology::ctorus, {3, 5}, 2)},
      {"Ctorus3x6LowestFirst",
       [] {
         model::TopologySpec spec = named(Topology::ctorus, {3, 6}, 1);
         spec.highest_first = false;
         return spec;
       }()},
      {"HyperX3x4x2", named(Topology::hyperx, {4, 2, 3}, 2)},
      {"HyperX5", named(Topology::hyperx, {5}, 3)},
      {"FlattenedButterfly3Ary3Flat", named(Topology::flattened_butterfly, {3, 3, 3})},
      {"FlattenedButterfly4Ary2Flat", named(Topology::flattened_butterfly, {4, 4})},
      {"Dragonfly4", named(Topology::dragonfly, {4})},
      {"Dragonfly3With2And1", named(Topology::dragonfly, {3}, 1, {{"global_channels", {2}}})},
      {"Dragonfly2With1And3", named(Topology::dragonfly, {2}, 3, {{"global_channels", {1}}})},
      {"FatTree2Ary4Tree", named(Topology::fat_tree, {2, 2, 2, 2})},
      {"FatTree4Ary3Tree", named(Topology::fat_tree, {4, 4, 4})},
      {"FatTree4Port3Tree", named(Topology::fat_tree, {2, 2, 4})},
      {"FatTreeTapered", named(Topology::fat_tree, {4, 4, 4}, 0, {{"parents", {2, 4}}})},
      {"FatTreeLeafSpine", named(Topology::fat_tree, {3, 4}, 0, {{"parents", {2}}})},
      {"FatTreeOneSwitch", named(Topology::fat_tree, {5})},
      {"BinaryTree4", named(Topology::tree, {2, 2, 2, 2})},
      {"QuadTree3", named(Topology::tree, {4, 4, 4})},
      {"ElevatorMesh4x3x3",
       named(Topology::elevator_mesh, {4, 3, 3}, 0, {{"elevators", {1, 6, 11}}})},
      {"ElevatorMesh2x2x5OneElevator",
       named(Topology::elevator_mesh, {2, 2, 5}, 2, {{"elevators", {3}}})},
      {"Circulant12", named(Topology::circulant, {12}, 0, {{"offsets", {1, 5}}})},
      {"Circulant9", named(Topology::circulant, {9}, 2, {{"offsets", {2, 3}}})},
      {"Circulant8WithDiameters", named(Topology::circulant, {8}, 0, {{"offsets", {1, 4}}})},
  };
}

}  // namespace turnpike::test
