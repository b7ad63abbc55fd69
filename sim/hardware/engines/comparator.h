// comparator.h - compares every output of every component with the model in every cycle.
//
// It compares the payload while valid is high, and everything else always. The model has no route
// pins; their values follow from the heads that it sends (sim/hardware/systemc/route_pins.h). A
// channel with registers has no counterpart with pins in the model. It must show the pins of its
// ends, which are compared themselves, `latency` cycles later.

#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "model/network/model_engine.h"
#include "sim/hardware/engines/mismatch.h"
#include "sim/hardware/systemc/route_pins.h"
#include "sim/hardware/systemc/rtl_network.h"

namespace turnpike::sim {

class Comparator {
 public:
  Comparator(const RtlNetwork& rtl, const model::ModelEngine& model, std::uint64_t seed);

  // Both sides show the pins of cycle `now`. Called once for each cycle from 0 on.
  std::optional<Mismatch> compare(model::Cycle now);
  void visit_state(model::StateStream& state);

 private:
  // What goes into one channel with registers and when it comes out, [cycle % latency].
  struct Line {
    std::size_t module = 0;
    const model::Channel* channel = nullptr;
    struct Entry {
      bool valid = false;
      std::uint32_t credit = 0;
      ChannelPins pins;
    };
    std::vector<Entry> under_way;
  };

  std::optional<Mismatch> compare_component(model::ComponentId id, model::Cycle now);
  std::optional<Mismatch> compare_flit(std::size_t module, model::PortId port, model::Cycle now,
                                       model::VcId vc, const std::uint64_t* flit,
                                       std::uint64_t route) const;
  std::optional<Mismatch> compare_line(Line& line, model::Cycle now) const;
  Mismatch found(std::size_t module, model::Cycle now, model::PortId port, const char* signal,
                 std::string expected, std::string actual) const;
  std::string flit_text(const std::uint64_t* flit) const;

  const RtlNetwork& rtl_;
  const model::ModelEngine& model_;
  std::uint64_t seed_;
  unsigned words_;
  model::ComponentOutputs expected_;
  std::size_t stride_;                 // the most ports that a component has
  std::vector<PassingRoutes> routes_;  // [component * stride + output port]
  std::vector<Line> lines_;
};

}  // namespace turnpike::sim
