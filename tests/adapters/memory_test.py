"""memory_test.py - the memory port on AXI4: data, order, fence, errors, rate."""

import collections

import cocotb
from cocotb.triggers import RisingEdge
from cocotbext.axi import AxiBus, AxiRam, AxiSlave
from cocotbext.axi.constants import AxiResp

from support import Rules, cycles, generator, stalls, start, until

SIZE = 0x10000     # bytes of the memory; behind them SLVERR, from NOBODY on DECERR
NOBODY = 0x20000
FLAGS = 0x8000     # from here on lie the words that are written with a fence
ID = 5
QUIET = dict(enable=1, memory_valid=0, memory_write=0, memory_fence=0, memory_address=0,
             memory_data=0, memory_strobe=0)
CHANNELS = [
    ("axi_awvalid", "axi_awready", [f"axi_aw{name}" for name in
                                    ("id", "addr", "len", "size", "burst", "cache", "prot")]),
    ("axi_wvalid", "axi_wready", ["axi_wdata", "axi_wstrb", "axi_wlast"]),
    ("axi_bvalid", "axi_bready", ["axi_bid", "axi_bresp"]),
    ("axi_arvalid", "axi_arready", [f"axi_ar{name}" for name in
                                    ("id", "addr", "len", "size", "burst", "cache", "prot")]),
    ("axi_rvalid", "axi_rready", ["axi_rid", "axi_rdata", "axi_rresp", "axi_rlast"]),
]
Request = collections.namedtuple("Request", "write fence address data strobe")


class SlowMemory:
    """Reads and writes take a while, each a time of its own, so that they overtake each other."""

    def __init__(self, dut, rng, slow):
        self.dut, self.rng, self.slow = dut, rng, slow
        self.bytes = bytearray(SIZE)

    async def wait(self):
        await cycles(self.dut, self.rng.choice((0, 0, 1, 4, 12)) if self.slow else 0)

    async def read(self, address, length):
        if address >= SIZE:
            raise IndexError(address)
        early = self.rng.getrandbits(1)
        data = bytes(self.bytes[address:address + length])
        await self.wait()
        return data if early else bytes(self.bytes[address:address + length])

    async def write(self, address, data):
        if address >= SIZE:
            raise IndexError(address)
        await self.wait()
        self.bytes[address:address + len(data)] = data


