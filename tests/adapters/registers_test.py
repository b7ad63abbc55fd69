"""registers_test.py - the registers behind AXI4-Lite: map, responses, instructions, interrupts."""

import cocotb
from cocotb.triggers import RisingEdge
from cocotbext.axi import AxiLiteBus, AxiLiteMaster

from support import DECERR, OKAY, SLVERR, Rules, cycles, generator, stalls, start, until

IDENTITY, VERSION, SHAPE, NODE, SYSTEM_BASE, SYSTEM_SIZE = range(0x00, 0x18, 4)
OPERATION, POINTER, STATUS, PENDING, ENABLE = range(0x18, 0x2C, 4)
ERROR_CODE, ERROR_POINTER, BUS_ERROR_ADDRESS = 0x2C, 0x30, 0x34
SENT, RECEIVED, ERRORS, BUS_ERRORS, CYCLES, CYCLES_HIGH = range(0x40, 0x58, 4)
ISSUE = [0x60 + 4 * operation for operation in range(8)]
DEFINED = set(range(0x00, 0x38, 4)) | set(range(0x40, 0x58, 4)) | set(ISSUE)
WRITABLE = {NODE, SYSTEM_BASE, SYSTEM_SIZE, OPERATION, POINTER, PENDING, ENABLE, *ISSUE}
STRAP = 1

QUIET = dict(enable=1, instruction_ready=0, node_strap=STRAP, sent=0, received=0, error_valid=0,
             error_code=0, error_pointer=0, idle=1, read_error=0, write_error=0, error_address=0)
CHANNELS = [("axil_bvalid", "axil_bready", ["axil_bresp"]),
            ("axil_rvalid", "axil_rready", ["axil_rdata", "axil_rresp"]),
            ("instruction_valid", "instruction_ready", ["operation", "pointer"])]


class Bench:
    def __init__(self, dut, name):
        self.dut = dut
        self.rng = generator(name)
        self.dimensions = len(dut.node)
        self.bus = AxiLiteMaster(AxiLiteBus.from_prefix(dut, "axil"), dut.clk, dut.rst)
        self.rules = Rules(dut, CHANNELS)

    async def reset(self):
        await start(self.dut, **QUIET)

    def stall(self, rate):
        write, read = self.bus.write_if, self.bus.read_if
        for channel in (write.aw_channel, write.w_channel, write.b_channel, read.ar_channel,
                        read.r_channel):
            channel.set_pause_generator(stalls(generator(self.rng.random()), rate))

    async def read(self, address):
        answer = await self.bus.read(address, 4)
        return int.from_bytes(answer.data, "little"), int(answer.resp)

    async def write(self, address, value):
        return int((await self.bus.write(address, value.to_bytes(4, "little"))).resp)

    async def raw_write(self, address, value, strobe):
        """A write with any strobes."""
        interface = self.bus.write_if
        aw, w = interface.aw_channel, interface.w_channel
        first, second = [(aw, aw._transaction_obj(awaddr=address)),
                         (w, w._transaction_obj(wdata=value, wstrb=strobe))][
                             ::self.rng.choice((1, -1))]
        await first[0].send(first[1])
        await cycles(self.dut, self.rng.choice((0, 0, 1, 3)))
        await second[0].send(second[1])

    async def expect(self, address, value):
        got = await self.read(address)
        assert got == (value, OKAY), f"{address:#x}: {got[0]:#x} {got[1]}, expected {value:#x}"

    async def pulse(self, **inputs):
        """Inputs for one cycle."""
        for name, value in inputs.items():
            getattr(self.dut, name).value = value
        await RisingEdge(self.dut.clk)
        for name in inputs:
            getattr(self.dut, name).value = QUIET[name]


