// subject.cpp - a configuration under analysis.

#include "sim/studies/analyze/subject.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "model/network/packet_format.h"
#include "model/traffic/message_length.h"
#include "sim/experiment/config/schema.h"

namespace turnpike::sim {

std::string shown(const Experiment& experiment, const std::string& key) {
  for (const Key& row : schema()) {
    if (row.name == key) return row.show(experiment);
  }
  return "";
}

std::vector<LengthShare> length_shares(const model::TrafficSpec& traffic) {
  switch (traffic.length_kind) {
    case model::LengthKind::fixed:
      break;
    case model::LengthKind::bimodal:
      return {{traffic.length, 1 - traffic.long_fraction},
              {traffic.long_length, traffic.long_fraction}};
    case model::LengthKind::exponential: {
      // Rounded up to whole flits it is geometric (model/traffic/message_length.h).
      std::vector<LengthShare> shares;
      const double end = 1.0 / traffic.length;
      double left = 1;
      for (unsigned flits = 1; left > 1e-12; ++flits) {
        shares.push_back({flits, left * end});
        left *= 1 - end;
      }
      return shares;
    }
  }
  return {{traffic.length, 1}};
}

double Subject::mean_flits() const {
  return model::MessageLength(experiment.traffic, experiment.run.seed).mean();
}

double Subject::mean_sent_flits() const {
  if (!network.packets) return mean_flits();
  double sent = 0;
  double shares = 0;
  for (const LengthShare& length : length_shares(experiment.traffic)) {
    const std::vector<unsigned> packets = packets_of(length.flits);
    sent += length.share * std::accumulate(packets.begin(), packets.end(), 0u);
    shares += length.share;
  }
  return sent / shares;
}

std::string Subject::why_not_uniform() const {
  const model::Pattern* const pattern = experiment.traffic.pattern;
  if (!model::workload_of(experiment.traffic).is_drawn) {
    return model::workload_text(experiment.traffic);
  }
  if (pattern == model::Pattern::uniform || pattern == model::Pattern::uniform_other) return "";
  return "pattern " + shown(experiment, "traffic.pattern");
}

std::string Subject::why_not_one_radix() const {
  const auto& radix = experiment.topology.radix;
  if (radix.empty()) return "a network without dimensions";
  if (std::any_of(radix.begin(), radix.end(), [&](unsigned k) { return k != radix[0]; })) {
    return "radixes that differ";
  }
  return "";
}

std::string Subject::why_not_one_length() const {
  const model::TrafficSpec& traffic = experiment.traffic;
  if (!model::workload_of(traffic).is_drawn) return model::workload_text(traffic);
  if (traffic.length_kind == model::LengthKind::fixed) return "";
  return "lengths that vary";
}

std::string Subject::why_not_unicast() const { return broadcasts() > 0 ? "broadcasts" : ""; }

std::string Subject::why_not_counted() const {
  if (!share) return model::workload_text(experiment.traffic);
  if (network.nodes() <= kMostCountedNodes) return "";
  return fmt::format("{} nodes; counted up to {}", network.nodes(), kMostCountedNodes);
}

std::vector<unsigned> Subject::packets_of(unsigned flits) const {
  if (!network.packets) return {flits};
  const unsigned least = model::PacketFormat(network.router.format).least_flits();
  std::vector<unsigned> packets;
  for (unsigned left = flits; left > 0;) {
    const unsigned length = std::min(left, network.packets->packet_flits);
    packets.push_back(std::max(length, least));
    left -= length;
  }
  return packets;
}

}  // namespace turnpike::sim
