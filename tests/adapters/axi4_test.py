"""axi4_test.py - two managers and two memories by AXI4 over a line of routers.

Every byte, bursts of all kinds, order, errors, and that nobody holds up another.
"""

import cocotb
from cocotb.triggers import RisingEdge, with_timeout
from cocotbext.axi import (AxiBurstType, AxiBus, AxiLockType, AxiMaster, AxiProt, AxiRam, AxiResp)

from support import Rules, cycles, generator, stalls, start, until

REGION = 1 << 16
HALF = REGION // 2
AX = ("id", "addr", "len", "size", "burst", "lock", "cache", "prot", "qos", "region", "user")
CHANNELS = {"aw": AX, "w": ("data", "strb", "last", "user"), "b": ("id", "resp", "user"),
            "ar": AX, "r": ("id", "data", "resp", "last", "user")}


class Bench:
    def __init__(self, dut, name):
        self.dut = dut
        self.rng = generator(name)
        self.lanes = int(dut.AXI_DATA_W.value) // 8
        self.ids = 1 << int(dut.AXI_ID_W.value)
        self.user = (1 << int(dut.USER_W.value)) - 1
        self.nodes = [dut.u_manager_0, dut.u_manager_1, dut.u_memory_0, dut.u_memory_1]
        buses = [AxiBus.from_prefix(node, "axi") for node in self.nodes]
        self.managers = [AxiMaster(bus, dut.clk, dut.rst, max_burst_len=256) for bus in buses[:2]]
        self.memories = [AxiRam(bus, dut.clk, dut.rst, size=REGION) for bus in buses[2:]]
        self.rules = [Rules(node, [(f"axi_{c}valid", f"axi_{c}ready", [f"axi_{c}{p}" for p in of])
                                   for c, of in CHANNELS.items()]) for node in self.nodes]
        self.enable = stalls(generator(name + " enable"), 0.0)

    async def reset(self):
        for manager in self.managers:  # what a bus model drives later
            manager.write_if.b_channel.pause = manager.read_if.r_channel.pause = False
        await start(self.dut, enable=1)
        cocotb.start_soon(self._count())

    async def _count(self):
        while True:
            await RisingEdge(self.dut.clk)
            assert self.dut.error.value == 0, "a router refused a head"
            self.dut.enable.value = not next(self.enable)

    def stall(self, rate, enable_rate=0.0):
        for port in (*self.managers, *self.memories):
            for channel in (port.write_if.aw_channel, port.write_if.w_channel,
                            port.write_if.b_channel, port.read_if.ar_channel,
                            port.read_if.r_channel):
                channel.set_pause_generator(stalls(generator(self.rng.random()), rate))
        self.enable = stalls(generator(self.rng.random()), enable_rate)

    def bytes(self, count):
        return bytes(self.rng.getrandbits(8) for _ in range(count))


