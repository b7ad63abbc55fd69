// transport.h - the transport schemes of section 3 over lengths, links, routing and load.

#pragma once

#include <string>
#include <vector>

#include "model/transport/transport.h"
#include "papers/buzzard/loads.h"

namespace turnpike::sim::buzzard {

// One scheme with one kind of links and of routing.
struct Variant {
  model::TransportScheme scheme = model::TransportScheme::store_and_forward;
  bool adaptive = false;
  bool bidirectional = true;
  bool commits = false;  // adaptive: waits for one link

  std::size_t index() const {
    const std::size_t routing = adaptive ? commits ? 2 : 1 : 0;
    return static_cast<std::size_t>(scheme) * 6 + 2 * routing + (bidirectional ? 1 : 0);
  }
  bool is_datagram() const { return scheme != model::TransportScheme::circuit; }
};
constexpr std::size_t kVariants = 18;
std::vector<Variant> all_variants();
std::string variant_text(const Variant& variant);

// Mean over the messages of a list; one value for each seed.
struct TransportPoint {
  std::vector<double> first;            // ticks from generation to the first 16 bytes
  std::vector<double> last;             // ... to the last byte
  std::vector<double> transit_mean;     // bytes a node
  std::vector<double> transit_largest;  // bytes, any node
  std::vector<double> held_largest;     // the same with what waits at its source
};

class TransportStudy {
 public:
  static const std::vector<unsigned>& mean_lengths();

  // Runs all; false: interrupted.
  bool run(const PaperOptions& options);

  const TransportPoint& at(std::size_t length, const Variant& variant, unsigned load) const {
    return points_[(length * kVariants + variant.index()) * kLoads + load];
  }
  // Time to the last byte over that of another variant, over the same lists.
  Measured ratio(std::size_t length, const Variant& variant, const Variant& other,
                 unsigned load) const;

 private:
  std::vector<TransportPoint> points_;
};

std::vector<Judgement> judge_transport(const TransportStudy& study);

// Runs the part and adds what it found.
void add_transport(const PaperOptions& options, PaperReport& report);

}  // namespace turnpike::sim::buzzard
