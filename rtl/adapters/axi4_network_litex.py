"""axi4_network_litex.py - an emitted AXI4 network as a LiteX module.

    from axi4_network_litex import TurnpikeAxi4
    self.network = TurnpikeAxi4(platform)
    self.comb += dma.axi.connect(self.network.managers["dma_s_axi"])
    self.comb += self.network.subordinates["ram_m_axi"].connect(ram.axi)

Each port is an AXIInterface: those of `managers` are driven by a manager, those of `subordinates`
drive a memory or a peripheral. `regions` has the addresses of each of the latter, pairs of a base
and a size. It stands in the folder `test` of the network, beside network.json. The block with
counters, where the network has one, is the AXILiteInterface `control`.
"""

import json
import pathlib
import re

from migen import ClockSignal, Instance, ResetSignal, Signal

from litex.gen import LiteXModule
from litex.soc.interconnect import axi

HERE = pathlib.Path(__file__).resolve().parent
PIN = re.compile(r"^ {4}(input|output)\s+wire\s+(?:\[(\d+):0\])?\s*(\w+)\b", re.M)
CHANNELS = ("aw", "w", "b", "ar", "r")
CONTROL = "control_s_axil"
BESIDE = "timeouts"  # a count beside a port


class TurnpikeAxi4(LiteXModule):
    """The module of the folder; its sources are added to the platform."""

    def __init__(self, platform, folder=HERE.parent):
        folder = pathlib.Path(folder)
        network = json.loads((folder / "test" / "network.json").read_text())
        text = (folder / f"{network['top']}.v").read_text()
        pins = {name: (way[0], int(high or 0) + 1)
                for way, high, name in PIN.findall(text[:text.index(");")])}

        self.error = Signal()  # a packet had no way
        self.idle = Signal()   # nothing is in the network
        self.regions = {at["bus"]: at["regions"] for at in network["subordinates"]}
        self.managers = {bus: self._port(pins, bus) for bus in network["managers"]}
        self.subordinates = {bus: self._port(pins, bus) for bus in self.regions}
        self.control = None
        self.timeouts = {bus: Signal(16) for bus in self.regions if f"{bus}_{BESIDE}" in pins}
        ports = {**self.managers, **self.subordinates}
        if f"{CONTROL}_awvalid" in pins:
            self.control = axi.AXILiteInterface(32, pins[f"{CONTROL}_awaddr"][1])
            ports[CONTROL] = self.control

        connections = {"i_clk_i": ClockSignal(), "i_rst_i": ResetSignal(), "i_enable_i": 1,
                       "o_error_o": self.error, "o_idle_o": self.idle}
        for name in pins:  # of networks with several clocks: here they are one
            found = re.fullmatch(r"(clk|rst|enable)_\d+_i", name)
            if found:
                connections[f"i_{name}"] = connections[f"i_{found.group(1)}_i"]
        for bus, count in self.timeouts.items():
            connections[f"o_{bus}_{BESIDE}"] = count
        for bus, port in ports.items():
            for pin, (way, _) in pins.items():
                found = re.fullmatch(rf"{bus}_(aw|ar|w|b|r)(\w+)", pin)
                if found:
                    channel, field = found.groups()
                    connections[f"{way}_{pin}"] = getattr(getattr(port, channel), field)
        self.specials += Instance(network["top"], **connections)

        platform.add_verilog_include_path(str(folder / "rtl"))
        for source in network["sources"]:
            platform.add_source(str(folder / source))

    @staticmethod
    def _port(pins, bus):
        def width(pin):
            return pins.get(f"{bus}_{pin}", ("", 0))[1]
        return axi.AXIInterface(
            data_width=width("wdata"), address_width=width("awaddr"), id_width=width("awid"),
            bursting=True, **{f"{channel}_user_width": width(f"{channel}user")
                              for channel in CHANNELS})
