// parsers.cpp - what the checks of the parsers share.

#include "tests/parsers/parsers.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <stdexcept>

#include "model/common/printable.h"

namespace turnpike::test {

namespace {

// --set of 200 bytes, key and value of 60, and our words; a byte that is no UTF-8 takes four.
constexpr std::size_t kLongestLine = 4 * (200 + 2 * 60) + 200;

// A file in memory: opened by name like any other, and fast.
class MemoryFile {
 public:
  MemoryFile() : file_(::memfd_create("turnpike_parsers", MFD_CLOEXEC)) {
    promise(file_ >= 0, "a file in memory");
    path_ = "/proc/self/fd/" + std::to_string(file_);
  }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  ~MemoryFile() { ::close(file_); }

  void write(std::string_view bytes) {
    const bool is_cut = ::ftruncate(file_, 0) == 0;
    const ssize_t written = ::pwrite(file_, bytes.data(), bytes.size(), 0);
    promise(is_cut && written == static_cast<ssize_t>(bytes.size()), "room in memory");
  }
  const std::string& path() const { return path_; }

 private:
  int file_;
  std::string path_;
};

}  // namespace

void promise(bool holds, const std::string& what) {
  if (!holds) throw std::logic_error("broken promise: " + what);
}

void check_message(const std::string& message, std::size_t lines) {
  std::string_view rest = message;
  std::size_t count = 0;
  while (!rest.empty()) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    promise(model::printable(line) == line, "a message for terminals: " + message);
    promise(line.size() <= kLongestLine, "lines of a readable length: " + message);
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    ++count;
  }
  promise(count > 0 && count <= lines, "a few lines: " + message);
}

const std::string& file_with(std::string_view bytes) {
  static MemoryFile file;  // opening one for each input is slow
  file.write(bytes);
  return file.path();
}

}  // namespace turnpike::test
