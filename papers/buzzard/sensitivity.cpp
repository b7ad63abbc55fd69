// sensitivity.cpp - one thing changed at a time.

#include "papers/buzzard/sensitivity.h"

#include <fmt/format.h>

#include "papers/buzzard/message_study.h"
#include "sim/base/task_pool.h"

namespace turnpike::sim::buzzard {

namespace {

struct Change {
  const char* text;
  Setting setting;
  unsigned times_as_long = 1;  // messages of a list
};

std::vector<Change> changes() {
  std::vector<Change> all = {{"as above", {}},
                             {"all nodes begin together", {}},
                             {"16 flits at a wormhole input", {}},
                             {"64 packet buffers at an output", {}},
                             {"4 packet buffers at an output", {}},
                             {"lists twice as long", {}, 2}};
  all[1].setting.start = model::ListStart::together;
  all[2].setting.worm_buffer = 16;
  all[3].setting.packet_buffers = 64;
  all[4].setting.packet_buffers = 4;
  return all;
}

constexpr unsigned kLoadsHere[] = {kHeaviest, 3, kLightest};
constexpr Scheme kSchemesHere[] = {Scheme::wormhole, Scheme::fixed_channels, Scheme::adaptive};

}  // namespace

void add_sensitivity(const PaperOptions& options, PaperReport& report) {
  const std::vector<Change> all = changes();
  // [change][load][scheme], of the first seed
  std::vector<MessageMeans> means(all.size() * 9);
  std::vector<std::function<void()>> tasks;
  for (std::size_t at = 0; at < means.size(); ++at) {
    tasks.emplace_back([&, at] {
      const Change& change = all[at / 9];
      model::MessageListSpec spec =
          list_spec(512, kLoadsHere[at / 3 % 3],
                    change.times_as_long * messages_per_node(options, 512), options.seed);
      spec.start = change.setting.start;
      means[at] = run_messages(kSchemesHere[at % 3], make_message_list(spec), change.setting);
    });
  }
  if (!run_tasks(tasks, options.jobs, [&](std::size_t done) {
        return !options.on_progress ||
               options.on_progress(fmt::format("sensitivity: {} of {} runs", done, tasks.size()));
      })) {
    report.interrupted = true;
    return;
  }
  Table table;
  table.id = "sensitivity";
  table.title = "First / last in ticks, mean 512 bytes, one seed";
  table.columns = {"changed",
                   "utilisation",
                   "first wormhole",
                   "last wormhole",
                   "first fixed packets, a queue for each output",
                   "last fixed packets, a queue for each output",
                   "first quasi-adaptive packets",
                   "last quasi-adaptive packets"};
  for (std::size_t row = 0; row < means.size() / 3; ++row) {
    std::vector<Cell> cells = {all[row / 3].text,
                               Cell(Measured{utilisation(kLoadsHere[row % 3]), 0}, 3)};
    for (std::size_t s = 0; s < 3; ++s) {
      cells.emplace_back(Measured{means[3 * row + s].first, 0}, 0);
      cells.emplace_back(Measured{means[3 * row + s].last, 0}, 0);
    }
    table.rows.push_back(cells);
  }
  Section section;
  section.title = "What the results depend on";
  section.paragraphs = {
      "Each row changes one thing that the paper leaves open, or doubles the lists: a scheme whose "
      "times grow with the length of the list is saturated at that load."};
  // [change][load][scheme]: the heaviest load, lists as above and twice as long.
  const auto growth = [&](std::size_t scheme) {
    return means[9 * (all.size() - 1) + scheme].first / means[scheme].first;
  };
  section.paragraphs.push_back(fmt::format(
      "At the heaviest load lists twice as long make the first times of wormhole {:.1f} times, of "
      "fixed packets {:.1f} times and of quasi-adaptive packets {:.1f} times as long. So ratios "
      "there depend on the length of the lists, which the paper does not give; at the lightest "
      "load they do not.",
      growth(0), growth(1), growth(2)));
  section.tables = {table};
  report.sections.push_back(section);
}

}  // namespace turnpike::sim::buzzard
