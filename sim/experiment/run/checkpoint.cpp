// checkpoint.cpp - the file of a checkpoint: a line with a checksum, then the bytes.

#include "sim/experiment/run/checkpoint.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <memory>
#include <sstream>

#include "model/common/printable.h"
#include "model/common/state_stream.h"
#include "sim/base/config_error.h"
#include "sim/base/content_hash.h"
#include "sim/base/temporary_file.h"
#include "sim/experiment/config/read_experiment.h"
#include "sim/experiment/results/result_keys.h"

namespace turnpike::sim {
namespace {

const std::string kMagic = "turnpike.checkpoint/1 ";
constexpr std::size_t kChecksumDigits = 64;

[[noreturn]] void refuse(const std::string& path, const std::string& found,
                         const std::string& allowed) {
  throw ConfigError(fmt::format("{}: found {}, allowed: {}", path, found, allowed));
}

// Verilated hardware reads its registers as they are, and uses them as indices.
void refuse_foreign(const std::string& path, const struct stat& status) {
  const bool is_own = status.st_uid == ::geteuid() || status.st_uid == 0;
  const bool is_shared = (status.st_mode & (S_IWGRP | S_IWOTH)) != 0;
  if (is_own && !is_shared) return;
  refuse(path,
         is_own ? "a checkpoint that other users may write to" : "a checkpoint of another user",
         "with the engines rtl and lockstep your own that nobody else may write to: the state of "
         "hardware in it cannot be checked");
}

std::string contents_of(const std::string& path, bool has_hardware) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) {
    refuse(path, std::filesystem::exists(path, ignored) ? "no regular file" : "no file",
           "a checkpoint");
  }
  const auto fail = [&path] {
    throw ConfigError(fmt::format("{}: cannot be read: {}", path, std::strerror(errno)));
  };
  // Whose it is, is asked of the file that is read: a name can be given to another one meanwhile.
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) fail();
  const std::shared_ptr<void> closes(nullptr, [descriptor](void*) { ::close(descriptor); });
  struct stat status {};
  if (::fstat(descriptor, &status) != 0) fail();
  if (has_hardware) refuse_foreign(path, status);
  std::string bytes(static_cast<std::size_t>(status.st_size), '\0');
  for (std::size_t at = 0; at < bytes.size();) {
    const ssize_t count = ::read(descriptor, &bytes[at], bytes.size() - at);
    if (count < 0) fail();
    if (count == 0) bytes.resize(at);  // it was cut meanwhile
    at += static_cast<std::size_t>(count);
  }
  return bytes;
}

// The first line in which two configurations differ, with its table.
std::string first_difference(const std::string& there, const std::string& here) {
  std::istringstream of_there(there);
  std::istringstream of_here(here);
  std::string table;
  for (;;) {
    std::string a;
    std::string b;
    const bool ends = !std::getline(of_there, a);
    if (!std::getline(of_here, b) && ends) return "the same configuration";
    if (a != b) return fmt::format("{} '{}' in it and '{}' here", table, a, b);
    if (!a.empty() && a[0] == '[') table = a;
  }
}

void visit(model::StateStream& state, Checkpoint& checkpoint) {
  state.value(checkpoint.identity.program);
  state.value(checkpoint.identity.configuration);
  state.value(checkpoint.identity.inputs);
  state.value(checkpoint.cycle);
  state.value(checkpoint.has_events);
  state.value(checkpoint.events.bytes);
  state.value(checkpoint.events.hash);
  state.value(checkpoint.state);
}

}  // namespace

CheckpointIdentity CheckpointIdentity::of(const Experiment& experiment) {
  return {program_hash(), to_toml(experiment), input_files_hash(experiment)};
}

void Checkpoint::write(const std::string& path) {
  std::string body;
  model::StateWriter writer(body);
  visit(writer, *this);
  TemporaryFile file(path, 0644);  // refuse_foreign()
  file.write(kMagic + sha256_of(body) + "\n");
  file.write(body);
  file.flush_and_close();
  file.keep_as(path);
  const std::string folder = std::filesystem::path(path).parent_path().string();
  flush_folder(folder.empty() ? "." : folder);
}

Checkpoint Checkpoint::read(const std::string& path, const CheckpointIdentity& wanted,
                            bool has_hardware) {
  const std::string bytes = contents_of(path, has_hardware);
  const std::size_t begin = kMagic.size() + kChecksumDigits + 1;
  if (bytes.compare(0, kMagic.size(), kMagic) != 0 || bytes.size() < begin) {
    refuse(path, "another file", "a checkpoint of this version");
  }
  const std::string body = bytes.substr(begin);
  if (bytes.compare(kMagic.size(), kChecksumDigits, sha256_of(body)) != 0) {
    refuse(path, "a checkpoint that is damaged", "one whose checksum is that of its contents");
  }
  Checkpoint checkpoint;
  model::StateReader reader(body);
  try {
    visit(reader, checkpoint);
    reader.check(reader.is_at_end(), "bytes behind the end");
  } catch (const model::StateError& error) {
    refuse(path, fmt::format("a checkpoint that is damaged ({})", error.what()), "a whole one");
  }
  const CheckpointIdentity& its = checkpoint.identity;
  if (its.program != wanted.program) {
    refuse(path, "a checkpoint of another build of this program",
           "one that this program wrote: only the cycles of the same build are the same");
  }
  if (its.configuration != wanted.configuration) {
    refuse(path,
           "a checkpoint of another configuration, " +
               model::printable(first_difference(its.configuration, wanted.configuration)),
           "the configuration of the run that wrote it");
  }
  if (its.inputs != wanted.inputs) {
    refuse(
        path, "a checkpoint of a run with other contents of its input files",
        "the files (traffic.file, network.anynet, network.file, network.routes, workload) as they "
        "were");
  }
  return checkpoint;
}

}  // namespace turnpike::sim
