// traffic.cpp - traces and permutations: read or refused with the line; a trace that passes its
// check is streamed to its end, every message in its cycle.

#include <vector>

#include "model/common/configuration_error.h"
#include "model/traffic/permutation_file.h"
#include "model/traffic/trace_source.h"
#include "tests/parsers/parsers.h"

namespace turnpike::test {

namespace {

constexpr model::NodeId kNodes = 16;

void check_refusal(const model::ConfigurationError& error) {
  promise(error.key == "traffic.file", "the key to blame");
  check_message(error.what(), 1);
}

std::vector<model::TraceLine> lines_of(const std::string& path) {
  std::vector<model::TraceLine> lines;
  model::TraceReader reader(path, {kNodes});
  for (model::TraceLine line; reader.next(line);) lines.push_back(line);
  return lines;
}

// From cycle to cycle in which something is due; messages of a node in the order of their lines.
void check_streaming(const std::string& path, const std::vector<model::TraceLine>& lines) {
  model::TraceSource source(path, {kNodes});
  std::size_t taken = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (i > 0 && lines[i].cycle == lines[i - 1].cycle) continue;
    source.prepare(lines[i].cycle);
    for (model::NodeId node = 0; node < kNodes; ++node) {
      while (source.next_cycles()[node] <= lines[i].cycle) {
        promise(source.take(node).queued == lines[i].cycle, "a message in its cycle");
        ++taken;
      }
    }
  }
  promise(taken == lines.size() && source.exhausted(), "every message once");
}

}  // namespace

void check_trace(std::string_view bytes) {
  const std::string& path = file_with(bytes);
  std::vector<model::TraceLine> lines;
  try {
    lines = lines_of(path);
  } catch (const model::ConfigurationError& error) {
    return check_refusal(error);
  }
  check_streaming(path, lines);
}

void check_permutation(std::string_view bytes) {
  try {
    const std::vector<model::NodeId> to = model::read_permutation(file_with(bytes), kNodes);
    promise(to.size() == kNodes, "an entry for each node");
    for (const model::NodeId destination : to) {
      promise(destination < kNodes || destination == ~model::NodeId{0}, "destinations are nodes");
    }
  } catch (const model::ConfigurationError& error) {
    check_refusal(error);
  }
}

}  // namespace turnpike::test