class Bench:
    def __init__(self, dut, name, slow=True):
        self.dut = dut
        self.rng = generator(name)
        self.memory = SlowMemory(dut, generator(name + " memory"), slow)
        bus = AxiBus.from_prefix(dut, "axi")
        self.slave = AxiSlave(bus, dut.clk, dut.rst, target=self.memory)
        for channel in (self.slave.write_if.b_channel, self.slave.read_if.r_channel):
            self._decode_errors(channel)
        self.rules = Rules(dut, CHANNELS)
        self.requests = collections.deque()
        self.mirror = bytearray(SIZE)          # the memory if requests take effect in order
        self.expected = collections.deque()    # answers of the reads under way, None: not known
        self.errors = [[], []]                 # addresses of failing reads and writes, in order
        self.seen_errors = [[], []]
        self.taken = self.answered = 0
        self.pause = stalls(generator(name + " requests"), 0.0)
        self.enable = stalls(generator(name + " enable"), 0.0)

    def _decode_errors(self, channel):
        """Some of the errors come from where no one is."""
        send = channel.send

        async def send_as_decerr(answer):
            name = "bresp" if hasattr(answer, "bresp") else "rresp"
            if getattr(answer, name) == AxiResp.SLVERR and self.rng.getrandbits(1):
                setattr(answer, name, AxiResp.DECERR)
            await send(answer)
        channel.send = send_as_decerr

    def stall(self, rate, enable_rate):
        write, read = self.slave.write_if, self.slave.read_if
        for channel in (write.aw_channel, write.w_channel, write.b_channel, read.ar_channel,
                        read.r_channel):
            channel.set_pause_generator(stalls(generator(self.rng.random()), rate))
        self.pause = stalls(generator(self.rng.random()), rate)
        self.enable = stalls(generator(self.rng.random()), enable_rate)

    async def reset(self):
        await start(self.dut, **QUIET)
        cocotb.start_soon(self._drive())
        cocotb.start_soon(self._watch_bus())
        cocotb.start_soon(self._watch_errors())

    def _effect(self, request):
        """What a request does where all is done at once."""
        place = request.address
        if place >= SIZE:
            self.errors[request.write].append(place)
        if not request.write:
            known = place < SIZE
            self.expected.append(bytes(self.mirror[place:place + 8]) if known else None)
            return
        for byte in range(8):
            if request.strobe >> byte & 1 and place < SIZE:
                self.mirror[place + byte] = request.data >> 8 * byte & 0xFF

    async def _drive(self):
        dut, current = self.dut, None
        while True:
            if current is None and self.requests and not next(self.pause):
                current = self.requests.popleft()
                dut.memory_write.value = current.write
                dut.memory_fence.value = current.fence
                dut.memory_address.value = current.address
                dut.memory_data.value = current.data
                dut.memory_strobe.value = current.strobe
            dut.memory_valid.value = current is not None
            dut.enable.value = not next(self.enable)
            await RisingEdge(dut.clk)
            if dut.enable.value == 0:
                continue
            if dut.memory_response.value == 1:
                assert self.expected, "data that no one asked for"
                data = self.expected.popleft()
                got = int(dut.memory_read_data.value).to_bytes(8, "little")
                assert data is None or data == got, \
                    f"answer {self.answered}: {got.hex()}, expected {data.hex()}"
                self.answered += 1
            if current is not None and dut.memory_ready.value == 1:
                self._effect(current)
                assert not current.fence or self.memory.bytes == self.mirror, \
                    f"fence at {current.address:#x}, and not all can be seen"
                self.taken += 1
                current = None

    async def _watch_bus(self):
        """One beat of 8 bytes, the ID; one word in order; before a fence all is answered."""
        dut = self.dut
        writes, reads = collections.deque(), collections.deque()  # addresses without an answer
        showing = [False, False]
        while True:
            await RisingEdge(dut.clk)
            for kind, own, others in (("aw", writes, reads), ("ar", reads, writes)):
                valid = getattr(dut, f"axi_{kind}valid").value == 1
                if valid and not showing[kind == "ar"]:
                    address = int(getattr(dut, f"axi_{kind}addr").value)
                    for name, value in (("id", ID), ("len", 0), ("size", 3), ("burst", 1),
                                        ("cache", 2), ("prot", 2)):
                        assert getattr(dut, f"axi_{kind}{name}").value == value, kind + name
                    assert address % 8 == 0 and address not in others, f"overtaken: {address:#x}"
                    if kind == "aw" and FLAGS <= address < SIZE:
                        assert not writes, f"{address:#x} before what it must follow"
                    own.append(address)
                showing[kind == "ar"] = valid and getattr(dut, f"axi_{kind}ready").value == 0
            if dut.axi_wvalid.value == 1:
                assert dut.axi_wlast.value == 1
            if dut.axi_bvalid.value == 1 and dut.axi_bready.value == 1:
                writes.popleft()
            if dut.axi_rvalid.value == 1 and dut.axi_rready.value == 1:
                reads.popleft()
            assert len(reads) <= int(dut.READS.value) and len(writes) <= int(dut.WRITES.value)

    async def _watch_errors(self):
        dut = self.dut
        while True:
            await RisingEdge(dut.clk)
            read, write = dut.read_error.value == 1, dut.write_error.value == 1
            if read:
                address = None if write else int(dut.error_address.value)
                self.seen_errors[0].append(address)
            if write:
                self.seen_errors[1].append(int(dut.error_address.value))

    async def drained(self, limit=40000):
        await until(self.dut, lambda: not self.requests and not self.expected and
                    self.dut.memory_valid.value == 0, limit, "all requests answered")
        await until(self.dut, lambda: self.dut.idle.value == 1, 2000, "idle")


def random_request(rng, words):
    word = rng.choice(words)
    write = rng.random() < 0.5
    fence = write and rng.random() < 0.2
    address = FLAGS + 8 * rng.randrange(8) if fence else word
    if rng.random() < 0.03:
        address = rng.choice((SIZE, NOBODY)) + 8 * rng.randrange(4)
    strobe = rng.choice((255, rng.getrandbits(8)))
    return Request(int(write), int(fence), address, rng.getrandbits(64), strobe)


