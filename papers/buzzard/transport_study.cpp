// transport_study.cpp - every variant carries the same lists of messages.

#include "papers/buzzard/transport_study.h"

#include <fmt/format.h>

#include "sim/base/task_pool.h"

namespace turnpike::sim::buzzard {

namespace {

void measure(TransportPoint& point, std::size_t seed, const model::TransportResult& result,
             const std::vector<model::ListedMessage>& list) {
  double first = 0;
  double last = 0;
  for (std::size_t m = 0; m < list.size(); ++m) {
    first += static_cast<double>(result.times[m].first - list[m].queued);
    last += static_cast<double>(result.times[m].last - list[m].queued);
  }
  const auto messages = static_cast<double>(list.size());
  point.first[seed] = first / messages;
  point.last[seed] = last / messages;
  point.transit_mean[seed] = result.transit.mean;
  point.transit_largest[seed] = result.transit.largest;
  point.held_largest[seed] = result.with_source.largest;
}

void make_room(TransportPoint& point, std::size_t seeds) {
  for (std::vector<double>* values : {&point.first, &point.last, &point.transit_mean,
                                      &point.transit_largest, &point.held_largest}) {
    values->resize(seeds);
  }
}

}  // namespace

std::vector<Variant> all_variants() {
  std::vector<Variant> all;
  for (unsigned scheme = 0; scheme < 3; ++scheme) {
    for (const bool adaptive : {false, true}) {
      for (const bool bidirectional : {false, true}) {
        all.push_back({static_cast<model::TransportScheme>(scheme), adaptive, bidirectional});
      }
    }
  }
  return all;
}

std::string variant_text(const Variant& variant) {
  const char* schemes[] = {"store and forward", "cut-through", "circuit"};
  return fmt::format("{}, {}, {}", schemes[static_cast<std::size_t>(variant.scheme)],
                     variant.adaptive ? "adaptive" : "fixed",
                     variant.bidirectional ? "bidirectional" : "one-directional");
}

const std::vector<unsigned>& TransportStudy::mean_lengths() {
  static const std::vector<unsigned> lengths = {64, 512, 8192};
  return lengths;
}

bool TransportStudy::run(const PaperOptions& options) {
  const Effort wanted = effort(options);
  points_.assign(mean_lengths().size() * kVariants * kLoads, {});
  for (TransportPoint& point : points_) make_room(point, wanted.seeds.size());
  std::vector<std::function<void()>> tasks;
  for (std::size_t length = 0; length < mean_lengths().size(); ++length) {
    for (unsigned load = 0; load < kLoads; ++load) {
      for (std::size_t seed = 0; seed < wanted.seeds.size(); ++seed) {
        tasks.emplace_back([=, this_seed = wanted.seeds[seed], each = wanted.messages_per_node] {
          const auto list =
              make_message_list(list_spec(mean_lengths()[length], load, each, this_seed));
          for (const Variant& variant : all_variants()) {
            model::TransportSpec spec;
            spec.dimension = kDimension;
            spec.scheme = variant.scheme;
            spec.adaptive = variant.adaptive;
            spec.bidirectional = variant.bidirectional;
            TransportPoint& point = points_[(length * kVariants + variant.index()) * kLoads + load];
            measure(point, seed, run_transport(spec, list), list);
          }
        });
      }
    }
  }
  return run_tasks(tasks, options.jobs, [&](std::size_t done) {
    return !options.on_progress ||
           options.on_progress(fmt::format("transport: {} of {} lists", done, tasks.size()));
  });
}

}  // namespace turnpike::sim::buzzard
