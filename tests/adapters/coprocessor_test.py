"""coprocessor_test.py - nodes: messages from memory to memory, seen from the buses alone.

Two nodes of the bench, or all of an emitted network, of which most tests use the first two. A
processor here is a test that reads and writes the node's memory, and the registers by AXI4-Lite.
"""

import cocotb
from cocotb.triggers import RisingEdge
from cocotbext.axi import AxiBus, AxiLiteBus, AxiLiteMaster, AxiSlave

from memory_test import CHANNELS as MEMORY_CHANNELS
from registers_test import (BUS_ERROR_ADDRESS, BUS_ERRORS, ENABLE, ERROR_CODE, ERROR_POINTER,
                            ERRORS, IDENTITY, ISSUE, NODE, OPERATION, PENDING, POINTER, RECEIVED,
                            SENT, SHAPE, STATUS, SYSTEM_BASE, SYSTEM_SIZE)
from support import OKAY, SLVERR, Rules, cycles, generator, stalls, start, until

SEND, BROADCAST, NEAR_BROADCAST, RECEIVE, RELEASE = range(5)
SENT_BIT, RECEIVED_BIT, ERROR_BIT, BUS_ERROR_BIT = 1, 2, 4, 8
ANY = 0xFFFFFFFF
COMPLETE = 3

SIZE = 0x10000
SYSTEM = 0x8000            # system buffers of 512 bytes: four, of an emitted network 16
SYSTEM_LOG2 = 9
GUARD = 0xA5               # what lies where no one has written
CHANNELS = MEMORY_CHANNELS + [("axil_bvalid", "axil_bready", ["axil_bresp"]),
                              ("axil_rvalid", "axil_rready", ["axil_rdata", "axil_rresp"])]


class Memory:
    """Of a node, for the bus; nothing lies behind its end. A write takes a while if it is slow."""

    def __init__(self, dut, rng):
        self.dut, self.rng, self.slow = dut, rng, False
        self.bytes = bytearray([GUARD] * SIZE)

    async def read(self, address, length):
        if address + length > SIZE:
            raise IndexError(address)
        return bytes(self.bytes[address:address + length])

    async def write(self, address, data):
        if address + len(data) > SIZE:
            raise IndexError(address)
        await cycles(self.dut, self.rng.choice((0, 0, 8, 30)) if self.slow else 0)
        self.bytes[address:address + len(data)] = data


