// turnpike_tlm.hpp - a network as a SystemC module with TLM-2.0 sockets at its nodes.
//
// On top of turnpike.hpp; needs SystemC 2.3.4. A generic payload that comes in by from_initiator[n]
// crosses the network as a request packet from node n to the node that the address map names, goes
// out by to_target[that node], and comes back as a response packet:
//
//   request   header_flits, and of a write its data, flit_bytes in a flit
//   response  header_flits, and of a read its data
//
// The target sees the address less the beginning of its range. Two calls, as TLM-2.0 has them:
//
//   b_transport   loosely timed: returns with the response. An annotated delay is waited for first,
//                 so nothing runs ahead of the network.
//   nb_transport  approximately timed, base protocol. The answer to BEGIN_REQ is TLM_ACCEPTED;
//                 END_REQ comes when the request is in its source queue: later, if that is at
//                 Options::queue_limit. Targets hold back requests by END_REQ, and get END_RESP
//                 when the response is in the queue of their node.
//
// Cycle c of the network is the time from c to c + 1 periods. What is sent at a time within cycle c
// is queued in cycle c; what is delivered in cycle d goes on at (d + 1) periods. So a packet of f
// flits takes, at zero load, the cycles that docs/timing.md section 5 says, and f more.
//
// With router.message_classes above 1 requests are of class 0 and responses of class 1, so that no
// response waits for a request, in the queue of its node neither. Hardware in it (engines rtl and
// lockstep) is made with Options::in_systemc, as SystemC runs this module already.

#ifndef TURNPIKE_TLM_HPP
#define TURNPIKE_TLM_HPP

#include <tlm_utils/peq_with_cb_and_phase.h>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <algorithm>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <systemc>
#include <tlm>
#include <turnpike.hpp>
#include <turnpike_tlm_map.hpp>
#include <unordered_map>
#include <utility>
#include <vector>

namespace turnpike {

struct TlmOptions {
  sc_core::sc_time period{1, sc_core::SC_NS};  // of the network's clock
  std::vector<TlmRange> map;                   // elsewhere: TLM_ADDRESS_ERROR_RESPONSE
  unsigned header_flits = 1;                   // of every packet
  unsigned flit_bytes = 4;                     // data in each flit behind the header
};

class TlmNetwork : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(TlmNetwork);
  using TargetSocket = tlm_utils::simple_target_socket_tagged_optional<TlmNetwork>;
  using InitiatorSocket = tlm_utils::simple_initiator_socket_tagged_optional<TlmNetwork>;

  sc_core::sc_vector<TargetSocket> from_initiator;  // [node]
  sc_core::sc_vector<InitiatorSocket> to_target;    // [node]

  // Takes the network, which must be new. Throws std::invalid_argument for a map that names a node
  // that is not there or an address twice, and for options that are 0. Hardware that was made
  // without Options::in_systemc has ended SystemC's elaboration: the report of SystemC is thrown.
  TlmNetwork(const sc_core::sc_module_name& name, Simulation network, TlmOptions options)
      : sc_core::sc_module(name),
        from_initiator("from_initiator", network.shape().nodes),
        to_target("to_target", network.shape().nodes),
        network_(std::move(network)),
        options_(std::move(options)),
        incoming_(this, &TlmNetwork::take_from_initiator),
        returning_(this, &TlmNetwork::take_from_target),
        nodes_(network_.shape().nodes),
        map_(options_.map, nodes_.size()) {
    if (options_.period == sc_core::SC_ZERO_TIME || options_.header_flits == 0 ||
        options_.flit_bytes == 0) {
      throw std::invalid_argument("period, header_flits and flit_bytes: allowed: above 0");
    }
    response_class_ = network_.shape().message_classes > 1 ? 1 : 0;
    for (std::uint32_t node = 0; node < nodes_.size(); ++node) {
      const int tag = static_cast<int>(node);
      from_initiator[node].register_b_transport(this, &TlmNetwork::transport, tag);
      from_initiator[node].register_nb_transport_fw(this, &TlmNetwork::forward, tag);
      from_initiator[node].register_transport_dbg(this, &TlmNetwork::debug, tag);
      to_target[node].register_nb_transport_bw(this, &TlmNetwork::backward, tag);
    }
    SC_THREAD(run);
  }

