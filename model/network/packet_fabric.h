// packet_fabric.h - all packet routers of a network, on the pins of a board.

#pragma once

#include <vector>

#include "model/network/pin_board.h"
#include "model/network/standstill.h"
#include "model/packet_router/packet_core.h"

namespace turnpike::model {

template <unsigned kWords>
class PacketFabric {
 public:
  using Board = PinBoard<kWords>;
  using Flit = FlitWords<kWords>;

  explicit PacketFabric(const Network& network)
      : network_(network),
        core_(packet_router_params(network), network.components.size()),
        ports_(network.router.ports),
        sent_(network.components.size() * ports_) {
    for (auto& shown : shown_) shown.resize(sent_.size());
  }

  // False: nothing changed. on_send(port, vc, flit) hears of every flit.
  template <class OnSend>
  bool cycle(ComponentId component, Cycle now, Board& board, const OnSend& on_send) {
    const auto parity = static_cast<unsigned>(now & 1);
    const std::size_t first = board.component(component);
    Pins<OnSend> pins{board,
                      first,
                      parity,
                      &sent_[component * ports_],
                      on_send,
                      board.flits_at(first, ports_, parity),
                      board.credits_at(first, ports_, parity)};
    const PortMask seen = pins.arriving() | pins.crediting();
    const bool has_changed =
        core_.cycle(component, network_.components[component].address, network_.limit, pins);
    for (PortMask left = seen; left != 0; left &= left - 1) {
      board.clear(first + static_cast<unsigned>(__builtin_ctz(left)), parity);
    }
    // A router that nothing changes in shows the same in both halves, before it is left alone.
    std::uint16_t* shown = &shown_[parity ^ 1u][component * ports_];
    for (PortId port = 0; port < ports_; ++port) {
      shown[port] = static_cast<std::uint16_t>(core_.slots_in_use(component, port));
    }
    return has_changed;
  }

  bool has_error(ComponentId component) const { return core_.has_error(component); }
  // [output port] queue_o in cycle `now`.
  const std::uint16_t* queue(ComponentId component, Cycle now) const {
    return &shown_[now & 1][component * ports_];
  }
  const std::vector<std::uint64_t>& flits_sent() const { return sent_; }
  std::vector<std::uint32_t> flits_buffered() const {
    return {core_.state().count.begin(), core_.state().count.end()};
  }
  std::size_t bytes_per_router() const {
    return core_.state().bytes() / network_.components.size();
  }
  Standstill find_standstill(Cycle now) const;

 private:
  template <class OnSend>
  struct Pins {
    Board& board;
    std::size_t first;
    unsigned parity;
    std::uint64_t* sent;
    const OnSend& on_send;
    PortMask flits;
    PortMask credits;

    PortMask arriving() const { return flits; }
    VcId vc(PortId port) const {
      return static_cast<VcId>(__builtin_ctz(board.flit_pin(first + port, parity)));
    }
    const Flit& flit(PortId port) const { return board.flit(first + port, parity); }
    PortMask crediting() const { return credits; }
    VcMask credit(PortId port) const { return board.credit_pin(first + port, parity); }
    void send(PortId port, VcId vc, const Flit& flit) {
      board.send(first + port, parity ^ 1u, static_cast<std::uint16_t>(1u << vc), flit);
      ++sent[port];
      on_send(port, vc, flit);
    }
    void give_back(PortId port, VcId vc) {
      board.give_back(first + port, parity ^ 1u, static_cast<std::uint16_t>(1u << vc));
    }
  };

  const Network& network_;
  PacketCore<kWords> core_;
  unsigned ports_;
  std::vector<std::uint64_t> sent_;      // [component * ports + port]
  std::vector<std::uint16_t> shown_[2];  // [parity][component * ports + port] queue_o
};

}  // namespace turnpike::model
