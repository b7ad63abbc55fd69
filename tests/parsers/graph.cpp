// graph.cpp - files of messages that wait for messages: read or refused with the line, plain and
// compressed.

#include "model/common/configuration_error.h"
#include "model/traffic/graph_file.h"
#include "tests/parsers/parsers.h"

namespace turnpike::test {

void check_graph_file(std::string_view bytes) {
  const std::string& path = file_with(bytes);
  const model::GraphLimits limits{16, 2, 4};
  try {
    const std::uint64_t messages = model::check_graph(path, limits).messages;
    std::uint64_t read = 0;
    model::GraphReader reader(path, limits);
    for (model::GraphMessage message; reader.next(message); ++read) {
      promise(message.source < limits.nodes && message.destination < limits.nodes, "nodes");
      promise(message.flits > 0 && message.delay > 0 && message.message_class < 2, "a message");
    }
    promise(read == messages, "every message is read twice");
  } catch (const model::ConfigurationError& error) {
    promise(error.key == "workload.file", "the key to blame");
    check_message(error.what(), 1);
  }
}

}  // namespace turnpike::test
