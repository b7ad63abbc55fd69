// standard_error.cpp - writing without a stream: fmt throws where one fails, and nobody catches it.

#include "sim/base/standard_error.h"

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <string>

#include "model/common/printable.h"

namespace turnpike::sim {

void write_standard_error(std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = ::write(STDERR_FILENO, text.data(), text.size());
    if (count > 0) text.remove_prefix(static_cast<std::size_t>(count));
    if (count > 0 || (count < 0 && errno == EINTR)) continue;
    if (count == 0 || errno != EAGAIN) return;
    pollfd pipe = {STDERR_FILENO, POLLOUT, 0};  // a full pipe that does not block is no error
    ::poll(&pipe, 1, -1);
  }
}

void tell(std::string_view text) {
  write_standard_error("turnpike: " + model::printable_lines(text) + "\n");
}

}  // namespace turnpike::sim
