// channel_meter.cpp - utilisation of channels, occupancy of buffers, hops.

#include "model/network/channel_meter.h"

#include <cstddef>

namespace turnpike::model {

void ChannelMeter::start(const Engine& engine) {
  before_ = engine.flits_sent();
  started_ = engine.now();
}

void ChannelMeter::sample(Engine& engine) {
  engine.sample_buffers(occupancy_);
  ++samples_;
}

void ChannelMeter::stop(Engine& engine) {
  engine.finish_samples(occupancy_);
  after_ = engine.flits_sent();
  cycles_ = engine.now() - started_;
}

void ChannelMeter::visit_state(StateStream& state) {
  state.any_list(before_);
  state.any_list(after_);
  state.any_list(occupancy_);
  state.value(samples_);
  state.value(started_);
  state.value(cycles_);
}

void ChannelMeter::check(const StateStream& state, Phase phase) const {
  const std::size_t ports = network_.components.size() * network_.max_ports();
  const bool has_begun = phase != Phase::warmup;
  const bool has_ended = phase == Phase::drain;
  state.check(before_.size() == (has_begun ? ports : 0), "counts at the start");
  state.check(after_.size() == (has_ended ? ports : 0), "counts at the end");
  state.check((cycles_ != 0) == has_ended, "measured cycles");
  const std::size_t lanes = ports * network_.router.virtual_channels;
  state.check(occupancy_.empty() || occupancy_.size() == lanes, "lanes of an occupancy");
  for (const double flits : occupancy_) {
    state.check(flits >= 0 && flits <= static_cast<double>(samples_) * kMaxDepth, "an occupancy");
  }
}

void ChannelMeter::fill(Results& results) const {
  if (cycles_ == 0) return;
  const unsigned ports = network_.max_ports();
  const unsigned vcs = network_.router.virtual_channels;
  std::uint64_t hops = 0;
  results.channel_flits.reserve(network_.channels.size());
  results.channel_utilisation.reserve(network_.channels.size());
  if (!occupancy_.empty()) results.vc_occupancy.reserve(network_.channels.size() * vcs);
  for (const Channel& channel : network_.channels) {
    const std::size_t from = std::size_t{channel.from} * ports + channel.from_port;
    const std::uint64_t flits = (after_[from] - before_[from]) & 0xffffffffu;
    hops += flits;
    results.channel_flits.push_back(flits);
    results.channel_utilisation.push_back(static_cast<double>(flits) /
                                          static_cast<double>(cycles_));
    const std::size_t to = (std::size_t{channel.to} * ports + channel.to_port) * vcs;
    for (VcId vc = 0; vc < vcs && !occupancy_.empty(); ++vc) {
      results.vc_occupancy.push_back(occupancy_[to + vc] / static_cast<double>(samples_));
    }
  }
  const double delivered = results.accepted * static_cast<double>(cycles_) * network_.nodes();
  if (delivered > 0) results.hops = static_cast<double>(hops) / delivered;
}

}  // namespace turnpike::model