class Node:
    def __init__(self, top, number, name):
        self.number = number
        self.dut = dut = getattr(top, f"u_node_{number}")
        self.rng = generator(f"{name} {number}")
        self.registers = AxiLiteMaster(AxiLiteBus.from_prefix(dut, "axil"), dut.clk, dut.rst)
        self.memory = Memory(dut, self.rng)
        self.slave = AxiSlave(AxiBus.from_prefix(dut, "axi"), dut.clk, dut.rst, self.memory)
        self.rules = Rules(dut, CHANNELS)
        self.next_block = 0x100
        cocotb.start_soon(self.idle_means_idle())
        dut.watch_valid.value = 0
        dut.watch_address.value = 0
        if hasattr(dut, "watch_bytes"):
            dut.watch_bytes.value = 1

    async def idle_means_idle(self):
        """Nothing is under way on the memory's bus while `idle` is high: a processor may then stop
        the clock. A request that began or ended in the two cycles before does not count."""
        dut = self.dut
        await until(dut, lambda: dut.rst.value == 1, 10, "reset")
        await until(dut, lambda: dut.rst.value == 0, 10, "end of the reset")
        under_way = [0, 0, 0]
        while True:
            await RisingEdge(dut.clk)
            moves = [getattr(dut, f"axi_{way}valid").value == 1
                     and getattr(dut, f"axi_{way}ready").value == 1
                     for way in ("aw", "ar", "b", "r")]
            moves[3] = moves[3] and dut.axi_rlast.value == 1
            under_way = [*under_way[1:], under_way[-1] + sum(moves[:2]) - sum(moves[2:])]
            assert dut.idle.value == 0 or 0 in under_way, "idle with a request under way"

    def stall(self, rate):
        write, read = self.slave.write_if, self.slave.read_if
        lite_write, lite_read = self.registers.write_if, self.registers.read_if
        for side in (write, lite_write):
            for channel in (side.aw_channel, side.w_channel, side.b_channel):
                channel.set_pause_generator(stalls(generator(self.rng.random()), rate))
        for side in (read, lite_read):
            for channel in (side.ar_channel, side.r_channel):
                channel.set_pause_generator(stalls(generator(self.rng.random()), rate))

    async def read(self, address):
        answer = await self.registers.read(address, 4)
        assert int(answer.resp) == OKAY
        return int.from_bytes(answer.data, "little")

    async def write(self, address, value):
        answer = await self.registers.write(address, value.to_bytes(4, "little"))
        return int(answer.resp)

    def peek(self, address, length):
        return bytes(self.memory.bytes[address:address + length])

    def poke(self, address, data):
        self.memory.bytes[address:address + len(data)] = data

    def words(self, *values):
        """A new header block with these words."""
        block = self.next_block
        self.next_block += 64
        self.poke(block, b"".join(value.to_bytes(4, "little") for value in values))
        return block

    def word(self, address):
        return int.from_bytes(self.peek(address, 4), "little")

    async def issue(self, operation, pointer):
        """In one transfer: several tasks of a processor may do so."""
        assert await self.write(ISSUE[operation], pointer) == OKAY

    async def send(self, destination, kind, data, buffer):
        self.poke(buffer, data)
        block = self.words(0, 0, destination, kind, len(data), buffer, 0)
        await self.issue(SEND, block)
        return block + 24

    async def receive(self, source, kind, length, buffer):
        block = self.words(0, 0, source, kind, length, buffer, 0)
        await self.issue(RECEIVE, block)
        return block

    async def interrupt(self, bit, limit=20000):
        """Waits for the pin, looks which it is, clears it."""
        await until(self.dut, lambda: self.dut.interrupt.value == 1, limit, f"interrupt {bit}")
        pending = await self.read(PENDING)
        assert pending & bit, f"pending {pending}, waiting for {bit}"
        assert await self.write(PENDING, bit) == OKAY


async def all_nodes(dut, name):
    count = 2
    while hasattr(dut, f"u_node_{count}"):
        count += 1
    nodes = [Node(dut, number, name) for number in range(count)]
    await start(dut, enable=1)
    for node in nodes:
        assert await node.read(IDENTITY) == 0x54504B45
        assert await node.read(NODE) == node.number
        assert await node.write(SYSTEM_BASE, SYSTEM) == OKAY
        assert await node.write(SYSTEM_SIZE, SYSTEM_LOG2) == OKAY
    return nodes


async def two_nodes(dut, name):
    return (await all_nodes(dut, name))[:2]


async def flag_is(node, flag, value, limit=20000):
    await until(node.dut, lambda: node.word(flag) == value, limit, f"flag {value:#x} at {flag:#x}")


