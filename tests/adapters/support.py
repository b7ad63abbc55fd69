"""support.py - clock, reset, random stalls and rules of handshakes, for all tests of adapters."""

import logging
import os
import random

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, ReadOnly, RisingEdge

PERIOD_NS = 10
OKAY, SLVERR, DECERR = 0, 2, 3

# The bus models tell each transfer; a failure tells enough.
for entity in (os.environ.get("TOPLEVEL", ""), *(f"u_node_{n}" for n in range(4)),
               *(f"u_{port}_{n}" for port in ("manager", "memory") for n in range(2))):
    logging.getLogger(f"cocotb.{entity}").setLevel(logging.ERROR)


def generator(name):
    """Random numbers of one purpose; the seed is in the log."""
    seed = os.environ.get("RANDOM_SEED", "1")
    return random.Random(f"{seed} {name}")


def stalls(rng, rate):
    """Endless: true in a cycle in which a channel pauses; in runs, so that queues fill."""
    while True:
        pause = rng.random() < rate
        for _ in range(rng.choice((1, 1, 1, 2, 5, 17))):
            yield pause


async def start(dut, **inputs):
    """Clock and reset with given values of the inputs that no bus model drives."""
    dut.rst.value = 1
    for name, value in inputs.items():
        getattr(dut, name).value = value
    cocotb.start_soon(Clock(dut.clk, PERIOD_NS, "ns").start())
    for _ in range(3):
        await RisingEdge(dut.clk)
    dut.rst.value = 0
    await ReadOnly()  # the first cycle after the reset: nothing is offered or taken by chance
    for handle in dut:
        if handle._name.endswith(("valid", "ready", "interrupt")):
            assert handle.value.is_resolvable, f"{handle._name} is unknown after the reset"
    await RisingEdge(dut.clk)


async def cycles(dut, count):
    for _ in range(count):
        await RisingEdge(dut.clk)


async def until(dut, condition, limit, what):
    """Waits for a condition; a test that would hang fails instead."""
    for _ in range(limit):
        if condition():
            return
        await RisingEdge(dut.clk)
    raise AssertionError(f"after {limit} cycles still not: {what}")


class Rules:
    """In every cycle: valid and ready are 0 or 1, valid stays until ready, its payload too.

    `channels` is a list of (name of valid, name of ready, names of the payload). Counts the
    transfers of each channel in `taken`.
    """

    def __init__(self, dut, channels):
        self.dut = dut
        self.channels = channels
        self.taken = {valid: 0 for valid, _, _ in channels}
        self.task = cocotb.start_soon(self._watch())

    async def _watch(self):
        before = {}
        channels = [(valid, getattr(self.dut, valid), ready, getattr(self.dut, ready),
                     [getattr(self.dut, name) for name in names], names)
                    for valid, ready, names in self.channels]
        while True:
            await FallingEdge(self.dut.clk)  # signals of a cycle are settled in its second half
            await ReadOnly()
            if self.dut.rst.value == 1:
                before = {}
                continue
            for valid_name, valid_pin, ready_name, ready_pin, payload_pins, names in channels:
                valid, ready = valid_pin.value.binstr, ready_pin.value.binstr
                assert valid in "01" and ready in "01", f"{valid_name} is unknown"
                if before.get(valid_name) is not None:
                    assert valid == "1", f"{valid_name} fell before {ready_name}"
                if valid == "0":
                    before[valid_name] = None
                    continue
                payload = [pin.value.binstr for pin in payload_pins]
                assert all(set(bits) <= {"0", "1"} for bits in payload), \
                    f"{valid_name} with {names} = {payload}"
                if before.get(valid_name) is not None:
                    assert payload == before[valid_name], f"payload of {valid_name} changed"
                if ready == "1":
                    self.taken[valid_name] += 1
                before[valid_name] = payload if ready == "0" else None
