// schema_tables.h - the rows of [network.express], [router], [traffic], [workload], [axi] and
// [run], for schema().

#pragma once

#include <vector>

#include "sim/experiment/config/schema.h"

namespace turnpike::sim {

// The key of [traffic] that has a meaning with every workload.
inline constexpr const char* kMessagesAtOnce = "traffic.messages_at_once";

// Of a port of [axi].
inline constexpr const char* kAxiNameForm =
    "a letter a .. z, then a .. z, 0 .. 9 and _, in all at most 32 characters";

void add_express_rows(std::vector<Key>& rows);
void add_router_rows(std::vector<Key>& rows);
void add_traffic_rows(std::vector<Key>& rows);
void add_workload_rows(std::vector<Key>& rows);
void add_axi_rows(std::vector<Key>& rows);
void add_run_rows(std::vector<Key>& rows);

TableList traffic_classes();
TableList workload_phases();
TableList axi_managers();
TableList axi_regions();

}  // namespace turnpike::sim
