// temporary_file.h - a file that gets its name once it is complete and is removed otherwise; a
// folder that is removed.
//
// Their names are random and new (O_EXCL, mkdtemp): a file or a symbolic link that somebody plants
// beforehand, in a folder that others may write to, is not opened.

#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace turnpike::sim {

// Says which file could not be written and why; throws ConfigError. `error` is an errno.
[[noreturn]] void fail_to_write(const std::string& what, const std::string& path, int error);

// So that a new name in the folder survives a power failure; file systems that cannot do it are let
// off.
void flush_folder(const std::string& path);

class TemporaryFile {
 public:
  // In the folder of `wanted`, the name that it is to have one day and that errors tell. Everything
  // throws ConfigError.
  // `mode`: permissions, of which the user's mask leaves some.
  explicit TemporaryFile(std::string wanted, unsigned mode = 0666);
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile();

  void write(const std::string& text);
  // To the disk; some file systems report a full one only here.
  void flush_and_close();
  // Without waiting for the disk: who loses power may find an empty file.
  void close();
  void keep_as(const std::string& path);

 private:
  std::string wanted_;
  std::string path_;  // where it is now
  int descriptor_ = -1;
  bool kept_ = false;
};

// A file that stays when the program is killed, and can be gone on with: beside the name that it is
// to have one day, with ".partial" behind it. Everything throws ConfigError.
class PartialFile {
 public:
  static std::string name_of(const std::string& wanted) { return wanted + ".partial"; }

  // A new one, in place of any that there was.
  explicit PartialFile(std::string wanted);
  // The one there is, or under its last name where it had got that already. read(bytes, count) gets
  // its first `bytes`; nothing is changed until go_on().
  using Read = std::function<void(const char* bytes, std::size_t count)>;
  PartialFile(std::string wanted, std::uint64_t bytes, const Read& read);
  PartialFile(const PartialFile&) = delete;
  PartialFile& operator=(const PartialFile&) = delete;
  ~PartialFile();

  // What is behind those bytes is cut off, before anything is written.
  void go_on();

  void write(const std::string& text);
  void flush();  // to the disk
  void flush_and_close();
  void keep_as(const std::string& path);

 private:
  std::string wanted_;
  std::string path_;
  int descriptor_ = -1;
  bool is_finished_ = false;  // it has its last name
  std::uint64_t bytes_ = 0;   // that stay
};

// Under this name appears the whole text or nothing. Throws ConfigError.
void write_whole_file(const std::string& path, const std::string& text);

// The same, and sooner: whole for every process, on other machines too, but not flushed. For what
// is checked when it is read, and can be made again.
void write_shared_file(const std::string& path, const std::string& text);

// Nobody else may look into it.
class TemporaryFolder {
 public:
  // Where the system keeps such things ($TMPDIR). Throws ConfigError.
  TemporaryFolder();
  // Hidden, in this folder; throws ConfigError that names what it is for.
  TemporaryFolder(const std::string& parent, const std::string& wanted);
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder();

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace turnpike::sim