@cocotb.test(timeout_time=3, timeout_unit="ms")
async def a_message_goes_from_memory_to_memory(dut):
    """When the interrupt comes, the flag is 3; when the flag is 3, the data is there."""
    nodes = await two_nodes(dut, "a_message")
    here, there = nodes
    for node in nodes:
        node.stall(0.3)
        node.memory.slow = True
        assert await node.write(ENABLE, SENT_BIT | RECEIVED_BIT) == OKAY
    data = bytes(range(1, 101))
    block = await there.receive(ANY, 0x1234, 200, 0x2003)
    seen = []

    async def flags():
        while True:
            await RisingEdge(dut.clk)
            if there.word(block + 24) == COMPLETE and not seen:
                seen.append(there.peek(0x2003, 100))
            if there.dut.interrupt.value == 1:
                assert there.word(block + 24) == COMPLETE, "an interrupt before the flag"

    cocotb.start_soon(flags())
    sent = await here.send(1, 0x1234, data, 0x3005)
    await here.interrupt(SENT_BIT)
    assert here.word(sent) == COMPLETE
    await there.interrupt(RECEIVED_BIT)
    assert seen == [data]
    assert [there.word(block + place) for place in (8, 12, 16, 20)] == [0, 0x1234, 100, 0x2003]
    for place in (0x2002, 0x2003 + 100):
        assert there.peek(place, 1)[0] == GUARD
    assert (await here.read(SENT), await there.read(RECEIVED)) == (1, 1)
    assert (await here.read(RECEIVED), await there.read(SENT)) == (0, 0)
    for node in nodes:
        await until(dut, lambda node=node: node.dut.idle.value == 1, 500, "idle")
        assert await node.read(STATUS) == 0b0111
        assert await node.write(NODE, 0) == SLVERR, "too late"
        assert node.dut.interrupt.value == 0


@cocotb.test(timeout_time=3, timeout_unit="ms")
async def random_messages_both_ways(dut):
    """Any length and alignment, posted before or after, stalls, cycles that do not count."""
    nodes = await two_nodes(dut, "random_messages")
    rng = generator("random_messages")
    halts = stalls(generator("halts"), 0.15)

    async def halt():
        while True:
            dut.enable.value = not next(halts)
            await RisingEdge(dut.clk)

    cocotb.start_soon(halt())
    for node in nodes:
        node.stall(0.3)
    count = 12
    buffers = await nodes[0].read(SHAPE) >> 16
    lengths = [rng.choice((0, 1, 9, 10, 11, 25, 26, 27, rng.randrange(80))) for _ in range(count)]

    async def sender(node, data):
        flags = []
        for number, message in enumerate(data):
            flags.append(await node.send(1 - node.number, number, message,
                                         0x4000 + 0x100 * number + rng.randrange(8)))
        for flag in flags:
            await flag_is(node, flag, COMPLETE)

    async def receiver(node, data):
        blocks = []
        for number, message in enumerate(data):
            place = 0x6000 + 0x100 * number + rng.randrange(8)
            await cycles(dut, rng.choice((0, 0, 300)))
            system = number % 4 == 3
            block = await node.receive(rng.choice((ANY, 1 - node.number)), number, len(message),
                                       0 if system else place)
            blocks.append((block, message, place, system))
            if system:
                await flag_is(node, block + 24, COMPLETE)
                buffer = node.word(block + 20)
                assert node.peek(buffer, len(message)) == message
                assert SYSTEM <= buffer < SYSTEM + (buffers << SYSTEM_LOG2)
                await node.issue(RELEASE, buffer)
        for block, message, place, system in blocks:
            await flag_is(node, block + 24, COMPLETE)
            assert node.word(block + 16) == len(message)
            if not system:
                around = bytes([GUARD]) + message + bytes([GUARD])
                assert node.peek(place - 1, len(message) + 2) == around

    tasks = []
    for node in nodes:
        data = [bytes(rng.getrandbits(8) for _ in range(length)) for length in lengths]
        tasks.append(cocotb.start_soon(sender(node, data)))
        tasks.append(cocotb.start_soon(receiver(nodes[1 - node.number], data)))
    for task in tasks:
        await task
    for node in nodes:
        await until(dut, lambda node=node: node.dut.idle.value == 1, 2000, "idle")
        assert await node.read(SENT) == count and await node.read(RECEIVED) == count
        assert await node.read(ERRORS) == 0 and await node.read(BUS_ERRORS) == 0


