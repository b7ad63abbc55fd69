// dally.h - closed forms of express cubes (Dally 1991), corrected where the print is wrong.
//
// The network has one dimension: an array of nodes 0, 1, 2 ... with an interchange before every
// node b > 0 that is a multiple of the spacing. docs/express.md has the machine, the equations and
// the corrections. The functions depend on their parameters alone. A hop is a channel on the path,
// and so a node or an interchange that is entered. Distances are in nodes. Times are in T_w, the
// delay of the wire between neighbours, unless a function says otherwise. An argument out of range
// throws std::invalid_argument with its name, its value and the allowed values.

#pragma once

#include <cstdint>
#include <vector>

namespace turnpike::model::dally {

// Interchange spacing of each level, level 1 first (Dally 1991, footnote 5: mixed radix): every
// spacing[j]-th interchange of level j becomes one of level j + 1. Each 2 or more, the product of
// all at most 2^32. No level at all is the plain array.
using Spacing = std::vector<std::uint32_t>;

// The same spacing i on each of `levels` levels: what the paper analyses.
Spacing equal_spacing(std::uint32_t spacing, unsigned levels);

// [p], p = 0 .. levels: length of a channel of level p in nodes, which is also the least distance
// to go that takes one; i^p with equal spacings.
std::vector<std::uint64_t> channel_lengths(const Spacing& spacing);

// Hops from node to node, exact for every pair (III-C, with carry and the steps into and out of
// interchanges). Nodes 0 .. 2^32 - 1. The radix does not matter: no message passes its destination.
// A ring is the array unrolled: hops(s, s + distance) when the lengths divide the radix.
std::uint64_t hops(std::uint64_t source, std::uint64_t destination, const Spacing& spacing);
std::uint64_t hops(std::uint64_t source, std::uint64_t destination, std::uint32_t spacing,
                   unsigned levels);

// Mean hops over all sources, for any distance up to 2^32 - 1. From i^l on it is equation (5);
// below, (5) for the levels that the distance reaches; below i, D + D / i.
double mean_hops(std::uint64_t distance, const Spacing& spacing);
double mean_hops(std::uint64_t distance, std::uint32_t spacing, unsigned levels);

// (3), flat: D / i + i. Distance i or more. Exact if i divides D, else the mean over sources.
double hops_equation_3(std::uint64_t distance, std::uint32_t spacing);

// (4), flat, from a source midway between interchanges. The print takes the express hops of
// reading b and the last local hops of reading a, and so has a hop more than reading a wherever
// they differ. Reading a (offset (i-1)/2) is a walk for odd spacing, b (offset i/2) for even.
enum class Reading { printed, a, b };

struct FlatHops {
  double to_interchange = 0;  // H_i, local; all of the distance if it reaches no interchange
  double express = 0;         // H_e
  double to_destination = 0;  // H_f, local

  double total() const { return to_interchange + express + to_destination; }
  // D_local of III-D, which is right for reading b.
  double local() const { return to_interchange + to_destination; }
};

FlatHops hops_equation_4(std::uint64_t distance, std::uint32_t spacing, Reading reading);

// (5), hierarchical: D / i^l + (i - 1) l + 1. Levels 1 or more, distance i^l or more. Exact if i^l
// divides D, else the mean over sources.
double hops_equation_5(std::uint64_t distance, std::uint32_t spacing, unsigned levels);

// Delays in any one unit of time.
struct Delays {
  double node = 1;    // T_n, also an interchange's
  double wire = 0;    // T_w
  double period = 1;  // T_p, between two phits
};

// (1): H T_n + D T_w + (L / W) T_p, in the unit of the delays. `phits` is L / W. Nothing negative.
double message_latency(double hops, double distance, double phits, const Delays& delays);

// Latency of the head, alpha H + D in T_w: equations (2), (3), (5) for any pair, without L T_p / W.
// alpha = T_n / T_w is 0 or more.
double latency(std::uint64_t source, std::uint64_t destination, const Spacing& spacing,
               double alpha);
double latency(std::uint64_t source, std::uint64_t destination, std::uint32_t spacing,
               unsigned levels, double alpha);
// The same for the mean over all sources.
double mean_latency(std::uint64_t distance, const Spacing& spacing, double alpha);
// (2): (alpha + 1) D, the array without express channels.
double latency_conventional(std::uint64_t distance, double alpha);

// (6) and (7) corrected: share of random traffic on level j near the centre of an array of `radix`
// nodes: f_j = 2 i^(j+1) / k below the top, f_l the rest. Level 0 .. levels; the radix is large
// enough for the rest not to be negative. From level 1 on the lower levels are counted again.
double traffic_fraction(unsigned level, std::uint64_t radix, std::uint32_t spacing,
                        unsigned levels);
std::vector<double> traffic_fractions(std::uint64_t radix, const Spacing& spacing);

// The same without counting again: f_j = 2 (i^(j+1) - i^j) / k, f_0 = 2 i / k, f_l the rest. The
// exact count where the centre is a multiple of i^l (model/analysis/express_load.h has it for all).
std::vector<double> traffic_fractions_first_order(std::uint64_t radix, const Spacing& spacing);

// D' = alpha i log_i alpha, V: from this distance on a hierarchical express cube with i^l = alpha
// is within a factor of three of the wire. alpha is 1 or more.
double crossover_distance(double alpha, std::uint32_t spacing);

// M = floor(beta - 1), III-E: express channels that fit beside the local one. beta is the width of
// the node over that of a channel (the paper's list of symbols has it upside down), 1 or more.
std::uint64_t express_channels(double beta);

// 2 j - 1, III-C: interchanges of level one that make one of level j, 1 or more (Fig. 5b).
unsigned level_one_modules(unsigned level);

}  // namespace turnpike::model::dally
