// event_file.cpp - the event log of a run as a file (docs/event_log.md).

#include "sim/results/event_file.h"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "sim/base/config_error.h"

namespace turnpike::sim {
namespace {

constexpr std::size_t kChunk = 1 << 20;  // bytes written at a time
constexpr const char* kSchema = "turnpike.events/1";

const char* to_text(model::EventKind kind) {
  switch (kind) {
    case model::EventKind::queued:
      return "queued";
    case model::EventKind::injected:
      return "injected";
    case model::EventKind::hop:
      return "hop";
    case model::EventKind::head:
      return "head";
    case model::EventKind::delivered:
      return "delivered";
  }
  return "";
}

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
  return is_json_ ? fmt::format("{{\"schema\":\"{}\"}}\n", kSchema)
                  : fmt::format(
                        "# {}\n"
                        "cycle,event,source,packet,destination,flits,component,port,vc\n",
                        kSchema);
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
    write_json(event);
  } else {
    write_csv(event);
  }
  if (text_.size() >= kChunk) write();
}

void EventFile::write_csv(const model::Event& event) {
  const auto out = std::back_inserter(text_);
  fmt::format_to(out, "{},{},{},{},{},", event.cycle, to_text(event.kind), event.source,
                 event.packet, event.destination);
  if (event.flits != 0) fmt::format_to(out, "{}", event.flits);
  const bool is_hop = event.kind == model::EventKind::hop;
  if (is_hop) {
    fmt::format_to(out, ",{},{},", component_name(network_, event.component), event.port);
  } else {
    text_ += ",,,";
  }
  if (is_hop || event.kind == model::EventKind::injected) fmt::format_to(out, "{}", event.vc);
  text_ += '\n';
}

void EventFile::write_json(const model::Event& event) {
  const auto out = std::back_inserter(text_);
  fmt::format_to(out,
                 "{{\"cycle\":{},\"event\":\"{}\",\"source\":{},\"packet\":{},\"destination\":{}",
                 event.cycle, to_text(event.kind), event.source, event.packet, event.destination);
  if (event.flits != 0) fmt::format_to(out, ",\"flits\":{}", event.flits);
  const bool is_hop = event.kind == model::EventKind::hop;
  if (is_hop) {
    fmt::format_to(out, ",\"component\":\"{}\",\"port\":{}",
                   component_name(network_, event.component), event.port);
  }
  if (is_hop || event.kind == model::EventKind::injected) {
    fmt::format_to(out, ",\"vc\":{}", event.vc);
  }
  text_ += "}\n";
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
