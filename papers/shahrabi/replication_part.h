// replication_part.h - what it saves when packet routers copy a broadcast instead of the nodes.

#pragma once

#include "papers/papers.h"

namespace turnpike::sim::shahrabi {

void add_replication(const PaperOptions& options, PaperReport& report);

}  // namespace turnpike::sim::shahrabi
