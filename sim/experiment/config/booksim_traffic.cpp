// booksim_traffic.cpp - traffic of BookSim: patterns, rates and lengths of each class, or a batch.

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "sim/experiment/config/booksim_draft.h"

namespace turnpike::sim {

namespace {

class TrafficConverter {
 public:
  explicit TrafficConverter(BookSimDraft& draft) : d_(draft) {}

  void run() {
    d_.classes = std::max(1u, d_.file.whole("classes", 1));
    if (d_.file.text("sim_type", "latency") == "batch") {
      batch();
    } else {
      traffic();
    }
  }

 private:
  // The value of a class; a list that is too short goes on with its last value.
  static std::string of_class(const std::vector<std::string>& list, unsigned number) {
    return list[std::min<std::size_t>(number, list.size() - 1)];
  }

  void traffic() {
    const bool is_several = d_.classes > 1;
    if (d_.classes > 4) d_.refuse("classes", "at most 4");
    if (is_several) d_.set("router", "message_classes", d_.classes);
    const auto patterns = d_.file.list("traffic", "uniform");
    const auto rates = d_.file.list("injection_rate", "0.1");
    // One class has several lengths; several classes have one each.
    const auto sizes = d_.file.list("packet_size", "1");
    const auto processes = d_.file.list("injection_process", "bernoulli");
    const bool is_in_flits = d_.file.whole("injection_rate_uses_flits", 0) == 1;
    for (unsigned c = 0; c < d_.classes; ++c) {
      const std::string table = is_several ? fmt::format("traffic.class {}", c) : "traffic";
      pattern(table, of_class(patterns, c));
      const double mean = is_several ? size_of(table, {of_class(sizes, c)}) : size_of(table, sizes);
      const auto rate = number_in(of_class(rates, c));
      if (!rate || *rate < 0) d_.refuse("injection_rate", "numbers from 0");
      const double load = is_in_flits ? *rate : *rate * mean;
      if (load > 1) d_.remark("injection_rate", "1 flit per cycle, the most that a terminal sends");
      d_.set(table, "load", fmt::format("{:.6g}", std::min(load, 1.0)));
      process(table, of_class(processes, c), std::min(load, 1.0));
    }
    // Of no effect here.
    for (const char* key : {"batch_size", "batch_count"}) d_.file.text(key, "");
  }

  // Returns the mean length.
  double size_of(const std::string& table, const std::vector<std::string>& sizes) {
    std::vector<double> flits;
    for (const std::string& size : sizes) {
      const auto number = number_in(size);
      if (!number || *number < 1 || *number > 65535 || *number != std::floor(*number)) {
        d_.refuse("packet_size", "whole numbers 1 .. 65535");
      }
      flits.push_back(*number);
    }
    const auto rates = d_.file.list("packet_size_rate", "1");
    if (flits.size() == 2 && rates.size() == 2 && flits[0] != flits[1]) {
      const double first = number_in(rates[0]).value_or(1);
      const double second = number_in(rates[1]).value_or(1);
      const double share = (flits[0] < flits[1] ? second : first) / (first + second);
      const auto [least, most] = std::minmax(flits[0], flits[1]);
      d_.set(table, "length",
             fmt::format("{{ kind = \"bimodal\", short = {}, long = {}, long_fraction = {:.6g} }}",
                         least, most, share));
      return least + share * (most - least);
    }
    if (flits.size() > 1) d_.remark("packet_size", "the first length alone: there are two at most");
    d_.set(table, "length", static_cast<unsigned>(flits[0]));
    return flits[0];
  }

  void pattern(const std::string& table, const std::string& said) {
    static const std::map<std::string, const char*> words = {
        {"uniform", "uniform"},         {"bitcomp", "bit_complement"}, {"bitrev", "bit_reversal"},
        {"shuffle", "perfect_shuffle"}, {"transpose", "transpose"},    {"tornado", "tornado"},
        {"neighbor", "neighbour"}};
    const auto found = words.find(said);
    if (found != words.end()) return d_.set(table, "pattern", toml_text(found->second));
    const std::string begin = "hotspot(";
    const bool can_be_hot = table != "workload";  // a batch has no hot spot
    if (can_be_hot && said.rfind(begin, 0) == 0) {
      const std::string inner =
          said.substr(begin.size(), said.find_first_of("),}", begin.size()) - begin.size());
      const auto node = number_in(inner.rfind('{', 0) == 0 ? inner.substr(1) : inner);
      if (node && *node >= 0 && *node < 4194304 && said.find(',') == std::string::npos) {
        d_.set(table, "pattern", toml_text("hot_spot"));
        d_.set(table, "hot_node", static_cast<unsigned>(*node));
        return d_.set(table, "hot_fraction", "1.0");
      }
    }
    d_.remark("traffic", "uniform in the place of " + model::excerpt(said) +
                             ": write the pattern as a file (traffic.pattern \"permutation\", or "
                             "workload.kind \"rate_matrix\")");
    d_.set(table, "pattern", toml_text("uniform"));
  }

  // on_off(alpha,beta,r1): alpha begins a burst, beta ends it, r1 is the rate in it.
  void process(const std::string& table, const std::string& said, double load) {
    if (said.rfind("on_off", 0) != 0) {
      if (said != "bernoulli") d_.remark("injection_process", "bernoulli in its place");
      return;
    }
    std::vector<double> values = {d_.file.number("burst_alpha", 0.5),
                                  d_.file.number("burst_beta", 0.5),
                                  d_.file.number("burst_r1", -1)};
    const std::size_t open = said.find('(');
    std::size_t at = open == std::string::npos ? said.size() : open + 1;
    for (std::size_t i = 0; i < values.size() && at < said.size(); ++i) {
      const std::size_t end = std::min(said.find_first_of(",)", at), said.size());
      values[i] = number_in(said.substr(at, end - at)).value_or(values[i]);
      at = end + 1;
    }
    const auto [alpha, beta, r1] = std::tie(values[0], values[1], values[2]);
    if (!(alpha > 0 && beta > 0)) d_.refuse("injection_process", "on_off with rates above 0");
    d_.set(table, "arrivals", toml_text("on_off"));
    const double burst = r1 > 0 ? r1 : load * (alpha + beta) / alpha;
    d_.set(table, "burst_load", fmt::format("{:.6g}", std::clamp(burst, load, 1.0)));
    d_.set(table, "burst_cycles", static_cast<unsigned>(std::max(1.0, std::round(1 / beta))));
  }

  void batch() {
    d_.set("workload", "kind", toml_text("batch"));
    d_.set("workload", "batch", d_.positive("batch_size", 1000));
    const unsigned window = d_.file.whole("max_outstanding_requests", 0);
    d_.set("workload", "batch_window", window == 0 ? 1000000u : window);
    pattern("workload", d_.file.text("traffic", "uniform"));
    const auto flits = number_in(d_.file.list("packet_size", "1").front());
    if (!flits || *flits < 1 || *flits > 65535)
      d_.refuse("packet_size", "whole numbers 1 .. 65535");
    d_.set("workload", "flits", static_cast<unsigned>(*flits));
    if (d_.classes > 1) d_.remark("classes", "left out: a batch has one class");
    if (d_.file.whole("batch_count", 1) > 1) d_.remark("batch_count", "one batch");
    d_.file.text("injection_rate", "");  // of no effect there either
  }

  BookSimDraft& d_;
};

}  // namespace

void convert_traffic(BookSimDraft& draft) { TrafficConverter(draft).run(); }

}  // namespace turnpike::sim
