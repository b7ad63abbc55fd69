// pairs_file.cpp - pairs of nodes, a line each.

#include "commands/pairs_file.h"

#include <fmt/format.h>

#include <sstream>
#include <vector>

#include "commands/node_text.h"
#include "model/common/printable.h"
#include "sim/base/config_error.h"
#include "sim/base/text_file.h"

namespace turnpike::sim {

model::UsedPairs read_pairs(const std::string& path, const model::Network& network) {
  model::UsedPairs pairs(network.nodes());
  std::string text = read_text_file(path);
  if (model::has_byte_order_mark(text)) text.erase(0, model::kByteOrderMark);
  std::istringstream lines(text);
  std::string line;
  for (std::size_t number = 1; std::getline(lines, line); ++number) {
    std::istringstream words(line.substr(0, line.find('#')));
    std::vector<std::string> nodes;
    for (std::string word; words >> word;) nodes.push_back(word);
    if (nodes.empty()) continue;
    const std::string where = fmt::format("{}:{}", model::printable(path), number);
    if (nodes.size() != 2) {
      throw ConfigError(
          fmt::format("{}: found '{}', allowed: a source and a destination, such as "
                      "0 5, with a blank between them",
                      where, model::excerpt(line)));
    }
    pairs.add(parse_node(nodes[0], network, where.c_str()),
              parse_node(nodes[1], network, where.c_str()));
  }
  if (pairs.count() == 0) {
    throw ConfigError(
        fmt::format("{}: found no pair, allowed: at least one", model::printable(path)));
  }
  return pairs;
}

}  // namespace turnpike::sim
