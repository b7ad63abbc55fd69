#!/usr/bin/env python3
"""mesh_soc.py - a LiteX design around an emitted network: a PC sends words through it.

    turnpike emit configs/mesh_8x8.toml --set network.radix=[2,2] --out build/mesh \\
        --terminals axi_stream
    python3 examples/litex/mesh_soc.py build/mesh --out build/mesh_soc [--build]

For an ECP5 board with a clock of 25 MHz and a serial port (ULX3S). Over the serial port
litex_server reaches two registers for each terminal: `send` takes a word and `to` its destination;
`received` has the next word that came, `from_` its source; `valid` says that there is one, and
writing `take` removes it. Each word is a packet. --build runs Yosys and nextpnr too.
"""

import argparse

from migen import ClockDomain, If, Signal

from litex.build.generic_platform import IOStandard, Pins, Subsignal
from litex.build.lattice import LatticePlatform
from litex.gen import LiteXModule
from litex.soc.integration.builder import Builder
from litex.soc.integration.soc_core import SoCMini
from litex.soc.interconnect import stream
from litex.soc.interconnect.csr import CSR, CSRStatus, CSRStorage

from turnpike_network import TurnpikeNetwork

CLOCK = 25e6
IO = [
    ("clk25", 0, Pins("G2"), IOStandard("LVCMOS33")),
    ("serial", 0, Subsignal("tx", Pins("L4")), Subsignal("rx", Pins("M1")),
     IOStandard("LVCMOS33")),
]


class Board(LatticePlatform):
    """ULX3S with an LFE5U-85F: clock and serial port."""

    default_clk_name = "clk25"
    default_clk_period = 1e9 / CLOCK

    def __init__(self):
        LatticePlatform.__init__(self, "LFE5U-85F-6BG381C", IO, toolchain="trellis")


class Clock(LiteXModule):
    """The board's clock as it is, and a reset in its first 255 cycles: credits begin with one."""

    def __init__(self, platform):
        self.cd_sys = ClockDomain()
        self.cd_start = ClockDomain(reset_less=True)
        clk25 = platform.request("clk25")
        left = Signal(8, reset=255)
        self.comb += [self.cd_sys.clk.eq(clk25), self.cd_start.clk.eq(clk25),
                      self.cd_sys.rst.eq(left != 0)]
        self.sync.start += If(left != 0, left.eq(left - 1))


class Node(LiteXModule):
    """Registers at a terminal: words out of 16 that wait to be read."""

    def __init__(self, terminal):
        self.to = CSRStorage(len(terminal.sink.dest))
        self.send = CSR(len(terminal.sink.data))
        self.received = CSRStatus(len(terminal.source.data))
        self.from_ = CSRStatus(len(terminal.source.user))
        self.valid = CSRStatus()
        self.take = CSR()
        out = stream.SyncFIFO(terminal.sink.description, 16)
        came = stream.SyncFIFO(terminal.source.description, 16)
        self.submodules += out, came
        self.comb += [
            out.sink.valid.eq(self.send.re),
            out.sink.data.eq(self.send.r),
            out.sink.dest.eq(self.to.storage),
            out.source.connect(terminal.sink, omit={"last"}),
            terminal.sink.last.eq(1),
            terminal.source.connect(came.sink, omit={"last"}),
            self.received.status.eq(came.source.data),
            self.from_.status.eq(came.source.user),
            self.valid.status.eq(came.source.valid),
            If(self.take.re, came.source.ready.eq(1)),
        ]


class MeshSoC(SoCMini):
    """A bridge from the serial port to the registers, and the network."""

    def __init__(self, platform, folder):
        self.crg = Clock(platform)
        SoCMini.__init__(self, platform, CLOCK, ident="Turnpike network")
        self.add_uartbone()
        self.network = TurnpikeNetwork(platform, folder)
        for name, terminal in self.network.terminals.items():
            setattr(self, f"node_{name}", Node(terminal))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("network", help="folder that `turnpike emit` wrote")
    parser.add_argument("--out", default="build/mesh_soc")
    parser.add_argument("--build", action="store_true", help="Yosys and nextpnr too")
    options = parser.parse_args()
    soc = MeshSoC(Board(), options.network)
    Builder(soc, output_dir=options.out, compile_software=False).build(run=options.build)


if __name__ == "__main__":
    main()
