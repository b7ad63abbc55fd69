// turnpike.hpp - turnpike.h for C++17: networks that free themselves, values, exceptions.
//
// What a function does, its units and its errors are in turnpike.h under the same name. Statuses
// below 0 are thrown as turnpike::Error; the others are values.

#ifndef TURNPIKE_HPP
#define TURNPIKE_HPP

#include <turnpike.h>
#include <turnpike_calls.hpp>
#include <turnpike_values.hpp>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace turnpike {

// A network with its engine and the packets in it. Moved, not copied. A moved-from one answers as
// NULL does.
class Simulation {
 public:
  static Simulation from_file(const std::string& file, const Options& options = {}) {
    return Simulation(file.c_str(), nullptr, nullptr, options);
  }
  // Messages call the text `name`.
  static Simulation from_text(const std::string& toml, const Options& options = {},
                              const std::string& name = "configuration") {
    return Simulation(nullptr, toml.c_str(), name.c_str(), options);
  }

  Simulation(Simulation&& other) noexcept
      : network_(std::exchange(other.network_, nullptr)), calls_(std::move(other.calls_)) {}
  Simulation& operator=(Simulation&& other) noexcept {
    if (this != &other) {
      turnpike_destroy(network_);
      network_ = std::exchange(other.network_, nullptr);
      calls_ = std::move(other.calls_);
    }
    return *this;
  }
  ~Simulation() { turnpike_destroy(network_); }

  turnpike_network* get() const noexcept { return network_; }
  // Why the last run was unfinished, for one.
  std::string error() const { return turnpike_error(network_); }
  std::string remark() const { return text(turnpike_remark); }
  std::string configuration() const { return text(turnpike_configuration); }
  std::string inputs() const { return text(turnpike_inputs); }
  void reset() { check(turnpike_reset(network_)); }

  // False: the queue of its source is at its limit.
  [[nodiscard]] bool offer(const Packet& packet) {
    return check(turnpike_offer(network_, packet.source, packet.destination, packet.flits,
                                packet.message_class, packet.tag)) == TURNPIKE_OK;
  }
  [[nodiscard]] bool offer(std::uint32_t source, std::uint32_t destination, std::uint32_t flits,
                           std::uint32_t message_class = 0, std::uint64_t tag = 0) {
    return check(turnpike_offer(network_, source, destination, flits, message_class, tag)) ==
           TURNPIKE_OK;
  }
  // The number that was taken.
  [[nodiscard]] std::size_t offer_packets(const std::vector<Packet>& packets) {
    std::size_t taken = 0;
    check(turnpike_offer_packets(network_, packets.data(), packets.size(), &taken));
    return taken;
  }
  [[nodiscard]] std::size_t offer(const std::vector<Packet>& packets) {
    return offer_packets(packets);
  }
  std::uint32_t queue_length(std::uint32_t source) const {
    std::uint32_t packets = 0;
    check(turnpike_queue_length(network_, source, &packets));
    return packets;
  }
  QueueLength class_queue(std::uint32_t source, std::uint32_t message_class) const {
    QueueLength length;
    check(turnpike_class_queue(network_, source, message_class, &length.packets, &length.flits));
    return length;
  }
  QueueLength queue_space(std::uint32_t source, std::uint32_t message_class = 0) const {
    std::uint32_t packets = 0;
    std::uint32_t flits = 0;
    check(turnpike_queue_space(network_, source, message_class, &packets, &flits));
    return {packets, flits};
  }
  void set_queue_limits(std::uint32_t packets, std::uint32_t flits) {
    check(turnpike_set_queue_limits(network_, packets, flits));
  }
  void set_queue_limit(std::uint32_t packets) {
    check(turnpike_set_queue_limit(network_, packets));
  }

  // All of them; `to` is cleared first and keeps its memory.
  void take_deliveries(std::vector<Delivery>& to) {
    to.resize(deliveries_waiting());
    std::size_t count = 0;
    check(turnpike_take_deliveries(network_, to.data(), to.size(), &count));
    to.resize(count);
  }
  std::vector<Delivery> take_deliveries() {
    std::vector<Delivery> all;
    take_deliveries(all);
    return all;
  }
  void hold_deliveries(std::uint32_t node, std::uint32_t message_class = 0, bool held = true) {
    check(turnpike_hold_deliveries(network_, node, message_class, held ? 1 : 0));
  }
  // Each delivery, between cycles; empty: no more, they wait again. The function may use this
  // network but for what runs cycles. What it throws ends step(), which throws it; other deliveries
  // wait.
  void on_delivery(std::function<void(const Delivery&)> function) {
    listen<Delivery, &Calls::on_delivery>(turnpike_on_delivery, std::move(function));
  }
  turnpike_reorder_state reorder_state() const {
    return described<turnpike_reorder_state>(turnpike_get_reorder_state);
  }
  std::size_t deliveries_waiting() const {
    std::size_t count = 0;
    check(turnpike_deliveries_waiting(network_, &count));
    return count;
  }
  std::uint64_t outstanding() const { return number(turnpike_outstanding); }

