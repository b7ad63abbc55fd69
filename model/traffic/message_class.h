// message_class.h - the message class of a drawn message.

#pragma once

#include <cstdint>
#include <vector>

#include "model/common/random.h"
#include "model/common/types.h"
#include "model/topology/network.h"
#include "model/traffic/traffic_spec.h"

namespace turnpike::model {

class MessageClass {
 public:
  // Throws ConfigurationError.
  MessageClass(const TrafficSpec& spec, const Network& network, std::uint64_t seed);

  // The class of message number `event` of a node.
  unsigned pick(NodeId node, std::uint64_t event) const {
    if (limits_.empty()) return 0;
    const std::uint64_t bits = random_.draw(node, event);
    unsigned message_class = 0;
    for (const double limit : limits_) message_class += chance(bits, limit) ? 0 : 1;
    return message_class;
  }

 private:
  RandomStream random_;
  std::vector<double> limits_;  // [message class but the last] share of this and lower ones
};

}  // namespace turnpike::model
