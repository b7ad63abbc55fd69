// members.h - which of the optional pins and internals a Verilated module has.

#pragma once

#include <type_traits>

#define TURNPIKE_DETECT(name, member)                                                             \
  template <class Root, class = void>                                                             \
  struct Has_##name : std::false_type {};                                                         \
  template <class Root>                                                                           \
  struct Has_##name<Root, std::void_t<decltype(std::declval<Root&>().member)>> : std::true_type { \
  };                                                                                              \
  template <class Root>                                                                           \
  constexpr bool has_##name = Has_##name<Root>::value

namespace turnpike::sim {

TURNPIKE_DETECT(phase, phase_i);
TURNPIKE_DETECT(enable, enable_i);
TURNPIKE_DETECT(node, node_i);
TURNPIKE_DETECT(limit, limit_i);
TURNPIKE_DETECT(dimension, dimension_i);
TURNPIKE_DETECT(connected, connected_i);
TURNPIKE_DETECT(paced, paced_i);
TURNPIKE_DETECT(pauses, pauses_i);
TURNPIKE_DETECT(in_route, in_route_i);
TURNPIKE_DETECT(out_route, out_route_o);
TURNPIKE_DETECT(idle, idle_o);
TURNPIKE_DETECT(error, error_o);
TURNPIKE_DETECT(queue, queue_o);
TURNPIKE_DETECT(expected, expected_valid_i);
TURNPIKE_DETECT(expected_route, expected_route_i);
TURNPIKE_DETECT(table, table_we_i);
TURNPIKE_DETECT(instruction, instruction_valid_i);
// Verilator's memory of the clock's last value: setting it back makes the next evaluation see a
// rising edge without a falling one before it.
TURNPIKE_DETECT(previous_clock, __Vtrigrprev__TOP__clk_i);

}  // namespace turnpike::sim

#undef TURNPIKE_DETECT
