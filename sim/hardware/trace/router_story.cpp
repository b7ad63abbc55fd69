// router_story.cpp - rows of rtl/router/switch_core.v, by port and lane.

#include "sim/hardware/trace/router_story.h"

#include "model/router/router_core.h"

namespace turnpike::sim {
namespace {

using model::ComponentKind;

class Core {
 public:
  Core(const model::Network& network, model::ComponentId component, model::PortId port)
      : port_(port),
        ports_(network.ports_of(component)),
        vcs_(network.router.virtual_channels),
        lanes_(vcs_ > 1 ? 2 : 1) {
    switch (network.components[component].kind) {
      case ComponentKind::router:
        scope_ = "router_cell.router.u_switch.u_core.";
        groups_ = model::groups_of(network.router.routing);
        break;
      case ComponentKind::interchange:
        scope_ = "interchange_cell.interchange.u_core.";
        groups_ = vcs_;
        break;
      default:
        break;
    }
  }

  bool has_story() const { return !scope_.empty(); }
  unsigned lanes() const { return lanes_; }

  // A bit for each VC of the input port.
  WaveSlice input_vcs(const char* signal) const {
    return {scope_ + signal, ports_ * vcs_, port_ * vcs_, vcs_};
  }
  // A bit for each output, of a lane of the input port.
  WaveSlice outputs_of_lane(const char* signal, unsigned lane) const {
    const unsigned place = port_ * lanes_ + lane;
    return {scope_ + signal, ports_ * lanes_ * ports_, place * ports_, ports_};
  }
  // `bits` for each group of VCs of the output port.
  WaveSlice output_groups(const char* signal, unsigned bits = 1) const {
    const unsigned width = groups_ * bits;
    return {scope_ + signal, ports_ * width, port_ * width, width};
  }
  // The lanes of all input ports, of which the output port grants one; the highest first.
  std::vector<WaveSlice> lanes_for_output(const char* signal) const {
    std::vector<WaveSlice> slices;
    for (unsigned lane = ports_ * lanes_; lane-- > 0;) {
      slices.push_back({scope_ + signal, ports_ * lanes_ * ports_, lane * ports_ + port_, 1});
    }
    return slices;
  }
  // Which of the VCs of a lane is selected, counted from the lowest of the lane.
  WaveSlice selected(unsigned lane) const {
    const unsigned width = bits_for(vcs_in(lane));
    return {scope_of(lane) + "select", width, 0, width};
  }
  WaveSlice active(unsigned lane) const {
    const unsigned width = vcs_in(lane);
    return {scope_of(lane) + "active", width, 0, width};
  }
  bool has_one_group() const { return groups_ == 1; }
  unsigned vc_bits() const { return bits_for(vcs_); }
  unsigned first_vc(unsigned lane) const { return lane == 0 ? 0 : vcs_in(0); }
  // "vc_2_3": the VCs of a lane.
  std::string vcs_of(unsigned lane) const {
    const unsigned first = first_vc(lane);
    const unsigned last = first + vcs_in(lane) - 1;
    std::string text = "vc_" + std::to_string(first);
    if (last != first) text += "_" + std::to_string(last);
    return text;
  }

 private:
  static unsigned bits_for(unsigned values) {
    unsigned bits = 1;
    while ((1u << bits) < values) ++bits;
    return bits;
  }
  unsigned vcs_in(unsigned lane) const {
    return lanes_ == 1 ? vcs_ : (lane == 0 ? (vcs_ + 1) / 2 : vcs_ / 2);
  }
  std::string scope_of(unsigned lane) const {
    return scope_ + "g_input[" + std::to_string(port_) + "].g_lane[" + std::to_string(lane) +
           "].u_lane.";
  }

  model::PortId port_;
  unsigned ports_;
  unsigned vcs_;
  unsigned lanes_;
  unsigned groups_ = 1;
  std::string scope_;
};

}  // namespace

std::vector<StoryStep> story_of_input(const model::Network& network, model::ComponentId component,
                                      model::PortId port) {
  const Core core(network, component, port);
  if (!core.has_story()) return {};
  StoryStep select = {"select", {{"buffer_not_empty", {core.input_vcs("ivc_nonempty")}}}};
  StoryStep grant = {"grant", {}};
  for (unsigned lane = 0; lane < core.lanes(); ++lane) {
    const std::string of = "_" + core.vcs_of(lane);
    select.rows.push_back({"active" + of, {core.active(lane)}});
    select.rows.push_back(
        {"selected" + of, {core.selected(lane)}, StoryWords::vc, core.first_vc(lane)});
    grant.rows.push_back(
        {"request" + of, {core.outputs_of_lane("lane_req", lane)}, StoryWords::port});
    grant.rows.push_back(
        {"granted" + of, {core.outputs_of_lane("lane_gnt", lane)}, StoryWords::port});
  }
  return {select, grant, {"leave", {{"leaves", {core.input_vcs("ivc_leave")}}}}};
}

std::vector<StoryStep> story_of_output(const model::Network& network, model::ComponentId component,
                                       model::PortId port) {
  const Core core(network, component, port);
  if (!core.has_story()) return {};
  return {{"offer",
           {{"offer", {core.output_groups("op_offer")}},
            {"offer_vc",
             {core.output_groups("op_offer_vc", core.vc_bits())},
             core.has_one_group() ? StoryWords::vc : StoryWords::bits},
            {"room", {core.output_groups("op_room")}},
            {"closed", {core.output_groups("closed_q")}}}},
          {"grant",
           {{"requests", core.lanes_for_output("lane_req")},
            {"granted", core.lanes_for_output("lane_gnt")}}}};
}

}  // namespace turnpike::sim
