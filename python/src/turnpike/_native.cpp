// _native.cpp - turnpike.h for Python: one class, errors as exceptions, packets in numpy buffers.
//
// What numpy, pandas and networkx make of it is said in Python, beside this file. Calls that run
// cycles let other threads of Python go on; now and then they look for an interrupt.

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "_listeners.h"
#include "turnpike.h"

namespace nb = nanobind;

namespace {

using turnpike_python::Listeners;
using turnpike_python::Message;

// Cycles before the first look for an interrupt, and the time between two looks that is sought.
constexpr std::uint64_t kFirstPiece = 16;
constexpr std::chrono::milliseconds kBetweenLooks(50);

using Bytes = nb::ndarray<std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using ConstBytes = nb::ndarray<const std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// Raised as the class that errors.py has for the status.
[[noreturn]] void raise(turnpike_status status, const char* text) {
  const nb::object make = nb::module_::import_("turnpike.errors").attr("error_of");
  const nb::object error = make(static_cast<int>(status), nb::str(text));
  PyErr_SetObject(error.type().ptr(), error.ptr());
  throw nb::python_error();
}

void look_for_interrupt() {
  if (PyErr_CheckSignals() != 0) throw nb::python_error();
}

const char* c_text(const std::optional<std::string>& text) {
  return text ? text->c_str() : nullptr;
}

// turnpike_run_options::on_progress, of which `user` is a function of Python. Python's handlers of
// signals run in its main thread alone; the function stops the others. An exception stops the run.
std::int32_t ask_python(void* user, std::uint64_t cycle, const char* phase) {
  const nb::gil_scoped_acquire python;
  if (PyErr_CheckSignals() != 0) return 0;
  PyObject* const answer = PyObject_CallFunction(static_cast<PyObject*>(user), "Ks",
                                                 static_cast<unsigned long long>(cycle), phase);
  const int is_true = answer != nullptr ? PyObject_IsTrue(answer) : -1;
  Py_XDECREF(answer);
  return is_true == 1 ? 1 : 0;
}

// The same, of turnpike_run_together().
std::int32_t ask_python_together(void* user, std::uint64_t cycle) {
  return ask_python(user, cycle, "");
}

// Numbers of Python, and those of numpy by their __index__. A bool is no number.
template <class Field>
bool take_whole(nb::handle value, Field& field) {
  if (PyBool_Check(value.ptr())) return false;
  nb::object number = nb::borrow(value);
  if (!PyLong_CheckExact(value.ptr())) {
    if (!PyIndex_Check(value.ptr())) return false;
    number = nb::steal(PyNumber_Index(value.ptr()));
  }
  const unsigned long long whole = number.is_valid() ? PyLong_AsUnsignedLongLong(number.ptr()) : 0;
  if (PyErr_Occurred() != nullptr) {  // an array, or a number out of range
    PyErr_Clear();
    return false;
  }
  field = static_cast<Field>(whole);
  return field == whole;
}

class Network {
 public:
  Network(const std::optional<std::string>& file, const std::optional<std::string>& text,
          const std::vector<std::string>& overrides, const std::optional<std::string>& engine,
          std::uint32_t threads, std::uint32_t queue_limit, bool drawn_traffic, bool allow_deadlock,
          const std::optional<std::string>& mismatch_folder, std::uint32_t queue_limit_flits,
          std::uint32_t ordered_classes, std::uint32_t flit_bytes, std::uint32_t header_flits,
          std::uint32_t packet_bytes) {
    std::vector<const char*> sets;
    for (const std::string& set : overrides) sets.push_back(set.c_str());
    turnpike_options options{};
    options.size = sizeof options;
    options.file = c_text(file);
    options.text = c_text(text);
    options.overrides = sets.data();
    options.overrides_count = sets.size();
    options.engine = c_text(engine);
    options.threads = threads;
    options.queue_limit = queue_limit;
    options.drawn_traffic = drawn_traffic ? 1 : 0;
    options.allow_deadlock = allow_deadlock ? 1 : 0;
    options.mismatch_folder = c_text(mismatch_folder);
    options.queue_limit_flits = queue_limit_flits;
    options.ordered_classes = ordered_classes;
    options.flit_bytes = flit_bytes;
    options.header_flits = header_flits;
    options.packet_bytes = packet_bytes;
    char* message = nullptr;
    turnpike_status status = TURNPIKE_OK;
    {
      const nb::gil_scoped_release others;
      status = turnpike_create(&options, &network_, &message);
    }
    listeners_.network = network_;
    if (status == TURNPIKE_OK) return;
    const std::string why = message != nullptr ? message : turnpike_status_text(status);
    turnpike_free(message);
    raise(status, why.c_str());
  }
  Network(const Network&) = delete;
  Network& operator=(const Network&) = delete;
  ~Network() { turnpike_destroy(network_); }

