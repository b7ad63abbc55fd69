"""axi4_network_test.py - an emitted AXI4 network: all managers, all regions, every byte.

network.json beside it says which ports there are. SEED in the environment is the seed.
"""

import json
import os
import pathlib
import random

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, RisingEdge, Timer
from cocotbext.axi import (AddressSpace, AxiBus, AxiMaster, AxiResp, AxiSlave, MemoryRegion,
                           SparseMemoryRegion)

NETWORK = json.loads((pathlib.Path(__file__).resolve().parent / "network.json").read_text())
REGIONS = [tuple(region) for at in NETWORK["subordinates"] for region in at["regions"]]
TRANSFERS = 160  # of all managers together
PAGE = 4096
RNG = random.Random(int(os.environ.get("SEED", "1")))
# Periods of clocks 0, 1 and so on, and phases, in ps: equal, in phase and not, and to one another
# as 1 to 4, 3 to 2 and nearly 1 to 1. With more clocks they begin again.
CLOCKS = (((10000, 0), (10000, 0)), ((10000, 0), (10000, 5000)), ((10000, 0), (10000, 9998)),
          ((10000, 0), (40000, 3000)), ((40000, 1000), (10000, 0)), ((9000, 0), (6000, 500)),
          ((10000, 0), (10002, 0)), ((10002, 0), (10000, 1)))


def stalls(rng, rate):
    while True:
        yield rng.random() < rate


class System:
    """The network with a model at each port."""

    def __init__(self, dut):
        self.dut = dut
        self.rng = random.Random(RNG.random())
        self.clocks = []
        self.managers = [AxiMaster(AxiBus.from_prefix(dut, bus), *self.clock_of(bus),
                                   max_burst_len=256)
                         for bus in NETWORK["managers"]]
        self.space = AddressSpace(1 << 64)
        self.subordinates = []
        for at in NETWORK["subordinates"]:
            own = AddressSpace(1 << 64)  # an address that comes to a wrong port is an error
            for base, size in at["regions"]:
                memory = MemoryRegion(size) if size <= 1 << 20 else SparseMemoryRegion(size)
                own.register_region(memory, base, size)
                self.space.register_region(memory, base, size)
            self.subordinates.append(AxiSlave(AxiBus.from_prefix(dut, at["bus"]),
                                              *self.clock_of(at["bus"]), target=own))

    def pin(self, name, clock):
        return getattr(self.dut, f"{name}_i" if clock == 0 else f"{name}_{clock}_i")

    def clock_of(self, bus):
        clock = NETWORK["clock_of"][bus]
        return self.pin("clk", clock), self.pin("rst", clock)

    async def reset(self, clocks=None):
        """All resets are high for four edges of each clock; then each ends in step with its own.

        `clocks`: period and phase of each, in ps; without them clock 0 has 100 MHz, and each other
        one any period of a third to three times that, and any phase.
        """
        for task in self.clocks:
            task.kill()
        if clocks is None:
            periods = [10000, *(2 * int(10000 * 3 ** self.rng.uniform(-1, 1) / 2)
                                for _ in range(1, NETWORK["clocks"]))]
            clocks = [(period, self.rng.randrange(period)) for period in periods]
        self.dut._log.info("periods and phases of the clocks in ps: %s", clocks)
        for clock in range(len(clocks)):
            self.pin("enable", clock).value = 1
            self.pin("rst", clock).value = 1
        self.clocks = [cocotb.start_soon(self.tick(self.pin("clk", clock), *times))
                       for clock, times in enumerate(clocks)]
        for clock in range(len(clocks)):
            await ClockCycles(self.pin("clk", clock), 5)
        for clock in range(len(clocks)):
            await RisingEdge(self.pin("clk", clock))
            self.pin("rst", clock).value = 0
        for clock in range(len(clocks)):
            await ClockCycles(self.pin("clk", clock), 2)

    async def tick(self, pin, period, phase):
        pin.value = 0
        await Timer(1 + phase, "ps")
        await Clock(pin, period, "ps").start()

    def stall(self, rate):
        for port in (*self.managers, *self.subordinates):
            for channel in (port.write_if.aw_channel, port.write_if.w_channel,
                            port.write_if.b_channel, port.read_if.ar_channel,
                            port.read_if.r_channel):
                channel.set_pause_generator(stalls(random.Random(self.rng.random()), rate))

    def check_status(self):
        for clock in range(NETWORK["clocks"]):
            error = self.dut.error_o if clock == 0 else getattr(self.dut, f"error_{clock}_o")
            assert error.value == 0, "a router refused a head"


