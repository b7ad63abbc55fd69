"""turnpike_network.py - a network that `turnpike emit --terminals axi_stream` wrote, in LiteX.

    from turnpike_network import TurnpikeNetwork
    self.network = TurnpikeNetwork(platform, "build/mesh")
    self.comb += sender.source.connect(self.network.terminals["0_0"].sink)

Each terminal has a `sink` into the network, whose `dest` is the address of the terminal that a
packet goes to, and a `source` out of it, whose `user` is the address it came from. `last` ends a
packet; `keep` and `id` are there if the folder has them. `address` is that of the terminal itself.
With several message classes there is a terminal for each of them, "0_0_class_1".
"""

import pathlib
import re

from migen import ClockSignal, Instance, ResetSignal, Signal

from litex.gen import LiteXModule
from litex.soc.interconnect import stream

PIN = re.compile(r"^ {4}(input|output)\s+wire\s+(?:\[(\d+):0\])?\s*(\w+)_([io])\b", re.M)
ADDRESS = re.compile(r"^ {4}// terminal_(\w+?), address (\d+)", re.M)
STREAM = re.compile(r"terminal_(\w+)_([sm])_axis_(\w+)$")
OF_STREAM = {"tvalid": "valid", "tready": "ready", "tdata": "data", "tlast": "last",
             "tdest": "dest", "tuser": "user", "tkeep": "keep", "tid": "id"}
LOST = "unknown"  # a count beside the stream into the network


def words(bits, start, beside):
    """What a stream carries: words, and beside them fields that are the same in a packet. `bits`:
    of all pins; `start`: of the names of those of the stream."""
    of_stream = {OF_STREAM[name[len(start):-2]]: width for name, width in bits.items()
                 if name.startswith(start) and name[len(start):-2] in OF_STREAM}
    return stream.EndpointDescription(
        *([(field, of_stream[field]) for field in fields if field in of_stream]
          for fields in (("data", "keep"), (beside, "id"))))


class Terminal:
    """Both streams of one terminal."""

    def __init__(self, address, bits, name):
        self.address = address
        self.sink = stream.Endpoint(words(bits, f"terminal_{name}_s_axis_", "dest"))
        self.source = stream.Endpoint(words(bits, f"terminal_{name}_m_axis_", "user"))


class TurnpikeNetwork(LiteXModule):
    """The module of an emitted folder; its sources are added to the platform.

    ValueError: the folder has no emitted network, or one with raw terminals.
    """

    def __init__(self, platform, folder):
        folder = pathlib.Path(folder)
        lists = sorted(folder.glob("*.f"))
        if len(lists) != 1:
            raise ValueError(f"{folder}: {len(lists)} file lists (*.f), one is expected")
        top = lists[0].stem
        text = (folder / f"{top}.v").read_text()
        header = text[:text.index(");")]
        pins = [(f"{name}_{way}", way, int(high or 0) + 1)
                for _, high, name, way in PIN.findall(header)]
        bits = {name: width for name, _, width in pins}

        self.error = Signal()  # a head came that can never leave
        self.idle = Signal()   # nothing is in the network
        self.terminals = {}
        connections = {"i_clk_i": ClockSignal(), "i_rst_i": ResetSignal(), "i_enable_i": 1,
                       "o_error_o": self.error, "o_idle_o": self.idle}
        addresses = {name: int(address) for name, address in ADDRESS.findall(header)}
        for pin, way, _ in pins:
            found = STREAM.match(pin[:-2])
            if not found:
                continue
            name, side, signal = found.groups()
            if signal == LOST:
                continue
            if name not in self.terminals:
                self.terminals[name] = Terminal(addresses[name.split("_class_")[0]], bits, name)
            endpoint = self.terminals[name].sink if side == "s" else self.terminals[name].source
            connections[f"{way}_{pin}"] = getattr(endpoint, OF_STREAM[signal])
        if not self.terminals:
            raise ValueError(f"{folder}: no AXI4-Streams; emit it with --terminals axi_stream")
        self.specials += Instance(top, **connections)

        for line in lists[0].read_text().split():
            if line.startswith("+incdir+"):
                platform.add_verilog_include_path(str(folder / line[len("+incdir+"):]))
            else:
                platform.add_source(str(folder / line))