  void close() {
    check(turnpike_destroy(network_));
    network_ = nullptr;
  }
  bool is_closed() const { return network_ == nullptr; }

  std::string remark() { return text(turnpike_remark); }
  std::string configuration() { return text(turnpike_configuration); }
  std::string inputs() { return text(turnpike_inputs); }
  std::string topology() { return text(turnpike_topology); }
  std::string statistics_json() { return text(turnpike_statistics_json); }
  std::string statistics_table() { return text(turnpike_statistics_table); }
  void reset() { check(turnpike_reset(network_)); }

  // How many were taken; -1: an argument is no whole number in the range of its field.
  int offer(nb::handle source, nb::handle destination, nb::handle flits, nb::handle message_class,
            nb::handle tag) {
    turnpike_packet packet{};
    if (!take_whole(source, packet.source) || !take_whole(destination, packet.destination) ||
        !take_whole(flits, packet.flits) || !take_whole(message_class, packet.message_class) ||
        !take_whole(tag, packet.tag)) {
      return -1;
    }
    const turnpike_status status =
        check(turnpike_offer(network_, packet.source, packet.destination, packet.flits,
                             packet.message_class, packet.tag));
    return status == TURNPIKE_OK ? 1 : 0;
  }
  std::size_t offer_packets(ConstBytes packets) {
    std::size_t taken = 0;
    check(turnpike_offer_packets(network_, reinterpret_cast<const turnpike_packet*>(packets.data()),
                                 packets.size() / sizeof(turnpike_packet), &taken));
    return taken;
  }
  std::size_t take_deliveries(Bytes to) {
    std::size_t count = 0;
    check(turnpike_take_deliveries(network_, reinterpret_cast<turnpike_delivery*>(to.data()),
                                   to.size() / sizeof(turnpike_delivery), &count));
    return count;
  }
  std::uint32_t queue_length(std::uint32_t source) {
    return number<std::uint32_t>(turnpike_queue_length, source);
  }
  // Packets and flits.
  std::pair<std::uint64_t, std::uint64_t> class_queue(std::uint32_t source,
                                                      std::uint32_t message_class) {
    std::pair<std::uint64_t, std::uint64_t> length;
    check(turnpike_class_queue(network_, source, message_class, &length.first, &length.second));
    return length;
  }
  std::pair<std::uint32_t, std::uint32_t> queue_space(std::uint32_t source,
                                                      std::uint32_t message_class) {
    std::pair<std::uint32_t, std::uint32_t> space;
    check(turnpike_queue_space(network_, source, message_class, &space.first, &space.second));
    return space;
  }
  void set_queue_limit(std::uint32_t packets) {
    check(turnpike_set_queue_limit(network_, packets));
  }
  void set_queue_limits(std::uint32_t packets, std::uint32_t flits) {
    check(turnpike_set_queue_limits(network_, packets, flits));
  }
  void hold_deliveries(std::uint32_t node, std::uint32_t message_class, bool held) {
    check(turnpike_hold_deliveries(network_, node, message_class, held ? 1 : 0));
  }
  turnpike_reorder_state reorder_state() {
    return description<turnpike_reorder_state>(
        [this](auto* to) { return turnpike_get_reorder_state(network_, to); });
  }

