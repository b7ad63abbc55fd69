"""worms_test.py - packets of any length by AXI4-Stream: every byte, worms, VCs, classes, rate."""

import cocotb
from cocotb.triggers import RisingEdge
from cocotbext.axi import AxiStreamBus, AxiStreamFrame, AxiStreamSink, AxiStreamSource

from support import Rules, cycles, generator, stalls, start, until

NODE = 2  # of the bench


class Bench:
    def __init__(self, dut, name):
        self.dut = dut
        self.rng = generator(name)
        self.classes = int(dut.CLASSES.value)
        self.width = int(dut.DATA_W.value)  # of a flit
        self.size = int(dut.TDATA_W.value) // 8
        self.keeps = int(dut.KEEP.value)
        self.id_bits = int(dut.ID_W.value)
        self.address = (1 << int(dut.ADDR_W.value)) - 1
        self.nobody = (5, self.address)  # addresses that no terminal has
        self.group = int(dut.VCS.value) // self.classes
        buses = [AxiStreamBus.from_prefix(dut, f"{side}{n}_axis")
                 for n in range(2) for side in "sm"]
        self.sources = [AxiStreamSource(bus, dut.clk, dut.rst) for bus in buses[0::2]]
        self.sinks = [AxiStreamSink(bus, dut.clk, dut.rst) for bus in buses[1::2]]
        channels = []
        for n in range(self.classes):
            for side, word in (("s", "tdest"), ("m", "tuser")):
                channels.append((f"{side}{n}_axis_tvalid", f"{side}{n}_axis_tready",
                                 [f"{side}{n}_axis_{w}"
                                  for w in ("tdata", "tkeep", "tlast", "tid", word)]))
        self.rules = Rules(dut, channels)
        self.enable = stalls(generator(name + " enable"), 0.0)
        self.number = 0
        self.heads = [0] * self.classes
        self.used = set()
        # number -> bytes, which of them are no null bytes, and ID
        self.waiting = [{} for _ in range(self.classes)]

    async def reset(self):
        await start(self.dut, enable=1)
        cocotb.start_soon(self._watch())

    async def _watch(self):
        """The channel: on each VC worms of a head, bodies and a tail, in the VCs of their class."""
        dut, is_open = self.dut, {}
        while True:
            dut.enable.value = not next(self.enable)
            await RisingEdge(dut.clk)
            if dut.out_valid.value != 1 or dut.enable.value != 1:
                continue
            flit, vc = int(dut.out_flit.value), int(dut.out_vc.value)
            head, tail = flit >> self.width & 1, flit >> self.width + 1
            assert head == (not is_open.get(vc, False)), f"VC {vc}"
            is_open[vc] = not tail
            self.used.add(vc)
            if head:
                self.heads[vc // self.group] += 1
                bits = int(dut.ADDR_W.value)
                assert flit >> bits & 3 == 0 and flit >> bits + 2 & self.address == NODE
                data = flit & (1 << self.width) - 1
                assert data >> 2 * bits + 2 < 1 << self.id_bits
                assert sum(is_open.get(v, False) for v in range(self.group)) <= 1

    async def send(self, of_class, beats):
        data = bytes(self.rng.getrandbits(8) for _ in range(beats * self.size))
        data = self.number.to_bytes(2, "little") + data[2:]
        # Null bytes anywhere, also beats of nothing else
        keep = [int(not self.keeps or self.rng.random() < 0.7) for _ in data]
        number_of_id = self.rng.getrandbits(self.id_bits) if self.id_bits else 0
        self.waiting[of_class][self.number] = (data, keep, number_of_id)
        self.number += 1
        to = self.rng.choice([a for a in range(self.address) if a not in self.nobody])
        # TDEST and TID count with the first beat alone.
        others = self.rng.getrandbits(self.id_bits) if self.id_bits else 0
        ids = [number_of_id] * self.size + [others] * (len(data) - self.size)
        await self.sources[of_class].send(AxiStreamFrame(data, tkeep=keep, tid=ids, tdest=to))

    async def send_to_nobody(self, of_class, beats):
        """TDEST counts with the first beat alone."""
        data = bytes(self.rng.getrandbits(8) for _ in range(beats * self.size))
        to = [self.rng.choice(self.nobody)] * self.size + [NODE] * (self.size * (beats - 1))
        await self.sources[of_class].send(AxiStreamFrame(data, tdest=to))

    async def receive(self, of_class):
        frame = await self.sinks[of_class].recv(compact=False)  # with its null bytes
        data = bytes(frame.tdata)
        number = int.from_bytes(data[:2], "little")
        sent = self.waiting[of_class].pop(number)
        assert (data, [int(k) for k in frame.tkeep]) == sent[:2], f"packet {number}"
        assert set(frame.tid) == {sent[2]}, f"packet {number} with {frame.tid}"
        assert set(frame.tuser) == {NODE}, f"packet {number} from {frame.tuser}"

    async def exchange(self, count, longest):
        lengths = [[self.rng.choice((1, 2, self.rng.randint(1, longest))) for _ in range(count)]
                   for _ in range(self.classes)]
        for of_class, list_of in enumerate(lengths):
            for beats in list_of:
                await self.send(of_class, beats)
        for of_class in range(self.classes):
            for _ in range(count):
                await self.receive(of_class)
        return sum(map(sum, lengths))


@cocotb.test(timeout_time=900, timeout_unit="us")
async def random_packets_come_back(dut):
    """Stalls of source and sink, cycles that do not count, packets far longer than buffers."""
    bench = Bench(dut, "random_packets")
    await bench.reset()
    for rate, enable_rate in ((0.0, 0.0), (0.5, 0.0), (0.7, 0.5), (0.0, 0.7)):
        for port in bench.sources + bench.sinks:
            port.set_pause_generator(stalls(generator(bench.rng.random()), rate))
        bench.enable = stalls(generator(bench.rng.random()), enable_rate)
        await bench.exchange(40, 50)
    assert bench.heads == [160] * bench.classes
    assert len(bench.used) == int(dut.VCS.value), f"only VCs {bench.used}"
    assert not any(bench.waiting)


@cocotb.test(timeout_time=500, timeout_unit="us")
async def a_stream_that_is_not_read_holds_up_no_other_class(dut):
    bench = Bench(dut, "not_read")
    await bench.reset()
    if bench.classes == 1:
        return
    bench.sinks[0].pause = True
    for _ in range(20):
        await bench.send(0, 10)
    for _ in range(20):
        await bench.send(1, 10)
        await bench.receive(1)
    assert bench.waiting[0] and not bench.waiting[1]
    bench.sinks[0].pause = False
    for _ in range(20):
        await bench.receive(0)


@cocotb.test(timeout_time=500, timeout_unit="us")
async def a_packet_for_nobody_is_lost_and_counted(dut):
    """Others before and behind it arrive, and the channel sees nothing of it."""
    bench = Bench(dut, "for_nobody")
    await bench.reset()
    bench.sources[0].set_pause_generator(stalls(generator("for_nobody source"), 0.3))
    bench.enable = stalls(generator("for_nobody enable"), 0.3)
    lost = 0
    for count in range(40):
        await bench.send(0, bench.rng.choice((1, 2, 9)))
        for _ in range(bench.rng.randrange(4)):  # three in a row, too
            await bench.send_to_nobody(0, bench.rng.choice((1, 2, 30)))
            lost += 1
        if bench.classes > 1:
            await bench.send(1, 3)
    for count in range(40):
        await bench.receive(0)
        if bench.classes > 1:
            await bench.receive(1)
    await until(dut, lambda: bench.sources[0].idle(), 5000, "the last packets are taken")
    await cycles(dut, 5)
    assert int(dut.s0_unknown.value) == lost and int(dut.s1_unknown.value) == 0
    assert bench.heads[0] == 40 and not any(bench.waiting)


@cocotb.test(timeout_time=500, timeout_unit="us")
async def a_beat_every_cycle(dut):
    """Of long packets, with the credits of the loop: the channel twice and three registers."""
    bench = Bench(dut, "rate")
    await bench.reset()
    await bench.send(0, 2)
    await bench.receive(0)
    await cycles(dut, 5)
    beats, count = 200, 0
    await bench.send(0, beats)
    await until(dut, lambda: dut.m0_axis_tvalid.value == 1, 50, "a beat")
    while bench.waiting[0] and count < 2000:
        if dut.m0_axis_tvalid.value == 1 and dut.m0_axis_tlast.value == 1:
            break
        await RisingEdge(dut.clk)
        count += 1
    loop = 2 * int(dut.LATENCY.value) + 4
    rate = min(1.0, int(dut.DEPTH.value) / loop)
    assert beats / count > 0.95 * rate, f"{beats} beats in {count} cycles, at most {rate} a cycle"
