// packet_format.h - the bits of a packet of a packet network (docs/flit_format.md).
//
// A packet is a string of bits, which fills the data bits of its flits from bit 0 up. The head of a
// packet can be too wide for one narrow flit; a router needs only the first of its fields.

#pragma once

#include "model/common/flit.h"

namespace turnpike::model {

struct PacketHeader {
  Address destination = 0;
  PacketKind kind = PacketKind::unicast;
  Address source = 0;
  std::uint32_t stream = 0;  // the source's local channel, its lowest 4 bits
  std::uint32_t number = 0;  // as many bits of it as there are
};

class PacketFormat {
 public:
  // Number of local channels that a header tells apart; further channels share a number with these.
  static constexpr unsigned kStreams = 16;

  // Up to 12 bits of address the header is two half-words, as the co-processor's.
  explicit PacketFormat(const FlitFormat& format)
      : format_(format),
        source_at_(format.address_bits <= 12 ? 16 : format.address_bits + 2),
        source_bits_(format.address_bits <= 12 ? 12 : format.address_bits),
        number_at_(source_at_ + source_bits_ + 4),
        number_bits_(number_at_ + 16 <= 64 ? 16 : 64 - number_at_) {}

  // Bits that every packet must have: up to the number.
  unsigned least_bits() const { return number_at_; }
  unsigned least_flits() const { return (number_at_ + format_.flit_bits - 1) / format_.flit_bits; }
  // Flits after which the number is known too, if the packet has as many.
  unsigned number_flits() const {
    return (number_at_ + number_bits_ + format_.flit_bits - 1) / format_.flit_bits;
  }
  // The bits of a packet number that fit into a packet of this many flits.
  std::uint32_t number_in(std::uint32_t number, std::uint32_t flits) const {
    const std::uint64_t bits = std::uint64_t{flits} * format_.flit_bits;
    if (bits >= number_at_ + number_bits_) return number & number_mask();
    return bits <= number_at_ ? 0 : number & ((1u << (bits - number_at_)) - 1);
  }

  // Bits 0 .. 63 of a packet, up to the hash.
  std::uint64_t fields(const PacketHeader& header) const {
    return header.destination | static_cast<std::uint64_t>(header.kind) << format_.address_bits |
           std::uint64_t{header.source} << source_at_ |
           std::uint64_t{header.stream & (kStreams - 1)} << (number_at_ - 4) |
           std::uint64_t{header.number & number_mask()} << number_at_;
  }
  // The header in the first bits of a packet, at most 64; missing bits are 0.
  PacketHeader header(std::uint64_t bits) const {
    PacketHeader header;
    header.destination = static_cast<Address>(bits & format_.address_mask());
    header.kind = static_cast<PacketKind>(bits >> format_.address_bits & 3);
    header.source = static_cast<Address>(bits >> source_at_ & ((1u << source_bits_) - 1));
    header.stream = static_cast<std::uint32_t>(bits >> (number_at_ - 4) & 15);
    header.number = static_cast<std::uint32_t>(bits >> number_at_ & number_mask());
    return header;
  }

  // Flit `index` of `flits` of the packet with these fields.
  template <unsigned kWords>
  FlitWords<kWords> flit(std::uint64_t fields, std::uint32_t index, std::uint32_t flits) const {
    FlitWords<kWords> flit;
    const unsigned width = format_.flit_bits;
    for (unsigned low = 0; low < width; low += 64) {
      std::uint64_t word = bits_from(fields, std::uint64_t{index} * width + low);
      if (width - low < 64) word &= (std::uint64_t{1} << (width - low)) - 1;
      flit.word[low / 64] = word;
    }
    flit.word[width / 64] |= std::uint64_t{index == 0} << (width % 64);
    flit.word[(width + 1) / 64] |= std::uint64_t{index + 1 == flits} << ((width + 1) % 64);
    return flit;
  }

 private:
  std::uint32_t number_mask() const { return (1u << number_bits_) - 1; }
  // Word `at` of the string: the fields, then a hash of them.
  std::uint64_t word(std::uint64_t fields, std::uint64_t at) const {
    if (at != 0) return mix(fields + at);
    const unsigned used = number_at_ + number_bits_;
    return used == 64 ? fields : fields | mix(fields) << used;
  }
  std::uint64_t bits_from(std::uint64_t fields, std::uint64_t bit) const {
    const std::uint64_t low = word(fields, bit / 64);
    if (bit % 64 == 0) return low;
    return low >> (bit % 64) | word(fields, bit / 64 + 1) << (64 - bit % 64);
  }

  FlitFormat format_;
  unsigned source_at_;
  unsigned source_bits_;
  unsigned number_at_;
  unsigned number_bits_;
};

}  // namespace turnpike::model
