// faults.cpp - planting faults in a copy of the sources.

#include "tests/lockstep/mutations/faults.h"
#include "tests/support/places.h"

#include <algorithm>
#include <fstream>
#include <regex>
#include <sstream>
#include <stdexcept>
#include <string>

namespace turnpike::test {
namespace {

namespace fs = std::filesystem;

// What goes into a module with faults: their choice.
const char* const kChoice = R"(
    integer planted_fault;
    integer planted_fault_file;
    initial begin
        planted_fault      = 0;
        planted_fault_file = $fopen("fault", "r");
        if (planted_fault_file != 0) begin
            if ($fscanf(planted_fault_file, "%d", planted_fault) != 1) planted_fault = 0;
            $fclose(planted_fault_file);
        end
    end
)";

std::string contents_of(const fs::path& path) {
  std::ifstream in(path);
  std::ostringstream read;
  read << in.rdbuf();
  return read.str();
}

// `text` of a file in which what the output of `fault` becomes stands between `before` and `after`;
// $2 is what it was.
std::string with_fault(const fs::path& path, const std::string& text, const Fault& fault,
                       const std::string& before, const std::string& after) {
  if (fault.within != nullptr) {
    const std::string around = fault.within;
    const std::string was = std::regex_replace(around, std::regex("@"), std::string(fault.output));
    const std::size_t at = text.find(was);
    if (at == std::string::npos || text.find(was, at + 1) != std::string::npos) {
      throw std::logic_error(path.string() + " does not hold once: " + was);
    }
    const std::string other = after.empty() ? "" : std::string(" : (") + fault.output + ")";
    const std::string choice = "(" + before + "(" + fault.becomes + ")" + other + ")";
    const std::size_t hole = around.find('@');
    return text.substr(0, at) + around.substr(0, hole) + choice + around.substr(hole + 1) +
           text.substr(at + was.size());
  }
  const std::regex assignment("assign\\s+" + std::string(fault.output) +
                              "(\\[[^\\]]*\\])?\\s*=\\s*([^;]+);");
  const std::string becomes =
      std::regex_replace(std::string(fault.becomes), std::regex("@"), "$$2");
  const std::string format =
      std::string("assign ") + fault.output + "$1 = " + before + "(" + becomes + ")" + after + ";";
  const std::string changed = std::regex_replace(text, assignment, format);
  if (changed == text) throw std::logic_error(path.string() + " does not assign " + fault.output);
  return changed;
}

void plant(const fs::path& path, const Fault& fault) {
  std::string text = contents_of(path);
  if (text.find("integer planted_fault;") == std::string::npos) {
    const std::size_t end_of_ports = text.find("\n);\n");
    if (end_of_ports == std::string::npos) throw std::logic_error(path.string() + " has no ports");
    text.insert(end_of_ports + 4, kChoice);
  }
  const std::string chosen = "(planted_fault == " + std::to_string(number_of(fault)) + ") ? ";
  std::ofstream(path) << with_fault(path, text, fault, chosen, " : ($2)");
}

void copy_sources(const fs::path& root) {
  const fs::path ours = test::source_path("");
  fs::create_directories(root / "sim/hardware");
  for (const char* folder : {"rtl", "sim/hardware/rtl_components"}) {
    fs::copy(ours / folder, root / folder, fs::copy_options::recursive);
  }
}

}  // namespace

const std::vector<Fault>& all_faults() {
  static const std::vector<Fault> all = [] {
    std::vector<Fault> faults = {kNoTable,          kNoRoute,   kWrongTag,
                                 kCreditForNothing, kIdleGuard, kNoReset};
    faults.insert(faults.end(), std::begin(kLineFaults), std::end(kLineFaults));
    faults.insert(faults.end(), std::begin(kRingFaults), std::end(kRingFaults));
    faults.insert(faults.end(), std::begin(kLoadFaults), std::end(kLoadFaults));
    faults.insert(faults.end(), std::begin(kGraphFaults), std::end(kGraphFaults));
    faults.insert(faults.end(), std::begin(kRestFaults), std::end(kRestFaults));
    faults.insert(faults.end(), std::begin(kTurnFaults), std::end(kTurnFaults));
    faults.insert(faults.end(), std::begin(kExpressFaults), std::end(kExpressFaults));
    faults.insert(faults.end(), std::begin(kBoundaryFaults), std::end(kBoundaryFaults));
    faults.insert(faults.end(), std::begin(kPacketFaults), std::end(kPacketFaults));
    faults.insert(faults.end(), std::begin(kCoprocessorFaults), std::end(kCoprocessorFaults));
    faults.insert(faults.end(), std::begin(kBusFaults), std::end(kBusFaults));
    faults.insert(faults.end(), std::begin(kAxi4Faults), std::end(kAxi4Faults));
    faults.insert(faults.end(), std::begin(kReorderFaults), std::end(kReorderFaults));
    faults.push_back(kOneBufferTooMany);
    return faults;
  }();
  return all;
}

void copy_with_faults(const fs::path& root) {
  copy_sources(root);
  for (const Fault& fault : all_faults()) plant(root / fault.file, fault);
}

void copy_with_fault(const fs::path& root, const Fault& fault) {
  copy_sources(root);
  const fs::path path = root / fault.file;
  const std::string changed = with_fault(path, contents_of(path), fault, "", "");
  std::ofstream(path) << changed;
}

unsigned number_of(const Fault& fault) {
  const auto is_it = [&](const Fault& other) {
    return std::string(other.file) == fault.file && std::string(other.output) == fault.output &&
           std::string(other.becomes) == fault.becomes;
  };
  const auto at = std::find_if(all_faults().begin(), all_faults().end(), is_it);
  if (at == all_faults().end()) throw std::logic_error("a fault that was not planted");
  return static_cast<unsigned>(at - all_faults().begin()) + 1;
}

}  // namespace turnpike::test
