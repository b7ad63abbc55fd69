// netrace.cpp - the packets of a Netrace trace with their dependencies.
//
// A packet is queued in its cycle at the earliest, and when all packets that name it have come out.

#include <algorithm>
#include <iterator>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "model/common/configuration_error.h"
#include "model/topology/network.h"
#include "model/traffic/graph_source.h"
#include "model/traffic/netrace_file.h"
#include "model/traffic/number_set.h"
#include "model/traffic/traffic_spec.h"
#include "model/traffic/workload_kinds.h"

namespace turnpike::model {

namespace {

enum NetraceKey : std::size_t {
  kNetraceFile,
  kNetraceFlitBytes,
  kNetraceRegion,
  kNetraceLatencies
};

constexpr WorkloadKey kNetraceKeys[] = {
    file_key("file", true, "a trace of Netrace 1.0, .tra.bz2"),
    integer_key(
        "flit_bytes", 0, 4096, 0, "bytes",
        "of a packet, which has 8 bytes or with data 72, in a flit; 0: router.flit_bits / 8"),
    integer_key("region", 0, 65536, 0, "",
                "region of interest, from 1, whose first packet is due in cycle 0; 0: the whole "
                "trace"),
    flag_key("latencies", "every message with its times in messages.csv"),
};

class NetraceStream final : public GraphStream {
 public:
  NetraceStream(const TrafficSpec& spec, const Network& network)
      : reader_(workload_file(spec, kNetraceKeys[kNetraceFile])), nodes_(network.nodes()) {
    const auto said =
        static_cast<unsigned>(workload_integer(spec, kNetraceKeys[kNetraceFlitBytes]));
    flit_bytes_ = said != 0 ? said : std::max(1u, network.router.format.flit_bits / 8);
    if (reader_.nodes() > nodes_) {
      reader_.refuse(std::to_string(reader_.nodes()) + " nodes",
                     "at most those of the network, " + std::to_string(nodes_));
    }
    left_ = reader_.packets();
    const auto region =
        static_cast<std::size_t>(workload_integer(spec, kNetraceKeys[kNetraceRegion]));
    if (region == 0) return;
    if (region > reader_.regions().size()) {
      throw ConfigurationError(
          "workload.region", std::to_string(region),
          "0 .. " + std::to_string(reader_.regions().size()) + ", the regions of the trace");
    }
    const NetraceRegion& chosen = reader_.regions()[region - 1];
    reader_.skip_to(chosen);
    left_ = chosen.packets;
    is_region_ = true;
  }

  bool next(GraphMessage& message) override {
    if (left_ == 0) {
      // The end of the file, with its checksum, is read too.
      if (!is_region_ && reader_.next(packet_)) {
        reader_.refuse("is there", "as many packets as the header says");
      }
      return false;
    }
    if (!reader_.next(packet_)) {
      reader_.refuse("ends " + std::to_string(left_) + " packets too early",
                     "as many packets as its header says");
    }
    --left_;
    check();
    if (is_first_) first_cycle_ = is_region_ ? packet_.cycle : 0;
    is_first_ = false;
    message.id = packet_.id;
    message.cycle = packet_.cycle - first_cycle_;
    message.source = packet_.source;
    message.destination = packet_.destination;
    message.flits = (netrace_bytes(packet_.type) - 1) / flit_bytes_ + 1;
    message.after.clear();
    const auto waited = waited_for_.find(packet_.id);
    if (waited != waited_for_.end()) {
      message.after = std::move(waited->second);
      waited_for_.erase(waited);
    }
    for (const std::uint32_t follower : packet_.followers) {
      waited_for_[follower].push_back(packet_.id);
    }
    return true;
  }

  Cycle read_ahead() const override { return 1; }  // what waits is due in the cycle after

 private:
  void check() {
    if (netrace_bytes(packet_.type) == 0) {
      reader_.refuse("type " + std::to_string(packet_.type), "a type of Netrace 1.0");
    }
    if (std::max(packet_.source, packet_.destination) >= nodes_) {
      reader_.refuse("node " + std::to_string(std::max(packet_.source, packet_.destination)),
                     "nodes 0 .. " + std::to_string(nodes_ - 1));
    }
    if (packet_.cycle < cycle_ || packet_.cycle >= Cycle{1} << 62) {
      reader_.refuse("cycle " + std::to_string(packet_.cycle), "cycles in ascending order");
    }
    cycle_ = packet_.cycle;
    if (!ids_.insert(packet_.id)) {
      reader_.refuse("id " + std::to_string(packet_.id), "each id once");
    }
    for (const std::uint32_t follower : packet_.followers) {
      if (!ids_.contains(follower)) continue;
      reader_.refuse("id " + std::to_string(follower) + " among those that wait for it",
                     "ids of later packets: this one was there already");
    }
  }

  NetraceReader reader_;
  NodeId nodes_;
  unsigned flit_bytes_ = 1;
  std::uint64_t left_ = 0;  // packets
  bool is_region_ = false;
  bool is_first_ = true;
  Cycle first_cycle_ = 0;
  Cycle cycle_ = 0;  // of the packet before
  NetracePacket packet_;
  NumberSet ids_;
  // [id] of a packet that is to come: those that it waits for
  std::unordered_map<std::uint64_t, std::vector<std::uint64_t>> waited_for_;
};

class Netrace final : public GraphWorkload {
 public:
  constexpr Netrace() : GraphWorkload("netrace") {
    meaning = "packets of a Netrace trace with their dependencies";
    keys = kNetraceKeys;
    key_count = std::size(kNetraceKeys);
  }

  std::unique_ptr<GraphStream> open(const TrafficSpec& spec, const Network& network,
                                    std::uint64_t) const override {
    return std::make_unique<NetraceStream>(spec, network);
  }
  bool keeps_latencies(const TrafficSpec& spec) const override {
    return workload_flag(spec, kNetraceKeys[kNetraceLatencies]);
  }

  std::string check(const TrafficSpec& spec, const Network& network) const override {
    NetraceStream stream(spec, network);
    GraphMessage message;
    if (!stream.next(message)) {
      return workload_file(spec, kNetraceKeys[kNetraceFile]) +
             ": has no packet: the nodes send nothing";
    }
    while (stream.next(message)) continue;
    return "";
  }
};

constexpr Netrace kNetrace;

}  // namespace

const Workload* netrace_workload() { return &kNetrace; }

}  // namespace turnpike::model
