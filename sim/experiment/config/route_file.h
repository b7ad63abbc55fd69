// route_file.h - files of routes: rows of model/topology/route_rows.h as CSV or JSON.

#pragma once

#include <string>
#include <vector>

#include "model/topology/route_rows.h"

namespace turnpike::sim {

// `name` is the file's; ".json" at its end: JSON, else CSV. Throws model::ConfigurationError of the
// key "network.routes" whose value names file and line.
std::vector<model::RouteRow> parse_routes(const std::string& text, const std::string& name);

// What parse_routes() reads back.
std::string routes_csv(const std::vector<model::RouteRow>& rows);
std::string routes_json(const std::vector<model::RouteRow>& rows);

}  // namespace turnpike::sim