@cocotb.test(timeout_time=3, timeout_unit="ms")
async def every_node_has_one_of_every_other(dut):
    nodes = await all_nodes(dut, "every_node")
    flags = []
    for there in nodes:
        there.stall(0.2)
        for here in nodes:
            if here is there:
                continue
            data = bytes(there.rng.getrandbits(8) for _ in range(33))
            place = 0x4000 + 0x100 * here.number
            block = await there.receive(here.number, 7, len(data), place)
            flags.append((there, block + 24, place, data))
            await here.send(there.number, 7, data, 0x6000 + 0x100 * there.number)
    for node, flag, place, data in flags:
        await flag_is(node, flag, COMPLETE)
        assert node.peek(place, len(data) + 1) == data + bytes([GUARD])


@cocotb.test(timeout_time=3, timeout_unit="ms")
async def errors_are_told(dut):
    nodes = await two_nodes(dut, "errors")
    here = nodes[0]
    assert await here.write(ENABLE, ERROR_BIT | BUS_ERROR_BIT) == OKAY
    for operation, pointer, code in ((SEND, 0x104, 16), (RELEASE, 0x1000, 17), (6, 0x100, 18)):
        assert await here.write(OPERATION, operation) == OKAY
        assert await here.write(POINTER, pointer) == OKAY
        await here.interrupt(ERROR_BIT)
        assert (await here.read(ERROR_CODE), await here.read(ERROR_POINTER)) == (code, pointer)
    assert await here.read(ERRORS) == 3
    flag = await here.send(0, 1, b"to myself", 0x2000)
    await flag_is(here, flag, 0x80000003 + 256 * 2)
    # A buffer where there is no memory: the bus says so, the message goes its way.
    block = here.words(0, 0, 1, 1, 24, SIZE + 0x40, 0)
    await here.issue(SEND, block)
    await here.interrupt(BUS_ERROR_BIT)
    await flag_is(here, block + 24, COMPLETE)
    assert await here.read(BUS_ERRORS) == 4  # the word in which the first packet ends is read twice
    assert await here.read(BUS_ERROR_ADDRESS) == SIZE + 0x50


@cocotb.test(timeout_time=3, timeout_unit="ms")
async def broadcasts_go_through_the_routers(dut):
    if not int(dut.ROUTERS.value):
        return
    here, there = await two_nodes(dut, "broadcasts")
    for number, operation in enumerate((BROADCAST, NEAR_BROADCAST)):
        data = bytes(here.rng.getrandbits(8) for _ in range(45))
        here.poke(0x2001, data)
        block = await there.receive(0, number, 64, 0x3000)
        words = [0, 0, number, len(data), 0x2001, 0]
        sent = here.words(*words, *((1, 1) if operation == NEAR_BROADCAST else ()))
        await here.issue(operation, sent)
        await flag_is(here, sent + 20, COMPLETE)
        await flag_is(there, block + 24, COMPLETE)
        assert there.peek(0x3000, 46) == data + bytes([GUARD])


@cocotb.test(timeout_time=3, timeout_unit="ms")
async def an_access_before_the_data_is_an_exception(dut):
    """The watch pins: every byte that may be read has arrived in the memory on the bus."""
    nodes = await two_nodes(dut, "watch")
    here, there = nodes
    for node in nodes:
        node.stall(0.4)
        node.memory.slow = True
    data = bytes(range(1, 161))
    block = await there.receive(ANY, 7, 160, 0x2000)
    refused = granted = 0
    sent = cocotb.start_soon(here.send(1, 7, data, 0x3000))
    while there.word(block + 24) != COMPLETE:
        place = here.rng.randrange(160)
        there.dut.watch_valid.value = there.word(block + 24) & 1
        there.dut.watch_address.value = 0x2000 + place
        await RisingEdge(dut.clk)
        if there.dut.watch_valid.value == 0:
            continue
        seen = there.peek(0x2000 + place, 1)[0]
        there.dut.watch_valid.value = 0
        await RisingEdge(dut.clk)
        if there.dut.watch_exception.value == 1:
            refused += 1
        else:
            granted += 1
            assert seen == data[place], f"byte {place} may be read and is not there"
    await sent
    assert refused > 20 and granted > 20