  // False: the queue of its source is at its limit.
  [[nodiscard]] bool send_bytes(std::uint32_t source, std::uint32_t destination, const void* data,
                                std::size_t bytes, std::uint32_t message_class = 0,
                                std::uint64_t tag = 0) {
    return check(turnpike_send_bytes(network_, source, destination, message_class, data, bytes,
                                     tag)) == TURNPIKE_OK;
  }
  // Empty: none waits.
  std::optional<Message> take_message() {
    Message message;
    message.about.size = sizeof message.about;
    if (check(turnpike_take_message(network_, &message.about)) == TURNPIKE_NONE) {
      return std::nullopt;
    }
    own_data(message);
    return message;
  }
  std::size_t messages_waiting() const {
    std::size_t count = 0;
    check(turnpike_messages_waiting(network_, &count));
    return count;
  }
  // As on_delivery(). The data are good during the call.
  void on_message(std::function<void(const turnpike_message&)> function) {
    listen<turnpike_message, &Calls::on_message>(turnpike_on_message, std::move(function));
  }

  std::uint64_t cycle() const { return number(turnpike_cycle); }
  // Empty: none before another packet is offered.
  std::optional<std::uint64_t> next_event() const {
    std::uint64_t cycle = 0;
    if (check(turnpike_next_event(network_, &cycle)) == TURNPIKE_IDLE) return std::nullopt;
    return cycle;
  }
  // False: interrupt() ended it before all cycles were run.
  bool step(std::uint64_t cycles = 1) {
    return check(turnpike_step(network_, cycles)) != TURNPIKE_STOPPED;
  }
  double clock_period() const { return ns(turnpike_clock_period); }
  double time_ns() const { return ns(turnpike_time_ns); }
  bool step_until_ns(double ns) {
    return check(turnpike_step_until_ns(network_, ns)) != TURNPIKE_STOPPED;
  }
  void save(const std::string& file) { check(turnpike_save(network_, file.c_str())); }
  void restore(const std::string& file) { check(turnpike_restore(network_, file.c_str())); }
  // From any thread, from handlers of signals and from callbacks, as long as this is neither moved
  // nor destroyed.
  void interrupt() noexcept { turnpike_interrupt(network_); }
  Wait step_until_delivery(std::uint64_t most) {
    return waited(turnpike_step_until_delivery(network_, most, nullptr));
  }
  Wait step_until_idle(std::uint64_t most) {
    return waited(turnpike_step_until_idle(network_, most, nullptr));
  }

  // Empty: no more. What the function throws is thrown by step(), once the cycle is over.
  void on_event(std::function<void(const Event&)> function) {
    listen<Event, &Calls::on_event>(turnpike_on_event, std::move(function));
  }

  // Kept for take_events(), which gives all of them; `to` as for take_deliveries().
  void record_events(bool wanted = true) {
    check(turnpike_record_events(network_, wanted ? 1 : 0));
  }
  std::size_t events_waiting() const {
    std::size_t count = 0;
    check(turnpike_events_waiting(network_, &count));
    return count;
  }
  void take_events(std::vector<Event>& to) {
    to.resize(events_waiting());
    std::size_t count = 0;
    check(turnpike_take_events(network_, to.data(), to.size(), &count));
    to.resize(count);
  }
  std::vector<Event> take_events() {
    std::vector<Event> all;
    take_events(all);
    return all;
  }

  void measure(std::uint64_t cycles = 0) { check(turnpike_measure(network_, cycles)); }
  Run run(const RunOptions& options = {}) {
    require_network();
    const std::vector<const char*> scopes = detail::pointers_to(options.trace_scopes);
    const turnpike_run_options c = detail::for_c(options, *calls_, scopes);
    const turnpike_status status = check(turnpike_run(network_, &c));
    if (status == TURNPIKE_STOPPED) return Run::stopped;
    return status == TURNPIKE_OK ? Run::finished : Run::unfinished;
  }
  // turnpike_run_together(): [network] whether it has been run; run() is for the others. `folders`:
  // of each, or empty.
  static std::vector<bool> run_together(const std::vector<Simulation*>& networks,
                                        const std::vector<std::string>& folders = {}) {
    std::vector<turnpike_network*> handles;
    handles.reserve(networks.size());
    for (const Simulation* network : networks) handles.push_back(network->network_);
    std::vector<const char*> places(networks.size(), nullptr);
    for (std::size_t i = 0; i < folders.size() && i < places.size(); ++i) {
      places[i] = detail::or_null(folders[i]);
    }
    std::vector<std::uint8_t> done(networks.size());
    const turnpike_status status = turnpike_run_together(
        handles.data(), handles.size(), places.data(), done.data(), nullptr, nullptr);
    if (!networks.empty()) networks.front()->check(status);
    return {done.begin(), done.end()};
  }
  Summary statistics() const { return described<Summary>(turnpike_statistics); }
  // [channel] flits in a cycle; empty: nothing was measured.
  std::vector<double> channel_utilisation() const {
    return of_channels<double>(turnpike_channel_utilisation);
  }
  // [channel] how many; empty: nothing was measured.
  std::vector<std::uint64_t> channel_flits() const {
    return of_channels<std::uint64_t>(turnpike_channel_flits);
  }
  std::string statistics_json() const { return text(turnpike_statistics_json); }
  std::string statistics_table() const { return text(turnpike_statistics_table); }

