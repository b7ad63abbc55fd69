// coprocessor_view.cpp - the pins and states of a co-processor, in the order of a message.

#include "sim/hardware/trace/coprocessor_view.h"

#include <fmt/format.h>

#include <array>
#include <system_error>

#include "sim/base/temporary_file.h"
#include "sim/hardware/systemc/network_clock.h"
#include "sim/hardware/trace/gtkw_lines.h"

namespace turnpike::sim {
namespace {

namespace fs = std::filesystem;

// Words that GTKWave shows for the values of a row, from 0 up.
struct Words {
  const char* ending;  // of the filter file
  unsigned filter;     // its number in the save file
  std::vector<const char*> words;
};

// Instructions (docs/coprocessor.md, 2).
const Words& operations() {
  static const Words words = {
      ".operation.txt", 1, {"send", "broadcast", "near-neighbour broadcast", "receive", "release"}};
  return words;
}

// rtl/coprocessor/message_states.vh.
const Words& message_states() {
  static const Words words = {
      ".state.txt", 2, {"CLEAR",  "IDLE",    "FETCH",      "CHECK",       "LIST",
                        "CHOOSE", "START",   "LINK",       "SENT",        "POP",
                        "ERROR",  "COMPARE", "ALLOT",      "UNLINK",      "DESCRIBE",
                        "ONE",    "OPEN",    "DESCRIPTOR", "DATA",        "FINISH",
                        "JOB",    "THREE",   "CLAIM",      "CLAIM_WRITE", "POST"}};
  return words;
}

// rtl/coprocessor/copy_engine.v.
const Words& copy_states() {
  static const Words words = {".copy.txt", 3, {"WAIT", "JOB", "READ", "WRITE", "FLAG"}};
  return words;
}

struct Row {
  std::string signal;  // below the co-processor
  unsigned bits = 1;
  const Words* words = nullptr;
};

struct Step {
  const char* title;
  std::vector<Row> rows;
};

std::vector<Step> steps_of(const model::CoprocessorParams& params) {
  const unsigned ports = params.ports();
  const unsigned vcs = params.virtual_channels;
  unsigned vc_bits = 1;
  while ((1u << vc_bits) < vcs) ++vc_bits;
  const unsigned flits = ports * (params.flit_bits + 2);
  return {{"clock", {{"clk_i"}, {"rst_i"}, {"enable_i"}, {"idle_o"}}},
          {"instruction",
           {{"instruction_valid_i"},
            {"instruction_ready_o"},
            {"operation_i", 3, &operations()},
            {"pointer_i", 32}}},
          {"message unit", {{"coprocessor.u_message_unit.state_q", 5, &message_states()}}},
          {"memory request",
           {{"memory_valid_o"},
            {"memory_ready_i"},
            {"memory_write_o"},
            {"memory_fence_o"},
            {"memory_address_o", 32},
            {"memory_strobe_o", 8},
            {"memory_data_o", 64}}},
          {"memory response", {{"memory_response_i"}, {"memory_data_i", 64}}},
          {"packets leave",
           {{"out_valid_o", ports},
            {"out_vc_o", ports * vc_bits},
            {"out_flit_o", flits},
            {"out_credit_i", ports * vcs}}},
          {"packets arrive",
           {{"in_valid_i", ports}, {"in_flit_i", flits}, {"in_credit_o", ports * vcs}}},
          {"copy engine", {{"coprocessor.u_copy_engine.state_q", 3, &copy_states()}}},
          {"done",
           {{"sent_o"},
            {"received_o"},
            {"watch_exception_o"},
            {"error_valid_o"},
            {"error_code_o", 8},
            {"error_pointer_o", 32}}}};
}

std::string scope_of(model::NodeId node) { return fmt::format("coprocessor_{}.", node); }

std::string line_of(const fs::path& waveform, const std::string& scope, const Row& row) {
  if (row.bits == 1) return fmt::format("{}{}{}\n", kBinaryRow, scope, row.signal);
  const std::string name = fmt::format("{}{}[{}:0]\n", scope, row.signal, row.bits - 1);
  if (row.words == nullptr) return kHexRow + name;
  return fmt::format("{}^{} {}\n{}", kTranslatedRow, row.words->filter,
                     name_beside(waveform, row.words->ending), name);
}

std::string gtkw_text(const fs::path& waveform, const std::vector<Step>& steps,
                      const CoprocessorView& view) {
  std::string text = gtkw_head(waveform, view.from, view.marker);
  if (!view.remark.empty()) text += "@200\n-" + view.remark + "\n";
  for (const Step& step : steps) {
    for (const Row& row : step.rows) {
      if (row.signal == view.pin) text += line_of(waveform, scope_of(view.nodes.front()), row);
    }
  }
  for (const model::NodeId node : view.nodes) {
    const bool is_open = node == view.nodes.front();
    const std::string name = fmt::format("coprocessor_{}", node);
    text += gtkw_group_begin(name, is_open);
    for (const Step& step : steps) {
      text += gtkw_group_begin(step.title, is_open);
      for (const Row& row : step.rows) text += line_of(waveform, scope_of(node), row);
      text += gtkw_group_end(step.title, is_open);
    }
    text += gtkw_group_end(name, is_open);
  }
  return text;
}

std::string surfer_text(const std::vector<Step>& steps, const CoprocessorView& view) {
  std::string text;
  for (const model::NodeId node : view.nodes) {
    text += fmt::format("divider_add coprocessor_{}\n", node);
    for (const Step& step : steps) {
      std::string title = step.title;  // a word for Surfer
      for (char& c : title) c = c == ' ' ? '_' : c;
      text += fmt::format("divider_add coprocessor_{}_{}\n", node, title);
      for (const Row& row : step.rows) text += "variable_add " + scope_of(node) + row.signal + "\n";
    }
  }
  return text + fmt::format("cursor_set {}\nzoom_fit\n", view.marker * NetworkClock::kPeriodNs);
}

void write_filter(const fs::path& waveform, const Words& words, unsigned digits) {
  std::string lines;
  for (std::size_t value = 0; value < words.words.size(); ++value) {
    lines += fmt::format("{:0{}X} {}\n", value, digits, words.words[value]);
  }
  write_whole_file(path_beside(waveform, words.ending), lines);
}

}  // namespace

fs::path write_coprocessor_view(const fs::path& waveform, const model::CoprocessorParams& params,
                                const CoprocessorView& view) {
  const std::vector<Step> steps = steps_of(params);
  write_filter(waveform, operations(), 1);
  write_filter(waveform, message_states(), 2);
  write_filter(waveform, copy_states(), 1);
  const std::string path = path_beside(waveform, kSaveFileEnding);
  write_whole_file(path, gtkw_text(waveform, steps, view));
  write_whole_file(path_beside(waveform, kSurferEnding), surfer_text(steps, view));
  return path;
}

void remove_coprocessor_view(const fs::path& waveform) {
  for (const char* ending : {kSaveFileEnding, kSurferEnding, operations().ending,
                             message_states().ending, copy_states().ending}) {
    std::error_code ignored;
    fs::remove(path_beside(waveform, ending), ignored);
  }
}

}  // namespace turnpike::sim
