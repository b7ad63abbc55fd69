// express_networks.h - small networks with express channels, of every construction.

#pragma once

#include <string>
#include <utility>
#include <vector>

#include "tests/unit/topology/networks.h"

namespace turnpike::test {

inline model::TopologySpec with_express(model::TopologySpec topology, std::vector<unsigned> spacing,
                                        unsigned levels = 1, std::vector<unsigned> channels = {}) {
  topology.express.emplace();
  topology.express->spacing = std::move(spacing);
  topology.express->levels = levels;
  topology.express->channels = std::move(channels);
  return topology;
}

inline model::TopologySpec express_array(unsigned k, std::vector<unsigned> spacing,
                                         unsigned levels = 1, std::vector<unsigned> channels = {}) {
  return with_express(spec_of(model::Topology::mesh, {k}), std::move(spacing), levels,
                      std::move(channels));
}

inline model::TopologySpec express_ring(unsigned k, std::vector<unsigned> spacing, unsigned levels,
                                        bool bidirectional = true) {
  return with_express(spec_of(model::Topology::torus, {k}, bidirectional), std::move(spacing),
                      levels);
}

inline model::TopologySpec decomposed(model::TopologySpec topology,
                                      model::ExpressDecomposition decomposition) {
  topology.express->decomposition = decomposition;
  return topology;
}

inline model::TopologySpec interleaved(model::TopologySpec topology) {
  topology.express->insertion = model::ExpressInsertion::interleaved;
  return topology;
}

inline model::TopologySpec joint(model::TopologySpec topology) {
  topology.express->dimensions = model::ExpressDimensions::joint;
  return topology;
}

struct NamedSpec {
  std::string name;
  model::TopologySpec spec;
};

inline std::vector<NamedSpec> express_arrays() {
  using model::ExpressDecomposition;
  std::vector<NamedSpec> all = {
      {"flat", express_array(64, {8})},
      {"spacing 2", express_array(9, {2})},
      {"spacing that does not divide the radix", express_array(61, {8})},
      {"spacing that is no power of two", express_array(50, {6})},
      {"three levels", express_array(64, {4}, 3)},
      {"three levels, radix prime", express_array(67, {2}, 3)},
      {"four levels", express_array(100, {2}, 4)},
      {"mixed radix", express_array(100, {3, 2, 4}, 3)},
      {"parallel channels", express_array(64, {4}, 2, {2, 3})},
      {"interleaved", interleaved(express_array(64, {8}, 1, {4}))},
      {"interleaved, radix prime", interleaved(express_array(61, {6}, 1, {3}))},
  };
  for (const auto& [word, decomposition] :
       {std::pair<const char*, ExpressDecomposition>{"full", ExpressDecomposition::full},
        {"no ascent", ExpressDecomposition::no_ascent},
        {"top only", ExpressDecomposition::top_only}}) {
    const std::string name = word;
    all.push_back({name + ", two levels", decomposed(express_array(64, {4}, 2), decomposition)});
    all.push_back({name + ", three", decomposed(express_array(256, {4}, 3), decomposition)});
    all.push_back({name + ", four", decomposed(express_array(131, {2}, 4), decomposition)});
    all.push_back({name + ", mixed", decomposed(express_array(101, {3, 2, 4}, 3), decomposition)});
    all.push_back({name + ", short top", decomposed(express_array(41, {4}, 2), decomposition)});
  }
  return all;
}

inline std::vector<NamedSpec> express_rings() {
  using model::ExpressDecomposition;
  std::vector<NamedSpec> all;
  for (const bool both : {true, false}) {
    const std::string ways = both ? "ring, " : "one way, ";
    all.push_back({ways + "flat", express_ring(32, {8}, 1, both)});
    all.push_back({ways + "fewest interchanges", express_ring(both ? 12 : 8, {4}, 1, both)});
    all.push_back({ways + "three levels", express_ring(48, {3, 2, 2}, 3, both)});
    all.push_back({ways + "no power of two", express_ring(30, {5}, 1, both)});
    for (const auto decomposition : {ExpressDecomposition::full, ExpressDecomposition::no_ascent}) {
      all.push_back(
          {ways + "decomposed", decomposed(express_ring(32, {2, 4}, 2, both), decomposition)});
      all.push_back({ways + "decomposed, three levels",
                     decomposed(express_ring(36, {2, 3, 3}, 3, both), decomposition)});
    }
  }
  return all;
}

inline std::vector<NamedSpec> express_cubes() {
  using model::ExpressDecomposition;
  using model::Topology;
  const auto mesh = spec_of(Topology::mesh, {12, 9});
  auto lowest_first = spec_of(Topology::mesh, {12, 9}, true, false);
  const auto two_levels = joint(with_express(spec_of(Topology::mesh, {14, 11}), {2, 3}, 2));
  return {
      {"mesh", with_express(mesh, {4})},
      {"mesh, two levels", with_express(mesh, {2}, 2, {2, 1})},
      {"mesh, interleaved", interleaved(with_express(mesh, {4}, 1, {2}))},
      {"torus", with_express(spec_of(Topology::torus, {12, 8}), {4})},
      {"torus, one way", with_express(spec_of(Topology::torus, {8, 6}, false), {2})},
      {"dimension without room", with_express(spec_of(Topology::mesh, {16, 4, 2}), {4})},
      {"joint", joint(with_express(mesh, {4}))},
      {"joint, lowest first", joint(with_express(lowest_first, {3}, 1, {2}))},
      {"joint, two levels", two_levels},
      {"joint, interleaved", joint(interleaved(with_express(mesh, {4}, 1, {2})))},
      {"joint, three dimensions", joint(with_express(spec_of(Topology::mesh, {7, 5, 6}), {2}))},
      {"joint, full", decomposed(two_levels, ExpressDecomposition::full)},
      {"joint, no ascent", decomposed(two_levels, ExpressDecomposition::no_ascent)},
      {"joint, top only", decomposed(two_levels, ExpressDecomposition::top_only)},
  };
}

inline std::vector<NamedSpec> all_express() {
  std::vector<NamedSpec> all = express_arrays();
  for (auto& more : {express_rings(), express_cubes()}) {
    all.insert(all.end(), more.begin(), more.end());
  }
  return all;
}

}  // namespace turnpike::test
