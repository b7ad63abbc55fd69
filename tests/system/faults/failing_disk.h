// failing_disk.h - the program with a disk that is small, a limit for files, or a folder that
// cannot be written to. The disks are mounted for the program alone and are gone when it has ended.

#pragma once

#include <map>
#include <string>
#include <vector>

#include "tests/system/commands/program.h"

namespace turnpike::test {

constexpr const char* kNoMount = "only root may mount, on a system that lets it";

inline bool can_mount() {
  return run_command({"unshare", "--mount", "sh", "-c", "mount -t tmpfs none /mnt"}).status == 0;
}

// `script` gets the folder as $1 and runs the program as "$0" "$@" after a `shift`.
inline ProgramResult turnpike_under_mount(const std::string& script, const std::string& folder,
                                          const std::vector<std::string>& arguments) {
  std::vector<std::string> command = {"unshare", "--mount",      "sh",  "-c",
                                      script,    program_path(), folder};
  command.insert(command.end(), arguments.begin(), arguments.end());
  return run_command(command);
}

// `folder` is a disk of so many KiB; what is left there is in the folder itself afterwards.
inline ProgramResult turnpike_on_small_disk(unsigned kib, const std::string& folder,
                                            const std::vector<std::string>& arguments) {
  // The folder below the disk stays within reach as the working folder.
  const std::string script =
      "cd \"$1\" && mount -t tmpfs -o size=" + std::to_string(kib) +
      "k none \"$1\" && disk=$1 && shift && { (cd / && exec \"$0\" \"$@\"); status=$?; "
      "cp -a \"$disk/.\" . && exit $status; }";
  return turnpike_under_mount(script, folder, arguments);
}

// Nothing below `folder` can be changed.
inline ProgramResult turnpike_on_read_only(const std::string& folder,
                                           const std::vector<std::string>& arguments) {
  return turnpike_under_mount(
      "mount --bind \"$1\" \"$1\" && mount -o remount,bind,ro \"$1\" && shift && exec \"$0\" "
      "\"$@\"",
      folder, arguments);
}

// No file may become longer than so many blocks of 512 bytes.
inline ProgramResult turnpike_with_file_limit(unsigned blocks,
                                              const std::vector<std::string>& arguments) {
  return turnpike_in_shell("ulimit -f " + std::to_string(blocks) + "; exec \"$0\" \"$@\"",
                           arguments);
}

// Contents of all files below, by their names.
inline std::map<std::string, std::string> contents(const TemporaryFolder& folder) {
  std::map<std::string, std::string> found;
  for (const std::string& name : folder.files()) found[name] = read_file(folder.file(name));
  return found;
}

}  // namespace turnpike::test
