// clock_constraints.cpp - a line for each asynchronous channel.

#include "sim/hardware/emit/clock_constraints.h"

#include <fmt/format.h>

#include <vector>

namespace turnpike::sim {

std::string clock_constraints(const model::Network& network, const EmittedNames& names) {
  std::string text = fmt::format(
      "# {0}.sdc - paths between the clocks of {0}.\n"
      "#\n"
      "# Set before it is read: `folder`, where this file is; `network`, the path of the instance "
      "of "
      "{0}\n"
      "# with a separator at its end, or nothing; and the period of each clock, in the unit of the "
      "tool:\n"
      "# `period_0` of clk_i, `period_1` of clk_1_i and so on. For Vivado read "
      "rtl/async_channel.xdc instead.\n\n",
      names.top);
  const std::vector<std::string> links = link_names(network);
  for (std::size_t id = 0; id < network.channels.size(); ++id) {
    const model::Channel& link = network.channels[id];
    if (!network.is_asynchronous(link)) continue;
    text += fmt::format(
        "set channel ${{network}}{}/; set in_period $period_{}; set out_period $period_{}; "
        "source $folder/rtl/async_channel.sdc\n",
        links[id], network.clock_of(link.from), network.clock_of(link.to));
  }
  return text;
}

}  // namespace turnpike::sim
