// transport_claims.h - what section 3 says of datagrams and circuits, judged.

#pragma once

#include <vector>

#include "papers/buzzard/transport_study.h"

namespace turnpike::sim::buzzard {

std::vector<Judgement> judge_transport(const TransportStudy& study);

}  // namespace turnpike::sim::buzzard
