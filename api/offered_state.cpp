// offered_state.cpp - a network under offered packets as a file, and back: a checkpoint whose state
// is that of the network and of all packets that the library knows.

#include <fmt/format.h>

#include "api/failure.h"
#include "api/offered_run.h"
#include "sim/base/config_error.h"
#include "sim/experiment/run/checkpoint.h"

namespace turnpike::api {
namespace {

void visit(model::StateStream& state, turnpike_delivery& d, std::uint32_t nodes) {
  for (auto* number : {&d.tag, &d.queued, &d.injected, &d.head, &d.delivered, &d.released}) {
    state.value(*number);
  }
  state.value(d.source, nodes - 1, "source of a delivery");
  state.value(d.destination, nodes - 1, "destination of a delivery");
  for (auto* number : {&d.flits, &d.message_class, &d.hops}) state.value(*number);
  state.value(d.delivered_ns);
  state.value(d.latency_ns);
}

}  // namespace

// All but the events that are kept and who hears them.
void OfferedRun::visit_state(model::StateStream& state) {
  constexpr std::uint64_t kOffered = 0x6465726566666f;  // no run of drawn traffic begins with it
  state.expect(kOffered, "a state of offered packets");
  order_.expect_same(state);
  messages_.format().expect_same(state);
  const std::uint32_t nodes = network_.nodes();

  state.value(offered_);
  state.value(delivered_, offered_, "packets that were delivered");
  messages_.visit_state(state);
  records_.visit_state(state, messages_.count());
  order_.visit_state(state, [&](Arrival& one) {
    visit(state, one.delivery, nodes);
    state.value(one.message);
    state.check(one.message == PacketRecord::kNoMessage || one.message < messages_.count(),
                "message of a packet");
  });
  deliveries_.visit_state(state, [&](turnpike_delivery& one) { visit(state, one, nodes); });

  // Of packets that nobody heard, the rest of the events begins afterwards.
  bool was_heard = listens_;
  state.value(was_heard);
  if (state.is_reading() && !was_heard && listens_) {
    listens_ = false;
    engine().log_events(nullptr);
  }
  sink_.visit_state(state);
  state.value(window_.start);
  state.value(window_.end);
  state.value(is_over_);
  meter_.visit_state(state);
  traffic_.visit_state(state);
  engine().visit_state(state);
  meter_.check(state, is_over_ ? model::Phase::drain : model::Phase::measurement);
  state.check(state.is_at_end(), "bytes behind the end");
  if (state.is_reading()) listen();
}

void OfferedRun::save(const sim::Experiment& experiment, const std::string& path) {
  require_sound();
  collect();
  sim::Checkpoint checkpoint;
  checkpoint.identity = sim::CheckpointIdentity::of(experiment);
  checkpoint.cycle = now();
  model::StateWriter writer(checkpoint.state);
  visit_state(writer);
  checkpoint.write(path);
}

void OfferedRun::restore(const sim::Experiment& experiment, const std::string& path) {
  const sim::Checkpoint checkpoint = sim::Checkpoint::read(
      path, sim::CheckpointIdentity::of(experiment), sim::has_hardware(experiment.engine));
  model::StateReader reader(checkpoint.state);
  try {
    visit_state(reader);
    reader.check(now() == checkpoint.cycle, "cycle of the engine");
  } catch (const model::StateError& error) {
    broken_by_ = fmt::format("{}: is no state of this network: {}", path, error.what());
    broken_status_ = TURNPIKE_ERROR_NETWORK;
    throw sim::ConfigError(broken_by_);
  }
}

}  // namespace turnpike::api