  // False: the queue of the source is full.
  bool send_bytes(std::uint32_t source, std::uint32_t destination, std::uint32_t message_class,
                  nb::bytes data, std::uint64_t tag) {
    return check(turnpike_send_bytes(network_, source, destination, message_class, data.c_str(),
                                     data.size(), tag)) == TURNPIKE_OK;
  }
  // Empty: none waits.
  std::optional<Message> take_message() {
    turnpike_message message{};
    message.size = sizeof message;
    if (check(turnpike_take_message(network_, &message)) == TURNPIKE_NONE) return std::nullopt;
    return turnpike_python::value_of(message);
  }
  std::size_t messages_waiting() { return number<std::size_t>(turnpike_messages_waiting); }

  // None: no more. The caller keeps the function as long as it is set.
  void on_delivery(nb::handle function) {
    listen<turnpike_delivery, &Listeners::on_delivery>(turnpike_on_delivery, function);
  }
  void on_message(nb::handle function) {
    listen<turnpike_message, &Listeners::on_message>(turnpike_on_message, function);
  }
  void on_event(nb::handle function) {
    listen<turnpike_event, &Listeners::on_event>(turnpike_on_event, function);
  }
  std::size_t deliveries_waiting() { return number<std::size_t>(turnpike_deliveries_waiting); }
  std::uint64_t outstanding() { return number<std::uint64_t>(turnpike_outstanding); }
  std::uint64_t cycle() { return number<std::uint64_t>(turnpike_cycle); }

  // Empty: nothing can happen before another packet is offered.
  std::optional<std::uint64_t> next_event() {
    std::uint64_t cycle = 0;
    if (check(turnpike_next_event(network_, &cycle)) == TURNPIKE_IDLE) return std::nullopt;
    return cycle;
  }
  // False: it was interrupted.
  bool step(std::uint64_t cycles) {
    return runs_all(cycles, [this](std::uint64_t piece) { return turnpike_step(network_, piece); });
  }
  double clock_period() { return number<double>(turnpike_clock_period); }
  double time_ns() { return number<double>(turnpike_time_ns); }
  // The same, in pieces of the time: what is out of range is for the library to refuse.
  bool step_until_ns(double ns) {
    constexpr double kMostCycles = 9e18;
    const double period = clock_period();
    const double start = time_ns();
    const double cycles = (ns - start) / period;
    const bool is_ahead = cycles > 0 && cycles < kMostCycles;
    std::uint64_t done = 0;
    return runs_all(is_ahead ? static_cast<std::uint64_t>(cycles) + 1 : 0,
                    [&](std::uint64_t piece) {
                      done += piece;
                      const double end = start + static_cast<double>(done) * period;
                      return turnpike_step_until_ns(network_, is_ahead ? std::min(ns, end) : ns);
                    });
  }
  void save(const std::string& file) { check(turnpike_save(network_, file.c_str())); }
  void restore(const std::string& file) { check(turnpike_restore(network_, file.c_str())); }
  void interrupt() { check(turnpike_interrupt(network_)); }
  // The status, and the cycles run.
  std::pair<int, std::uint64_t> step_until_delivery(std::uint64_t most) {
    return in_pieces(most, [this](std::uint64_t piece, std::uint64_t& run) {
      return turnpike_step_until_delivery(network_, piece, &run);
    });
  }
  std::pair<int, std::uint64_t> step_until_idle(std::uint64_t most) {
    return in_pieces(most, [this](std::uint64_t piece, std::uint64_t& run) {
      return turnpike_step_until_idle(network_, piece, &run);
    });
  }

  void record_events(bool wanted) { check(turnpike_record_events(network_, wanted ? 1 : 0)); }
  std::size_t events_waiting() { return number<std::size_t>(turnpike_events_waiting); }
  std::size_t take_events(Bytes to) {
    std::size_t count = 0;
    check(turnpike_take_events(network_, reinterpret_cast<turnpike_event*>(to.data()),
                               to.size() / sizeof(turnpike_event), &count));
    return count;
  }

