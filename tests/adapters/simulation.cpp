// simulation.cpp - a Verilated bench under cocotb, which counts what of its design is reached.
//
// As cocotb's own main for Verilator, but for two things. Time goes on only where cocotb says, as
// no bench has delays. And cocotb writes the pins of the bench where Verilator has copies of them,
// so they are carried to the pins themselves before each evaluation.

#include <cstring>
#include <vector>

#include "Vtop.h"
#include "verilated_cov.h"
#include "verilated_syms.h"
#include "verilated_vpi.h"

extern "C" void vlog_startup_routines_bootstrap();

namespace {

double now = 0;

struct Pin {
  void* pin;
  const void* written;
  std::size_t bytes;
};

std::vector<Pin> pins_of(const char* bench) {
  std::vector<Pin> pins;
  const VerilatedScope* const inside = Verilated::scopeFind(bench);
  for (const auto& [name, variable] : *Verilated::scopeFind("TOP")->varsp()) {
    if (variable.vldir() != VLVD_IN) continue;
    pins.push_back({variable.datap(), inside->varFind(name)->datap(), variable.totalSize()});
  }
  return pins;
}

bool values_changed() {
  bool any = false;
  while (VerilatedVpi::callValueCbs()) any = true;
  return any;
}

void settle(Vtop& top, const std::vector<Pin>& pins) {
  bool again = true;
  while (again) {
    for (const Pin& pin : pins) std::memcpy(pin.pin, pin.written, pin.bytes);
    top.eval_step();
    again = values_changed();
    again |= VerilatedVpi::callCbs(cbReadWriteSynch);
    again |= values_changed();
  }
  top.eval_end_step();
  VerilatedVpi::callCbs(cbReadOnlySynch);
}

}  // namespace

double sc_time_stamp() { return now; }

int main(int argc, char** argv) {
  Verilated::commandArgs(argc, argv);
  Vtop top("");
  Verilated::fatalOnVpiError(false);
  const std::vector<Pin> pins = pins_of(BENCH);
  vlog_startup_routines_bootstrap();
  VerilatedVpi::callCbs(cbStartOfSimulation);
  while (!Verilated::gotFinish()) {
    VerilatedVpi::callTimedCbs();
    values_changed();
    settle(top, pins);
    const std::uint64_t next = VerilatedVpi::cbNextDeadline();
    if (next == ~std::uint64_t(0)) break;
    now = static_cast<double>(next);
    VerilatedVpi::callCbs(cbNextSimTime);
    values_changed();
  }
  VerilatedVpi::callCbs(cbEndOfSimulation);
  top.final();
  VerilatedCov::write("coverage.dat");
  return 0;
}
