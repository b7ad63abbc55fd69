// event_file.h - the event log of a run as a file (docs/event_log.md).

#pragma once

#include <memory>
#include <string>

#include "model/network/event_log.h"
#include "model/topology/network.h"
#include "sim/base/temporary_file.h"

namespace turnpike::sim {

// CSV, or JSON lines where the path ends in .jsonl. Appears under its name when keep() is called.
class EventFile final : public model::EventSink {
 public:
  // `network` outlives it. Everything throws ConfigError when the file cannot be written.
  EventFile(const model::Network& network, std::string path);

  void record(const model::Event& event) override;
  void keep();

 private:
  const model::Network& network_;
  std::string path_;
  bool is_json_;
  TemporaryFile file_;
  std::string text_;  // not yet written
};

}  // namespace turnpike::sim
