// little_memory.h - a process that gets no more memory than it has, to see what becomes of it.

#pragma once

#include <sys/resource.h>
#include <unistd.h>

#include <fstream>

namespace turnpike::test {

// From now on this process gets this many bytes of address space more. For death tests.
inline void leave_memory(rlim_t bytes) {
  rlim_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  const rlim_t limit = pages * static_cast<rlim_t>(::sysconf(_SC_PAGESIZE)) + bytes;
  const rlimit both = {limit, limit};
  ::setrlimit(RLIMIT_AS, &both);
}

// The sanitizers' own memory is not to be limited.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kMemoryCanBeLimited = false;
#else
constexpr bool kMemoryCanBeLimited = true;
#endif

}  // namespace turnpike::test
