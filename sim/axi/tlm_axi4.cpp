// tlm_axi4.cpp - payloads as bursts and back, and the clock of the network.

#include "sim/axi/tlm_axi4.h"

#include <algorithm>
#include <string>
#include <utility>

namespace turnpike::sim {
namespace {

using Payload = tlm::tlm_generic_payload;

constexpr std::uint64_t kPage = 4096;
constexpr std::uint64_t kMostBeats = 256;

bool is_enabled(const Payload& payload, std::uint64_t byte) {
  const unsigned char* const enables = payload.get_byte_enable_ptr();
  return enables == nullptr || enables[byte % payload.get_byte_enable_length()] != 0;
}

unsigned log2_of(std::uint64_t power) {
  unsigned bits = 0;
  while (power >> bits > 1) ++bits;
  return bits;
}

tlm::tlm_response_status status_of(std::uint32_t response) {
  if (response == model::kDecodeError) return tlm::TLM_ADDRESS_ERROR_RESPONSE;
  return response == model::kSlaveError ? tlm::TLM_GENERIC_ERROR_RESPONSE : tlm::TLM_OK_RESPONSE;
}

std::uint32_t response_of(tlm::tlm_response_status status) {
  if (status == tlm::TLM_OK_RESPONSE) return 0;
  return status == tlm::TLM_ADDRESS_ERROR_RESPONSE ? model::kDecodeError : model::kSlaveError;
}

}  // namespace

// A payload under way, and its bursts.
struct TlmAxi4Network::Access {
  Payload* payload = nullptr;
  std::uint64_t bus_bytes = 8;
  std::list<Axi4Burst> bursts;
  sc_core::sc_event answered;

