// permutation_file.cpp - destinations from a file: one "source destination" pair a line.

#include "model/traffic/permutation_file.h"

#include "model/traffic/line_reader.h"

namespace turnpike::model {

std::vector<NodeId> read_permutation(const std::string& path, NodeId nodes) {
  constexpr NodeId kNone = ~NodeId{0};
  std::vector<NodeId> to(nodes, kNone);
  LineReader lines(path, 2, "source destination");
  while (lines.next()) {
    if (lines.field(0) >= nodes || lines.field(1) >= nodes) {
      lines.fail("nodes 0 .. " + std::to_string(nodes - 1) + ": unknown node");
    }
    NodeId& destination = to[static_cast<std::size_t>(lines.field(0))];
    if (destination != kNone) lines.fail("every source at most once");
    destination = static_cast<NodeId>(lines.field(1));
  }
  return to;
}

}  // namespace turnpike::model
