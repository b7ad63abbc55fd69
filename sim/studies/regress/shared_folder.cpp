// shared_folder.cpp - claims as symbolic links, heartbeats as files.

#include "sim/studies/regress/shared_folder.h"

#include <fmt/format.h>
#include <limits.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <vector>

#include "sim/base/content_hash.h"
#include "sim/base/temporary_file.h"

namespace turnpike::sim {

namespace {

namespace fs = std::filesystem;

constexpr const char* kFree = "free";  // text of a claim that gives a point up

std::string line_of_file(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

// Text of a symbolic link; nothing: there is none.
std::optional<std::string> link_text(const std::string& path) {
  char text[PATH_MAX];
  const ssize_t count = ::readlink(path.c_str(), text, sizeof text);
  if (count < 0) return std::nullopt;
  return std::string(text, static_cast<std::size_t>(count));
}

// When a process was started, in ticks since the machine was; empty: there is none.
std::string start_of(const std::string& process) {
  const std::string stat = line_of_file("/proc/" + process + "/stat");
  const std::size_t name_end = stat.rfind(") ");
  if (name_end == std::string::npos) return "";
  std::istringstream rest(stat.substr(name_end + 2));
  std::string field;
  for (int i = 0; i < 20; ++i) rest >> field;  // the 22nd of all
  return field;
}

std::string variable(const char* name) {
  const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): no other thread
  return value == nullptr ? "" : value;
}

// The text behind "name=" up to the next space.
std::optional<std::string> field_of(const std::string& text, const std::string& name) {
  const std::size_t at = text.find(name + "=");
  if (at == std::string::npos) return std::nullopt;
  const std::size_t begin = at + name.size() + 1;
  return text.substr(begin, text.find(' ', begin) - begin);
}

std::string job_of(const std::string& task) { return task.substr(0, task.find('_')); }

}  // namespace

std::string Worker::to_text() const {
  return fmt::format("place={} process={} task={} restarts={}", place, process, task, restarts);
}

std::optional<Worker> Worker::from_text(const std::string& text) {
  const auto place = field_of(text, "place");
  const auto process = field_of(text, "process");
  const auto task = field_of(text, "task");
  const auto restarts = field_of(text, "restarts");
  if (!place || !process || !task || !restarts) return std::nullopt;
  Worker worker{*place, *process, *task, 0};
  worker.restarts = static_cast<unsigned>(std::strtoul(restarts->c_str(), nullptr, 10));
  return worker;
}

Worker this_worker() {
  Worker worker;
  const std::string space = link_text("/proc/self/ns/pid").value_or("");
  worker.place = sha256_of(line_of_file("/proc/sys/kernel/random/boot_id") + space).substr(0, 16);
  const std::string process = std::to_string(::getpid());
  worker.process = process + "." + start_of(process);
  const std::string job = variable("SLURM_ARRAY_JOB_ID");
  if (!job.empty()) worker.task = job + "_" + variable("SLURM_ARRAY_TASK_ID");
  worker.restarts =
      static_cast<unsigned>(std::strtoul(variable("SLURM_RESTART_COUNT").c_str(), nullptr, 10));
  return worker;
}

SharedFolder::SharedFolder(const std::string& path, Worker worker, Clock::duration silence)
    : folder_(path), worker_(std::move(worker)), silence_(silence) {
  for (const char* name : {"points", "claims", "workers"}) {
    std::error_code failure;
    fs::create_directories(folder_.path_of(name), failure);
    if (failure) fail_to_write("cannot be made", folder_.path_of(name), failure.value());
  }
}

std::string SharedFolder::point_path(const std::string& key) const {
  return folder_.path_of("points/" + key + ".json");
}

std::string SharedFolder::claim_path(const std::string& key, unsigned number) const {
  return folder_.path_of(fmt::format("claims/{}.{}", key, number));
}

std::string SharedFolder::look_path(const std::string& key) const {
  return folder_.path_of("points/" + key + ".look");
}

std::string SharedFolder::beat_path(const Worker& worker) const {
  return folder_.path_of(fmt::format("workers/{}-{}", worker.place, worker.process));
}

std::set<std::string> SharedFolder::finished() const {
  std::set<std::string> keys;
  std::vector<std::string> due;
  std::error_code failure;
  fs::directory_iterator entry(folder_.path_of("points"), failure);
  for (const fs::directory_iterator end; !failure && entry != end; entry.increment(failure)) {
    const fs::path name = entry->path().filename();
    if (name.extension() == ".json") keys.insert(name.stem().string());
    if (name.extension() == ".look") due.push_back(name.stem().string());
  }
  if (failure) fail_to_write("cannot be read", folder_.path_of("points"), failure.value());
  for (const std::string& key : due) keys.erase(key);
  return keys;
}

bool SharedFolder::has_result(const std::string& key) const {
  std::error_code ignored;
  return fs::exists(point_path(key), ignored);
}

bool SharedFolder::is_finished(const std::string& key) const {
  std::error_code ignored;
  return has_result(key) && !fs::exists(look_path(key), ignored);
}

std::optional<SharedFolder::Held> SharedFolder::latest(const std::string& key) {
  unsigned number = numbers_[key];
  std::optional<Held> held;
  for (;; ++number) {
    const auto owner = link_text(claim_path(key, number));
    if (!owner) break;
    held = Held{number, *owner};
    numbers_[key] = number;
  }
  return held;
}

bool SharedFolder::add_claim(const std::string& key, unsigned number,
                             const std::string& owner) const {
  const std::string path = claim_path(key, number);
  if (::symlink(owner.c_str(), path.c_str()) == 0) return true;
  const int error = errno;
  if (error != EEXIST) fail_to_write("cannot be made", path, error);
  // On NFS an answer that was lost makes the second try fail that found the first one's work.
  return link_text(path) == owner && owner != kFree;
}

SharedFolder::Claim SharedFolder::claim(const std::string& key) {
  const std::string me = worker_.to_text();
  const auto held = latest(key);
  if (held && held->owner == me) return Claim::mine;
  if (held && held->owner != kFree && !is_lost(held->owner)) return Claim::taken;
  return add_claim(key, held ? held->number + 1 : 0, me) ? Claim::mine : Claim::taken;
}

void SharedFolder::release(const std::string& key) {
  const auto held = latest(key);
  if (held && held->owner == worker_.to_text()) add_claim(key, held->number + 1, kFree);
}

void SharedFolder::release_lost(const std::string& key) {
  const auto held = latest(key);
  if (!held || held->owner == kFree) return;
  const auto owner = Worker::from_text(held->owner);
  if (owner && owner->place == worker_.place && is_lost(held->owner)) {
    add_claim(key, held->number + 1, kFree);
  }
}

void SharedFolder::release_of_job(const std::string& key, const std::string& job) {
  const auto held = latest(key);
  if (!held) return;
  const auto owner = Worker::from_text(held->owner);
  if (owner && !owner->task.empty() && job_of(owner->task) == job) {
    add_claim(key, held->number + 1, kFree);
  }
}

bool SharedFolder::is_lost(const std::string& text) {
  const auto owner = Worker::from_text(text);
  if (!owner) return true;  // not of this program
  if (owner->place == worker_.place) {
    const std::size_t dot = owner->process.find('.');
    return start_of(owner->process.substr(0, dot)) != owner->process.substr(dot + 1);
  }
  if (!owner->task.empty() && owner->task == worker_.task && owner->restarts < worker_.restarts) {
    return true;
  }
  const std::string beat = line_of_file(beat_path(*owner));
  const auto now = Clock::now();
  const auto [seen, is_new] = beats_.try_emplace(text, Seen{beat, now});
  if (!is_new && seen->second.beat != beat) seen->second = {beat, now};
  return now - seen->second.since >= silence_;
}

void SharedFolder::beat() {
  const auto now = Clock::now();
  if (last_beat_ && now - *last_beat_ < kBeat) return;
  last_beat_ = now;
  write_shared_file(beat_path(worker_), fmt::format("{}\n", ++beats_written_));
}

void SharedFolder::leave() {
  std::error_code ignored;
  fs::remove(beat_path(worker_), ignored);
}

void SharedFolder::write_point(const std::string& key, const std::string& text) const {
  write_shared_file(point_path(key), text);
}

void SharedFolder::want_look(const std::string& key) const {
  write_shared_file(look_path(key), "");
}

void SharedFolder::end_look(const std::string& key) const {
  std::error_code failure;
  fs::remove(look_path(key), failure);
  if (failure) fail_to_write("cannot be removed", look_path(key), failure.value());
}

void SharedFolder::remove_point(const std::string& key) {
  std::error_code failure;
  fs::remove(point_path(key), failure);
  if (failure) fail_to_write("cannot be removed", point_path(key), failure.value());
  end_look(key);
  if (const auto held = latest(key)) add_claim(key, held->number + 1, kFree);
}

}  // namespace turnpike::sim
