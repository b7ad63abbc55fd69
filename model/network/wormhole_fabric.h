// wormhole_fabric.h - all wormhole routers of a network, each with its pins, on a board.

#pragma once

#include <memory>
#include <vector>

#include "model/network/pin_board.h"
#include "model/network/standstill.h"
#include "model/router/router.h"

namespace turnpike::model {

template <unsigned kWords>
class WormholeFabric {
 public:
  using Board = PinBoard<kWords>;
  using Flit = FlitWords<kWords>;

  explicit WormholeFabric(const Network& network)
      : network_(network),
        ports_(network.router.ports),
        sent_(network.components.size() * ports_),
        buffered_(sent_.size() * network.router.virtual_channels) {
    for (ComponentId c = 0; c < network.components.size(); ++c) {
      routers_.push_back(std::make_unique<Router>(network.router));
      if (!network.tables.empty()) write_table(c);
    }
  }

  template <class OnSend>
  bool cycle(ComponentId component, Cycle now, Board& board, const OnSend& on_send) {
    const auto parity = static_cast<unsigned>(now & 1);
    const std::size_t first = board.component(component);
    Router::In in;
    in.node = network_.components[component].address;
    in.limit = network_.limit;
    in.in_valid = board.flits_at(first, ports_, parity);
    for (PortMask left = in.in_valid; left != 0; left &= left - 1) {
      const auto port = static_cast<PortId>(__builtin_ctz(left));
      in.in_vc[port] = static_cast<VcId>(__builtin_ctz(board.flit_pin(first + port, parity)));
      const Flit& flit = board.flit(first + port, parity);
      for (unsigned i = 0; i < kWords; ++i) in.in_flit[port].word[i] = flit.word[i];
      ++buffered(component, port, in.in_vc[port]);
    }
    for (PortId port = 0; port < ports_; ++port) {
      in.out_credit[port] = board.credit_pin(first + port, parity);
      board.clear(first + port, parity);
    }
    Router& router = *routers_[component];
    router.tick(in);
    show(component, parity ^ 1u, board, on_send);
    return !router.eval().idle;
  }

  bool has_error(ComponentId component) const { return routers_[component]->eval().error; }
  const std::uint16_t* queue(ComponentId, Cycle) const { return nullptr; }
  const std::vector<std::uint64_t>& flits_sent() const { return sent_; }
  std::vector<std::uint32_t> flits_buffered() const { return buffered_; }
  std::size_t bytes_per_router() const { return sizeof(Router); }
  // Where they wait for each other is not traced here.
  Standstill find_standstill(Cycle now) const { return {now, {}, false, false}; }

 private:
  std::uint32_t& buffered(ComponentId component, PortId port, VcId vc) {
    return buffered_[(std::size_t{component} * ports_ + port) * network_.router.virtual_channels +
                     vc];
  }

  template <class OnSend>
  void show(ComponentId component, unsigned parity, Board& board, const OnSend& on_send) {
    const Router::Out& out = routers_[component]->eval();
    const std::size_t first = board.component(component);
    for (PortMask left = out.out_valid; left != 0; left &= left - 1) {
      const auto port = static_cast<PortId>(__builtin_ctz(left));
      Flit flit;
      for (unsigned i = 0; i < kWords; ++i) flit.word[i] = out.out_flit[port].word[i];
      board.send(first + port, parity, static_cast<std::uint16_t>(1u << out.out_vc[port]), flit);
      ++sent_[component * ports_ + port];
      on_send(port, out.out_vc[port], flit);
    }
    for (PortId port = 0; port < ports_; ++port) {
      if (out.in_credit[port] == 0) continue;
      board.give_back(first + port, parity, static_cast<std::uint16_t>(out.in_credit[port]));
      for (VcMask left = out.in_credit[port]; left != 0; left &= left - 1) {
        --buffered(component, port, static_cast<VcId>(__builtin_ctz(left)));
      }
    }
  }

  // Through the pins, before the first cycle.
  void write_table(ComponentId component) {
    const std::vector<PortMask>& table = network_.tables[component];
    Router::In in;
    in.table_we = true;
    for (std::size_t entry = 0; entry < table.size(); ++entry) {
      in.table_port = static_cast<PortId>(entry >> network_.router.format.address_bits);
      in.table_dest = static_cast<Address>(entry & network_.router.format.address_mask());
      in.table_mask = table[entry];
      routers_[component]->tick(in);
    }
  }

  const Network& network_;
  unsigned ports_;
  std::vector<std::unique_ptr<Router>> routers_;
  std::vector<std::uint64_t> sent_;      // [component * ports + port]
  std::vector<std::uint32_t> buffered_;  // [component * ports + port][vc] flits
};

}  // namespace turnpike::model