@cocotb.test(timeout_time=2000, timeout_unit="us")
async def every_manager_writes_and_reads_every_region(dut):
    """All at once, with stalls on all channels; each manager and ID has bytes of its own."""
    system = System(dut)
    await system.reset()
    system.stall(0.2)
    ids = min(1 << NETWORK["id_bits"], 4)
    lanes = len(system.managers) * ids
    count = max(len(REGIONS), TRANSFERS // lanes)

    async def lane(number):
        manager = system.managers[number // ids]
        rng = random.Random(system.rng.random())
        written = {}
        for turn in range(count):
            base, size = REGIONS[(turn + number) % len(REGIONS)]
            stripe = min(size, 1 << 16) // lanes
            at = base + number * stripe + rng.randrange(stripe)
            length = min(rng.randint(1, 200), base + (number + 1) * stripe - at)
            data = bytes(rng.getrandbits(8) for _ in range(length))
            reply = await manager.write(at, data, awid=number % ids)
            assert reply.resp == AxiResp.OKAY, f"write of {at:#x}: {reply.resp}"
            written.update((at + n, byte) for n, byte in enumerate(data))
            reply = await manager.read(at, length, arid=number % ids)
            assert reply.resp == AxiResp.OKAY and reply.data == data, f"read of {at:#x}"
        return written

    tasks = [cocotb.start_soon(lane(number)) for number in range(lanes)]
    for task in tasks:
        for at, byte in (await task).items():
            assert (await system.space.read(at, 1))[0] == byte, f"memory at {at:#x}"
    system.check_status()


@cocotb.test(timeout_time=500, timeout_unit="us")
async def a_burst_fills_a_page(dut):
    """4 KiB at once, the most that an AXI4 burst may have."""
    system = System(dut)
    await system.reset()
    for number, manager in enumerate(system.managers[:2]):
        base, _ = REGIONS[number % len(REGIONS)]
        data = bytes(system.rng.getrandbits(8) for _ in range(PAGE))
        assert (await manager.write(base, data)).resp == AxiResp.OKAY
        assert (await manager.read(base, PAGE)).data == data
    system.check_status()


@cocotb.test(timeout_time=200, timeout_unit="us")
async def what_has_no_region_is_answered_decerr(dut):
    """And all goes on."""
    system = System(dut)
    await system.reset()
    ends = sorted(base + size for base, size in REGIONS)
    free = [at for at in [0, *ends] if at + PAGE <= 1 << NETWORK["address_bits"] and
            not any(base <= at < base + size for base, size in REGIONS)]
    if not free:
        return  # the map is full
    for manager in system.managers:
        assert (await manager.write(free[0], bytes(64))).resp == AxiResp.DECERR
        reply = await manager.read(free[0], 64)
        assert reply.resp == AxiResp.DECERR and len(reply.data) == 64
        assert (await manager.write(REGIONS[0][0], b"on")).resp == AxiResp.OKAY
        assert (await manager.read(REGIONS[0][0], 2)).data == b"on"
    system.check_status()


if NETWORK["clocks"] > 1:
    @cocotb.test(timeout_time=100, timeout_unit="us")
    async def clocks_have_any_periods_and_phases(dut):
        """Each manager writes and reads each region, all at once."""
        system = System(dut)

        async def transfer(manager, at):
            data = bytes(system.rng.getrandbits(8) for _ in range(100))
            assert (await manager.write(at, data)).resp == AxiResp.OKAY
            reply = await manager.read(at, len(data))
            assert reply.resp == AxiResp.OKAY and reply.data == data, f"read of {at:#x}"

        for pair in CLOCKS:
            await system.reset([pair[clock % 2] for clock in range(NETWORK["clocks"])])
            for task in [cocotb.start_soon(transfer(manager, base + number * 100))
                         for number, manager in enumerate(system.managers) for base, _ in REGIONS]:
                await task
            system.check_status()
