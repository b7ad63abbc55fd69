// message_length.h - the number of flits of a message.
//
// Exponential lengths are rounded up to whole flits. The mean of the exponential is chosen such
// that the mean after rounding is exactly `length`: P(flits > n) = (1 - 1/length)^n, the geometric
// distribution on 1, 2, ...

#pragma once

#include <cstdint>

#include "model/common/random.h"
#include "model/common/types.h"
#include "model/traffic/traffic_spec.h"

namespace turnpike::model {

class MessageLength {
 public:
  MessageLength() = default;
  // Throws ConfigurationError.
  MessageLength(const TrafficSpec& spec, std::uint64_t seed);

  // Mean in flits; 0 when default constructed.
  double mean() const { return mean_; }
  // Flits of message number `event` of a node, at least 1.
  std::uint32_t pick(NodeId node, std::uint64_t event) const;

 private:
  RandomStream random_{0, Stream::length};
  LengthKind kind_ = LengthKind::fixed;
  std::uint32_t length_ = 0;
  std::uint32_t long_length_ = 0;
  double long_fraction_ = 0;
  double scale_ = 0;  // exponential: flits per half-life; 0: always one flit
  double mean_ = 0;
};

}  // namespace turnpike::model
