// collective_plan.cpp - the steps of each algorithm (docs/workloads.md has the sources).

#include "model/traffic/collective_plan.h"

#include <algorithm>
#include <utility>

#include "model/common/configuration_error.h"

namespace turnpike::model {
namespace {

using Rank = std::uint32_t;

class Planner {
 public:
  explicit Planner(const CollectiveShape& shape)
      : shape_(shape), ranks_(shape.ranks), bytes_(shape.bytes), latest_(shape.ranks) {}

  CollectivePlan plan(CollectiveAlgorithm algorithm) {
    const Collective what = shape_.collective;
    const bool scatters = what == Collective::all_reduce || what == Collective::reduce_scatter;
    const bool gathers = what == Collective::all_reduce || what == Collective::all_gather;
    switch (algorithm) {
      case CollectiveAlgorithm::ring:
        torus(scatters, gathers, {ranks_});
        break;
      case CollectiveAlgorithm::torus_ring:
        torus(scatters, gathers, shape_.radix);
        break;
      case CollectiveAlgorithm::recursive_doubling:
        what == Collective::all_reduce ? exchange() : doubling(ranks_);
        break;
      case CollectiveAlgorithm::halving_doubling:
        halving();
        if (gathers) doubling(ranks_);
        break;
      case CollectiveAlgorithm::tree:
        tree(what == Collective::all_reduce);
        break;
      case CollectiveAlgorithm::direct:
      case CollectiveAlgorithm::automatic:
        direct();
        break;
    }
    plan_.last_reduces = pending_reduction_;
    return std::move(plan_);
  }

 private:
  // Sends when `from` has been delivered all of `after`, and has added up that many bytes.
  std::uint32_t send(Rank from, Rank to, std::uint64_t bytes, std::vector<std::uint32_t> after,
                     std::uint64_t reduces) {
    plan_.messages.push_back({from, to, bytes, std::move(after), reduces});
    return static_cast<std::uint32_t>(plan_.messages.size() - 1);
  }

  // Bytes of the blocks first .. first + count - 1 of `blocks` into which `bytes` are cut.
  static std::uint64_t cut(std::uint64_t bytes, Rank blocks, Rank first, Rank count) {
    return bytes * (first + count) / blocks - bytes * first / blocks;
  }

  // A ring in each dimension, one after the other: the first dimension cuts the vector into blocks,
  // the next one its block, and so on; the blocks are gathered in the opposite order.
  void torus(bool scatters, bool gathers, const std::vector<unsigned>& radix) {
    std::vector<std::uint64_t> part = {bytes_};  // of a rank before each dimension
    for (const unsigned k : radix) part.push_back(std::max<std::uint64_t>(1, part.back() / k));
    Rank stride = 1;
    std::vector<Rank> strides;
    for (const unsigned k : radix) {
      strides.push_back(stride);
      stride *= k;
    }
    for (std::size_t d = 0; scatters && d < radix.size(); ++d) {
      ring(strides[d], radix[d], part[d], true);
    }
    for (std::size_t d = radix.size(); gathers && d-- > 0;) {
      ring(strides[d], radix[d], part[d], false);
    }
  }

  // k - 1 steps in which every rank passes on a block; in a reduction it adds its own part first.
  void ring(Rank stride, unsigned k, std::uint64_t bytes, bool reduces) {
    const std::vector<std::vector<std::uint32_t>> before = latest_;
    const std::uint64_t reduction_before = pending_reduction_;
    std::vector<std::uint32_t> last(ranks_);
    if (k > 1 && reduces) latest_.assign(ranks_, {});
    for (unsigned step = 0; step + 1 < k; ++step) {
      std::vector<std::uint32_t> received(ranks_);
      for (Rank rank = 0; rank < ranks_; ++rank) {
        const Rank place = rank / stride % k;
        const Rank next = rank - place * stride + (place + 1) % k * stride;
        const Rank block = (place + k - step % k) % k;
        std::vector<std::uint32_t> after = before[rank];
        std::uint64_t reduction = reduction_before;
        if (step > 0) {
          // What a reduction passes on has the rank's own part in it, a gathering the block alone.
          if (!reduces) after.clear();
          after.push_back(last[rank]);
          reduction = reduces ? cut(bytes, k, block, 1) : 0;
        }
        received[next] = send(rank, next, cut(bytes, k, block, 1), std::move(after), reduction);
      }
      for (Rank rank = 0; rank < ranks_; ++rank) {
        // Of a reduction only the last block that comes is the rank's own: its part is in it.
        if (reduces) latest_[rank] = before[rank];
        latest_[rank].push_back(received[rank]);
      }
      last = received;
    }
    if (k > 1) pending_reduction_ = reduces ? bytes / k : 0;
  }

  // log2 of the ranks steps in which pairs exchange the whole vector and add it up.
  void exchange() {
    require_power_of_two();
    for (Rank distance = 1; distance < ranks_; distance *= 2) {
      pairs(distance, bytes_);
      pending_reduction_ = bytes_;
    }
  }

