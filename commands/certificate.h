// certificate.h - the proof of `turnpike check` for somebody else, and a picture of a circle.

#pragma once

#include <string>

#include "model/topology/deadlock.h"

namespace turnpike::sim {

// Graph and order of the channels as JSON (docs/deadlock.md), which scripts/check_certificate.py
// verifies with the rows of `turnpike route --all`. Throws ConfigError where there is no order, or
// where rows cannot say the routes.
// `pairs`: the proof is that of their routes; null: of all.
std::string certificate_text(const std::string& name, const model::Network& network,
                             const model::UsedPairs* pairs);

// The channels of a circle as an SVG picture: the routers on a ring, an arrow for each channel.
std::string circle_svg(const model::Network& network, const model::DeadlockReport& report);

}  // namespace turnpike::sim