class Model:
    """What the writable registers hold, and how each answers."""

    def __init__(self, dimensions):
        self.dimensions = dimensions
        self.started = False
        self.value = {NODE: STRAP, SYSTEM_BASE: 0, SYSTEM_SIZE: 16, OPERATION: 0, POINTER: 0,
                      PENDING: 0, ENABLE: 0}

    def write(self, address, value, strobe):
        """Response, and the operation that goes out, or None."""
        address &= ~3
        if address not in DEFINED:
            return DECERR, None
        if strobe == 0:
            return OKAY, None
        if address not in WRITABLE:
            return SLVERR, None
        if address in ISSUE:
            if strobe != 15:
                return SLVERR, None
            self.value[POINTER] = value
            self.started = True
            return OKAY, ISSUE.index(address)
        mask = sum(0xFF << 8 * byte for byte in range(4) if strobe >> byte & 1)
        old = 0 if address in (PENDING, POINTER) else self.value[address]
        new = old & ~mask | value & mask
        good = {
            NODE: not self.started and new < 1 << self.dimensions,
            SYSTEM_BASE: not self.started and new % 8 == 0,
            SYSTEM_SIZE: not self.started and 6 <= new <= 31,
            OPERATION: new < 8, POINTER: strobe == 15, PENDING: new < 16, ENABLE: new < 16,
        }[address]
        if not good:
            return SLVERR, None
        if address == PENDING:
            self.value[PENDING] &= ~new
        else:
            self.value[address] = new
        self.started |= address == POINTER
        return OKAY, self.value[OPERATION] if address == POINTER else None


@cocotb.test(timeout_time=3, timeout_unit="ms")
async def values_after_reset(dut):
    bench = Bench(dut, "values_after_reset")
    await bench.reset()
    for address, value in ((IDENTITY, 0x54504B45), (VERSION, 0x00010203), (NODE, STRAP),
                           (SHAPE, 24 << 16 | 32 << 8 | bench.dimensions), (SYSTEM_BASE, 0),
                           (SYSTEM_SIZE, 16), (OPERATION, 0), (POINTER, 0), (STATUS, 3),
                           (PENDING, 0), (ENABLE, 0), (ERROR_CODE, 0), (ERROR_POINTER, 0),
                           (BUS_ERROR_ADDRESS, 0), (SENT, 0), (RECEIVED, 0), (ERRORS, 0),
                           (BUS_ERRORS, 0), (CYCLES_HIGH, 0)):
        await bench.expect(address, value)
    assert dut.node.value == STRAP and dut.system_size_log2.value == 16
    assert dut.interrupt.value == 0 and dut.instruction_valid.value == 0


@cocotb.test(timeout_time=3, timeout_unit="ms")
async def every_address_answers_as_the_map_says(dut):
    bench = Bench(dut, "every_address")
    await bench.reset()
    for address in range(0, 0x1000, 4):
        if address >= 0x80 and address % 0x74:
            continue
        _, response = await bench.read(address)
        assert response == (OKAY if address in DEFINED else DECERR), f"read {address:#x}"
        if address not in (POINTER, *ISSUE):
            expected, _ = Model(bench.dimensions).write(address, 6, 15)
            if address == SYSTEM_BASE:
                expected = SLVERR
            if address == NODE:
                expected = OKAY if bench.dimensions > 2 else SLVERR
            assert await bench.write(address, 6) == expected, f"write {address:#x}"


@cocotb.test(timeout_time=3, timeout_unit="ms")
async def random_writes_with_any_strobes(dut):
    """Against the model, with stalls on all channels; instructions are taken now and then."""
    bench = Bench(dut, "random_writes")
    await bench.reset()
    for rate in (0.0, 0.4, 0.8):
        bench.stall(rate)
        issued, taken = [], []
        ready = stalls(generator(f"ready {rate}"), 0.6)

        async def take(ready=ready, taken=taken):
            while True:
                dut.instruction_ready.value = not next(ready)
                await RisingEdge(dut.clk)
                if dut.instruction_valid.value and dut.instruction_ready.value:
                    taken.append((int(dut.operation.value), int(dut.pointer.value)))

        taker = cocotb.start_soon(take())
        model = Model(bench.dimensions)
        model.started = bool((await bench.read(STATUS))[0] & 4)
        for address in (NODE, SYSTEM_BASE, SYSTEM_SIZE, OPERATION, POINTER, ENABLE):
            model.value[address] = (await bench.read(address))[0]
        for step in range(250):
            address = bench.rng.choice(sorted(DEFINED) + 2 * sorted(WRITABLE) +
                                       [0x38, 0x3C, 0x58, 0x80, 0xFFC, 0x800])
            if address in (POINTER, *ISSUE) and step < 100 and rate == 0.0:
                continue  # first with registers that are still open
            value = bench.rng.choice((bench.rng.getrandbits(32), bench.rng.getrandbits(5),
                                      bench.rng.getrandbits(16) * 8))
            strobe = bench.rng.choice((15, 15, 15, 1, bench.rng.getrandbits(4)))
            await bench.raw_write(address + bench.rng.choice((0, 0, 1, 2, 3)), value, strobe)
            answer = await bench.bus.write_if.b_channel.recv()
            expected, goes = model.write(address, value, strobe)
            assert int(answer.bresp) == expected, \
                f"write {step} of {value:#x} to {address:#x}, strobes {strobe:#x}"
            if goes is not None:
                issued.append((goes, model.value[POINTER]))
            address = bench.rng.choice(sorted(model.value))
            await bench.expect(address, model.value[address])
        await until(dut, lambda: len(taken) >= len(issued), 2000, "instructions taken")
        await cycles(dut, 50)
        taker.kill()
        assert taken == issued and len(issued) > 5
        assert dut.node.value == model.value[NODE]
        assert dut.system_base.value == model.value[SYSTEM_BASE]
        assert dut.system_size_log2.value == model.value[SYSTEM_SIZE]


