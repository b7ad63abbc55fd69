#!/usr/bin/env python3
"""axi4_network_soc.py - a LiteX design around an emitted AXI4 network, and its test.

  axi4_network_soc.py --build FOLDER [--bursts N]

A tester at each manager's port writes N bursts to each memory, reads them back and counts what is
wrong; a memory of LiteX stands at each subordinate's port. LiteX elaborates the design into
FOLDER, Verilator simulates it. The exit status is 1 when a tester counts an error or does not come
to an end. It stands in the folder `test` of the network.
"""

import argparse
import os
import pathlib
import subprocess
import sys

from migen import ClockDomain, FSM, If, NextState, NextValue, Signal

from litex.build.generic_platform import GenericPlatform, Pins
from litex.gen import LiteXModule
from litex.soc.integration.soc_core import SoCMini
from litex.soc.interconnect import axi
from litex.soc.interconnect.csr import CSRStatus

from axi4_network_litex import TurnpikeAxi4

TOP = "axi4_soc"
PAGE = 4096       # bytes of each memory that are used; a region has no fewer
BEATS = 8         # of a burst
LIMIT = 1000000   # cycles of a simulation
IO = [("clk", 0, Pins(1)), ("rst", 0, Pins(1)), ("done", 0, Pins(1)), ("errors", 0, Pins(16))]
# Verilator makes a program of it. The clock of LiteX is the pin of the platform.
BENCH = f"""`timescale 1ns / 1ps
module bench;
    reg clk = 1'b0;
    reg rst = 1'b1;
    wire done;
    wire [15:0] errors;
    integer cycles = 0;
    {TOP} u_soc (.clk(clk), .rst(rst), .done(done), .errors(errors));
    always #5 clk = ~clk;
    always @(posedge clk) begin
        cycles <= cycles + 1;
        rst    <= cycles < 4;
        if (done || cycles > {LIMIT}) begin
            $display("%0d cycles, done %0d, errors %0d", cycles, done, errors);
            $finish;
        end
    end
endmodule
"""


class Tester(LiteXModule):
    """Writes bursts from each of `bases` on, and reads them back. Every word has its address and
    the number of the tester."""

    def __init__(self, port, number, bases, bursts):
        self.done = Signal()
        self.errors = Signal(16)
        size = port.data_width // 8
        region = Signal(max=max(len(bases), 2))
        burst = Signal(max=max(bursts, 2))
        beat = Signal(max=BEATS)
        address = Signal(port.address_width)
        word = Signal(port.data_width)
        base = Signal(port.address_width)
        is_reading = Signal()

        self.comb += [
            If(region == at, base.eq(start)) for at, start in enumerate(bases)
        ] + [
            address.eq(base + burst * (BEATS * size)),
            word.eq((address + beat * size) ^ (number + 1) << (port.data_width - 8)),
            port.w.data.eq(word),
            port.w.strb.eq(2 ** size - 1),
            port.w.last.eq(beat == BEATS - 1),
            port.b.ready.eq(1),
            port.r.ready.eq(1),
        ]
        for channel in (port.aw, port.ar):
            self.comb += [channel.addr.eq(address), channel.len.eq(BEATS - 1),
                          channel.size.eq(size.bit_length() - 1), channel.burst.eq(1),
                          channel.id.eq(burst)]
        self.fsm = fsm = FSM(reset_state="REQUEST")
        following = [
            NextValue(beat, 0),
            NextState("REQUEST"),
            If(burst != bursts - 1, NextValue(burst, burst + 1)).Else(
                NextValue(burst, 0),
                If(region != len(bases) - 1, NextValue(region, region + 1)).Else(
                    NextValue(region, 0),
                    NextValue(is_reading, 1),
                    If(is_reading, NextState("DONE")))),
        ]
        error = NextValue(self.errors, self.errors + 1)
        fsm.act("REQUEST",
                If(is_reading, port.ar.valid.eq(1), If(port.ar.ready, NextState("READ")))
                .Else(port.aw.valid.eq(1), If(port.aw.ready, NextState("WRITE"))))
        fsm.act("WRITE",
                port.w.valid.eq(1),
                If(port.w.ready, NextValue(beat, beat + 1), If(port.w.last, NextState("WAIT"))))
        fsm.act("WAIT",
                If(port.b.valid, If(port.b.resp != axi.RESP_OKAY, error), *following))
        fsm.act("READ",
                If(port.r.valid,
                   NextValue(beat, beat + 1),
                   If((port.r.resp != axi.RESP_OKAY) | (port.r.data != word)
                      | (port.r.last != (beat == BEATS - 1)), error),
                   If(beat == BEATS - 1, *following)))
        fsm.act("DONE", self.done.eq(1))


