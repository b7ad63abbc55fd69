// anynet.cpp - irregular networks: what is read is whole, and written again reads as the same.

#include "model/topology/anynet.h"

#include <optional>
#include <set>
#include <sstream>
#include <utility>
#include <vector>

#include "model/common/configuration_error.h"
#include "tests/parsers/parsers.h"

namespace turnpike::test {

namespace {

std::string cycles_text(const std::vector<std::optional<unsigned>>& registers, std::size_t link) {
  return registers.empty() ? "" : " " + std::to_string(registers[link].value() + 1);
}

std::string written(const model::TopologySpec& spec) {
  std::ostringstream out;
  for (std::size_t i = 0; i < spec.hosts.size(); ++i) out << "router " << i << "\n";
  for (std::size_t node = 0; node < spec.terminal_switches.size(); ++node) {
    out << "node " << node << " router " << spec.terminal_switches[node] << "\n";
  }
  for (std::size_t i = 0; i < spec.links.size(); ++i) {
    const auto& [a, b] = spec.links[i];
    out << "router " << a << " router " << b << cycles_text(spec.link_latency, i) << "\n";
    if (spec.link_latency_back.empty()) continue;
    out << "router " << b << " router " << a << cycles_text(spec.link_latency_back, i) << "\n";
  }
  return out.str();
}

void check_whole(const model::TopologySpec& spec) {
  std::size_t terminals = 0;
  for (const unsigned hosts : spec.hosts) terminals += hosts;
  promise(terminals == spec.terminal_switches.size(), "every terminal at a switch");
  promise(terminals > 0, "a terminal");
  std::set<std::pair<unsigned, unsigned>> seen;
  for (const auto& [a, b] : spec.links) {
    promise(a < spec.hosts.size() && b < spec.hosts.size() && a != b, "links of two switches");
    promise(seen.insert({a, b}).second && seen.count({b, a}) == 0, "each link once");
  }
  for (const auto* latency : {&spec.link_latency, &spec.link_latency_back}) {
    promise(latency->empty() || latency->size() == spec.links.size(), "a latency for each link");
  }
}

}  // namespace

void check_anynet(std::string_view bytes) {
  model::TopologySpec spec;
  try {
    std::istringstream in{std::string(bytes)};
    spec = model::read_anynet(in, "net.txt");
  } catch (const model::ConfigurationError& error) {
    promise(error.value.rfind("net.txt", 0) == 0, "the file's name comes first: " + error.value);
    return check_message(error.what(), 1);
  }
  check_whole(spec);
  std::istringstream in(written(spec));
  model::TopologySpec again;
  try {
    again = model::read_anynet(in, "again.txt");
  } catch (const model::ConfigurationError& error) {
    promise(false, error.what());
  }
  promise(written(again) == written(spec), "written again it reads as the same");
}

}  // namespace turnpike::test
