// model_engine.cpp - which kind of model a network needs.

#include "model/network/model_engine.h"

#include "model/network/message_bank.h"
#include "model/network/message_engine.h"
#include "model/network/network_engine.h"
#include "model/network/packet_network.h"
#include "model/network/terminal_bank.h"
#include "model/network/wormhole_network.h"

namespace turnpike::model {
namespace {

using Make = std::unique_ptr<ModelEngine> (*)(const Network&, Traffic&, const RunSpec&,
                                              const TerminalSpec&);

template <class Components, class Bank>
std::unique_ptr<ModelEngine> make(const Network& network, Traffic& traffic, const RunSpec& run,
                                  const TerminalSpec& spec) {
  return std::make_unique<NetworkEngine<Components, Bank>>(network, traffic, run, spec);
}

// Narrow flits and a common shape (wormhole_common.cpp); null: it is none of them.
template <unsigned kPorts, unsigned kVcs>
Make fixed() {
  return make<WormholeNetwork<1, FixedShape<kPorts, kVcs>>, TerminalBank<1>>;
}
Make common_kind(const Network& network) {
  const RouterParams& router = network.router;
  if (router.format.words() != 1 || !network.interchanges.empty()) return nullptr;
  if (router.pace > 1) return nullptr;
  if (FixedShape<3, 2>::fits(router)) return fixed<3, 2>();
  if (FixedShape<5, 1>::fits(router)) return fixed<5, 1>();
  if (FixedShape<5, 2>::fits(router)) return fixed<5, 2>();
  if (FixedShape<5, 4>::fits(router)) return fixed<5, 4>();
  if (FixedShape<5, 8>::fits(router)) return fixed<5, 8>();
  if (FixedShape<7, 2>::fits(router)) return fixed<7, 2>();
  if (FixedShape<7, 4>::fits(router)) return fixed<7, 4>();
  if (FixedShape<9, 4>::fits(router)) return fixed<9, 4>();
  return nullptr;
}

unsigned lanes_of(const Network& network) {
  return network.max_ports() * network.router.virtual_channels;
}

// Sets of lanes are a word, or of larger routers several (wormhole_general.cpp, wormhole_wide.cpp):
// with flits of one word as few as they need, else as many as any router needs.
template <unsigned kWords, class Bank>
Make general_kind(const Network& network) {
  const unsigned lanes = lanes_of(network);
  if (lanes <= 64) return make<WormholeNetwork<kWords, AnyShape<std::uint64_t>>, Bank>;
  if constexpr (kWords == 1) {
    if (lanes <= 128) return make<WormholeNetwork<1, AnyShape<WideMask<2>>>, Bank>;
    if (lanes <= 256) return make<WormholeNetwork<1, AnyShape<WideMask<4>>>, Bank>;
  }
  return make<WormholeNetwork<kWords == 1 ? 1 : kMaxFlitWords, AnyShape<WidestMask>>, Bank>;
}

// Words of memory for a flit: 1, 2 or all. Two serve routers with a word of VCs only.
unsigned words_of(const Network& network) {
  const unsigned words = network.router.format.words();
  if (words == 1 || network.packets) return words <= 2 ? words : kMaxFlitWords;
  return words == 2 && lanes_of(network) <= 64 ? 2 : kMaxFlitWords;
}

}  // namespace

std::unique_ptr<ModelEngine> make_model_engine(const Network& network, Traffic& traffic,
                                               const RunSpec& run) {
  const TerminalSpec spec = terminal_spec(network, run);
  if (network.has_message_terminals()) {
    return make_message_engine(network, traffic, run, spec);
  }
  if (const auto common = common_kind(network)) return common(network, traffic, run, spec);
  switch (words_of(network)) {
    case 1:
      return general_kind<1, TerminalBank<1>>(network)(network, traffic, run, spec);
    case 2:
      return general_kind<2, TerminalBank<2>>(network)(network, traffic, run, spec);
    default:
      return general_kind<kMaxFlitWords, TerminalBank<kMaxFlitWords>>(network)(network, traffic,
                                                                               run, spec);
  }
}

std::unique_ptr<ModelEngine> make_message_engine(const Network& network, Traffic& traffic,
                                                 const RunSpec& run, const TerminalSpec& spec) {
  const bool has_packets = network.packets.has_value();
  Make kind = nullptr;
  switch (words_of(network)) {
    case 1:
      kind =
          has_packets ? make<PacketNetwork<1>, MessageBank> : general_kind<1, MessageBank>(network);
      break;
    case 2:
      kind =
          has_packets ? make<PacketNetwork<2>, MessageBank> : general_kind<2, MessageBank>(network);
      break;
    default:
      kind = has_packets ? make<PacketNetwork<kMaxFlitWords>, MessageBank>
                         : general_kind<kMaxFlitWords, MessageBank>(network);
  }
  return kind(network, traffic, run, spec);
}

}  // namespace turnpike::model