  Shape shape() const { return described<Shape>(turnpike_get_shape); }
  std::string topology() const { return text(turnpike_topology); }
  Component component(std::uint32_t index) const {
    return described<Component>(turnpike_get_component, index);
  }
  std::string component_name(std::uint32_t index) const {
    const char* name = nullptr;
    check(turnpike_component_name(network_, index, &name));
    return name;
  }
  Channel channel(std::uint32_t index) const {
    return described<Channel>(turnpike_get_channel, index);
  }
  Node node(std::uint32_t index) const { return described<Node>(turnpike_get_node, index); }

 private:
  using Calls = detail::Calls;

  Simulation(const char* file, const char* toml, const char* name, const Options& options)
      : calls_(std::make_unique<Calls>()) {
    const std::vector<const char*> overrides = detail::pointers_to(options.overrides);
    turnpike_options c = detail::for_c(options, *calls_, overrides);
    c.file = file;
    c.text = toml;
    c.text_name = name;
    char* message = nullptr;
    const turnpike_status status = turnpike_create(&c, &network_, &message);
    if (calls_->thrown) {
      turnpike_free(message);
      turnpike_destroy(network_);
      std::rethrow_exception(calls_->thrown);
    }
    calls_->network = network_;
    if (status == TURNPIKE_OK) return;
    const std::string said = message != nullptr ? message : turnpike_status_text(status);
    turnpike_free(message);
    throw Error(status, said);
  }

  turnpike_status check(turnpike_status status) const {
    if (calls_ && calls_->thrown) {
      std::rethrow_exception(std::exchange(calls_->thrown, nullptr));
    }
    if (status < 0) throw Error(status, turnpike_error(network_));
    return status;
  }
  // One that was moved from has no Calls either.
  void require_network() const {
    if (network_ == nullptr) check(TURNPIKE_ERROR_NULL);
  }
  // Empty: no more. `set` gives C the callback.
  template <class Item, std::function<void(const Item&)> Calls::*member, class Set>
  void listen(Set set, std::function<void(const Item&)> function) {
    require_network();
    const bool is_wanted = static_cast<bool>(function);
    check(set(network_, is_wanted ? &Calls::template hear<Item, member> : nullptr, calls_.get()));
    (*calls_).*member = std::move(function);
  }
  static void own_data(Message& message) {
    if (message.about.bytes != 0) {
      const auto* first = static_cast<const unsigned char*>(message.about.data);
      message.data.assign(first, first + message.about.bytes);
    }
    message.about.data = message.data.data();
  }
  Wait waited(turnpike_status status) const {
    check(status);
    if (status == TURNPIKE_IDLE) return Wait::idle;
    if (status == TURNPIKE_STOPPED) return Wait::stopped;
    return status == TURNPIKE_OK ? Wait::reached : Wait::not_reached;
  }
  template <class Function>
  std::string text(Function function) const {
    const char* said = nullptr;
    check(function(network_, &said));
    return said;
  }
  template <class Function>
  std::uint64_t number(Function function) const {
    std::uint64_t value = 0;
    check(function(network_, &value));
    return value;
  }
  template <class Function>
  double ns(Function function) const {
    double value = 0;
    check(function(network_, &value));
    return value;
  }
  template <class Value, class Function>
  std::vector<Value> of_channels(Function function) const {
    std::vector<Value> values(shape().channels);
    std::size_t count = 0;
    check(function(network_, values.data(), values.size(), &count));
    values.resize(count);
    return values;
  }
  template <class Struct, class Function, class... Index>
  Struct described(Function function, Index... index) const {
    Struct description{};
    description.size = sizeof description;
    check(function(network_, index..., &description));
    return description;
  }

  turnpike_network* network_ = nullptr;
  std::unique_ptr<Calls> calls_;
};

// What C calls turnpike_network, and Python Network.
using Network = Simulation;

}  // namespace turnpike

#endif  // TURNPIKE_HPP