  Simulation& network() { return network_; }

 private:
  using Payload = tlm::tlm_generic_payload;

  // A payload on its way, there or back.
  struct Transfer {
    Payload* payload = nullptr;
    std::uint32_t source = 0;       // node of the initiator
    std::uint32_t destination = 0;  // node of the target
    std::uint64_t address = 0;      // as the initiator has it
    bool is_response = false;
    bool is_blocking = false;
    sc_core::sc_event arrived;  // blocking: the packet under way is there
    std::uint64_t tag = 0;
  };
  struct Node {
    std::deque<Transfer*> held[2];    // requests, responses for which their queue has no place
    std::deque<Transfer*> requests;   // at its target, the first one not yet ended
    std::deque<Transfer*> responses;  // at its initiators, the first one not yet ended
    bool request_is_open = false;
    bool response_is_open = false;
  };

  void end_of_elaboration() override {
    for (const TlmRange& range : map_.ranges()) {
      if (to_target[range.node].size() > 0) continue;
      SC_REPORT_ERROR("turnpike", ("the address map names node " + std::to_string(range.node) +
                                   ", whose to_target is not bound")
                                      .c_str());
    }
  }

  // Sets the target and its address.
  bool find_target(Transfer& transfer) const {
    const std::uint64_t address = transfer.payload->get_address();
    const TlmRange* const range = map_.find(address, transfer.payload->get_data_length());
    if (range == nullptr) return false;
    transfer.address = address;
    transfer.destination = range->node;
    transfer.payload->set_address(address - range->first);
    return true;
  }

  std::uint32_t flits(const Transfer& transfer) const {
    const bool has_data =
        transfer.is_response ? transfer.payload->is_read() : transfer.payload->is_write();
    const unsigned bytes = has_data ? transfer.payload->get_data_length() : 0;
    return options_.header_flits + (bytes + options_.flit_bytes - 1) / options_.flit_bytes;
  }

  std::uint64_t present_cycle() const {
    return sc_core::sc_time_stamp().value() / options_.period.value();
  }
  // Runs the cycles that are over. Deliveries wait in landed_ for run(), whoever called this.
  void catch_up() {
    const std::uint64_t now = present_cycle();
    if (network_.cycle() >= now) return;
    network_.step(now - network_.cycle());
    network_.take_deliveries(taken_);
    landed_.insert(landed_.end(), taken_.begin(), taken_.end());
  }

  // Into the source queue, or behind what is held there.
  void send(Transfer& transfer) {
    catch_up();
    Node& node = nodes_[transfer.is_response ? transfer.destination : transfer.source];
    std::deque<Transfer*>& held = node.held[transfer.is_response ? 1 : 0];
    if (!held.empty() || !offer(transfer)) held.push_back(&transfer);
    work_.notify(sc_core::SC_ZERO_TIME);
  }
  bool offer(Transfer& transfer) {
    const std::uint32_t from = transfer.is_response ? transfer.destination : transfer.source;
    const std::uint32_t to = transfer.is_response ? transfer.source : transfer.destination;
    transfer.tag = next_tag_;
    if (!network_.offer(from, to, flits(transfer), transfer.is_response ? response_class_ : 0,
                        transfer.tag)) {
      return false;
    }
    under_way_.emplace(next_tag_++, &transfer);
    if (!transfer.is_blocking) accepted_.push_back(&transfer);
    return true;
  }

