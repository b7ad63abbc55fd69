// blockage.cpp - the example of Fig. 5, worms and packets.

#include "papers/buzzard/blockage.h"

#include "model/network/message_engine.h"
#include "model/traffic/list_source.h"
#include "papers/sheet.h"

namespace turnpike::sim::buzzard {

namespace {

// The long message goes from node 0 over dimensions 5, 4 and 3, the short one from node 32 over 4
// and 3. It is generated when the long one's head is past node 32.
constexpr model::NodeId kEnd = 56;
const model::ListedMessage kLong = {0, 0, kEnd, kLongBytes};
const model::ListedMessage kShort = {40, 32, kEnd, kShortBytes};

// [message] ticks to the last byte.
std::vector<double> times_of(Scheme scheme, const std::vector<model::ListedMessage>& list) {
  const model::Network network = scheme_network(scheme, kDimension);
  model::ListedTraffic messages(network, sends_of(scheme, list));
  const auto engine = model::make_message_engine(network, messages, {}, scheme_bank(scheme));
  while (!engine->drained()) engine->advance(500);
  std::vector<double> times;
  for (std::size_t m = 0; m < list.size(); ++m) {
    const model::Cycle last = messages.times()[m].last;
    times.push_back(static_cast<double>(kTicksPerCycle * (last + 1) - list[m].queued));
  }
  return times;
}

}  // namespace

Blockage study_blockage() {
  const auto worms = times_of(Scheme::wormhole_channels, {kLong, kShort});
  const auto packets = times_of(Scheme::fixed_channels, {kLong, kShort});
  return {worms[0],
          worms[1],
          times_of(Scheme::wormhole_channels, {kShort})[0],
          packets[0],
          times_of(Scheme::fixed_channels, {kLong})[0],
          packets[1],
          times_of(Scheme::fixed_channels, {kShort})[0]};
}

// M_s and M_l are the messages' times on a link, 2 ticks a byte.
std::vector<Judgement> judge_blockage(const Blockage& found) {
  const double data = 2.0 * kShortBytes;
  const double headers =
      20.0 * static_cast<double>(model::buzzard::packets(kShortBytes)) / kShortBytes;
  return Part("buzzard", "blockage")
      .judge({{"blocked_worm", Values{{"found", found.worm_short},
                                      {"alone", found.worm_alone},
                                      {"long", found.worm_long},
                                      {"printed", data + kShortHops * found.worm_long},
                                      {"corrected", data + found.worm_long}}},
              {"alpha_short",
               Values{{"alpha", found.packets_short / found.packets_alone},
                      {"with_headers", found.packets_short / found.packets_alone * headers},
                      {"headers", headers},
                      {"ticks", found.packets_short},
                      {"worm", found.worm_short}}},
              {"alpha_long", Values{{"alpha", found.packets_long / found.packets_long_alone}}}});
}

void add_blockage(PaperReport& report) {
  for (Judgement& j : judge_blockage(study_blockage())) report.judgements.push_back(std::move(j));
}

}  // namespace turnpike::sim::buzzard