  std::vector<double> channel_utilisation() {
    return of_channels<double>(turnpike_channel_utilisation);
  }
  std::vector<std::uint64_t> channel_flits() {
    return of_channels<std::uint64_t>(turnpike_channel_flits);
  }
  void measure(std::uint64_t cycles) { check(turnpike_measure(network_, cycles)); }
  // `on_progress(cycle, phase)` is asked now and then; false stops the run.
  int run(const std::optional<std::string>& folder, const std::optional<std::string>& events,
          const std::optional<std::string>& trace, std::uint64_t trace_from, std::uint64_t trace_to,
          const std::vector<std::string>& scopes, const std::optional<std::string>& checkpoint,
          std::uint64_t checkpoint_every, const std::optional<std::string>& from_checkpoint,
          const nb::object& on_progress) {
    std::vector<const char*> names;
    for (const std::string& scope : scopes) names.push_back(scope.c_str());
    turnpike_run_options options{};
    options.size = sizeof options;
    options.folder = c_text(folder);
    options.events = c_text(events);
    options.trace = c_text(trace);
    options.trace_from = trace_from;
    options.trace_to = trace_to;
    options.trace_scopes = names.data();
    options.trace_scopes_count = names.size();
    options.checkpoint = c_text(checkpoint);
    options.checkpoint_every = checkpoint_every;
    options.from_checkpoint = c_text(from_checkpoint);
    options.on_progress = ask_python;
    options.user = on_progress.ptr();
    turnpike_status status = TURNPIKE_OK;
    {
      const nb::gil_scoped_release others;
      status = turnpike_run(network_, &options);
    }
    if (PyErr_Occurred() != nullptr) throw nb::python_error();
    return check(status);
  }

  // turnpike_run_together(): which of the networks have been run. `on_progress(cycle)` is asked now
  // and then; false stops all.
  static std::vector<bool> run_together(const std::vector<Network*>& networks,
                                        const std::vector<std::optional<std::string>>& folders,
                                        const nb::object& on_progress) {
    std::vector<turnpike_network*> handles;
    for (const Network* network : networks) handles.push_back(network->network_);
    std::vector<const char*> places;
    for (const std::optional<std::string>& folder : folders) places.push_back(c_text(folder));
    std::vector<std::uint8_t> done(networks.size());
    turnpike_status status = TURNPIKE_OK;
    {
      const nb::gil_scoped_release others;
      status = turnpike_run_together(handles.data(), handles.size(), places.data(), done.data(),
                                     ask_python_together, on_progress.ptr());
    }
    if (PyErr_Occurred() != nullptr) throw nb::python_error();
    if (!networks.empty() && status != TURNPIKE_STOPPED) networks.front()->check(status);
    return {done.begin(), done.end()};
  }

  turnpike_shape shape() {
    return description<turnpike_shape>(
        [this](auto* to) { return turnpike_get_shape(network_, to); });
  }
  turnpike_component component(std::uint32_t id) {
    return description<turnpike_component>(
        [&](auto* to) { return turnpike_get_component(network_, id, to); });
  }
  turnpike_channel channel(std::uint32_t id) {
    return description<turnpike_channel>(
        [&](auto* to) { return turnpike_get_channel(network_, id, to); });
  }
  turnpike_node node(std::uint32_t id) {
    return description<turnpike_node>(
        [&](auto* to) { return turnpike_get_node(network_, id, to); });
  }
  std::string component_name(std::uint32_t id) {
    const char* name = nullptr;
    check(turnpike_component_name(network_, id, &name));
    return name;
  }

 private:
  // Answers that are no errors are returned.
  turnpike_status check(turnpike_status status) {
    listeners_.raise_what_was_raised();
    if (status < 0 && is_closed()) raise(TURNPIKE_ERROR_HANDLE, "the network was closed");
    if (status < 0) raise(status, turnpike_error(network_));
    return status;
  }

