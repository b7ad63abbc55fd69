// schema_tables.h - the rows of [network.express], [router], [traffic] and [run], for schema().

#pragma once

#include <vector>

#include "sim/experiment/config/schema.h"

namespace turnpike::sim {

void add_express_rows(std::vector<Key>& rows);
void add_router_rows(std::vector<Key>& rows);
void add_traffic_rows(std::vector<Key>& rows);
void add_run_rows(std::vector<Key>& rows);

}  // namespace turnpike::sim