async def traffic(bench, manager, count, longest):
    """Writes and reads of one manager in its halves of both memories, one ID after the other or
    several at a time; what is read must be what was written last."""
    rng, bus = generator(f"{bench.rng.random()} {manager}"), bench.managers[manager]
    mirrors = [bytearray(HALF), bytearray(HALF)]
    for region in range(2):
        bench.memories[region].write(manager * HALF, bytes(HALF))
    # Each lane of traffic has a stripe of the memory to itself, and an ID.
    lanes = min(bench.ids, 6)
    stripe = HALF // lanes & ~0xfff

    async def lane(number):
        for _ in range(count):
            region = rng.randrange(2)
            size = rng.randint(0, bench.lanes.bit_length() - 1)
            length = min(rng.choice((1, 2, 3, rng.randint(1, longest))) << size, stripe // 2)
            at = number * stripe + rng.randrange(stripe - length)
            address = region * REGION + manager * HALF + at
            if rng.random() < 0.5:
                data = bytes(rng.getrandbits(8) for _ in range(length))
                reply = await bus.write(address, data, awid=number, size=size)
                assert reply.resp == AxiResp.OKAY
                mirrors[region][at:at + length] = data
            else:
                reply = await bus.read(address, length, arid=number, size=size)
                assert reply.resp == AxiResp.OKAY
                assert reply.data == bytes(mirrors[region][at:at + length]), hex(address)

    tasks = [cocotb.start_soon(lane(number)) for number in range(lanes)]
    for task in tasks:
        await task
    for region in range(2):
        found = bench.memories[region].read(manager * HALF, HALF)
        assert found == bytes(mirrors[region]), f"memory {region}"


@cocotb.test(timeout_time=300, timeout_unit="us")
async def random_transfers_come_back(dut):
    """Stalls on all channels, cycles that do not count for the network, narrow and long bursts."""
    bench = Bench(dut, "random_transfers")
    await bench.reset()
    for rate, enable_rate in ((0.0, 0.0), (0.5, 0.0), (0.3, 0.4)):
        bench.stall(rate, enable_rate)
        tasks = [cocotb.start_soon(traffic(bench, manager, 4, 40)) for manager in range(2)]
        for task in tasks:
            await task
    for node in bench.rules:
        assert all(node.taken.values()), node.taken


@cocotb.test(timeout_time=500, timeout_unit="us")
async def bursts_of_256_beats(dut):
    bench = Bench(dut, "long")
    await bench.reset()
    size = bench.lanes.bit_length() - 1 if bench.lanes <= 16 else 4
    data = bench.bytes(256 << size)
    await bench.managers[0].write(0x2000, data, size=size)
    reply = await bench.managers[0].read(0x2000, len(data), size=size)
    assert reply.data == data


@cocotb.test(timeout_time=100, timeout_unit="us")
async def wrapping_and_fixed_bursts(dut):
    """The memory sees the burst that the manager made."""
    bench = Bench(dut, "kinds")
    await bench.reset()
    beat = bench.lanes
    for beats in (2, 4, 8, 16):
        data = bench.bytes(beats * beat)
        base = 0x1000 + beats * beat * 4
        turned = beat * (beats // 2)
        manager = bench.managers[0]
        await manager.write(base + turned, data, burst=AxiBurstType.WRAP)
        assert bench.memories[0].read(base, len(data)) == data[turned:] + data[:turned]
        reply = await manager.read(base + turned, len(data), burst=AxiBurstType.WRAP)
        assert reply.data == data
        await manager.write(0x800, data, burst=AxiBurstType.FIXED)
        assert bench.memories[0].read(0x800, 2 * beat) == data[-beat:] + bytes(beat)
        reply = await manager.read(0x800, len(data), burst=AxiBurstType.FIXED)
        assert reply.data == data[-beat:] * beats


async def seen(node, channel, signals, values):
    """Notes the values of each transfer of a channel."""
    valid, ready = getattr(node, f"axi_{channel}valid"), getattr(node, f"axi_{channel}ready")
    while True:
        await RisingEdge(node.clk)
        if valid.value == 1 and ready.value == 1:
            values.append([int(getattr(node, f"axi_{channel}{name}").value) for name in signals])


@cocotb.test(timeout_time=100, timeout_unit="us")
async def attributes_are_carried(dut):
    """PROT, CACHE, QOS, REGION, USER and LOCK; the ID names the manager."""
    bench = Bench(dut, "attributes")
    await bench.reset()
    signals, writes, reads = ("id", "lock", "cache", "prot", "qos", "region", "user"), [], []
    users = []
    cocotb.start_soon(seen(bench.nodes[3], "aw", signals, writes))
    cocotb.start_soon(seen(bench.nodes[3], "ar", signals, reads))
    cocotb.start_soon(seen(bench.nodes[3], "w", ("user",), users))
    rng, wanted, wanted_users = bench.rng, [], []
    for number in range(20):
        manager = number & 1
        lock, cache, prot, qos, region, user, wuser = (
            rng.randrange(n) for n in (2, 16, 8, 16, 16, bench.user + 1, bench.user + 1))
        of = rng.randrange(bench.ids)
        words = {"lock": AxiLockType(lock), "cache": cache, "prot": AxiProt(prot), "qos": qos,
                 "region": region, "user": user}
        await bench.managers[manager].write(REGION, bytes(8), awid=of, wuser=wuser, **words)
        await bench.managers[manager].read(REGION, 8, arid=of, **words)
        wanted.append([manager * bench.ids + of, lock, cache, prot, qos, region, user])
        wanted_users += [[wuser]] * (1 if bench.lanes >= 8 else 2)
    assert writes == wanted and reads == wanted and users == wanted_users


@cocotb.test(timeout_time=100, timeout_unit="us")
async def what_has_no_region_is_answered_decerr(dut):
    bench = Bench(dut, "decerr")
    await bench.reset()
    manager = bench.managers[1]
    for address in (2 * REGION, 0x8000_0000, 0xffff_ff00):
        for length in (1, 64):
            reply = await manager.write(address, bytes(length), awid=1)
            assert reply.resp == AxiResp.DECERR
            reply = await manager.read(address, length, arid=1)
            assert reply.resp == AxiResp.DECERR and len(reply.data) == length
    data = bench.bytes(64)  # and all goes on, with the ID and beside others
    tasks = [cocotb.start_soon(manager.write(at, data, awid=n & 1))
             for n, at in enumerate((0x100, 3 * REGION, REGION, 0x200, 2 * REGION, 0x300))]
    replies = [await task for task in tasks]
    assert [reply.resp for reply in replies] == [AxiResp.OKAY, AxiResp.DECERR, AxiResp.OKAY,
                                                 AxiResp.OKAY, AxiResp.DECERR, AxiResp.OKAY]
    assert bench.memories[0].read(0x300, 64) == data


@cocotb.test(timeout_time=100, timeout_unit="us")
async def what_is_no_burst_is_answered_slverr(dut):
    """Wrapping bursts of 3 beats, or not aligned; fixed ones of 17."""
    bench = Bench(dut, "slverr")
    await bench.reset()
    manager, beat = bench.managers[0], bench.lanes
    bad = ((AxiBurstType.WRAP, 0x100, 3 * beat), (AxiBurstType.WRAP, 0x101, 4 * beat - 1),
           (AxiBurstType.FIXED, 0x100, 17 * beat))
    for burst, address, length in bad:
        reply = await manager.write(address, bytes(length), burst=burst)
        assert reply.resp == AxiResp.SLVERR, (burst, address, length)
        reply = await manager.read(address, length, burst=burst)
        assert reply.resp == AxiResp.SLVERR, (burst, address, length)
    reply = await manager.write(0x100, bytes(4 * beat), burst=AxiBurstType.WRAP)
    assert reply.resp == AxiResp.OKAY


@cocotb.test(timeout_time=100, timeout_unit="us")
async def a_manager_that_stops_in_a_burst_holds_up_no_other(dut):
    """Its address is taken, its data does not come: others write and read the same memory."""
    bench = Bench(dut, "stops")
    await bench.reset()
    slow, quick = bench.managers
    taken = bench.rules[0].taken
    stopped = cocotb.start_soon(slow.write(0x1000, bench.bytes(16 * bench.lanes), awid=1))
    await until(dut, lambda: taken["axi_wvalid"] >= 3, 100, "three beats")
    slow.write_if.w_channel.pause = True
    await cycles(dut, 40)
    for at in range(8):
        data = bench.bytes(100)
        reply = await with_timeout(quick.write(0x4000 + 128 * at, data), 4, "us")
        assert reply.resp == AxiResp.OKAY
        reply = await with_timeout(quick.read(0x4000 + 128 * at, 100), 4, "us")
        assert reply.data == data
    # Nor does it hold up its own reads, beside the write.
    await with_timeout(slow.read(0x4000, 100, arid=0), 4, "us")
    assert not stopped.done()
    slow.write_if.w_channel.pause = False
    assert (await stopped).resp == AxiResp.OKAY


@cocotb.test(timeout_time=100, timeout_unit="us")
async def a_manager_that_takes_no_data_holds_up_no_other(dut):
    """Nor its own responses to writes: a DMA may wait for those before it takes what it reads."""
    bench = Bench(dut, "takes_none")
    await bench.reset()
    slow, quick = bench.managers
    slow.read_if.r_channel.pause = True
    reads = [cocotb.start_soon(slow.read(REGION + 0x100 * n, 200, arid=n & 1)) for n in range(20)]
    await cycles(dut, 300)
    for at in range(6):
        data = bench.bytes(100)
        await with_timeout(slow.write(0x4000 + 128 * at, data), 4, "us")
        reply = await with_timeout(quick.read(0x4000 + 128 * at, 100), 4, "us")
        assert reply.data == data
    assert not any(read.done() for read in reads)
    slow.read_if.r_channel.pause = False
    for read in reads:
        await read


@cocotb.test(timeout_time=100, timeout_unit="us")
async def a_beat_every_cycle(dut):
    """Reads of 16 beats, one behind the other: one flit of header, then the beats."""
    bench = Bench(dut, "rate")
    await bench.reset()
    if int(dut.DATA_W.value) < bench.lanes * 9 or int(dut.SLICES.value):
        return  # several flits a beat
    count, beats = 16, 16
    in_order = int(dut.VCS.value) == 2
    reads = [cocotb.start_soon(bench.managers[0].read(n * 256, beats * bench.lanes,
                                                      arid=1 if in_order else n % bench.ids))
             for n in range(count)]
    taken, node = bench.rules[0].taken, bench.nodes[0]
    await until(dut, lambda: taken["axi_rvalid"] >= beats, 200, "the first read")
    before, spent = taken["axi_rvalid"], 0
    while taken["axi_rvalid"] < (count - 2) * beats and spent < 2000:
        await RisingEdge(node.clk)
        spent += 1
    got = taken["axi_rvalid"] - before
    for read in reads:
        await read
    assert got / spent > 0.93 * beats / (beats + 1), f"{got} beats in {spent} cycles"