@cocotb.test(timeout_time=3, timeout_unit="ms")
async def random_requests_take_effect_in_order(dut):
    """Few words, so that they meet; a slow memory, stalls on all channels, cycles that hold."""
    bench = Bench(dut, "random_requests")
    await bench.reset()
    words = [8 * place for place in range(6)] + [FLAGS - 8, 0x1FF8, 0x2000]
    total = 0
    for rate, enable_rate in ((0.0, 0.0), (0.3, 0.0), (0.7, 0.3), (0.1, 0.6)):
        bench.stall(rate, enable_rate)
        bench.requests.extend(random_request(bench.rng, words) for _ in range(400))
        total += 400
        await bench.drained()
    assert bench.taken == total and bench.answered > 600
    assert bench.memory.bytes == bench.mirror
    for kind in (0, 1):
        seen = bench.seen_errors[kind]
        assert len(seen) == len(bench.errors[kind]) > 10
        assert all(got in (None, want) for got, want in zip(seen, bench.errors[kind]))
        assert seen.count(None) < len(seen) / 2


@cocotb.test(timeout_time=3, timeout_unit="ms")
async def a_fenced_write_waits_for_all_before_it(dut):
    bench = Bench(dut, "fence")
    await bench.reset()
    bench.slave.write_if.b_channel.pause = True
    for place in range(4):
        bench.requests.append(Request(1, 0, 8 * place, place, 255))
    bench.requests.append(Request(1, 1, FLAGS, 3, 15))
    await cycles(dut, 200)
    assert bench.memory.bytes[FLAGS] == 0 and bench.rules.taken["axi_awvalid"] < 5
    assert bench.taken <= 4 and dut.memory_valid.value == 1
    bench.slave.write_if.b_channel.pause = False
    await bench.drained()
    assert bench.memory.bytes[FLAGS] == 3 and bench.memory.bytes == bench.mirror
    bench.slave.write_if.b_channel.pause = True
    bench.requests.append(Request(1, 1, FLAGS + 8, 3, 15))
    await cycles(dut, 100)
    assert bench.rules.taken["axi_awvalid"] == 6 and bench.taken == 5, "taken before it is seen"
    bench.slave.write_if.b_channel.pause = False
    await bench.drained()


@cocotb.test(timeout_time=3, timeout_unit="ms")
async def a_request_every_cycle(dut):
    """With a memory that can, reads and writes run at the full rate."""
    memory = AxiRam(AxiBus.from_prefix(dut, "axi"), dut.clk, dut.rst, size=SIZE)
    bench_rules = Rules(dut, CHANNELS)
    await start(dut, **QUIET)
    await cycles(dut, 2)
    outstanding = min(int(dut.READS.value), int(dut.WRITES.value))
    for write in (0, 1):
        taken = answered = spent = 0
        dut.memory_write.value = write
        dut.memory_strobe.value = 255
        while taken < 500 or (not write and answered < 500):
            dut.memory_valid.value = taken < 500
            dut.memory_address.value = 8 * taken
            await RisingEdge(dut.clk)
            spent += 1
            answered += dut.memory_response.value == 1
            if dut.memory_valid.value == 1 and dut.memory_ready.value == 1:
                taken += 1
                dut.memory_address.value = 8 * taken
            assert spent < 20000
        dut.memory_valid.value = 0
        await until(dut, lambda: dut.idle.value == 1, 100, "idle")
        dut._log.info("%d %s in %d cycles", taken, "writes" if write else "reads", spent)
        assert outstanding < 8 or spent < 520, f"{spent} cycles for 500 requests"
    assert bench_rules.taken["axi_bvalid"] == 500 and bench_rules.taken["axi_rvalid"] == 500
    assert memory.size == SIZE


@cocotb.test(timeout_time=3, timeout_unit="ms")
async def a_request_is_on_the_bus_two_cycles_later(dut):
    bench = Bench(dut, "latency", slow=False)
    await bench.reset()
    await cycles(dut, 3)
    bench.requests.append(Request(0, 0, 0x40, 0, 0))
    await until(dut, lambda: dut.memory_valid.value == 1 and dut.memory_ready.value == 1, 5,
                "taken")
    await RisingEdge(dut.clk)
    assert dut.axi_arvalid.value == 0
    await RisingEdge(dut.clk)
    assert dut.axi_arvalid.value == 1 and dut.axi_araddr.value == 0x40
    await until(dut, lambda: dut.axi_rvalid.value == 1 and dut.axi_rready.value == 1, 50, "data")
    await RisingEdge(dut.clk)
    assert dut.memory_response.value == 1
    await bench.drained()
