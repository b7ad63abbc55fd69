// routed_router.h - a router as Verilog: the switch, and its routing unit beside it.

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/router/router_params.h"
#include "sim/hardware/shapes/shape.h"
#include "sim/hardware/shapes/verilog.h"

namespace turnpike::sim {

// Where a router whose routes are in a table has it.
enum class TablePlace { loaded, beside };  // beside: in_route_i is what the table says

// The pins are those of rtl/router/router.v; there are no parameters. With a table beside it there
// are no pins to load one.
VerilogModule routed_router(const std::string& name, const model::RouterParams& params,
                            TablePlace table);

// Modules of rtl/ that it is made of.
std::vector<std::string> router_modules(const model::RouterParams& params);
// The routing unit, if it lies elsewhere. Throws std::runtime_error: it cannot be read.
std::optional<GeneratedSource> own_routing_unit(const model::RouterParams& params);

}  // namespace turnpike::sim
