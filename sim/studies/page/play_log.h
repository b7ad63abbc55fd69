// play_log.h - the first events of a run, flit by flit, for the part of the page that plays them.

#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "model/network/event_log.h"
#include "model/topology/network.h"
#include "sim/experiment/results/result_keys.h"

namespace turnpike::sim {

// Hears a run from its first cycle on.
class PlayLog final : public model::EventSink {
 public:
  // Of so many bytes of text, in whole cycles. `network` outlives it.
  PlayLog(const model::Network& network, std::size_t bytes) : network_(network), bytes_(bytes) {}

  void record(const model::Event& event) override;
  bool wants_flits() const override { return true; }

  // What the page plays: wiring, events, and where the heads may go that had not arrived at the
  // end. Null: there are no events.
  Json to_json() const;

 private:
  const model::Network& network_;
  std::size_t bytes_;
  bool is_full_ = false;
  std::vector<model::Event> events_;
  std::size_t text_bytes_ = 0;
  std::string scratch_;  // the text of an event
};

}  // namespace turnpike::sim
