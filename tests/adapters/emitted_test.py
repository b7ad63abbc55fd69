"""emitted_test.py - an emitted network with AXI4-Streams: packets between all terminals.

TERMINALS in the environment names them, a line each: name and address. IN_ORDER 1: packets of one
source for one destination come in order.
"""

import os

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles
from cocotbext.axi import AxiStreamBus, AxiStreamFrame, AxiStreamSink, AxiStreamSource

from support import generator, stalls

PACKETS = 25  # of each terminal
LIMIT = 100   # hundreds of cycles, until all have come


class InBus(AxiStreamBus):
    """A stream into the network; its pins end in what they are."""

    _signals = {"tdata": "tdata_i"}
    _optional_signals = {"tvalid": "tvalid_i", "tready": "tready_o", "tlast": "tlast_i",
                         "tdest": "tdest_i", "tkeep": "tkeep_i", "tid": "tid_i"}


class OutBus(AxiStreamBus):
    """A stream out of the network."""

    _signals = {"tdata": "tdata_o"}
    _optional_signals = {"tvalid": "tvalid_o", "tready": "tready_i", "tlast": "tlast_o",
                         "tuser": "tuser_o", "tkeep": "tkeep_o", "tid": "tid_o"}


async def start(dut):
    dut.enable_i.value = 1
    dut.rst_i.value = 1
    cocotb.start_soon(Clock(dut.clk_i, 10, "ns").start())
    await ClockCycles(dut.clk_i, 4)
    dut.rst_i.value = 0


@cocotb.test(timeout_time=2000, timeout_unit="us")
async def every_packet_arrives_where_it_should(dut):
    rng = generator("emitted")
    places = [line.split() for line in os.environ["TERMINALS"].splitlines()]
    addresses = [int(address) for _, address in places]
    sources, sinks = [], []
    for name, _ in places:
        sources.append(AxiStreamSource(InBus.from_prefix(dut, f"{name}_s_axis"), dut.clk_i,
                                       dut.rst_i))
        sinks.append(AxiStreamSink(OutBus.from_prefix(dut, f"{name}_m_axis"), dut.clk_i,
                                   dut.rst_i))
        sources[-1].set_pause_generator(stalls(generator(name + " in"), 0.3))
        sinks[-1].set_pause_generator(stalls(generator(name + " out"), 0.3))
    await start(dut)
    size = len(getattr(dut, f"{places[0][0]}_s_axis_tdata_i")) // 8
    has_keep = hasattr(dut, f"{places[0][0]}_s_axis_tkeep_i")
    tid = getattr(dut, f"{places[0][0]}_s_axis_tid_i", None)
    # Terminals of one node have one address: a packet comes to one of them.
    wanted = {address: {} for address in addresses}  # (source, data, TKEEP, TID) -> how many
    for count in range(PACKETS):
        for n, source in enumerate(sources):
            to = rng.choice(addresses)
            number = count * len(places) + n
            data = number.to_bytes(2, "little")[:size]
            data += bytes(rng.getrandbits(8) for _ in range(size * rng.randint(1, 12) - len(data)))
            keep = tuple(int(not has_keep or rng.random() < 0.7) for _ in data)
            own = rng.getrandbits(len(tid)) if tid is not None else 0
            key = (addresses[n], data, keep, own)
            wanted[to][key] = wanted[to].get(key, 0) + 1
            await source.send(AxiStreamFrame(data, tkeep=list(keep), tid=own, tdest=to))
    bits = len(getattr(dut, f"{places[0][0]}_s_axis_tdest_i"))
    nobody = sorted(set(range(1 << bits)) - set(addresses))[:64]
    for to in nobody:
        await sources[0].send(AxiStreamFrame(bytes(3 * size), tdest=to))
    left = PACKETS * len(places)
    in_order = os.environ["IN_ORDER"] == "1"
    last = {}  # (source, destination) -> number of its last packet
    for _ in range(LIMIT):
        await ClockCycles(dut.clk_i, 100)
        for n, sink in enumerate(sinks):
            while not sink.empty():
                frame = sink.recv_nowait(compact=False)  # with its null bytes
                # Pins that are not there leave nothing in a frame.
                ids = frame.tid if tid is not None else [0] * len(frame.tuser)
                keep = map(int, frame.tkeep) if has_keep else [1] * len(frame.tdata)
                key = (frame.tuser[0], bytes(frame.tdata), tuple(keep), ids[0])
                expected = wanted[addresses[n]]
                assert len(set(zip(frame.tuser, ids))) == 1 and expected.get(key, 0) > 0, \
                    f"{places[n][0]}: from {frame.tuser}: {key[1].hex()}"
                expected[key] -= 1
                pair, number = (frame.tuser[0], n), int.from_bytes(key[1][:2], "little")
                assert not in_order or number > last.get(pair, -1), f"{pair}: {number} is late"
                last[pair] = number
                left -= 1
        if left == 0:
            break
    assert left == 0, f"{left} packets are lost"
    await ClockCycles(dut.clk_i, 50)
    counts = [int(getattr(dut, f"{name}_s_axis_unknown_o").value) for name, _ in places]
    assert counts == [len(nobody)] + [0] * (len(places) - 1)
    assert dut.error_o.value == 0 and dut.idle_o.value == 1
