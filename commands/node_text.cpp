// node_text.cpp - node numbers and coordinates.

#include "commands/node_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cctype>
#include <vector>

#include "sim/base/config_error.h"

namespace turnpike::sim {

namespace {

[[noreturn]] void refuse(const std::string& text, const model::Network& network,
                         const std::string& option) {
  const std::size_t nodes = network.nodes();
  std::string allowed = fmt::format("a node number 0 .. {}", nodes == 0 ? 0 : nodes - 1);
  if (nodes > 0) {
    const auto last = model::terminal_coordinates(
        network, network.first_terminal(static_cast<model::NodeId>(nodes - 1)));
    if (last.size() > 1) allowed += fmt::format(" or coordinates up to {}", fmt::join(last, ","));
  }
  throw ConfigError(fmt::format("{}: found '{}', allowed: {}", option, text, allowed));
}

// Decimal numbers between commas; empty when the text is anything else.
std::vector<unsigned> parse_numbers(const std::string& text) {
  std::vector<unsigned> numbers;
  std::string digits;
  for (const char c : text + ",") {
    if (c == ',') {
      if (digits.empty() || digits.size() > 9) return {};
      numbers.push_back(static_cast<unsigned>(std::stoul(digits)));
      digits.clear();
    } else if (std::isdigit(static_cast<unsigned char>(c))) {
      digits += c;
    } else if (c != ' ') {
      return {};
    }
  }
  return numbers;
}

}  // namespace

model::NodeId parse_node(const std::string& text, const model::Network& network,
                         const std::string& option) {
  const std::vector<unsigned> numbers = parse_numbers(text);
  if (numbers.size() == 1 && numbers[0] < network.nodes()) return numbers[0];
  if (numbers.size() > 1 && numbers.size() == network.radix.size()) {
    std::uint64_t node = 0;
    std::uint64_t weight = 1;
    bool fits = true;
    for (std::size_t d = 0; d < numbers.size(); ++d) {
      fits = fits && numbers[d] < network.radix[d];
      node += numbers[d] * weight;
      weight *= network.radix[d];
    }
    if (fits) return static_cast<model::NodeId>(node);
  }
  refuse(text, network, option);
}

std::string node_text(model::NodeId node, const model::Network& network) {
  const auto coordinates = model::terminal_coordinates(network, network.first_terminal(node));
  if (coordinates.size() < 2) return fmt::format("{}", node);
  return fmt::format("{} ({})", node, fmt::join(coordinates, ","));
}

}  // namespace turnpike::sim
