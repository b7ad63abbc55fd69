// mesh_terminal.cpp - a terminal of the network around somebody else's router.

#include "api/dpi/mesh_terminal.h"

#include <stdexcept>
#include <string>

namespace turnpike::dpi {
namespace {

constexpr unsigned kWords = model::kMaxFlitWords;

}  // namespace

MeshTerminal::MeshTerminal(const model::RouterParams& router, const model::RoutingParams& geometry,
                           model::Address address, model::Address limit, unsigned local,
                           unsigned packet_flits)
    : router_(router),
      geometry_(geometry),
      lookahead_(router.routing),
      address_(address),
      limit_(limit),
      local_(local),
      port_(router.ports - router.local_ports + local),
      packet_flits_(packet_flits) {
  reset();
}

void MeshTerminal::reset() {
  credits_.assign(router_.virtual_channels, router_.buffer_depth);
  open_.assign(router_.virtual_channels, {});
  left_ = 0;
  vc_ = 0;
  number_ = local_;
  valid_ = false;
  credit_ = 0;
}

void MeshTerminal::drive(model::Router::In& in) const {
  in.out_credit[port_] = credit_;
  if (!valid_) return;
  in.in_valid |= model::PortMask{1} << port_;
  in.in_vc[port_] = out_vc_;
  in.in_flit[port_] = flit_;
  in.in_route[port_] = route_;
}

void MeshTerminal::tick(const model::Router::Out& out, bool begins, model::Address destination,
                        PacketBook& book) {
  credit_ = 0;
  if ((out.out_valid >> port_ & 1) != 0) {
    model::require(out.out_vc[port_] < router_.virtual_channels, "a flit names a VC that exists");
    credit_ = 1u << out.out_vc[port_];
    take_flit(out.out_vc[port_], out.out_flit[port_], book);
  }
  for (model::VcId vc = 0; vc < router_.virtual_channels; ++vc) {
    credits_[vc] += out.in_credit[port_] >> vc & 1;
    model::require(credits_[vc] <= router_.buffer_depth, "one credit for each flit that went in");
  }
  if (left_ == 0 && begins) {
    left_ = packet_flits_;
    destination_ = destination;
    if (++vc_ == router_.virtual_channels) vc_ = 0;
  }
  valid_ = left_ > 0 && credits_[vc_] > 0;
  if (valid_) send_flit(book);
}

void MeshTerminal::send_flit(PacketBook& book) {
  const unsigned index = packet_flits_ - left_;
  const bool is_tail = left_ == 1;
  const model::FlitFormat& format = router_.format;
  if (index == 0) {
    flit_ =
        format.head<kWords>(destination_, address_, model::PacketKind::unicast, number_, is_tail);
    route_ = router_.routing.kind.function->looks_up()
                 ? 0
                 : lookahead_.at(address_, limit_, destination_, port_, vc_);
    book.send(address_, number_, destination_);
  } else {
    flit_ = format.body<kWords>(address_, number_, index, is_tail);
  }
  out_vc_ = vc_;
  --credits_[vc_];
  if (--left_ != 0) return;
  number_ += router_.local_ports;
  if (number_ > format.number_mask()) number_ = local_;
}

// Every bit of every flit is known from its packet's source, number and length.
void MeshTerminal::take_flit(model::VcId vc, const model::PinFlit& flit, PacketBook& book) {
  const model::FlitFormat& format = router_.format;
  Open& packet = open_[vc];
  const bool is_head = format.is_head(flit.word);
  const std::string where = "at " + place_text(address_) + ", VC " + std::to_string(vc);
  if (is_head == packet.is_open) {
    throw std::logic_error(where + (is_head ? ": a head before the tail of a packet"
                                            : ": a body flit without a head"));
  }
  if (is_head) packet = {true, format.source(flit.word), format.number(flit.word), 0};
  const bool is_tail = packet.index + 1 == packet_flits_;
  const model::PinFlit expected =
      is_head ? format.head<kWords>(address_, packet.source, model::PacketKind::unicast,
                                    packet.number, is_tail)
              : format.body<kWords>(packet.source, packet.number, packet.index, is_tail);
  const std::string what = ": flit " + std::to_string(packet.index) + " of packet " +
                           std::to_string(packet.number) + " from " + place_text(packet.source);
  if (flit != expected) throw std::logic_error(where + what + " is not as it was sent");
  ++packet.index;
  if (is_tail) packet.is_open = false;
  if (is_head && !book.take(packet.source, packet.number, address_)) {
    throw std::logic_error(where + what + ": nobody sent it here");
  }
}

// Nodes are counted as PLACE counts them: dimension 0 first.
std::string MeshTerminal::place_text(model::Address address) const {
  const unsigned bits = geometry_.coordinate_bits;
  std::uint64_t number = 0;
  for (unsigned d = geometry_.dimensions; d-- > 0;) {
    const std::uint32_t top = model::coordinate(limit_, d, bits);
    const std::uint32_t own = model::coordinate(address, d, bits);
    if (own > top) return "address " + std::to_string(address) + ", which no node has";
    number = number * (top + 1) + own;
  }
  return "node " + std::to_string(number);
}

}  // namespace turnpike::dpi