  // The clock, while there is something to do.
  void run() {
    for (;;) {
      while (under_way_.empty() && landed_.empty() && accepted_.empty()) sc_core::wait(work_);
      tell_accepted();
      const sc_core::sc_time next =
          sc_core::sc_time::from_value(options_.period.value() * (present_cycle() + 1));
      sc_core::wait(next - sc_core::sc_time_stamp(), work_);
      catch_up();
      land();
      for (Node& node : nodes_) {
        for (std::deque<Transfer*>* held : {&node.held[1], &node.held[0]}) {
          while (!held->empty() && offer(*held->front())) held->pop_front();
        }
      }
      tell_accepted();
    }
  }

  // END_REQ to initiators and END_RESP to targets whose packets are in their queues.
  void tell_accepted() {
    while (!accepted_.empty()) {
      Transfer& transfer = *accepted_.front();
      accepted_.pop_front();
      sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
      if (transfer.is_response) {
        tlm::tlm_phase phase = tlm::END_RESP;
        to_target[transfer.destination]->nb_transport_fw(*transfer.payload, phase, delay);
      } else {
        tlm::tlm_phase phase = tlm::END_REQ;
        tell_initiator(transfer, phase, delay);
      }
    }
  }
  // With the address that it knows.
  tlm::tlm_sync_enum tell_initiator(Transfer& transfer, tlm::tlm_phase& phase,
                                    sc_core::sc_time& delay) {
    const std::uint64_t at_target = transfer.payload->get_address();
    transfer.payload->set_address(transfer.address);
    const tlm::tlm_sync_enum answer =
        from_initiator[transfer.source]->nb_transport_bw(*transfer.payload, phase, delay);
    if (phase != tlm::BEGIN_RESP) transfer.payload->set_address(at_target);
    return answer;
  }

  void land() {
    while (!landed_.empty()) {
      const auto found = under_way_.find(landed_.front().tag);
      landed_.pop_front();
      Transfer& transfer = *found->second;
      under_way_.erase(found);
      if (transfer.is_blocking) {
        transfer.arrived.notify(sc_core::SC_ZERO_TIME);
      } else if (transfer.is_response) {
        nodes_[transfer.source].responses.push_back(&transfer);
        begin_response(transfer.source);
      } else {
        nodes_[transfer.destination].requests.push_back(&transfer);
        begin_request(transfer.destination);
      }
    }
  }

  // ---- Loosely timed ----

  void transport(int tag, Payload& payload, sc_core::sc_time& delay) {
    sc_core::wait(delay);
    delay = sc_core::SC_ZERO_TIME;
    Transfer transfer;
    transfer.payload = &payload;
    transfer.source = static_cast<std::uint32_t>(tag);
    transfer.is_blocking = true;
    if (!find_target(transfer)) {
      payload.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
      return;
    }
    send(transfer);
    sc_core::wait(transfer.arrived);
    to_target[transfer.destination]->b_transport(payload, delay);
    sc_core::wait(delay);
    delay = sc_core::SC_ZERO_TIME;
    transfer.is_response = true;
    send(transfer);
    sc_core::wait(transfer.arrived);
    payload.set_address(transfer.address);
  }

  unsigned debug(int, Payload& payload) {
    Transfer transfer;
    transfer.payload = &payload;
    if (!find_target(transfer)) return 0;
    const unsigned bytes = to_target[transfer.destination]->transport_dbg(payload);
    payload.set_address(transfer.address);
    return bytes;
  }

  // ---- Approximately timed ----

  tlm::tlm_sync_enum forward(int tag, Payload& payload, tlm::tlm_phase& phase,
                             sc_core::sc_time& delay) {
    if (phase == tlm::BEGIN_REQ) {
      auto transfer = std::make_unique<Transfer>();
      transfer->payload = &payload;
      transfer->source = static_cast<std::uint32_t>(tag);
      if (!find_target(*transfer)) {
        payload.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
        return tlm::TLM_COMPLETED;
      }
      if (payload.has_mm()) payload.acquire();
      transfers_[&payload] = std::move(transfer);
    }
    incoming_.notify(payload, phase, delay);
    return tlm::TLM_ACCEPTED;
  }
  tlm::tlm_sync_enum backward(int, Payload& payload, tlm::tlm_phase& phase,
                              sc_core::sc_time& delay) {
    returning_.notify(payload, phase, delay);
    return tlm::TLM_ACCEPTED;
  }

