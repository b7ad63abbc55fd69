// verilog.cpp - the text of a module.

#include "sim/hardware/shapes/verilog.h"

#include <fmt/format.h>

#include <algorithm>

namespace turnpike::sim {
namespace {

constexpr std::size_t kColumns = 100;

std::string range(unsigned bits) {
  return bits == 1 ? std::string() : fmt::format("[{}:0] ", bits - 1);
}

std::size_t widest(const std::vector<std::pair<std::string, std::vector<std::string>>>& pins) {
  std::size_t width = 0;
  for (const auto& [pin, signals] : pins) width = std::max(width, pin.size());
  return width;
}

}  // namespace

std::string verilog_constant(unsigned bits, std::uint64_t value) {
  return fmt::format("{}'h{:x}", bits, value);
}

std::string verilog_slice(const std::string& signal, unsigned low, unsigned bits) {
  if (bits == 1) return fmt::format("{}[{}]", signal, low);
  return fmt::format("{}[{}:{}]", signal, low + bits - 1, low);
}

std::string verilog_list(const std::vector<std::string>& items, std::size_t column,
                         std::size_t indent) {
  std::string text;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const std::string word = items[i] + (i + 1 < items.size() ? "," : "");
    if (i != 0 && column + 1 + word.size() + 3 > kColumns) {  // with `}),` behind the last
      text += "\n" + std::string(indent, ' ');
      column = indent;
    } else if (i != 0) {
      text += " ";
      ++column;
    }
    text += word;
    column += word.size();
  }
  return text;
}

VerilogModule::VerilogModule(std::string name, std::vector<std::string> comment)
    : name_(std::move(name)), comment_(std::move(comment)) {}

void VerilogModule::head(const std::string& comment) {
  port_heads_.emplace_back(ports_.size(), comment);
}

void VerilogModule::add_parameter(const std::string& declaration, const std::string& comment) {
  if (!parameters_.empty()) parameters_.insert(parameters_.rfind("  //"), ",");
  parameters_ += fmt::format("    parameter {}  // {}\n", declaration, comment);
}

void VerilogModule::parameter(const std::string& name, unsigned value, const std::string& comment) {
  add_parameter(fmt::format("{} = {}", name, value), comment);
}

void VerilogModule::mask_parameter(const std::string& name, unsigned bits,
                                   const std::string& comment) {
  const std::uint64_t all = (std::uint64_t{1} << bits) - 1;
  add_parameter(fmt::format("{}{} = {}", range(bits), name, verilog_constant(bits, all)), comment);
}

void VerilogModule::port(const VerilogPort& port) { ports_.push_back(port); }

void VerilogModule::wire(const std::string& name, unsigned bits) {
  wires_ += fmt::format("    wire {}{};\n", range(bits), name);
}

void VerilogModule::assign(const std::string& to, const std::string& what) {
  body_ += fmt::format("    assign {} = {};\n", to, what);
}

void VerilogModule::body(const std::string& text) { body_ += text; }

void VerilogModule::instance(const VerilogInstance& instance) {
  body_ += fmt::format("\n    {}", instance.module);
  if (!instance.parameters.empty() || !instance.matrices.empty()) {
    std::size_t width = widest(instance.matrices);
    for (const auto& [name, value] : instance.parameters) width = std::max(width, name.size());
    const char* before = " #(\n";
    const auto add = [&](const std::string& name, const std::string& value) {
      body_ += fmt::format("{}        .{:<{}} ({})", before, name, width, value);
      before = ",\n";
    };
    for (const auto& [name, value] : instance.parameters) add(name, value.to_verilog());
    for (const auto& [name, rows] : instance.matrices) {
      const bool is_one = rows.size() == 1;
      add(name, is_one ? rows.front() : "{" + verilog_list(rows, 12 + width, 12 + width) + "}");
    }
    body_ += "\n    )";
  }
  body_ += fmt::format(" {} (\n", instance.name);
  const std::size_t width = widest(instance.pins);
  for (std::size_t i = 0; i < instance.pins.size(); ++i) {
    const auto& [pin, signals] = instance.pins[i];
    const std::size_t column = 8 + 1 + width + 3;
    body_ += fmt::format("        .{:<{}} (", pin, width);
    body_ +=
        signals.size() == 1 ? signals.front() : "{" + verilog_list(signals, column, column) + "}";
    body_ += i + 1 < instance.pins.size() ? "),\n" : ")\n";
  }
  body_ += "    );\n";
}

std::string VerilogModule::text() const {
  std::string text = fmt::format("// {}.v - ", name_);
  for (const std::string& line : comment_) {
    text += (&line == &comment_.front() ? "" : "// ") + line + "\n";
  }
  text += "\n`default_nettype none\n\n";
  if (!attribute_.empty()) text += fmt::format("(* {} *)\n", attribute_);
  text += fmt::format("module {} ", name_);
  if (!parameters_.empty()) text += "#(\n" + parameters_ + ") ";
  text += "(\n";
  std::size_t width = 0;
  for (const VerilogPort& port : ports_) width = std::max(width, range(port.bits).size());
  auto head = port_heads_.begin();
  for (std::size_t i = 0; i < ports_.size(); ++i) {
    for (; head != port_heads_.end() && head->first == i; ++head) {
      text += fmt::format("{}    // {}\n", i == 0 ? "" : "\n", head->second);
    }
    text +=
        fmt::format("    {} wire {:<{}}{}{}\n", ports_[i].is_output ? "output" : "input ",
                    range(ports_[i].bits), width, ports_[i].name, i + 1 < ports_.size() ? "," : "");
  }
  text += ");\n";
  if (!wires_.empty()) text += "\n" + wires_;
  text += body_;
  if (!unused_.empty()) {
    std::vector<std::string> items = {"1'b0"};
    items.insert(items.end(), unused_.begin(), unused_.end());
    text += fmt::format("\n    wire unused = &{{{}}};\n", verilog_list(items, 20, 20));
  }
  return text + "\nendmodule\n\n`default_nettype wire\n";
}

}  // namespace turnpike::sim
