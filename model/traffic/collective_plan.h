// collective_plan.h - the messages of a collective operation, and their order.
//
// Ranks are places in the list of participating nodes. A plan is that of one chunk of one
// iteration. A message waits until other messages of the plan have been delivered to its sender.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/common/types.h"

namespace turnpike::model {

enum class Collective : std::uint8_t {
  all_reduce,
  all_gather,
  reduce_scatter,
  broadcast,
  all_to_all
};
inline constexpr const char* kCollectiveWords[] = {"all_reduce", "all_gather", "reduce_scatter",
                                                   "broadcast", "all_to_all"};

enum class CollectiveAlgorithm : std::uint8_t {
  automatic,
  ring,
  recursive_doubling,
  halving_doubling,
  tree,
  torus_ring,
  direct
};
inline constexpr const char* kAlgorithmWords[] = {
    "auto", "ring", "recursive_doubling", "halving_doubling", "tree", "torus_ring", "direct"};

struct PlannedMessage {
  std::uint32_t from = 0;  // rank
  std::uint32_t to = 0;
  std::uint64_t bytes = 0;
  std::vector<std::uint32_t> after;  // places in the plan, of messages to `from`
  std::uint64_t reduces = 0;         // bytes that `from` adds up before it sends this
};

struct CollectivePlan {
  std::vector<PlannedMessage> messages;  // each behind those that it waits for
  std::uint64_t last_reduces = 0;        // bytes that a rank adds up once it has everything
};

struct CollectiveShape {
  Collective collective = Collective::all_reduce;
  CollectiveAlgorithm algorithm = CollectiveAlgorithm::automatic;
  std::uint32_t ranks = 0;      // 2 or more
  std::uint64_t bytes = 0;      // of the vector
  std::vector<unsigned> radix;  // torus_ring: of the network whose nodes are the ranks
};

// The algorithm that `automatic` stands for.
CollectiveAlgorithm algorithm_of(const CollectiveShape& shape);
// Throws ConfigurationError of "workload.algorithm" where the shape has no such algorithm.
CollectivePlan plan_collective(const CollectiveShape& shape);

}  // namespace turnpike::model
