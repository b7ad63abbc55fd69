// message_class.cpp - shares of the message classes, as limits of a draw.

#include "model/traffic/message_class.h"

#include <numeric>
#include <string>

#include "model/common/configuration_error.h"

namespace turnpike::model {

MessageClass::MessageClass(const TrafficSpec& spec, const Network& network, std::uint64_t seed)
    : random_(seed, Stream::message_class) {
  const unsigned classes = network.router.routing.message_classes;
  std::vector<unsigned> shares = spec.class_shares;
  if (shares.empty()) shares.assign(classes, 1);
  const std::uint64_t all = std::accumulate(shares.begin(), shares.end(), std::uint64_t{0});
  if (shares.size() != classes || all == 0) {
    std::string found;
    for (const unsigned share : shares)
      found += (found.empty() ? "" : ", ") + std::to_string(share);
    throw ConfigurationError("traffic.class_shares", "[" + found + "]",
                             "a list of " + std::to_string(classes) +
                                 ", one number for each of router.message_classes, and at least "
                                 "one of them above 0");
  }
  std::uint64_t below = 0;
  for (unsigned c = 0; c + 1 < classes; ++c) {
    below += shares[c];
    limits_.push_back(static_cast<double>(below) / static_cast<double>(all));
  }
}

}  // namespace turnpike::model
