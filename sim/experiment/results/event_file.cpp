// event_file.cpp - the event log of a run as a file (docs/event_log.md).

#include "sim/experiment/results/event_file.h"

#include <filesystem>
#include <utility>

#include "sim/base/config_error.h"
#include "sim/experiment/results/event_text.h"

namespace turnpike::sim {
namespace {

constexpr std::size_t kChunk = 1 << 20;  // bytes written at a time

}  // namespace

EventFile::EventFile(const model::Network& network, std::string path)
    : network_(network),
      path_(std::move(path)),
      is_json_(std::filesystem::path(path_).extension() == ".jsonl"),
      file_(path_),
      text_(head()) {}

EventFile::EventFile(const model::Network& network, std::string path, const EventMark* from)
    : network_(network),
      path_(std::move(path)),
      is_json_(std::filesystem::path(path_).extension() == ".jsonl") {
  if (from == nullptr) {
    partial_.emplace(path_);
    text_ = head();
    return;
  }
  partial_.emplace(path_, from->bytes, [this](const char* bytes, std::size_t count) {
    hash_.add_bytes(bytes, count);
    bytes_ += count;
  });
  if (hash_.to_text() != from->hash) {
    throw ConfigError(
        fmt::format("{}: found another event log than that of the checkpoint, or a "
                    "damaged one, allowed: the file as the run before left it",
                    PartialFile::name_of(path_)));
  }
  partial_->go_on();
}

std::string EventFile::head() const {
  return is_json_ ? events_json_header() : events_csv_header();
}

void EventFile::write() {
  if (file_) {
    file_->write(text_);
  } else {
    partial_->write(text_);
    hash_.add_bytes(text_.data(), text_.size());
    bytes_ += text_.size();
  }
  text_.clear();
}

EventMark EventFile::mark() {
  write();
  partial_->flush();
  return {bytes_, hash_.to_text()};
}

void EventFile::record(const model::Event& event) {
  if (is_json_) {
    add_event_json(network_, event, text_);
  } else {
    add_event_csv(network_, event, text_);
  }
  if (text_.size() >= kChunk) write();
}

void EventFile::keep() {
  write();
  if (file_) {
    file_->flush_and_close();
    file_->keep_as(path_);
  } else {
    partial_->flush_and_close();
    partial_->keep_as(path_);
  }
}

}  // namespace turnpike::sim
