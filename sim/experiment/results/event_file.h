// event_file.h - the event log of a run as a file (docs/event_log.md).

#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "model/network/event_log.h"
#include "model/topology/network.h"
#include "sim/base/content_hash.h"
#include "sim/base/temporary_file.h"

namespace turnpike::sim {

// How far an event log was written.
struct EventMark {
  std::uint64_t bytes = 0;
  std::string hash;  // of them
};

// CSV, or JSON lines where the path ends in .jsonl. Appears under its name when keep() is called.
class EventFile final : public model::EventSink {
 public:
  // `network` outlives it. Everything throws ConfigError when the file cannot be written.
  EventFile(const model::Network& network, std::string path);
  // As a PartialFile, which stays when the program is killed; `from`: goes on from there, unless it
  // is null. Throws ConfigError when what is there is not what was written.
  EventFile(const model::Network& network, std::string path, const EventMark* from);

  void record(const model::Event& event) override;
  // Of a partial file: all up to now is on the disk.
  EventMark mark();
  void keep();

 private:
  std::string head() const;
  void write();

  const model::Network& network_;
  std::string path_;
  bool is_json_;
  std::optional<TemporaryFile> file_;   // either this
  std::optional<PartialFile> partial_;  // or this, with
  ContentHash hash_;                    // of what was written
  std::uint64_t bytes_ = 0;
  std::string text_;  // not yet written
};

}  // namespace turnpike::sim