@cocotb.test(timeout_time=3, timeout_unit="ms")
async def an_instruction_waits_until_the_one_before_is_taken(dut):
    bench = Bench(dut, "waits")
    await bench.reset()
    assert await bench.write(OPERATION, 3) == OKAY
    assert await bench.write(POINTER, 0x1238) == OKAY
    await bench.expect(STATUS, 0b0110)  # not ready, idle, started
    assert await bench.write(OPERATION, 1) == OKAY  # for the next one
    second = bench.bus.init_write(POINTER, (0x4560).to_bytes(4, "little"))
    await cycles(dut, 100)
    assert not second.is_set(), "answered while the first instruction waits"
    assert (int(dut.operation.value), int(dut.pointer.value)) == (3, 0x1238)
    await bench.expect(POINTER, 0x1238)  # reads go on
    dut.enable.value = 0
    dut.instruction_ready.value = 1
    await cycles(dut, 20)
    assert not second.is_set(), "taken in a cycle that does not count"
    dut.enable.value = 1
    await RisingEdge(dut.clk)
    dut.instruction_ready.value = 0
    await until(dut, second.is_set, 20, "the second write is answered")
    assert int(second.data.resp) == OKAY
    assert (int(dut.operation.value), int(dut.pointer.value)) == (1, 0x4560)
    await cycles(dut, 20)
    assert dut.instruction_valid.value == 1, "it stays until it is taken"
    for address in (NODE, SYSTEM_BASE, SYSTEM_SIZE):
        assert await bench.write(address, 8 if address == SYSTEM_BASE else 1) == SLVERR


@cocotb.test(timeout_time=3, timeout_unit="ms")
async def events_interrupt_count_and_are_cleared(dut):
    bench = Bench(dut, "events")
    await bench.reset()
    bench.stall(0.3)
    counts = dict(sent=0, received=0, error_valid=0)
    bus_errors, pending, code, pointer, where = 0, 0, 0, 0, 0
    for _ in range(120):
        kind = bench.rng.choice(("events", "events", "clear", "enable", "off"))
        if kind in ("events", "off"):
            dut.enable.value = kind == "events"
            pins = {name: bench.rng.getrandbits(1) for name in
                    (*counts, "read_error", "write_error")}
            values = dict(error_code=bench.rng.getrandbits(8), error_pointer=bench.rng.getrandbits(
                32), error_address=bench.rng.getrandbits(32))
            await bench.pulse(**pins, **values)
            dut.enable.value = 1
            if kind == "events":
                for name in counts:
                    counts[name] += pins[name]
                pending |= pins["sent"] | pins["received"] << 1 | pins["error_valid"] << 2
                if pins["error_valid"]:
                    code, pointer = values["error_code"], values["error_pointer"]
            bus_errors += pins["read_error"] + pins["write_error"]
            if pins["read_error"] or pins["write_error"]:
                pending |= 8
                where = values["error_address"]
        elif kind == "clear":
            mask = bench.rng.getrandbits(4)
            assert await bench.write(PENDING, mask) == OKAY
            pending &= ~mask
        else:
            enabled = bench.rng.getrandbits(4)
            assert await bench.write(ENABLE, enabled) == OKAY
        await bench.expect(PENDING, pending)
        enabled, _ = await bench.read(ENABLE)
        assert dut.interrupt.value == (1 if pending & enabled else 0)
        await bench.expect(STATUS, 0b0011 | (8 if pending & enabled else 0))
    for address, value in ((SENT, counts["sent"]), (RECEIVED, counts["received"]),
                           (ERRORS, counts["error_valid"]), (BUS_ERRORS, bus_errors),
                           (ERROR_CODE, code), (ERROR_POINTER, pointer),
                           (BUS_ERROR_ADDRESS, where)):
        await bench.expect(address, value)