  bool is_done() const {
    return std::all_of(bursts.begin(), bursts.end(),
                       [](const Axi4Burst& burst) { return burst.is_done; });
  }
  void cut();
  void fill(Axi4Burst& burst, std::uint64_t bytes) const;
  void take_answer() const;
};

// Into bursts that cross no page.
void TlmAxi4Network::Access::cut() {
  const auto* const attributes = payload->get_extension<TlmAxi4Attributes>();
  std::uint64_t address = payload->get_address();
  const std::uint64_t end = address + payload->get_data_length();
  while (address < end) {
    const std::uint64_t first = address / bus_bytes * bus_bytes;
    const std::uint64_t limit =
        std::min((address / kPage + 1) * kPage, first + kMostBeats * bus_bytes);
    const std::uint64_t bytes = std::min(end, limit) - address;
    Axi4Burst& burst = bursts.emplace_back();
    burst.is_write = payload->is_write();
    model::Axi4Request& request = burst.request;
    request.address = address;
    request.size = log2_of(bus_bytes);
    request.length = static_cast<std::uint32_t>((address + bytes - 1 - first) / bus_bytes);
    if (attributes != nullptr) {
      request.id = attributes->id;
      request.lock = attributes->lock;
      request.cache = attributes->cache;
      request.protection = attributes->protection;
      request.qos = attributes->qos;
      request.region = attributes->region;
      request.user = attributes->user;
    }
    if (burst.is_write) fill(burst, bytes);
    address += bytes;
  }
}

// The beats of a write, and their strobes.
void TlmAxi4Network::Access::fill(Axi4Burst& burst, std::uint64_t bytes) const {
  const model::Axi4Request& request = burst.request;
  burst.beats.resize(request.length + std::size_t{1});
  burst.beats.back().last = true;
  for (std::uint64_t i = 0; i < bytes; ++i) {
    const std::uint64_t offset = request.address + i - payload->get_address();
    const std::uint64_t place = request.address % bus_bytes + i;
    model::Axi4WriteBeat& beat = burst.beats[place / bus_bytes];
    const auto lane = static_cast<unsigned>(place % bus_bytes);
    beat.data.put(8 * lane, 8, payload->get_data_ptr()[offset]);
    if (is_enabled(*payload, offset)) beat.strobes |= std::uint64_t{1} << lane;
  }
}

void TlmAxi4Network::Access::take_answer() const {
  std::uint32_t response = 0;
  for (const Axi4Burst& burst : bursts) response = std::max(response, burst.response);
  payload->set_response_status(status_of(response));
  if (auto* const attributes = payload->get_extension<TlmAxi4Attributes>()) {
    attributes->response = response;
  }
  if (!payload->is_read() || response > 1) return;
  const std::uint64_t end = payload->get_address() + payload->get_data_length();
  for (const Axi4Burst& burst : bursts) {
    const std::uint64_t first = burst.request.address / bus_bytes * bus_bytes;
    for (std::uint64_t at = burst.request.address;
         at < std::min(end, first + burst.data.size() * bus_bytes); ++at) {
      const std::uint64_t offset = at - payload->get_address();
      if (!is_enabled(*payload, offset)) continue;
      const auto lane = static_cast<unsigned>(at % bus_bytes);
      payload->get_data_ptr()[offset] =
          static_cast<unsigned char>(burst.data[(at - first) / bus_bytes].get(8 * lane, 8));
    }
  }
}

TlmAxi4Network::TlmAxi4Network(const sc_core::sc_module_name& name, const model::Network& network,
                               const model::Axi4NetworkSpec& spec, const sc_core::sc_time& period,
                               Axi4Beside* beside)
    : sc_core::sc_module(name),
      manager("manager", model::axi4_ports(network, spec).size()),
      subordinate("subordinate", manager.size()),
      period_(period),
      beside_(beside),
      model_(model::make_axi4_model(network, spec)),
      managers_(manager.size()),
      subordinates_(manager.size()) {
  for (std::size_t port = 0; port < manager.size(); ++port) {
    manager[port].register_b_transport(this, &TlmAxi4Network::transport, static_cast<int>(port));
    manager[port].register_transport_dbg(this, &TlmAxi4Network::debug, static_cast<int>(port));
  }
  SC_THREAD(run);
}

TlmAxi4Network::~TlmAxi4Network() = default;

void TlmAxi4Network::transport(int port, Payload& payload, sc_core::sc_time& delay) {
  sc_core::wait(delay);
  delay = sc_core::SC_ZERO_TIME;
  payload.set_response_status(tlm::TLM_OK_RESPONSE);
  if (payload.get_command() == tlm::TLM_IGNORE_COMMAND) return;
  if (payload.get_data_length() == 0 || payload.get_streaming_width() < payload.get_data_length()) {
    payload.set_response_status(tlm::TLM_BURST_ERROR_RESPONSE);
    return;
  }
  catch_up();
  Access access;
  access.payload = &payload;
  access.bus_bytes = ports()[static_cast<std::size_t>(port)].params.axi_data_w / 8;
  access.cut();
  for (Axi4Burst& burst : access.bursts) managers_[static_cast<std::size_t>(port)].begin(burst);
  accesses_.push_back(&access);
  work_.notify(sc_core::SC_ZERO_TIME);
  sc_core::wait(access.answered);
  access.take_answer();
}

unsigned TlmAxi4Network::debug(int port, Payload& payload) {
  const model::Axi4Params& params = ports()[static_cast<std::size_t>(port)].params;
  const model::Axi4Region* const region = model::region_of(params.regions, payload.get_address());
  if (region == nullptr) return 0;
  for (std::size_t other = 0; other < ports().size(); ++other) {
    if (ports()[other].params.node != region->node) continue;
    return subordinate[other]->transport_dbg(payload);
  }
  return 0;
}

// A process of its own: the target may take its time.
void TlmAxi4Network::serve(std::size_t port, Axi4Burst* burst) {
  const std::uint64_t bus_bytes = ports()[port].params.axi_data_w / 8;
  const model::Axi4Request& request = burst->request;
  const std::uint64_t first = request.address / bus_bytes * bus_bytes;
  const std::uint64_t beats = request.length + std::uint64_t{1};
  std::vector<unsigned char> bytes(first + beats * bus_bytes - request.address);
  std::vector<unsigned char> enables(bytes.size(), 0);
  for (std::size_t i = 0; burst->is_write && i < bytes.size(); ++i) {
    const std::uint64_t place = request.address - first + i;
    const model::Axi4WriteBeat& beat = burst->beats[place / bus_bytes];
    const auto lane = static_cast<unsigned>(place % bus_bytes);
    bytes[i] = static_cast<unsigned char>(beat.data.get(8 * lane, 8));
    if ((beat.strobes >> lane & 1) != 0) enables[i] = TLM_BYTE_ENABLED;
  }
  TlmAxi4Attributes attributes;
  attributes.id = request.id;
  attributes.lock = request.lock;
  attributes.cache = request.cache;
  attributes.protection = request.protection;
  attributes.qos = request.qos;
  attributes.region = request.region;
  attributes.user = request.user;
  Payload payload;
  payload.set_command(burst->is_write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
  payload.set_address(request.address);
  payload.set_data_ptr(bytes.data());
  payload.set_data_length(static_cast<unsigned>(bytes.size()));
  payload.set_streaming_width(static_cast<unsigned>(bytes.size()));
  const bool is_partial =
      std::any_of(enables.begin(), enables.end(), [](unsigned char enable) { return enable == 0; });
  if (burst->is_write && is_partial) {
    payload.set_byte_enable_ptr(enables.data());
    payload.set_byte_enable_length(static_cast<unsigned>(enables.size()));
  }
  payload.set_extension(&attributes);
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  subordinate[port]->b_transport(payload, delay);
  sc_core::wait(delay);
  payload.clear_extension(&attributes);
  catch_up();
  burst->response =
      payload.is_response_ok() ? attributes.response : response_of(payload.get_response_status());
  if (!burst->is_write) burst->data.resize(beats);
  for (std::size_t i = 0; !burst->is_write && i < bytes.size(); ++i) {
    const std::uint64_t place = request.address - first + i;
    burst->data[place / bus_bytes].put(static_cast<unsigned>(8 * (place % bus_bytes)), 8, bytes[i]);
  }
  burst->is_done = true;
  work_.notify(sc_core::SC_ZERO_TIME);
}

model::Cycle TlmAxi4Network::present_cycle() const {
  return sc_core::sc_time_stamp().value() / period_.value();
}

// Runs the cycles that are over; run() passes on what they bring, whoever called this.
void TlmAxi4Network::catch_up() {
  while (now() < present_cycle()) cycle();
}

void TlmAxi4Network::cycle() {
  const std::size_t count = ports().size();
  std::vector<model::Axi4Manager> from_managers(count);
  std::vector<model::Axi4Subordinate> from_subordinates(count);
  std::vector<Axi4BusPins> pins(count);
  for (std::size_t port = 0; port < count; ++port) {
    from_managers[port] = managers_[port].pins();
    from_subordinates[port] = subordinates_[port].pins();
    pins[port] = ports()[port].is_manager
                     ? Axi4BusPins{from_managers[port], model_->to_manager(port)}
                     : Axi4BusPins{model_->to_subordinate(port), from_subordinates[port]};
  }
  if (beside_ != nullptr) {
    beside_->compare(now(), pins);
    beside_->tick(pins);
  }
  model_->advance(from_managers, from_subordinates);
  std::vector<Axi4Burst*> begun;
  for (std::size_t port = 0; port < count; ++port) {
    if (ports()[port].is_manager) {
      managers_[port].observe(pins[port].subordinate, done_);
      continue;
    }
    subordinates_[port].observe(pins[port].manager, begun);
    for (Axi4Burst* burst : begun) begun_.emplace_back(port, burst);
    begun.clear();
  }
}

bool TlmAxi4Network::is_idle() const {
  return accesses_.empty() && done_.empty() && begun_.empty() &&
         std::all_of(subordinates_.begin(), subordinates_.end(),
                     [](const Axi4BurstSubordinate& one) { return one.is_idle(); });
}

// The clock, while there is something to do.
void TlmAxi4Network::run() {
  for (;;) {
    while (is_idle()) sc_core::wait(work_);
    const sc_core::sc_time next =
        sc_core::sc_time::from_value(period_.value() * (present_cycle() + 1));
    sc_core::wait(next - sc_core::sc_time_stamp(), work_);
    catch_up();
    done_.clear();
    for (auto at = accesses_.begin(); at != accesses_.end();) {
      Access& access = **at;
      at = access.is_done() ? accesses_.erase(at) : std::next(at);
      if (access.is_done()) access.answered.notify(sc_core::SC_ZERO_TIME);
    }
    std::vector<std::pair<std::size_t, Axi4Burst*>> begun;
    begun.swap(begun_);
    for (const auto& [port, burst] : begun) {
      sc_core::sc_spawn([this, port = port, burst = burst] { serve(port, burst); });
    }
  }
}

}  // namespace turnpike::sim
