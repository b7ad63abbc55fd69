// message_length.cpp - draws of message lengths.

#include "model/traffic/message_length.h"

#include <string>

#include "model/common/configuration_error.h"
#include "model/traffic/arrivals.h"
#include "model/traffic/fixed_log2.h"

namespace turnpike::model {
namespace {

constexpr unsigned kMaxMean = 1u << 24;  // so that the longest draw, 45 means, fits 32 bits

void check_length(const char* key, unsigned flits) {
  if (flits >= 1 && flits <= kMaxMean) return;
  throw ConfigurationError(key, std::to_string(flits), "1 .. " + std::to_string(kMaxMean));
}

}  // namespace

MessageLength::MessageLength(const TrafficSpec& spec, std::uint64_t seed)
    : random_(seed, Stream::length), kind_(spec.length_kind), length_(spec.length) {
  check_length("traffic.length", spec.length);
  mean_ = spec.length;
  if (kind_ == LengthKind::exponential && length_ > 1) {
    scale_ = trials_per_half_life(1.0 / spec.length);
  }
  if (kind_ != LengthKind::bimodal) return;
  check_length("traffic.long_length", spec.long_length);
  if (!(spec.long_fraction >= 0 && spec.long_fraction <= 1)) {
    throw ConfigurationError("traffic.long_fraction", std::to_string(spec.long_fraction), "0 .. 1");
  }
  long_length_ = spec.long_length;
  long_fraction_ = spec.long_fraction;
  mean_ = long_fraction_ * long_length_ + (1 - long_fraction_) * length_;
}

std::uint32_t MessageLength::pick(NodeId node, std::uint64_t event) const {
  switch (kind_) {
    case LengthKind::fixed:
      break;
    case LengthKind::exponential:
      if (scale_ == 0) break;
      return 1 + static_cast<std::uint32_t>(half_lives(random_.draw(node, event)) * scale_);
    case LengthKind::bimodal:
      return chance(random_.draw(node, event), long_fraction_) ? long_length_ : length_;
  }
  return length_;
}

}  // namespace turnpike::model
