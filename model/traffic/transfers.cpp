// transfers.cpp - so many bytes from each node to each, as fast as they go.
//
// Each node cuts what it has for another one into chunks, and sends a chunk to each destination by
// turns, the next higher node first: no destination gets the chunks of all sources at once.

#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "model/common/configuration_error.h"
#include "model/topology/network.h"
#include "model/traffic/graph_source.h"
#include "model/traffic/matrix_file.h"
#include "model/traffic/traffic_spec.h"
#include "model/traffic/workload_kinds.h"

namespace turnpike::model {

namespace {

enum TransferKey : std::size_t {
  kTransferFile,
  kTransferUnit,
  kTransferChunk,
  kTransferNodes,
  kTransferFlitBytes
};

constexpr const char* kUnits[] = {"bytes", "KiB", "MiB", "flits"};
constexpr double kMostFlits = 65535;  // of a message

constexpr WorkloadKey kTransferKeys[] = {
    file_key("file", true, "a line for each source with what it sends to each destination"),
    word_key("unit", kUnits, "of the numbers of the file"),
    integer_key("chunk_bytes", 0, std::int64_t{1} << 40, 0, "bytes",
                "most of a message: more goes as several; 0: as few as 65535 flits allow"),
    nodes_key("nodes", "nodes of the lines and columns of the file, in their order"),
    integer_key("flit_bytes", 0, 4096, 0, "bytes",
                "of a message in a flit; 0: router.flit_bits / 8"),
};

constexpr WorkloadFigure kTransferRows[] = {
    {"bandwidth", "flits per cycle", "of all messages, over the makespan",
     WorkloadFigure::Kind::number, WorkloadFigure::Merge::mean, nullptr, true},
    {"bandwidth_bound", "cycles", "for the flits of the node that sends or gets most",
     WorkloadFigure::Kind::count, WorkloadFigure::Merge::mean, nullptr, true},
    {"bound_ratio", "", "makespan over bandwidth_bound", WorkloadFigure::Kind::number,
     WorkloadFigure::Merge::mean, nullptr, true},
};

constexpr auto kTransferFigures = graph_figures_and(kTransferRows);

class TransferStream final : public GraphStream {
 public:
  TransferStream(const TrafficSpec& spec, const Network& network)
      : nodes_(workload_nodes(spec, kTransferKeys[kTransferNodes], network.nodes())) {
    const auto said = workload_integer(spec, kTransferKeys[kTransferFlitBytes]);
    const double flit_bytes =
        said != 0 ? static_cast<double>(said) : std::max(1u, network.router.format.flit_bits / 8);
    constexpr double kBytes[] = {1, 1024, 1048576};
    const std::size_t unit = workload_word(spec, kTransferKeys[kTransferUnit]);
    const double flits_per_unit = unit == 3 ? 1 : kBytes[unit] / flit_bytes;
    const auto chunk =
        static_cast<double>(workload_integer(spec, kTransferKeys[kTransferChunk])) / flit_bytes;
    chunk_ = static_cast<std::uint32_t>(
        chunk == 0 ? kMostFlits : std::clamp(std::floor(chunk), 1.0, kMostFlits));
    std::vector<double> in(nodes_.size(), 0);
    std::vector<double> out(nodes_.size(), 0);
    std::vector<std::uint64_t> left;  // [pair]
    const std::vector<double> matrix =
        read_matrix(workload_file(spec, kTransferKeys[kTransferFile]), nodes_.size());
    for (std::size_t i = 0; i < matrix.size(); ++i) {
      const double flits = std::ceil(matrix[i] * flits_per_unit);
      if (flits > kMostOfAPair) {
        throw ConfigurationError("workload.file", std::to_string(flits) + " flits of a pair",
                                 "at most 2^40");
      }
      left.push_back(static_cast<std::uint64_t>(flits));
      out[i / nodes_.size()] += flits;
      in[i % nodes_.size()] += flits;
      flits_ += flits;
    }
    const double most = std::max(*std::max_element(in.begin(), in.end()),
                                 *std::max_element(out.begin(), out.end()));
    bound_ = std::ceil(most / network.local_channels);
    add_pairs(left);
  }

  bool next(GraphMessage& message) override {
    if (at_ == pairs_.size()) {
      const auto is_done = [](const Pair& pair) { return pair.left == 0; };
      pairs_.erase(std::remove_if(pairs_.begin(), pairs_.end(), is_done), pairs_.end());
      at_ = 0;
    }
    if (pairs_.empty()) return false;
    Pair& pair = pairs_[at_++];
    message.id = id_++;
    message.source = pair.source;
    message.destination = pair.destination;
    message.flits = static_cast<std::uint32_t>(std::min<std::uint64_t>(pair.left, chunk_));
    pair.left -= message.flits;
    return true;
  }

  void add_figures(WorkloadResults& results) const override {
    const double makespan = results.figures[1].value_or(0);
    const auto over = [](double a, double b) {
      return b > 0 ? std::optional<double>(a / b) : std::nullopt;
    };
    results.figures.push_back(over(flits_, makespan));
    results.figures.emplace_back(bound_);
    results.figures.push_back(makespan > 0 ? over(makespan, bound_) : std::nullopt);
  }

 private:
  static constexpr double kMostOfAPair = 1099511627776.0;

  struct Pair {
    NodeId source = 0;
    NodeId destination = 0;
    std::uint64_t left = 0;  // flits that are still to be sent
  };

  // In the order in which they send a chunk: all sources to their next higher node, and so on.
  void add_pairs(const std::vector<std::uint64_t>& left) {
    const std::size_t count = nodes_.size();
    for (std::size_t distance = 1; distance <= count; ++distance) {
      for (std::size_t source = 0; source < count; ++source) {
        const std::size_t destination = (source + distance) % count;
        const std::uint64_t flits = left[source * count + destination];
        if (flits > 0) pairs_.push_back({nodes_[source], nodes_[destination], flits});
      }
    }
  }

  std::vector<NodeId> nodes_;
  std::vector<Pair> pairs_;  // that have not sent everything when the present round began
  std::uint32_t chunk_ = 1;  // flits
  double flits_ = 0;
  double bound_ = 0;
  std::size_t at_ = 0;  // of the next message in pairs_
  std::uint64_t id_ = 0;
};

class Transfers final : public GraphWorkload {
 public:
  constexpr Transfers() : GraphWorkload("transfers") {
    meaning = "so many bytes from each node to each, as fast as they go";
    keys = kTransferKeys;
    key_count = std::size(kTransferKeys);
    figures = kTransferFigures.data();
    figure_count = kTransferFigures.size();
  }

  std::unique_ptr<GraphStream> open(const TrafficSpec& spec, const Network& network,
                                    std::uint64_t) const override {
    return std::make_unique<TransferStream>(spec, network);
  }
};

constexpr Transfers kTransfers;

}  // namespace

const Workload* transfers_workload() { return &kTransfers; }

}  // namespace turnpike::model