  template <class Get>
  std::string text(Get get) {
    const char* text = nullptr;
    check(get(network_, &text));
    return text;
  }
  template <class T, class Get, class... Arguments>
  T number(Get get, Arguments... arguments) {
    T value = 0;
    check(get(network_, arguments..., &value));
    return value;
  }
  template <class Item, PyObject* Listeners::*member, class Set>
  void listen(Set set, nb::handle function) {
    check(
        set(network_, function.is_none() ? nullptr : &Listeners::hear<Item, member>, &listeners_));
    listeners_.*member = function.ptr();
  }
  template <class Value, class Get>
  std::vector<Value> of_channels(Get get) {
    std::size_t count = 0;
    check(get(network_, nullptr, 0, &count));
    std::vector<Value> values(count);
    check(get(network_, values.data(), count, &count));
    return values;
  }
  template <class T, class Get>
  T description(Get get) {
    T value{};
    value.size = sizeof value;
    check(get(&value));
    return value;
  }

  // Pieces of which `step` answers OK or STOPPED. False: it was interrupted.
  template <class Step>
  bool runs_all(std::uint64_t cycles, Step step) {
    const auto piecewise = [&step](std::uint64_t piece, std::uint64_t& run) {
      run = piece;
      const turnpike_status status = step(piece);
      return status == TURNPIKE_OK ? TURNPIKE_NOT_REACHED : status;
    };
    return in_pieces(cycles, piecewise).first != TURNPIKE_STOPPED;
  }

  // Until `step` answers with something else than NOT_REACHED, or `most` cycles have been run. A
  // cycle takes a microsecond or a second, by the network's size and load, so pieces are measured.
  template <class Step>
  std::pair<int, std::uint64_t> in_pieces(std::uint64_t most, Step step) {
    using Clock = std::chrono::steady_clock;
    std::uint64_t done = 0;
    std::uint64_t piece = kFirstPiece;
    turnpike_status status = TURNPIKE_NOT_REACHED;
    do {
      std::uint64_t run = 0;
      const Clock::time_point start = Clock::now();
      {
        const nb::gil_scoped_release others;
        status = step(std::min(most - done, piece), run);
      }
      check(status);
      done += run;
      look_for_interrupt();
      const auto taken = Clock::now() - start;
      if (taken < kBetweenLooks / 2 && piece < most / 2) piece *= 2;
      if (taken > kBetweenLooks && piece > 1) piece /= 2;
    } while (status == TURNPIKE_NOT_REACHED && done < most);
    return {status, done};
  }

  turnpike_network* network_ = nullptr;
  Listeners listeners_;
};

std::vector<std::uint32_t> list_of(const std::uint32_t* values, std::uint32_t count) {
  return {values, values + count};
}

}  // namespace