  // Pairs exchange halves of what they have, and keep the other one: the far pairs first.
  void halving() {
    require_power_of_two();
    std::uint64_t part = bytes_;
    for (Rank distance = ranks_ / 2; distance > 0; distance /= 2) {
      part = std::max<std::uint64_t>(1, part / 2);
      pairs(distance, part);
      pending_reduction_ = part;
    }
  }

  // Pairs exchange all that they have, which doubles each time.
  void doubling(Rank blocks) {
    require_power_of_two();
    std::uint64_t part = std::max<std::uint64_t>(1, bytes_ / blocks);
    for (Rank distance = 1; distance < ranks_; distance *= 2) {
      pairs(distance, part);
      pending_reduction_ = 0;
      part *= 2;
    }
  }

  // What a rank sends depends on all that it has been delivered: its partner may be a step ahead.
  void pairs(Rank distance, std::uint64_t bytes) {
    std::vector<std::uint32_t> received(ranks_);
    for (Rank rank = 0; rank < ranks_; ++rank) {
      received[rank ^ distance] =
          send(rank, rank ^ distance, bytes, latest_[rank], pending_reduction_);
    }
    for (Rank rank = 0; rank < ranks_; ++rank) latest_[rank].push_back(received[rank]);
  }

  // A heap: the children of rank r are 2r + 1 and 2r + 2. Sums go up, and the result comes down.
  void tree(bool reduces) {
    for (Rank rank = ranks_; reduces && rank-- > 1;) {
      const std::uint64_t sums = latest_[rank].size() * bytes_;
      const std::uint32_t up = send(rank, (rank - 1) / 2, bytes_, latest_[rank], sums);
      latest_[(rank - 1) / 2].push_back(up);
    }
    for (Rank rank = 0; rank < ranks_; ++rank) {
      const std::uint64_t sums = reduces && rank == 0 ? latest_[0].size() * bytes_ : 0;
      const std::vector<std::uint32_t> came = latest_[rank];
      for (Rank child = 2 * rank + 1; child <= 2 * rank + 2 && child < ranks_; ++child) {
        latest_[child] = {send(rank, child, bytes_, came, sums)};
      }
    }
  }

  // A message from each to each other, all at once, the nearest rank first.
  void direct() {
    for (Rank away = 1; away < ranks_; ++away) {
      for (Rank rank = 0; rank < ranks_; ++rank) {
        const Rank to = (rank + away) % ranks_;
        send(rank, to, std::max<std::uint64_t>(1, cut(bytes_, ranks_, to, 1)), {}, 0);
      }
    }
  }

  void require_power_of_two() const {
    if ((ranks_ & (ranks_ - 1)) == 0) return;
    throw ConfigurationError("workload.algorithm",
                             kAlgorithmWords[static_cast<unsigned>(shape_.algorithm)],
                             "with a power of two of nodes, not " + std::to_string(ranks_));
  }

  const CollectiveShape& shape_;
  Rank ranks_;
  std::uint64_t bytes_;
  CollectivePlan plan_;
  std::vector<std::vector<std::uint32_t>> latest_;  // [rank] deliveries that its next step needs
  std::uint64_t pending_reduction_ = 0;             // bytes that the next step adds up first
};

// Which algorithms a collective has, the one of `auto` first.
std::vector<CollectiveAlgorithm> algorithms_of(Collective collective) {
  using A = CollectiveAlgorithm;
  switch (collective) {
    case Collective::all_reduce:
      return {A::ring, A::recursive_doubling, A::halving_doubling, A::tree, A::torus_ring};
    case Collective::all_gather:
      return {A::ring, A::recursive_doubling, A::torus_ring};
    case Collective::reduce_scatter:
      return {A::ring, A::halving_doubling, A::torus_ring};
    case Collective::broadcast:
      return {A::tree};
    case Collective::all_to_all:
      break;
  }
  return {A::direct};
}

}  // namespace

CollectiveAlgorithm algorithm_of(const CollectiveShape& shape) {
  if (shape.algorithm != CollectiveAlgorithm::automatic) return shape.algorithm;
  return algorithms_of(shape.collective).front();
}

CollectivePlan plan_collective(const CollectiveShape& shape) {
  const std::vector<CollectiveAlgorithm> allowed = algorithms_of(shape.collective);
  const CollectiveAlgorithm algorithm = algorithm_of(shape);
  const char* const word = kAlgorithmWords[static_cast<unsigned>(algorithm)];
  if (std::find(allowed.begin(), allowed.end(), algorithm) == allowed.end()) {
    std::string words = "auto";
    for (const CollectiveAlgorithm one : allowed) {
      words += std::string(", ") + kAlgorithmWords[static_cast<unsigned>(one)];
    }
    throw ConfigurationError("workload.algorithm", word,
                             words + " with collective \"" +
                                 kCollectiveWords[static_cast<unsigned>(shape.collective)] + "\"");
  }
  if (algorithm == CollectiveAlgorithm::torus_ring) {
    std::uint64_t nodes = 1;
    for (const unsigned k : shape.radix) nodes *= k;
    if (shape.radix.empty() || nodes != shape.ranks) {
      throw ConfigurationError("workload.algorithm", word,
                               "with all nodes of a torus or mesh, in the order of their numbers");
    }
  }
  return Planner(shape).plan(algorithm);
}

}  // namespace turnpike::model
