// rate_file.cpp - flows, dense matrices and Noxim's traffic tables.

#include "model/traffic/rate_file.h"

#include <charconv>
#include <set>
#include <string_view>
#include <utility>

#include "model/traffic/matrix_file.h"
#include "model/traffic/text_lines.h"

namespace turnpike::model {
namespace {

constexpr double kMostRate = 1e6;

// Lines of fields with blanks or one comma between them; behind `comment` nothing counts.
class FieldLines {
 public:
  FieldLines(const std::string& path, char comment)
      : lines_(path, "workload.file"), comment_(comment) {}

  bool next() {
    while (lines_.next()) {
      split(lines_.text().substr(0, lines_.text().find(comment_)));
      if (!fields_.empty()) return true;
    }
    return false;
  }
  const std::vector<std::string_view>& fields() const { return fields_; }
  const TextLines& lines() const { return lines_; }

  std::uint64_t integer(std::size_t i, std::uint64_t below, const char* what) const {
    std::uint64_t value = 0;
    if (!parse(fields_[i], value) || value >= below) {
      lines_.fail(std::string(what) + " 0 .. " + std::to_string(below - 1));
    }
    return value;
  }
  double number(std::size_t i, const char* what) const {
    double value = 0;
    if (!parse(fields_[i], value) || !(value >= 0 && value <= kMostRate)) {
      lines_.fail(std::string(what) + " that are numbers, 0 .. 1000000");
    }
    return value;
  }

 private:
  template <class T>
  static bool parse(std::string_view text, T& value) {
    const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
    return read.ec == std::errc() && read.ptr == text.data() + text.size();
  }

  void split(std::string_view text) {
    constexpr std::string_view kBlanks = " \t";
    fields_.clear();
    while (true) {
      const std::size_t begin = text.find_first_not_of(kBlanks);
      if (begin == std::string_view::npos) return;
      const std::size_t end = std::min(text.find_first_of(" \t,", begin), text.size());
      fields_.push_back(text.substr(begin, end - begin));
      text.remove_prefix(std::min(text.find_first_not_of(kBlanks, end), text.size()));
      if (!text.empty() && text.front() == ',') text.remove_prefix(1);
    }
  }

  TextLines lines_;
  char comment_;
  std::vector<std::string_view> fields_;
};

class RateReader {
 public:
  RateReader(const std::string& path, RateFormat format, NodeId nodes, std::uint32_t classes)
      : lines_(path, format == RateFormat::noxim ? '%' : '#'), nodes_(nodes), classes_(classes) {}

  std::vector<RateFlow> flows() {
    while (lines_.next()) {
      RateFlow flow = ends("source destination rate [flits] [class] [bandwidth] [latency]", 7);
      const std::size_t count = lines_.fields().size();
      if (count > 3) flow.flits = flits(3);
      if (count > 4) {
        flow.message_class =
            static_cast<std::uint32_t>(lines_.integer(4, classes_, "message classes"));
      }
      if (count > 5 && lines_.fields()[5] != "-") flow.bandwidth = lines_.number(5, "bandwidths");
      if (count > 6 && lines_.fields()[6] != "-") flow.latency = lines_.number(6, "latencies");
      add(flow);
    }
    return std::move(all_);
  }

  // A rate that changes in time, or after a packet, is none that a matrix has.
  std::vector<RateFlow> noxim() {
    while (lines_.next()) {
      RateFlow flow = ends("src dst pir [por]", 4);
      if (lines_.fields().size() == 4 && lines_.number(3, "por") != flow.rate) {
        lines_.lines().fail("a por that is pir: a rate that changes after a packet is not read");
      }
      add(flow);
    }
    return std::move(all_);
  }

 private:
  RateFlow ends(const char* form, std::size_t most) {
    if (lines_.fields().size() < 3 || lines_.fields().size() > most) lines_.lines().fail(form);
    RateFlow flow;
    flow.source = static_cast<NodeId>(lines_.integer(0, nodes_, "nodes"));
    flow.destination = static_cast<NodeId>(lines_.integer(1, nodes_, "nodes"));
    flow.rate = lines_.number(2, "rates");
    return flow;
  }

  std::uint32_t flits(std::size_t i) {
    const auto flits = static_cast<std::uint32_t>(lines_.integer(i, 65536, "flits"));
    if (flits == 0) lines_.lines().fail("at least 1 flit: zero length");
    return flits;
  }

  void add(const RateFlow& flow) {
    const auto key =
        std::pair(std::uint64_t{flow.source} << 32 | flow.destination, flow.message_class);
    if (!known_.insert(key).second) {
      lines_.lines().fail("each source, destination and class once: it was there before");
    }
    if (flow.rate > 0) all_.push_back(flow);
  }

  FieldLines lines_;
  NodeId nodes_;
  std::uint32_t classes_;
  std::set<std::pair<std::uint64_t, std::uint32_t>> known_;
  std::vector<RateFlow> all_;
};

std::vector<RateFlow> flows_of(const std::vector<double>& matrix, NodeId nodes) {
  std::vector<RateFlow> flows;
  for (std::size_t i = 0; i < matrix.size(); ++i) {
    RateFlow flow;
    flow.source = static_cast<NodeId>(i / nodes);
    flow.destination = static_cast<NodeId>(i % nodes);
    flow.rate = matrix[i];
    if (flow.rate > 0) flows.push_back(flow);
  }
  return flows;
}

}  // namespace

std::vector<RateFlow> read_rates(const std::string& path, RateFormat format, NodeId nodes,
                                 std::uint32_t classes) {
  if (format == RateFormat::matrix) return flows_of(read_matrix(path, nodes), nodes);
  RateReader reader(path, format, nodes, classes);
  return format == RateFormat::noxim ? reader.noxim() : reader.flows();
}

}  // namespace turnpike::model
