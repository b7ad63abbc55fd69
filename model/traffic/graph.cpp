// graph.cpp - messages that wait for messages, from a file (docs/workloads.md).

#include <algorithm>
#include <iterator>
#include <memory>
#include <string>

#include "model/topology/network.h"
#include "model/traffic/graph_file.h"
#include "model/traffic/graph_source.h"
#include "model/traffic/traffic_spec.h"
#include "model/traffic/workload_kinds.h"

namespace turnpike::model {

namespace {

enum GraphKey : std::size_t { kGraphFile, kFlitBytes, kLatencies };

constexpr WorkloadKey kGraphKeys[] = {
    file_key("file", true, "messages that wait for messages, as CSV or JSON lines, also with gzip"),
    integer_key("flit_bytes", 0, 4096, 0, "bytes",
                "of a message in a flit, where the file has bytes; 0: router.flit_bits / 8"),
    flag_key("latencies", "every message with its times in messages.csv"),
};

GraphLimits limits_of(const TrafficSpec& spec, const Network& network) {
  const auto said = static_cast<std::uint32_t>(workload_integer(spec, kGraphKeys[kFlitBytes]));
  return {network.nodes(), network.router.routing.message_classes,
          said != 0 ? said : std::max(1u, network.router.format.flit_bits / 8)};
}

class FileStream final : public GraphStream {
 public:
  FileStream(const std::string& path, const GraphLimits& limits, Cycle read_ahead)
      : reader_(path, limits), read_ahead_(read_ahead) {}
  bool next(GraphMessage& message) override { return reader_.next(message); }
  Cycle read_ahead() const override { return read_ahead_; }

 private:
  GraphReader reader_;
  Cycle read_ahead_;
};

class Graph final : public GraphWorkload {
 public:
  constexpr Graph() : GraphWorkload("graph") {
    meaning = "messages that wait for messages, from a file";
    keys = kGraphKeys;
    key_count = std::size(kGraphKeys);
  }

  std::unique_ptr<GraphStream> open(const TrafficSpec& spec, const Network& network,
                                    std::uint64_t) const override {
    const std::string path = workload_file(spec, kGraphKeys[kGraphFile]);
    const GraphLimits limits = limits_of(spec, network);
    return std::make_unique<FileStream>(path, limits, check_graph(path, limits).read_ahead);
  }
  bool keeps_latencies(const TrafficSpec& spec) const override {
    return workload_flag(spec, kGraphKeys[kLatencies]);
  }
  std::string check(const TrafficSpec& spec, const Network& network) const override {
    const std::string path = workload_file(spec, kGraphKeys[kGraphFile]);
    GraphReader reader(path, limits_of(spec, network));
    GraphMessage first;
    return reader.next(first) ? "" : path + ": has no message: the nodes send nothing";
  }
};

constexpr Graph kGraph;

}  // namespace

const Workload* graph_workload() { return &kGraph; }

}  // namespace turnpike::model
