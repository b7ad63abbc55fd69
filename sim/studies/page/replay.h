// replay.h - the paths of a run's slowest messages.
//
// A run keeps only the names of these messages (slowest.csv), because recording every hop of every
// packet would slow down all runs. Configuration and seed reproduce a run, so the model runs once
// more and records the hops of these messages alone. Every engine equals the model in every cycle,
// so the paths are also those of the hardware.

#pragma once

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "model/network/event_log.h"
#include "model/statistics/results.h"
#include "model/topology/network.h"
#include "sim/experiment/config/experiment.h"
#include "sim/experiment/results/run_folder.h"
#include "sim/studies/page/network_data.h"
#include "sim/studies/page/play_log.h"

namespace turnpike::sim {

// The head of a packet on the output pins of a component.
struct PathHop {
  model::Cycle cycle = 0;
  model::ComponentId component = 0;
  model::PortId port = 0;
  model::VcId vc = 0;
};

struct PacketPath {
  model::NodeId source = 0;
  model::NodeId destination = 0;
  std::uint32_t flits = 0;
  model::Cycle queued = 0;
  model::Cycle injected = 0;
  model::Cycle delivered = 0;
  std::vector<PathHop> hops;  // in the order of cycles
};

// Picks out the packets of sources that queued one of `messages`. Where flits are narrow, packets
// of one source that are under way together may have one number: then the hops must also continue
// the way of the packet that they are taken for.
class PathListener final : public model::EventSink {
 public:
  // `network` outlives it.
  PathListener(const model::Network& network, const std::vector<model::Delivery>& messages);

  void record(const model::Event& event) override;

  // The packets of a message, first to last; empty: it did not come by.
  std::vector<PacketPath> packets_of(const model::Delivery& message) const;

 private:
  struct UnderWay {
    PacketPath packet;
    bool is_wanted = false;
    std::size_t place = 0;  // in packets_, when it is wanted
  };
  using PacketName = std::pair<model::NodeId, std::uint32_t>;  // source, number

  void queue(const model::Event& event);
  bool can_be(const PacketPath& packet, const model::Event& event) const;

  const model::Network& network_;
  PortMap ports_;
  std::vector<std::pair<model::NodeId, model::Cycle>> wanted_;  // source, queued; sorted
  std::vector<model::NodeId> sources_;                          // sorted
  std::map<PacketName, std::vector<UnderWay>> under_way_;       // in the order of queueing
  std::vector<PacketPath> packets_;                             // of wanted messages
};

struct Replay {
  std::vector<std::vector<PacketPath>> paths;  // [place in slowest.csv][packet]
  std::string problem;  // why there are none, or not all; for the reader of the page
  Json play;            // PlayLog's; null: not asked for
};

// Plays up to `play_bytes` of events. `on_window` is called now and then; false: stop, the paths
// are missing. Throws model::NetworkError and ConfigError.
Replay replay(const RunRecord& run, const Experiment& experiment, const model::Network& network,
              std::size_t play_bytes, const std::function<bool()>& on_window);

}  // namespace turnpike::sim
