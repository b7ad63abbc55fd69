// table_routings.cpp - the list of the routings that are tables.

#include "model/topology/table_routing.h"

#include "model/topology/topology_spec.h"

namespace turnpike::model {

namespace {

std::vector<const TableRouting*>& list_of_table_routings() {
  static std::vector<const TableRouting*> list = {&TableRouting::up_down,
                                                  &TableRouting::layered_shortest,
                                                  &TableRouting::minimal_adaptive,
                                                  &TableRouting::valiant,
                                                  &TableRouting::romm,
                                                  &TableRouting::table};
  return list;
}

constexpr TableRouting up_down_routing() {
  TableRouting routing{"up_down", "Up*/Down*: no way up after a way down"};
  routing.suits = [](const TopologySpec& topology) { return topology.kind->takes_root; };
  return routing;
}

}  // namespace

const TableRouting TableRouting::up_down = up_down_routing();

const std::vector<const TableRouting*>& table_routings() { return list_of_table_routings(); }

bool add_table_routing(const TableRouting& routing) {
  list_of_table_routings().push_back(&routing);
  return true;
}

}  // namespace turnpike::model
