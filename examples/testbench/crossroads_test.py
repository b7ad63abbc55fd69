"""crossroads_test.py - crossroads.sv in Icarus, under cocotb: in a mesh, beside the reference.

Icarus has no DPI; the wheel has the reference. CYCLES says how long. The toplevel is
crossroads_adapter.
"""

import os

import cocotb
import turnpike
from cocotb.clock import Clock
from cocotb.triggers import RisingEdge

SHAPE = {"PORTS": 5, "VCS": 2, "DEPTH": 3, "DATA_W": 32}
MAY_BE_UNKNOWN = ("out_vc_o", "out_flit_o")  # where no flit is


def outputs_of(dut, pins):
    """Data that was never written is X, and 0 here; what always counts must not be."""
    values = {}
    for name in pins:
        bits = getattr(dut, name).value.binstr.lower()
        assert name in MAY_BE_UNKNOWN or set(bits) <= {"0", "1"}, f"{name} is {bits}"
        values[name] = int(bits.replace("x", "0").replace("z", "0"), 2)
    return values


def drive(dut, values):
    for name, value in values.items():  # the adapter has no enable and no table
        if name != "enable_i" and not name.startswith("table_"):
            getattr(dut, name).value = value


@cocotb.test()
async def crossroads_is_as_the_reference_says(dut):
    scoreboard = turnpike.Scoreboard("router", **SHAPE)
    around = turnpike.Surroundings(**SHAPE, RADIX=4, PLACE=5)

    dut.rst_i.value = 1
    cocotb.start_soon(Clock(dut.clk_i, 10, units="ns").start())
    for _ in range(3):
        scoreboard.reset()
        inputs = around.reset()
        drive(dut, inputs)
        await RisingEdge(dut.clk_i)
    dut.rst_i.value = 0

    for _ in range(int(os.environ.get("CYCLES", "2000"))):
        await RisingEdge(dut.clk_i)  # pins as they were in the cycle that ends
        outputs = outputs_of(dut, scoreboard.outputs)
        scoreboard.check(outputs)
        scoreboard.cycle(inputs)
        inputs = around.cycle(outputs)
        drive(dut, inputs)
    cocotb.log.info("%d packets delivered, no difference", around.delivered)
    assert around.delivered > 100
