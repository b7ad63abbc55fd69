"""stream_test.py - raw packets by AXI4-Stream: every byte, packet marks, credits, rate."""

import cocotb
from cocotb.triggers import RisingEdge
from cocotbext.axi import AxiStreamBus, AxiStreamFrame, AxiStreamSink, AxiStreamSource

from support import Rules, cycles, generator, stalls, start, until

CHANNELS = [(f"{side}_axis_tvalid", f"{side}_axis_tready",
             [f"{side}_axis_tdata", f"{side}_axis_tlast"]) for side in "sm"]


class Bench:
    def __init__(self, dut, name):
        self.dut = dut
        self.rng = generator(name)
        self.source = AxiStreamSource(AxiStreamBus.from_prefix(dut, "s_axis"), dut.clk, dut.rst)
        self.sink = AxiStreamSink(AxiStreamBus.from_prefix(dut, "m_axis"), dut.clk, dut.rst)
        self.rules = Rules(dut, CHANNELS)
        self.flits = int(dut.FLITS.value)
        self.flit_bytes = int(dut.DATA_W.value) // 8
        self.width = int(dut.DATA_W.value)
        self.enable = stalls(generator(name + " enable"), 0.0)
        self.cut = self.heads = self.tails_in = self.sent = 0

    async def reset(self):
        await start(self.dut, enable=1)
        cocotb.start_soon(self._watch())

    async def _watch(self):
        """The channel: heads after tails, and only of packets that are here in full (or cut)."""
        dut, is_open, beats = self.dut, False, 0
        while True:
            dut.enable.value = not next(self.enable)
            await RisingEdge(dut.clk)
            self.cut += dut.too_long.value == 1
            if dut.out_valid.value == 1 and dut.enable.value == 1:
                flit = int(dut.out_flit.value)
                head, tail = flit >> self.width & 1, flit >> self.width + 1
                assert head == (not is_open)
                is_open = not tail
                self.heads += head
                self.sent += 1
                if int(dut.WHOLE.value):
                    assert self.tails_in >= self.heads, "a packet on the channel that is not here"
            if dut.s_axis_tvalid.value == 1 and dut.s_axis_tready.value == 1:
                beats += 1
                last = dut.s_axis_tlast.value == 1
                self.tails_in += beats == self.flits or (last and beats < self.flits)
                beats = 0 if last else beats

    def packet(self, flits):
        return bytes(self.rng.getrandbits(8) for _ in range(flits * self.flit_bytes))

    async def exchange(self, packets):
        for data in packets:
            await self.source.send(AxiStreamFrame(data))
        for number, data in enumerate(packets):
            frame = await self.sink.recv()
            want = data[:self.flits * self.flit_bytes]
            assert bytes(frame.tdata) == want, \
                f"packet {number}: {bytes(frame.tdata).hex()}, expected {want.hex()}"


@cocotb.test(timeout_time=500, timeout_unit="us")
async def random_packets_come_back(dut):
    """Stalls of source and sink, cycles that do not count, packets of all lengths."""
    bench = Bench(dut, "random_packets")
    await bench.reset()
    total = 0
    for rate, enable_rate in ((0.0, 0.0), (0.5, 0.0), (0.8, 0.5), (0.0, 0.7)):
        bench.source.set_pause_generator(stalls(generator(bench.rng.random()), rate))
        bench.sink.set_pause_generator(stalls(generator(bench.rng.random()), rate))
        bench.enable = stalls(generator(bench.rng.random()), enable_rate)
        packets = [bench.packet(bench.rng.randint(1, bench.flits)) for _ in range(120)]
        total += sum(map(len, packets)) // bench.flit_bytes
        await bench.exchange(packets)
    assert bench.cut == 0 and bench.heads == 480 and bench.sent == total
    # Every credit came back.
    bench.enable = stalls(generator("on"), 0.0)
    await cycles(dut, 20)
    assert int(dut.u_packets.u_sender.credits_q.value) == int(dut.DEPTH.value)


@cocotb.test(timeout_time=500, timeout_unit="us")
async def a_packet_that_is_too_long_is_cut(dut):
    bench = Bench(dut, "too_long")
    await bench.reset()
    bench.source.set_pause_generator(stalls(generator("too long"), 0.3))
    lengths = [bench.rng.choice((1, bench.flits, bench.flits + 1, 3 * bench.flits))
               for _ in range(60)]
    await bench.exchange([bench.packet(length) for length in lengths])
    assert bench.cut == sum(length > bench.flits for length in lengths) > 5
    assert bench.heads == len(lengths)


@cocotb.test(timeout_time=500, timeout_unit="us")
async def a_slow_user_holds_up_no_one(dut):
    """A packet whose tail does not come: with WHOLE_PACKETS 1 no flit of it is on the channel."""
    bench = Bench(dut, "slow_user")
    await bench.reset()
    await bench.source.send(AxiStreamFrame(bench.packet(3)))
    await until(dut, lambda: bench.rules.taken["s_axis_tvalid"] >= 1, 50, "first beats")
    bench.source.pause = True
    await cycles(dut, 100)
    assert bench.tails_in == 0
    assert (bench.sent == 0) == bool(int(dut.WHOLE.value))
    bench.source.pause = False
    frame = await bench.sink.recv()
    assert len(frame.tdata) == 3 * bench.flit_bytes


@cocotb.test(timeout_time=500, timeout_unit="us")
async def a_flit_every_cycle(dut):
    """The credit loop of this bench is the channel twice and two registers; with its depth."""
    bench = Bench(dut, "rate")
    await bench.reset()
    count = 40
    first = {}

    async def clock():
        spent = 0
        while True:
            await RisingEdge(dut.clk)
            spent += 1
            first["now"] = spent
            if dut.m_axis_tvalid.value == 1 and "at" not in first:
                first["at"] = spent

    cocotb.start_soon(clock())
    await bench.exchange([bench.packet(bench.flits) for _ in range(count)])
    spent = first["now"] - first["at"]
    flits = count * bench.flits
    loop = 2 * int(dut.LATENCY.value) + 3
    rate = min(1.0, int(dut.DEPTH.value) / loop)
    assert flits / spent > 0.97 * rate, f"{flits} flits in {spent} cycles"
