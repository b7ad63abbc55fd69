// coprocessor.cpp - one cycle of a co-processor: who has the memory, then every part's clock edge.

#include "model/coprocessor/coprocessor.h"

#include <string>

#include "model/common/configuration_error.h"

namespace turnpike::model {

using coprocessor_parts::Collector;
using coprocessor_parts::CopyEngine;
using coprocessor_parts::Effects;
using coprocessor_parts::MemoryPort;
using coprocessor_parts::MemoryRequest;
using coprocessor_parts::SendEngine;
using coprocessor_parts::WriteTag;

namespace {

void require_value(bool holds, const char* key, unsigned value, const char* allowed) {
  if (!holds) throw ConfigurationError(key, std::to_string(value), allowed);
}

CoprocessorParams checked(const CoprocessorParams& params) {
  const unsigned bits = params.flit_bits;
  require_value(params.dimensions >= 1 && params.dimensions <= 12, "dimensions", params.dimensions,
                "1 to 12");
  require_value((bits == 8 && params.dimensions <= 6) || bits == 16 || bits == 32 || bits == 64,
                "flit_bits", bits, "16, 32 or 64, up to 6 dimensions also 8");
  require_value(params.virtual_channels >= 1 && params.virtual_channels <= kMaxVcs,
                "virtual_channels", params.virtual_channels, "1 to 16");
  require_value(params.buffer_depth >= 1 && params.buffer_depth <= kMaxDepth, "buffer_depth",
                params.buffer_depth, "1 to 64");
  require_value(params.system_buffers >= 1 && params.system_buffers <= 64, "system_buffers",
                params.system_buffers, "1 to 64");
  require_value(params.packet_slots >= 1 && params.packet_slots <= 256, "packet_slots",
                params.packet_slots, "1 to 256");
  return params;
}

}  // namespace

Coprocessor::Coprocessor(const Params& params)
    : shape_{params.flit_bits, params.packet_flits()}, parts_(checked(params)) {
  reset();
}

void Coprocessor::reset() {
  for (Collector& collector : parts_.collectors) collector.reset();
  for (SendEngine& engine : parts_.engines) engine.reset(parts_.params.buffer_depth);
  parts_.cache.reset();
  parts_.buffers.reset();
  parts_.copy.reset();
  parts_.waiting = 0;
  unit_.reset();
  port_.reset();
  out_ = {};
  out_.instruction_ready = true;
  out_.idle = false;
}

// Whether anything can happen to an idle one.
bool Coprocessor::is_stirred(const In& in) const {
  if (in.instruction_valid || in.watch_valid || in.memory_response || in.in_valid != 0) return true;
  VcMask credits = 0;
  for (PortId port = 0; port < parts_.params.ports(); ++port) credits |= in.out_credit[port];
  return credits != 0;
}

void Coprocessor::check_duties(const In& in) const {
  require(in.node >> parts_.params.dimensions == 0, "node: there is no such node");
  // Registers in front of it may give it these later than its reset.
  const bool has_begun = in.instruction_valid || in.in_valid != 0;
  require(!has_begun || (in.system_base != 0 && (in.system_base & 7) == 0 &&
                         in.system_size_log2 >= 6 && in.system_size_log2 <= 31),
          "system buffers: base or size");
  require(!in.watch_valid || (in.watch_bytes >= 1 && in.watch_bytes <= 8),
          "watch: an access has 1 to 8 bytes");
}

void Coprocessor::end_of_write(const MemoryRequest& request) {
  out_.sent = request.tag == WriteTag::sent;
  out_.received = request.tag == WriteTag::received;
  if (request.tag == WriteTag::advance) parts_.cache.advance(request.entry, request.next);
}

PortMask Coprocessor::engine_requests() const {
  PortMask requests = 0;
  for (PortId port = 0; port < parts_.params.ports(); ++port) {
    requests |= (parts_.engines[port].requests() ? 1u : 0u) << port;
  }
  return requests;
}

void Coprocessor::clock_engines(const In& in, unsigned granted, unsigned responder) {
  out_.out_valid = 0;
  for (PortId port = 0; port < parts_.params.ports(); ++port) {
    SendEngine& engine = parts_.engines[port];
    if (in.out_credit[port] != 0) {
      require(in.out_credit[port] == 1, "channel: a credit of a VC that is not used");
      engine.take_credit(parts_.params.buffer_depth);
    }
    if (!engine.is_active()) continue;
    const unsigned agent = MemoryPort::kFirstEngine + port;
    const bool sends =
        engine.tick(shape_, in.node | port << 12, granted == agent,
                    responder == agent ? &in.memory_read_data : nullptr, out_.out_flit[port]);
    out_.out_valid |= (sends ? 1u : 0u) << port;
  }
}

void Coprocessor::clock_collectors(const In& in, unsigned taken) {
  for (PortId port = 0; port < parts_.params.ports(); ++port) {
    Collector& collector = parts_.collectors[port];
    const bool arrives = (in.in_valid >> port & 1) != 0;
    out_.in_credit[port] = 0;
    if (!arrives && collector.is_empty()) continue;
    require(!arrives || in.in_vc[port] == 0, "channel: a flit on a VC that is not used");
    const bool credit = collector.tick(shape_, parts_.params.buffer_depth,
                                       arrives ? &in.in_flit[port] : nullptr, taken == port);
    out_.in_credit[port] = credit ? 1 : 0;
  }
}

void Coprocessor::show_request() {
  const MemoryRequest& request = port_.request();
  out_.memory_valid = port_.is_valid();
  out_.memory_write = request.write;
  out_.memory_fence = request.fence;
  out_.memory_address = request.address;
  out_.memory_data = request.data;
  out_.memory_strobe = request.strobe;
}

bool Coprocessor::is_idle() const {
  if (!unit_.is_idle() || !port_.is_idle() || !parts_.copy.is_idle()) return false;
  if (out_.out_valid != 0 || out_.sent || out_.received || out_.error_valid ||
      out_.watch_exception) {
    return false;
  }
  for (PortId port = 0; port < parts_.params.ports(); ++port) {
    if (!parts_.engines[port].is_idle() || !parts_.collectors[port].is_empty() ||
        out_.in_credit[port] != 0) {
      return false;
    }
  }
  return true;
}

// The memory port and all that has to do with it; order as the parts read one another: the message
// unit sees all others as they stood at the beginning of the cycle.
void Coprocessor::clock_port(const In& in) {
  out_.sent = false;
  out_.received = false;
  const bool taken = port_.is_valid() && in.memory_ready;
  const unsigned responder = in.memory_response ? port_.responder() : MemoryPort::kNoAgent;
  const auto word_of = [&](unsigned agent) {
    return responder == agent ? &in.memory_read_data : nullptr;
  };

  MemoryRequest request;
  const bool unit_requests = unit_.request(parts_, in, request);
  const PortMask engines = engine_requests();
  const std::uint32_t requests = (unit_requests ? 1u : 0u) |
                                 (parts_.copy.requests() ? 1u : 0u) << MemoryPort::kCopyEngine |
                                 engines << MemoryPort::kFirstEngine;
  const std::uint32_t reads = (unit_requests && !request.write ? 1u : 0u) |
                              (parts_.copy.requests_read() ? 1u : 0u) << MemoryPort::kCopyEngine |
                              engines << MemoryPort::kFirstEngine;
  const unsigned granted = port_.grant(requests, reads, in.memory_ready);
  if (granted == MemoryPort::kCopyEngine) {
    request = parts_.copy.request(in);
  } else if (granted != MemoryPort::kMessageUnit && granted != MemoryPort::kNoAgent) {
    const unsigned engine = granted - MemoryPort::kFirstEngine;
    request = MemoryRequest::read(parts_.engines[engine].request_address());
  }
  if (taken) end_of_write(port_.request());

  const unsigned freed =
      parts_.copy.tick(granted == MemoryPort::kCopyEngine, word_of(MemoryPort::kCopyEngine));
  Effects effects;
  unit_.tick(parts_, in, granted == MemoryPort::kMessageUnit, word_of(MemoryPort::kMessageUnit),
             effects);
  clock_engines(in, granted, responder);
  clock_collectors(in, effects.taken);
  if (effects.loaded != Effects::kNone) parts_.engines[effects.loaded].load(effects.message);
  if (freed != CopyEngine::kNoSlot) {
    parts_.buffers.free(freed);
    parts_.waiting = 0;
  }
  port_.tick(in.memory_ready, in.memory_response, granted, request);
  out_.error_valid = effects.error != MessageError::none;
  out_.error_code = static_cast<std::uint32_t>(effects.error);
  out_.error_pointer = effects.error_pointer;
}

void Coprocessor::tick(const In& in) {
  if (!in.enable || (out_.idle && !is_stirred(in))) return;
  check_duties(in);
  const bool holds = in.instruction_valid && out_.instruction_ready;
  out_.watch_exception = in.watch_valid && parts_.cache.touches(in.watch_address, in.watch_bytes);
  clock_port(in);
  if (holds) unit_.hold(in.operation, in.pointer);
  out_.instruction_ready = unit_.is_ready();
  show_request();
  out_.idle = is_idle();
}

}  // namespace turnpike::model