  void take_from_initiator(Payload& payload, const tlm::tlm_phase& phase) {
    const auto found = transfers_.find(&payload);
    if (found == transfers_.end()) {
      SC_REPORT_ERROR("turnpike", "a phase of a payload that is not under way");
      return;
    }
    if (phase == tlm::BEGIN_REQ) {
      send(*found->second);
    } else if (phase == tlm::END_RESP) {
      end_response(found->second->source);
    } else {
      SC_REPORT_ERROR("turnpike", "an initiator sends BEGIN_REQ and END_RESP alone");
    }
  }
  void take_from_target(Payload& payload, const tlm::tlm_phase& phase) {
    const auto found = transfers_.find(&payload);
    if (found == transfers_.end()) {
      SC_REPORT_ERROR("turnpike", "a phase of a payload that is not under way");
    } else {
      take_answer(*found->second, phase);
    }
  }
  // Of a target: END_REQ, or BEGIN_RESP, which includes it.
  void take_answer(Transfer& transfer, const tlm::tlm_phase& phase) {
    Node& node = nodes_[transfer.destination];
    if (node.request_is_open && node.requests.front() == &transfer) {
      node.requests.pop_front();
      node.request_is_open = false;
      begin_request(transfer.destination);
    }
    if (phase != tlm::BEGIN_RESP) return;
    transfer.is_response = true;
    send(transfer);
  }

  // One request at a time at each target, until its END_REQ.
  void begin_request(std::uint32_t node) {
    if (nodes_[node].request_is_open || nodes_[node].requests.empty()) return;
    nodes_[node].request_is_open = true;
    Payload& payload = *nodes_[node].requests.front()->payload;
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    switch (to_target[node]->nb_transport_fw(payload, phase, delay)) {
      case tlm::TLM_ACCEPTED:
        break;
      case tlm::TLM_UPDATED:
        returning_.notify(payload, phase, delay);
        break;
      case tlm::TLM_COMPLETED:
        returning_.notify(payload, tlm::BEGIN_RESP, delay);
        break;
    }
  }

  // One response at a time at each socket, until its END_RESP.
  void begin_response(std::uint32_t node) {
    if (nodes_[node].response_is_open || nodes_[node].responses.empty()) return;
    nodes_[node].response_is_open = true;
    Transfer& transfer = *nodes_[node].responses.front();
    tlm::tlm_phase phase = tlm::BEGIN_RESP;
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    if (tell_initiator(transfer, phase, delay) != tlm::TLM_ACCEPTED) {
      incoming_.notify(*transfer.payload, tlm::END_RESP, delay);
    }
  }
  void end_response(std::uint32_t node) {
    if (!nodes_[node].response_is_open) return;
    Payload* const payload = nodes_[node].responses.front()->payload;
    nodes_[node].responses.pop_front();
    nodes_[node].response_is_open = false;
    transfers_.erase(payload);
    if (payload->has_mm()) payload->release();
    begin_response(node);
  }

  Simulation network_;
  TlmOptions options_;
  tlm_utils::peq_with_cb_and_phase<TlmNetwork> incoming_;   // phases of initiators, when due
  tlm_utils::peq_with_cb_and_phase<TlmNetwork> returning_;  // phases of targets, when due
  std::vector<Node> nodes_;
  detail::AddressMap map_;
  std::unordered_map<Payload*, std::unique_ptr<Transfer>> transfers_;  // approximately timed
  std::unordered_map<std::uint64_t, Transfer*> under_way_;             // [tag]
  std::deque<Transfer*> accepted_;
  std::deque<Delivery> landed_;
  std::vector<Delivery> taken_;
  std::uint64_t next_tag_ = 0;
  std::uint32_t response_class_ = 0;
  sc_core::sc_event work_;
};

}  // namespace turnpike

#endif  // TURNPIKE_TLM_HPP
