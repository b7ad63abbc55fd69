"""crossroads_test.py - crossroads.sv in Icarus, under cocotb: in a mesh, beside the reference.

Icarus has no DPI; the functions of turnpike_dpi.h are called by ctypes. TURNPIKE_DPI names the
library, CYCLES says how long. The toplevel is crossroads_adapter.
"""

import ctypes
import os

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import RisingEdge

PORTS, VCS, DEPTH, DATA_W = 5, 2, 3, 32
SHAPE = f"PORTS={PORTS} VCS={VCS} DEPTH={DEPTH} DATA_W={DATA_W}"

# Widths of the pins, in the order of turnpike_dpi.h. The adapter has no enable and no table.
INPUTS = (("enable", 1), ("node_i", 6), ("limit_i", 6), ("table", 1 + 3 + 6 + PORTS),
          ("in_valid_i", PORTS), ("in_vc_i", PORTS), ("in_route_i", PORTS * PORTS),
          ("in_flit_i", PORTS * (DATA_W + 2)), ("out_credit_i", PORTS * VCS))
OUTPUTS = (("out_valid_o", PORTS), ("out_vc_o", PORTS), ("out_flit_o", PORTS * (DATA_W + 2)),
           ("out_route_o", PORTS * PORTS), ("in_credit_o", PORTS * VCS), ("error_o", 1),
           ("idle_o", 1))
ALWAYS_KNOWN = ("out_valid_o", "out_route_o", "in_credit_o", "error_o", "idle_o")

library = ctypes.CDLL(os.environ["TURNPIKE_DPI"])
library.turnpike_reference_text.restype = ctypes.c_char_p


class Words:
    """A vector of pins as words of 32 bits."""

    def __init__(self, pins):
        self.pins = pins
        self.count = (sum(width for _, width in pins) + 31) // 32
        self.words = (ctypes.c_uint32 * self.count)()

    def put(self, values):
        at = whole = 0
        for name, width in self.pins:
            whole |= values[name] << at
            at += width
        for word in range(self.count):
            self.words[word] = whole >> 32 * word & 0xffffffff

    def get(self):
        whole = sum(word << 32 * index for index, word in enumerate(self.words))
        values = {}
        for name, width in self.pins:
            values[name] = whole & (1 << width) - 1
            whole >>= width
        return values


def outputs_of(dut):
    """Data that was never written is X, and 0 here; what always counts must not be."""
    values = {}
    for name, _ in OUTPUTS:
        bits = getattr(dut, name).value.binstr.lower()
        assert name not in ALWAYS_KNOWN or set(bits) <= {"0", "1"}, f"{name} is {bits}"
        values[name] = int(bits.replace("x", "0").replace("z", "0"), 2)
    return values


def drive(dut, values):
    for name, _ in INPUTS:
        if name not in ("enable", "table"):
            getattr(dut, name).value = values[name]


@cocotb.test()
async def crossroads_is_as_the_reference_says(dut):
    reference = library.turnpike_reference_new(b"router", SHAPE.encode())
    around = library.turnpike_surroundings_new(f"{SHAPE} RADIX=4 PLACE=5".encode())
    assert reference > 0 and around > 0, library.turnpike_reference_text(0).decode()
    ins, outs = Words(INPUTS), Words(OUTPUTS)

    dut.rst_i.value = 1
    cocotb.start_soon(Clock(dut.clk_i, 10, units="ns").start())
    for _ in range(3):
        library.turnpike_reference_cycle(reference, 1, None, 0)
        library.turnpike_surroundings_cycle(around, 1, None, 0, ins.words, ins.count)
        drive(dut, ins.get())
        await RisingEdge(dut.clk_i)
    dut.rst_i.value = 0

    for _ in range(int(os.environ.get("CYCLES", "2000"))):
        await RisingEdge(dut.clk_i)  # pins as they were in the cycle that ends
        outs.put(outputs_of(dut))
        for handle, status in (
                (reference, library.turnpike_reference_check(reference, outs.words, outs.count)),
                (reference, library.turnpike_reference_cycle(reference, 0, ins.words, ins.count)),
                (around, library.turnpike_surroundings_cycle(around, 0, outs.words, outs.count,
                                                             ins.words, ins.count))):
            assert status == 0, library.turnpike_reference_text(handle).decode()
        drive(dut, ins.get())
    delivered = library.turnpike_surroundings_packets(around, 1)
    cocotb.log.info("%d packets delivered, no difference", delivered)
    assert delivered > 100