NB_MODULE(_native, module) {
  module.doc() = "The C interface of libturnpike, bound one to one; use the package turnpike.";
  module.attr("PACKET_BYTES") = sizeof(turnpike_packet);
  module.attr("DELIVERY_BYTES") = sizeof(turnpike_delivery);
  module.attr("EVENT_BYTES") = sizeof(turnpike_event);
  module.def("version", &turnpike_version);
  module.def("api_version", &turnpike_api_version);
  module.def(
      "status_text",
      [](std::int32_t status) {
        return turnpike_status_text(static_cast<turnpike_status>(status));
      },
      nb::arg("status"));

  nb::class_<turnpike_shape>(module, "Shape")
      .def_ro("nodes", &turnpike_shape::nodes)
      .def_ro("components", &turnpike_shape::components)
      .def_ro("channels", &turnpike_shape::channels)
      .def_ro("local_channels", &turnpike_shape::local_channels)
      .def_ro("virtual_channels", &turnpike_shape::virtual_channels)
      .def_ro("buffer_depth", &turnpike_shape::buffer_depth)
      .def_ro("flit_bits", &turnpike_shape::flit_bits)
      .def_ro("message_classes", &turnpike_shape::message_classes)
      .def_prop_ro("radix", [](const turnpike_shape& s) { return list_of(s.radix, s.dimensions); });
  nb::class_<turnpike_component>(module, "Component")
      .def_ro("kind", &turnpike_component::kind)
      .def_ro("ports", &turnpike_component::ports)
      .def_prop_ro("coordinates", [](const turnpike_component& c) {
        return list_of(c.coordinates, c.coordinates_count);
      });
  nb::class_<turnpike_channel>(module, "Channel")
      .def_ro("source", &turnpike_channel::from)
      .def_ro("source_port", &turnpike_channel::from_port)
      .def_ro("target", &turnpike_channel::to)
      .def_ro("target_port", &turnpike_channel::to_port)
      .def_ro("latency", &turnpike_channel::latency)
      .def_ro("level", &turnpike_channel::level)
      .def_ro("length", &turnpike_channel::length)
      .def_ro("phits", &turnpike_channel::phits)
      .def_ro("clock_ratio", &turnpike_channel::clock_ratio);
  nb::class_<turnpike_node>(module, "Node")
      .def_ro("inject_component", &turnpike_node::inject_component)
      .def_ro("inject_port", &turnpike_node::inject_port)
      .def_ro("eject_component", &turnpike_node::eject_component)
      .def_ro("eject_port", &turnpike_node::eject_port)
      .def_prop_ro("coordinates", [](const turnpike_node& n) {
        return list_of(n.coordinates, n.coordinates_count);
      });

  nb::class_<turnpike_reorder_state>(module, "ReorderState")
      .def_ro("packets", &turnpike_reorder_state::packets)
      .def_ro("most_flits", &turnpike_reorder_state::most_flits);
  nb::class_<turnpike_delivery>(module, "Delivery")
      .def_ro("tag", &turnpike_delivery::tag)
      .def_ro("queued", &turnpike_delivery::queued)
      .def_ro("injected", &turnpike_delivery::injected)
      .def_ro("head", &turnpike_delivery::head)
      .def_ro("delivered", &turnpike_delivery::delivered)
      .def_ro("released", &turnpike_delivery::released)
      .def_ro("source", &turnpike_delivery::source)
      .def_ro("destination", &turnpike_delivery::destination)
      .def_ro("flits", &turnpike_delivery::flits)
      .def_ro("message_class", &turnpike_delivery::message_class)
      .def_ro("hops", &turnpike_delivery::hops)
      .def_ro("delivered_ns", &turnpike_delivery::delivered_ns)
      .def_ro("latency_ns", &turnpike_delivery::latency_ns);
  nb::class_<turnpike_event>(module, "Event")
      .def_ro("cycle", &turnpike_event::cycle)
      .def_ro("kind", &turnpike_event::kind)
      .def_ro("source", &turnpike_event::source)
      .def_ro("destination", &turnpike_event::destination)
      .def_ro("packet", &turnpike_event::packet)
      .def_ro("component", &turnpike_event::component)
      .def_ro("port", &turnpike_event::port)
      .def_ro("vc", &turnpike_event::vc)
      .def_ro("flits", &turnpike_event::flits)
      .def_ro("tag", &turnpike_event::tag)
      .def_ro("message_class", &turnpike_event::message_class);
  nb::class_<Message>(module, "Message")
      .def_ro("data", &Message::data)
      .def_prop_ro("tag", [](const Message& m) { return m.about.tag; })
      .def_prop_ro("packets", [](const Message& m) { return m.about.packets; })
      .def_prop_ro("queued", [](const Message& m) { return m.about.queued; })
      .def_prop_ro("delivered", [](const Message& m) { return m.about.delivered; })
      .def_prop_ro("released", [](const Message& m) { return m.about.released; })
      .def_prop_ro("source", [](const Message& m) { return m.about.source; })
      .def_prop_ro("destination", [](const Message& m) { return m.about.destination; })
      .def_prop_ro("message_class", [](const Message& m) { return m.about.message_class; });

  nb::class_<Network>(module, "Network")
      .def(nb::init<const std::optional<std::string>&, const std::optional<std::string>&,
                    const std::vector<std::string>&, const std::optional<std::string>&,
                    std::uint32_t, std::uint32_t, bool, bool, const std::optional<std::string>&,
                    std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t>(),
           nb::arg("file").none(), nb::arg("text").none(), nb::arg("overrides"),
           nb::arg("engine").none(), nb::arg("threads"), nb::arg("queue_limit"),
           nb::arg("drawn_traffic"), nb::arg("allow_deadlock"), nb::arg("mismatch_folder").none(),
           nb::arg("queue_limit_flits") = 0, nb::arg("ordered_classes") = 0,
           nb::arg("flit_bytes") = 0, nb::arg("header_flits") = 0, nb::arg("packet_bytes") = 0)
      .def("close", &Network::close)
      .def("is_closed", &Network::is_closed)
      .def("remark", &Network::remark)
      .def("configuration", &Network::configuration)
      .def("inputs", &Network::inputs)
      .def("topology", &Network::topology)
      .def("statistics_json", &Network::statistics_json)
      .def("statistics_table", &Network::statistics_table)
      .def("reset", &Network::reset)
      .def("offer", &Network::offer, nb::arg("source").none(), nb::arg("destination").none(),
           nb::arg("flits").none(), nb::arg("message_class").none(), nb::arg("tag").none())
      .def("offer_packets", &Network::offer_packets, nb::arg("packets"))
      .def("take_deliveries", &Network::take_deliveries, nb::arg("to"))
      .def("queue_length", &Network::queue_length, nb::arg("source"))
      .def("class_queue", &Network::class_queue, nb::arg("source"), nb::arg("message_class"))
      .def("queue_space", &Network::queue_space, nb::arg("source"), nb::arg("message_class"))
      .def("set_queue_limit", &Network::set_queue_limit, nb::arg("packets"))
      .def("set_queue_limits", &Network::set_queue_limits, nb::arg("packets"), nb::arg("flits"))
      .def("hold_deliveries", &Network::hold_deliveries, nb::arg("node"), nb::arg("message_class"),
           nb::arg("held"))
      .def("reorder_state", &Network::reorder_state)
      .def("send_bytes", &Network::send_bytes, nb::arg("source"), nb::arg("destination"),
           nb::arg("message_class"), nb::arg("data"), nb::arg("tag"))
      .def("take_message", &Network::take_message)
      .def("messages_waiting", &Network::messages_waiting)
      .def("on_delivery", &Network::on_delivery, nb::arg("function").none())
      .def("on_message", &Network::on_message, nb::arg("function").none())
      .def("on_event", &Network::on_event, nb::arg("function").none())
      .def("deliveries_waiting", &Network::deliveries_waiting)
      .def("outstanding", &Network::outstanding)
      .def("cycle", &Network::cycle)
      .def("next_event", &Network::next_event)
      .def("clock_period", &Network::clock_period)
      .def("time_ns", &Network::time_ns)
      .def("step_until_ns", &Network::step_until_ns, nb::arg("ns"))
      .def("save", &Network::save, nb::arg("file"))
      .def("restore", &Network::restore, nb::arg("file"))
      .def("interrupt", &Network::interrupt)
      .def("step", &Network::step, nb::arg("cycles"))
      .def("step_until_delivery", &Network::step_until_delivery, nb::arg("most"))
      .def("step_until_idle", &Network::step_until_idle, nb::arg("most"))
      .def("record_events", &Network::record_events, nb::arg("wanted"))
      .def("events_waiting", &Network::events_waiting)
      .def("take_events", &Network::take_events, nb::arg("to"))
      .def("channel_utilisation", &Network::channel_utilisation)
      .def("channel_flits", &Network::channel_flits)
      .def("measure", &Network::measure, nb::arg("cycles"))
      .def("run", &Network::run, nb::arg("folder").none(), nb::arg("events").none(),
           nb::arg("trace").none(), nb::arg("trace_from"), nb::arg("trace_to"), nb::arg("scopes"),
           nb::arg("checkpoint").none(), nb::arg("checkpoint_every"),
           nb::arg("from_checkpoint").none(), nb::arg("on_progress"))
      .def_static("run_together", &Network::run_together, nb::arg("networks"), nb::arg("folders"),
                  nb::arg("on_progress"))
      .def("shape", &Network::shape)
      .def("component", &Network::component, nb::arg("component"))
      .def("channel", &Network::channel, nb::arg("channel"))
      .def("node", &Network::node, nb::arg("node"))
      .def("component_name", &Network::component_name, nb::arg("component"));
}
