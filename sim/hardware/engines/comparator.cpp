// comparator.cpp - the comparison and its words.

#include "sim/hardware/engines/comparator.h"

#include <cstdio>

#include "sim/hardware/systemc/bank_driver.h"
#include "sim/hardware/systemc/hold_schedule.h"

namespace turnpike::sim {
namespace {

std::string bits_text(std::uint64_t bits) {
  char text[24];
  std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(bits));
  return text;
}

}  // namespace

Comparator::Comparator(const RtlNetwork& rtl, const model::ModelEngine& model, std::uint64_t seed)
    : rtl_(rtl),
      model_(model),
      seed_(seed),
      words_(rtl.network().router.format.words()),
      stride_(rtl.network().max_ports()) {
  const unsigned vcs = rtl.network().router.virtual_channels;
  for (model::ComponentId id = 0; id < rtl.network().components.size(); ++id) {
    for (model::PortId port = 0; port < stride_; ++port) {
      routes_.emplace_back(rtl.route_pins(), rtl.route_pins().place_behind(id, port), vcs);
    }
  }
  const std::vector<model::Channel>& channels = rtl.network().channels;
  for (model::ChannelId id = 0; id < channels.size(); ++id) {
    if (rtl.module_of(id) == RtlNetwork::kNoModule) continue;
    Line line;
    line.module = rtl.module_of(id);
    line.channel = &channels[id];
    line.under_way.resize(channels[id].latency);
    lines_.push_back(std::move(line));
  }
}

void Comparator::visit_state(model::StateStream& state) {
  for (PassingRoutes& routes : routes_) routes.visit_state(state);
  for (Line& line : lines_) state.list(line.under_way);
}

std::optional<Mismatch> Comparator::compare(model::Cycle now) {
  for (model::ComponentId id = 0; id < rtl_.network().components.size(); ++id) {
    if (std::optional<Mismatch> first = compare_component(id, now)) return first;
  }
  for (Line& line : lines_) {
    if (std::optional<Mismatch> first = compare_line(line, now)) return first;
  }
  return std::nullopt;
}

std::optional<Mismatch> Comparator::compare_component(model::ComponentId id, model::Cycle now) {
  const ComponentModule& module = *rtl_.modules()[id];
  const EdgeResult& actual = module.outputs();
  model_.outputs(id, expected_);
  if (const model::PortMask differ = expected_.valid ^ actual.outputs.flits; differ != 0) {
    const auto port = static_cast<model::PortId>(__builtin_ctz(differ));
    return found(id, now, port, "out_valid_o", std::to_string(expected_.valid >> port & 1),
                 std::to_string(actual.outputs.flits >> port & 1));
  }
  for (model::PortMask left = expected_.valid; left != 0; left &= left - 1) {
    const auto port = static_cast<model::PortId>(__builtin_ctz(left));
    const model::VcId vc = expected_.vc[port];
    const std::uint64_t* flit = expected_.flit[port];
    const std::uint64_t route =
        routes_[id * stride_ + port].next(vc, flit, rtl_.network().router.format.is_head(flit));
    if (auto first = compare_flit(id, port, now, vc, flit, route)) return first;
  }
  const unsigned ports = rtl_.network().ports_of(id);
  for (model::PortId port = 0; port < ports; ++port) {
    const bool any = (actual.outputs.credits >> port & 1) != 0;
    const std::uint32_t credit = any ? module.credited(port, now & 1).credit : 0;
    if (credit == expected_.credit[port]) continue;
    return found(id, now, port, "in_credit_o", bits_text(expected_.credit[port]),
                 bits_text(credit));
  }
  for (model::PortId port = 0; expected_.queue != nullptr && port < ports; ++port) {
    if (expected_.queue[port] == actual.queue[port]) continue;
    return found(id, now, port, "queue_o", std::to_string(expected_.queue[port]),
                 std::to_string(actual.queue[port]));
  }
  if (expected_.error != (actual.error != 0)) {
    return found(id, now, 0, "error_o", std::to_string(expected_.error),
                 std::to_string(actual.error));
  }
  return std::nullopt;
}