class Ram(LiteXModule):
    """A memory of LiteX behind a port."""

    def __init__(self, port):
        lite = axi.AXILiteInterface(port.data_width, port.address_width)
        self.bridge = axi.AXI2AXILite(port, lite)
        self.ram = axi.AXILiteSRAM(PAGE, bus=lite)


class Axi4SoC(SoCMini):
    """The network with a tester and a memory at its ports."""

    def __init__(self, platform, bursts):
        SoCMini.__init__(self, platform, int(100e6), ident="Turnpike AXI4 network")
        self.network = network = TurnpikeAxi4(platform)
        self.errors = CSRStatus(16)
        testers = []
        share = PAGE // len(network.managers)
        for number, (bus, port) in enumerate(network.managers.items()):
            room = bursts * BEATS * port.data_width // 8
            if room > share:
                raise ValueError(f"{bursts} bursts of a tester are {room} bytes, at most {share}")
            bases = [at[0][0] + number * share for at in network.regions.values()]
            testers.append(Tester(port, number, bases, bursts))
            setattr(self, f"tester_{bus}", testers[-1])
        for bus, port in network.subordinates.items():
            setattr(self, f"ram_{bus}", Ram(port))
        total = testers[0].errors
        done = ~network.error
        for tester in testers[1:]:
            total = total + tester.errors
        for tester in testers:
            done = done & tester.done
        self.comb += [self.errors.status.eq(total), platform.request("errors").eq(total),
                      platform.request("done").eq(done)]


def clocked(platform, soc):
    """The clock and the reset of the design are pins."""
    soc.cd_sys = ClockDomain()
    soc.comb += [soc.cd_sys.clk.eq(platform.request("clk")),
                 soc.cd_sys.rst.eq(platform.request("rst"))]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--bursts", type=int, default=16, help="of a tester to each memory")
    options = parser.parse_args()
    build = options.build.resolve()
    build.mkdir(parents=True, exist_ok=True)
    platform = GenericPlatform("", IO)
    soc = Axi4SoC(platform, options.bursts)
    clocked(platform, soc)
    soc.finalize()
    platform.finalize(soc)
    os.chdir(build)  # memories have their initial values in files of their own
    platform.get_verilog(soc, name=TOP).write(f"{TOP}.v")
    (build / "bench.v").write_text(BENCH)
    sources = [path for path, *_ in platform.sources]
    made = subprocess.run(
        ["verilator", "--binary", "-Wno-fatal", "-Wno-lint", "-Wno-style", "--Mdir", build / "obj",
         "-CFLAGS", "-O1", "--top-module", "bench",
         *[f"-I{path}" for path in platform.verilog_include_paths],
         build / "bench.v", build / f"{TOP}.v", *sources], check=False)
    if made.returncode != 0:
        sys.exit("axi4_network_soc.py: Verilator refuses the design")
    said = subprocess.run([build / "obj" / "Vbench"], text=True, capture_output=True, check=False,
                          cwd=build)
    print(said.stdout.strip())
    sys.exit(0 if "done 1, errors 0" in said.stdout else 1)


if __name__ == "__main__":
    main()
