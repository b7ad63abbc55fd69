// event_file.cpp - the event log of a run as a file (docs/event_log.md).

#include "sim/results/event_file.h"

#include <filesystem>
#include <utility>

#include "sim/results/event_text.h"

namespace turnpike::sim {
namespace {

constexpr std::size_t kChunk = 1 << 20;  // bytes written at a time

}  // namespace

EventFile::EventFile(const model::Network& network, std::string path)
    : network_(network),
      path_(std::move(path)),
      is_json_(std::filesystem::path(path_).extension() == ".jsonl"),
      file_(path_),
      text_(is_json_ ? events_json_header() : events_csv_header()) {}

void EventFile::record(const model::Event& event) {
  if (is_json_) {
    add_event_json(network_, event, text_);
  } else {
    add_event_csv(network_, event, text_);
  }
  if (text_.size() < kChunk) return;
  file_.write(text_);
  text_.clear();
}

void EventFile::keep() {
  file_.write(text_);
  text_.clear();
  file_.flush_and_close();
  file_.keep_as(path_);
}

}  // namespace turnpike::sim
