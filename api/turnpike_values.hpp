// turnpike_values.hpp - the part of turnpike.hpp that is no network: options, values, errors.

#ifndef TURNPIKE_VALUES_HPP
#define TURNPIKE_VALUES_HPP

#include <turnpike.h>

#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

namespace turnpike {

// what() is the program's message.
class Error : public std::runtime_error {
 public:
  Error(turnpike_status status, const std::string& message)
      : std::runtime_error(message), status_(status) {}
  turnpike_status status() const noexcept { return status_; }  // TURNPIKE_ERROR_...

 private:
  turnpike_status status_;
};

struct Options {
  std::vector<std::string> overrides;  // "table.key=value"
  std::string engine;                  // empty: run.engine
  unsigned threads = 0;                // 0: run.threads
  unsigned queue_limit = 0;            // packets of a class waiting at a source; 0: no limit
  bool drawn_traffic = false;          // for run()
  bool allow_deadlock = false;
  std::string mismatch_folder;
  bool in_systemc = false;            // hardware within a SystemC simulation of the caller
  unsigned queue_limit_flits = 0;     // flits of a class waiting at a source; 0: no limit
  std::uint32_t ordered_classes = 0;  // bit c: message class c keeps the order of pairs
  // Of send_bytes().
  unsigned flit_bytes = 0;  // 0: router.flit_bits / 8
  unsigned header_flits = 0;
  unsigned packet_bytes = 0;  // 0: those of 64 flits
  std::function<void(const std::string&)> on_build;
};

struct RunOptions {
  std::string folder;
  std::string events;
  std::string trace;
  std::uint64_t trace_from = 0;
  std::uint64_t trace_to = 0;
  std::vector<std::string> trace_scopes;
  std::function<bool(std::uint64_t cycle, const std::string& phase)> on_progress;  // false: stop
  std::string checkpoint;
  std::uint64_t checkpoint_every = 0;
  std::string from_checkpoint;
};

using Packet = turnpike_packet;
using Delivery = turnpike_delivery;
using Event = turnpike_event;
using Status = turnpike_status;
using Summary = turnpike_summary;
using Shape = turnpike_shape;
using Component = turnpike_component;
using Channel = turnpike_channel;
using Node = turnpike_node;

// Packets that wait at a source, and their flits; or the room for them.
struct QueueLength {
  std::uint64_t packets = 0;
  std::uint64_t flits = 0;
};

// A message in bytes that came out.
struct Message {
  std::vector<unsigned char> data;
  turnpike_message about{};  // its `data` is that of the vector
};

// What a wait came to: the condition, the bound in cycles, that nothing is under way, or
// interrupt().
enum class Wait { reached, not_reached, idle, stopped };
// What a run came to.
enum class Run { finished, unfinished, stopped };

}  // namespace turnpike

#endif  // TURNPIKE_VALUES_HPP
