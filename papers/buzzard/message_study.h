// message_study.h - lists of messages over the cycle-exact model: worms, fixed and quasi-adaptive
// packets (Buzzard & Mudge 1988, section 6).
//
// Channels of 16 bits: a flit is two bytes, a cycle four ticks. A message that is generated in tick
// t and whose flit is delivered in cycle c took 4 (c + 1) - t ticks to that flit's end.

#pragma once

#include <array>
#include <functional>
#include <string>
#include <vector>

#include "model/network/terminals.h"
#include "model/topology/network.h"
#include "model/traffic/list_source.h"
#include "papers/buzzard/loads.h"

namespace turnpike::sim::buzzard {

constexpr model::Tick kTicksPerCycle = 4;
constexpr unsigned kFlitBytes = 2;
constexpr unsigned kLocalChannels = kDimension + 1;

enum class Scheme : std::uint8_t {
  wormhole,           // one message at a time leaves a node
  wormhole_channels,  // one at a time by each output
  fixed,              // packets, e-cube; one message at a time leaves a node
  fixed_channels,     // one at a time by each output
  adaptive,           // quasi-adaptive packets; one at a time by each output
  // The same, packets stored and forwarded whole: the paper says packets, and cuts through nothing
  // but datagrams.
  fixed_stored,
  fixed_channels_stored,
  adaptive_stored,
};
constexpr unsigned kSchemes = 8;

// What is changed to see what a result depends on.
struct Setting {
  unsigned worm_buffer = 3;      // flits of an input, wormhole: the credit loop
  unsigned packet_buffers = 16;  // of an output
  model::ListStart start = model::ListStart::spread;
};

struct SchemeRow {
  Scheme scheme;
  const char* label;
  bool packets;
  model::FirstHop first_hop;
  bool cut_through;
};
const SchemeRow& scheme_row(Scheme scheme);

model::Network scheme_network(Scheme scheme, unsigned dimension, const Setting& setting = {});
model::TerminalSpec scheme_bank(Scheme scheme);
// Flits of a message of so many data bytes: a head and its data, or whole packets.
std::uint32_t message_flits(Scheme scheme, std::uint32_t bytes);
std::vector<model::ListedSend> sends_of(Scheme scheme,
                                        const std::vector<model::ListedMessage>& list);

// Ticks from generation, over the messages of a list.
struct MessageMeans {
  double first = 0;  // mean, to the first packet, or 16 data bytes of a worm
  double last = 0;
  // [class] mean of first, by length (below half the mean, to one and a half times, above) and by
  // distance (1 or 2, 3, 4 or more hops).
  std::array<double, 3> first_by_length{};
  std::array<double, 3> first_by_hops{};
  double most = 0;  // of last, any message
  double end = 0;   // until all have arrived, from the start of the list
};
// Runs the list to its end on the model. Throws model::NetworkError when something breaks.
MessageMeans run_messages(Scheme scheme, const std::vector<model::ListedMessage>& list,
                          const Setting& setting = {});
MessageMeans means_of(const std::vector<model::ListedMessage>& list,
                      const std::vector<model::MessageTimes>& times);

using MessagePoint = std::vector<MessageMeans>;  // [seed]
Measured over_lists(const MessagePoint& point, double MessageMeans::*figure);

class MessageStudy {
 public:
  explicit MessageStudy(unsigned mean_bytes) : mean_bytes_(mean_bytes) {}

  // Runs all schemes at all loads; false: interrupted.
  bool run(const PaperOptions& options);

  unsigned mean_bytes() const { return mean_bytes_; }
  const MessagePoint& at(Scheme scheme, unsigned load) const {
    return points_[static_cast<std::size_t>(scheme) * kLoads + load];
  }
  // First time of a scheme over that of another; bandwidth: (last - first) of the other over that
  // of the scheme. Over the same lists, so the interval is that of the ratio.
  Measured latency_ratio(Scheme scheme, Scheme other, unsigned load) const;
  Measured bandwidth_ratio(Scheme scheme, Scheme other, unsigned load) const;
  // Last of a scheme over first of another.
  Measured last_over_first(Scheme scheme, Scheme other, unsigned load) const;
  // Any other figure of both.
  Measured ratio_of(Scheme scheme, Scheme other, unsigned load,
                    const std::function<double(const MessageMeans&)>& figure) const;
  // Of the lists that were run, each direction a link.
  Measured utilisation_of(unsigned load) const { return measured(utilisation_[load]); }

 private:
  unsigned mean_bytes_;
  std::vector<MessagePoint> points_;
  std::vector<std::vector<double>> utilisation_;  // [load][seed]
};

// Shorter for long messages, which take four times as long, and longer at light loads, where times
// do not grow with the list and few messages wait.
unsigned messages_per_node(const PaperOptions& options, unsigned mean_bytes, unsigned load);
std::vector<std::uint64_t> message_seeds(const PaperOptions& options);

}  // namespace turnpike::sim::buzzard
