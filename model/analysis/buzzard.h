// buzzard.h - closed forms of Buzzard & Mudge 1988, corrected where the print is wrong.
//
// Nodes of a hypercube of dimension n send messages of M bytes as packets of 20 bytes: 4 bytes of
// header and 16 of data, of which the first packet of a message uses 6 for its length and type
// (section 5.3). The functions depend on their parameters alone. An argument out of range throws
// std::invalid_argument with its name, its value and the allowed values.

#pragma once

#include <array>
#include <cstdint>

namespace turnpike::model::buzzard {

constexpr unsigned kPacketBytes = 20;
constexpr unsigned kDataBytes = 16;       // of a packet
constexpr unsigned kFirstDataBytes = 10;  // of a message's first packet
constexpr double kTicksPerByte = 2;
constexpr double kArbitrationTicks = 4;

// (1): two messages that a node of a quiet cube generates at once want the same first channel under
// e-cube routing: (2^n + 1) / (3 (2^n - 1)). n is 1 .. 62, here and below.
double collision_fixed(unsigned n);
// (2) corrected: the same when each message may take any output that brings it nearer. They collide
// only where the second can use no other than the one the first took: 1 / (2^n - 1), however the
// first chose.
double collision_adaptive(unsigned n);
// (2) as printed, 2^n / (2^n - 1)^2: that the destination is another node is counted twice.
double collision_adaptive_printed(unsigned n);
// P_f / P_a = (2^n + 1) / 3.
double collision_ratio(unsigned n);

// Packets of a message of `bytes` data bytes; a message without data is one packet.
std::uint64_t packets(std::uint64_t bytes);
// Their mean when the length is exponential with mean `mean_bytes`, greater than 0 (rounding
// lengths up to whole bytes does not change it).
double mean_packets(double mean_bytes);

// Nine mean intergeneration times, heaviest load first, for messages of mean 512 bytes; for another
// mean they grow with it (section 6; the print's 36846 is 36864).
std::array<double, 9> intergeneration_times(double mean_bytes);

// How the links of a hypercube are counted: each direction, or each pair of directions, as one.
enum class Links { directions, pairs };
double links_per_node(unsigned n, Links links);  // n or n / 2

// Mean of the ideal link utilisation (section 6) with uniform destinations but oneself: 2 ticks for
// each byte and hop, over the links' time. Means in bytes and ticks.
double ideal_utilisation(unsigned n, double mean_bytes, double intergeneration, Links links);

// Section 4: transmission times, in units of a hop, of a long message of length `long_length` and
// a short one that starts with it and shares `hops` hops; the long one gets its circuit first.
struct TransmissionTimes {
  double long_message = 0;   // t_l
  double short_message = 0;  // t_s
};
// Wormhole: t_l = M_l + h; t_s = M_s + h + t_l, for the short one waits on one link (Fig. 5).
TransmissionTimes wormhole_times(double long_length, double short_length, double hops);
// As printed: t_s = M_s + h t_l, which waits for the long message at each hop.
TransmissionTimes wormhole_times_printed(double long_length, double short_length, double hops);
// Packets: M + h alpha. A slowdown alpha is 1 or more; about 1 for the long, 2 for the short one.
TransmissionTimes packet_times(double long_length, double short_length, double hops,
                               double long_alpha, double short_alpha);

}  // namespace turnpike::model::buzzard