std::optional<Mismatch> Comparator::compare_flit(std::size_t module, model::PortId port,
                                                 model::Cycle now, model::VcId vc,
                                                 const std::uint64_t* flit,
                                                 std::uint64_t route) const {
  const ChannelPins& pins = rtl_.modules()[module]->sent(port, now & 1);
  if (pins.vc != vc) {
    return found(module, now, port, "out_vc_o", std::to_string(vc), std::to_string(pins.vc));
  }
  for (unsigned word = 0; word < words_; ++word) {
    if (pins.flit[word] != flit[word]) {
      return found(module, now, port, "out_flit_o", flit_text(flit), flit_text(pins.flit));
    }
  }
  if (pins.route != route) {
    return found(module, now, port, "out_route_o", bits_text(route), bits_text(pins.route));
  }
  return std::nullopt;
}

std::optional<Mismatch> Comparator::compare_line(Line& line, model::Cycle now) const {
  const ComponentModule& module = *rtl_.modules()[line.module];
  const PortActivity actual = module.outputs().outputs;
  Line::Entry& entry = line.under_way[now % line.under_way.size()];
  if (entry.valid != (actual.flits != 0)) {
    return found(line.module, now, 0, "out_valid_o", std::to_string(entry.valid),
                 std::to_string(actual.flits != 0));
  }
  if (entry.valid) {
    const ChannelPins& pins = entry.pins;
    if (auto first = compare_flit(line.module, 0, now, pins.vc, pins.flit, pins.route)) {
      return first;
    }
  }
  const std::uint32_t credit = actual.credits != 0 ? module.credited(0, now & 1).credit : 0;
  if (credit != entry.credit) {
    return found(line.module, now, 0, "in_credit_o", bits_text(entry.credit), bits_text(credit));
  }

  const ComponentModule& from = *rtl_.modules()[line.channel->from];
  const ComponentModule& to = *rtl_.modules()[line.channel->to];
  entry.valid = (from.outputs().outputs.flits >> line.channel->from_port & 1) != 0;
  if (entry.valid) entry.pins = from.sent(line.channel->from_port, now & 1);
  const bool any = (to.outputs().outputs.credits >> line.channel->to_port & 1) != 0;
  entry.credit = any ? to.credited(line.channel->to_port, now & 1).credit : 0;
  return std::nullopt;
}

Mismatch Comparator::found(std::size_t module, model::Cycle now, model::PortId port,
                           const char* signal, std::string expected, std::string actual) const {
  Mismatch mismatch;
  mismatch.cycle = now;
  mismatch.module = module;
  mismatch.component = rtl_.modules()[module]->basename();
  mismatch.port = port;
  mismatch.signal = signal;
  mismatch.expected = std::move(expected);
  mismatch.actual = std::move(actual);
  mismatch.seed = seed_;
  mismatch.after_hold = is_held(seed_, now);
  return mismatch;
}

std::string Comparator::flit_text(const std::uint64_t* flit) const {
  const model::FlitFormat& format = rtl_.network().router.format;
  std::string text;
  for (unsigned word = words_; word-- > 0;) {
    char digits[20];
    std::snprintf(digits, sizeof digits, text.empty() ? "%llx" : "%016llx",
                  static_cast<unsigned long long>(flit[word]));
    text += digits;
  }
  text.insert(0, "0x");
  if (format.is_head(flit)) {
    const model::Address destination = format.destination(flit);
    text += " (head for address " + std::to_string(format.terminal_of(destination));
    if (format.path_bits > 0) text += " by path " + std::to_string(format.path_of(destination));
    // The source of a message lies where its packet's flits put it.
    if (!rtl_.network().has_message_terminals()) {
      text += " from " + std::to_string(format.source(flit));
    }
    text += ")";
  } else {
    text += format.is_tail(flit) ? " (tail)" : " (body)";
  }
  return text;
}

}  // namespace turnpike::sim