@cocotb.test(timeout_time=3, timeout_unit="ms")
async def an_event_in_the_cycle_of_its_clearing_is_not_lost(dut):
    bench = Bench(dut, "clearing")
    await bench.reset()
    met = 0
    for delay in range(12):
        await bench.pulse(received=1)
        order = []

        async def watch(order=order):
            while True:
                await RisingEdge(dut.clk)
                order.append((int(dut.received.value), int(dut.u_registers.clear.value) >> 1 & 1))

        watcher = cocotb.start_soon(watch())
        done = bench.bus.init_write(PENDING, (15).to_bytes(4, "little"))
        await cycles(dut, delay)
        await bench.pulse(received=1)
        await done.wait()
        await cycles(dut, 15)
        watcher.kill()
        event, clear = (next(time for time, pins in enumerate(order) if pins[which])
                        for which in (0, 1))
        met += event == clear
        await bench.expect(PENDING, 2 if event >= clear else 0)
        await bench.expect(RECEIVED, 2 * delay + 2)
        await bench.write(PENDING, 15)
    assert met == 1, "one of the delays brings both into one cycle"


@cocotb.test(timeout_time=3, timeout_unit="ms")
async def cycles_are_counted_in_64_bits(dut):
    bench = Bench(dut, "cycles")
    await bench.reset()
    first, _ = await bench.read(CYCLES)
    await cycles(dut, 1000)
    second, _ = await bench.read(CYCLES)
    assert 1000 <= second - first <= 1010
    dut.enable.value = 0
    await cycles(dut, 1000)
    third, _ = await bench.read(CYCLES)
    assert third - second <= 10, "cycles that do not count"
    dut.enable.value = 1
    dut.u_registers.u_events.cycles_q.value = 0x5_FFFF_FFF0
    low, _ = await bench.read(CYCLES)
    await cycles(dut, 100)
    assert low >= 0xFFFF_FFF0
    await bench.expect(CYCLES_HIGH, 5)  # of the moment when the low half was read
    _, response = await bench.read(CYCLES + 0x80)  # another address that ends alike
    assert response == DECERR
    await bench.expect(CYCLES_HIGH, 5)
    low, _ = await bench.read(CYCLES)
    assert low < 1000
    await bench.expect(CYCLES_HIGH, 6)


@cocotb.test(timeout_time=3, timeout_unit="ms")
async def idle_shows_in_the_status(dut):
    bench = Bench(dut, "idle")
    await bench.reset()
    dut.idle.value = 0
    await bench.expect(STATUS, 0b0001)
    dut.idle.value = 1
    await bench.expect(STATUS, 0b0011)


@cocotb.test(timeout_time=3, timeout_unit="ms")
async def answers_come_two_cycles_later_and_every_two_cycles(dut):
    bench = Bench(dut, "cycles of the bus")
    await bench.reset()
    seen = {name: [] for name in ("aw", "w", "b", "ar", "r")}

    async def watch():
        cycle = 0
        while True:
            await RisingEdge(dut.clk)
            cycle += 1
            for name, at in seen.items():
                if getattr(dut, f"axil_{name}valid").value == 1 and \
                        getattr(dut, f"axil_{name}ready").value == 1:
                    at.append(cycle)

    cocotb.start_soon(watch())
    writes = [bench.bus.init_write(ENABLE, bytes(4)) for _ in range(8)]
    reads = [bench.bus.init_read(IDENTITY, 4) for _ in range(8)]
    for done in (*writes, *reads):
        await done.wait()
    for number in range(8):
        assert seen["b"][number] == max(seen["aw"][number], seen["w"][number]) + 2
        assert seen["r"][number] == seen["ar"][number] + 2
    assert seen["b"][7] - seen["b"][0] == 14 and seen["r"][7] - seen["r"][0] == 14
