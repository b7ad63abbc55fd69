// shared_folder.h - assigns points to workers through a folder that several machines share.
//
// There is no server and no lock, only operations that are atomic on local disks and on NFS. A
// claim is a symbolic link claims/KEY.N whose text names the owner; creating it fails if it exists.
// Claims are never removed: a worker that takes over a point creates KEY.(N+1), so only one of two
// can succeed, and no worker breaks a claim that it has not seen. A result is points/KEY.json,
// renamed to this name when it is complete. If a lost owner returns, both write the same result. A
// failed point runs once more to record its waveform; until then points/KEY.look is beside its
// result, and the point is not finished.
//
// An owner is lost when its process is gone, if that is visible (the same machine and process
// namespace); when its Slurm task runs again; else when its heartbeat, a file that it writes every
// few seconds, has not changed for a while by the clock of the observer.

#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "sim/base/output_folder.h"

namespace turnpike::sim {

// Who claims: one process.
struct Worker {
  std::string place;      // boot and process namespace: where `process` means something
  std::string process;    // its number and when it was started
  std::string task;       // "JOB_TASK" of Slurm; empty: none
  unsigned restarts = 0;  // of the task

  std::string to_text() const;
  static std::optional<Worker> from_text(const std::string& text);
};

// This process, as /proc and the environment of a Slurm task tell.
Worker this_worker();

class SharedFolder {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::seconds kBeat{10};
  static constexpr std::chrono::seconds kSilence{90};

  // Makes the folder and what is in it; throws ConfigError. `silence`: of a heartbeat, until its
  // owner is lost.
  SharedFolder(const std::string& path, Worker worker, Clock::duration silence = kSilence);

  const std::string& path() const { return folder_.path(); }
  std::string point_path(const std::string& key) const;

  // Keys of the points that have a result, and of which no closer look is due.
  std::set<std::string> finished() const;
  bool is_finished(const std::string& key) const;
  // A result alone: what shows the failure may still be missing.
  bool has_result(const std::string& key) const;

  enum class Claim {
    mine,
    taken,  // by somebody who is alive, as far as is known
  };
  // Takes a point that nobody has, or whose owner is lost.
  Claim claim(const std::string& key);
  // Gives up a point without a result.
  void release(const std::string& key);
  // The same for somebody else's: of a process of this machine, of a Slurm job, that has ended.
  void release_lost(const std::string& key);
  void release_of_job(const std::string& key, const std::string& job);

  // Shows that this worker is alive; writes only when a beat is due.
  void beat();
  // Forgets the heartbeat: this worker claims nothing more.
  void leave();

  // Under its final name appears the whole text or nothing. Throws ConfigError.
  void write_point(const std::string& key, const std::string& text) const;
  // The point needs a closer look: to be said before its result is written, so that whoever goes on
  // after a kill knows it.
  void want_look(const std::string& key) const;
  // The look is over, or none is needed.
  void end_look(const std::string& key) const;
  // So that the point is run again; nobody runs it now.
  void remove_point(const std::string& key);

 private:
  struct Seen {
    std::string beat;
    Clock::time_point since;
  };
  struct Held {
    unsigned number = 0;
    std::string owner;
  };

  std::string claim_path(const std::string& key, unsigned number) const;
  std::string look_path(const std::string& key) const;
  std::string beat_path(const Worker& worker) const;
  std::optional<Held> latest(const std::string& key);
  bool add_claim(const std::string& key, unsigned number, const std::string& owner) const;
  bool is_lost(const std::string& owner);

  OutputFolder folder_;
  Worker worker_;
  Clock::duration silence_;
  std::map<std::string, unsigned> numbers_;  // [key] of the latest claim that is known
  std::map<std::string, Seen> beats_;        // [owner]
  std::optional<Clock::time_point> last_beat_;
  std::uint64_t beats_written_ = 0;
};

}  // namespace turnpike::sim
