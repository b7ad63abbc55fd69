// lane_counts.cpp - what is counted of the flits of a lane.

#include "model/batch/lane_network.h"
#include "model/batch/lane_sums.h"

namespace turnpike::model {

// A carry that waits counts two of its level.
std::vector<std::uint64_t> LaneNetwork::flits_sent(unsigned lane, Cycle now) const {
  const KernelShape& s = shape();
  std::vector<std::uint64_t> sent;
  sent.reserve(std::size_t{s.routers} * s.ports);
  for (ComponentId r = 0; r < s.routers; ++r) {
    for (PortId p = 0; p < s.ports; ++p) {
      const std::size_t port = row_of(r) + s.port[p].port_at;
      const unsigned inner = s.port[p].inner;
      std::uint64_t flits = 0;
      for (unsigned level = 0; level < s.levels && now >> level != 0; ++level) {
        flits += std::uint64_t{routers_.get(port + s.sums(inner) + level, place_of(r), lane)}
                 << level;
        flits += std::uint64_t{routers_.get(port + s.carries(inner) + level, place_of(r), lane)}
                 << (level + 1);
      }
      sent.push_back(flits);
    }
  }
  return sent;
}

std::vector<std::uint32_t> LaneNetwork::flits_buffered(unsigned lane) const {
  const KernelShape& s = shape();
  std::vector<std::uint32_t> buffered;
  buffered.reserve(buffers());
  for (ComponentId r = 0; r < s.routers; ++r) {
    for (PortId p = 0; p < s.ports; ++p) {
      for (VcId vc = 0; vc < s.vcs; ++vc) {
        const std::size_t full = input_at(r, p, vc) + s.full();
        std::uint32_t flits = 0;
        while (flits < s.depth && routers_.get(full + flits, place_of(r), lane)) ++flits;
        buffered.push_back(flits);
      }
    }
  }
  return buffered;
}

void LaneNetwork::take_samples() {
  const KernelShape& s = shape();
  std::uint64_t* planes = samples_.data();
  for (ComponentId r = 0; r < s.routers; ++r) {
    for (PortId p = 0; p < s.ports; ++p) {
      for (VcId vc = 0; vc < s.vcs; ++vc, planes += sample_planes_) {
        for (unsigned flit = 0; flit < s.depth; ++flit) {
          const std::uint64_t* const full = routers_.at(input_at(r, p, vc) + s.full() + flit);
          add_to_planes(planes, sample_planes_, full[place_of(r)] & sampling_);
        }
      }
    }
  }
  sampling_ = 0;
}

void LaneNetwork::add_samples(unsigned lane, std::vector<double>& sums) const {
  const std::uint64_t* planes = samples_.data();
  for (double& sum : sums) {
    sum += static_cast<double>(number_of_planes(planes, sample_planes_, lane));
    planes += sample_planes_;
  }
  if ((sampling_ >> lane & 1) == 0) return;
  const std::vector<std::uint32_t> now = flits_buffered(lane);
  for (std::size_t buffer = 0; buffer < sums.size(); ++buffer) sums[buffer] += now[buffer];
}

std::uint64_t LaneNetwork::flits_consumed(unsigned lane, Cycle now) {
  if (consumed_at_ != now) sum_consumed(now);
  return number_of_planes(consumed_.data(), static_cast<unsigned>(consumed_.size()), lane);
}

// What was sent to the sinks of all lanes, but for the flits on their pins.
void LaneNetwork::sum_consumed(Cycle now) {
  const KernelShape& s = shape();
  const KernelPort& port = s.port[s.ports - 1];
  const auto planes = static_cast<unsigned>(consumed_.size());
  std::fill(consumed_.begin(), consumed_.end(), 0);
  consumed_at_ = now;
  for (NodeId node = 0; node < network_.nodes(); ++node) {
    for (VcId vc = 0; vc < s.vcs; ++vc) {
      take_from_planes(consumed_.data(), planes, ejection(node, now)[std::size_t{vc} * s.width]);
    }
    const std::size_t sums = row_of(node) + port.port_at + s.sums(port.inner);
    const std::size_t carries = row_of(node) + port.port_at + s.carries(port.inner);
    for (unsigned level = 0; level < s.levels && now >> level != 0; ++level) {
      add_to_planes(&consumed_[level], planes - level, routers_.at(sums + level)[place_of(node)]);
      add_to_planes(&consumed_[level + 1], planes - level - 1,
                    routers_.at(carries + level)[place_of(node)]);
    }
  }
}

}  // namespace turnpike::model
