"""network.py - one network, to which packets are offered and which is stepped."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from types import TracebackType
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _native
from .configuration import Config, Overrides, assignments, file_and_text
from .errors import BusyError
from .records import DELIVERY, EVENT, FIELDS, as_packets, broadcast

if TYPE_CHECKING:
    import pandas
    from typing_extensions import Buffer

    from .graph import Graph

_FOREVER = 2**64 - 1


class Network:
    """A network at cycle 0, without a packet, whose traffic is what `offer` is given.

    `config` is a file's path, TOML (a str with a line break in it) or a dict of dicts. `overrides`
    sets keys, as a dict {"table.key": value} or a list of "table.key=value".

    engine: "model" (the default here), or "rtl", "lockstep" and "emitted", which need the part of
        Turnpike that runs hardware; None: what `run.engine` of the configuration says.
    threads: of engine model; 0: `run.threads`. Results do not depend on it.
    queue_limit, queue_limit_flits: packets and flits of a class waiting at a source; 0: no limit.
    allow_deadlock: a network that can deadlock is taken.
    mismatch_folder: lockstep: where the waveform of a mismatch is left.
    ordered_classes: bit c: packets of one pair of nodes in message class c are handed over in the
        order in which they were offered.
    flit_bytes, header_flits, packet_bytes: of `send_bytes`: bytes in a flit (0: `router.flit_bits`
        / 8), flits of a packet before its bytes, most bytes of a packet (0: those of 64 flits).

    Every error is a `turnpike.Error` with the text of the program. A network is used by one thread
    at a time; different networks may be used by different threads, which run at the same time.
    """

    def __init__(self, config: Config, overrides: Overrides = None, *,
                 engine: str | None = "model", threads: int = 0, queue_limit: int = 0,
                 allow_deadlock: bool = False,
                 mismatch_folder: str | os.PathLike[str] | None = None,
                 queue_limit_flits: int = 0, ordered_classes: int = 0, flit_bytes: int = 0,
                 header_flits: int = 0, packet_bytes: int = 0) -> None:
        file, text = file_and_text(config)
        folder = None if mismatch_folder is None else os.fspath(mismatch_folder)
        self._native = _native.Network(file, text, assignments(overrides), engine, threads,
                                       queue_limit, False, allow_deadlock, folder,
                                       queue_limit_flits, ordered_classes, flit_bytes,
                                       header_flits, packet_bytes)
        self._listeners: dict[str, object] = {}  # the library only knows where they are
        self._offer = self._native.offer  # looked up once: `offer` is called for every packet

    def close(self) -> None:
        """Frees it now rather than when the last reference goes."""
        self._native.close()

    def __enter__(self) -> Network:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self.close()

    def reset(self) -> None:
        """Back to cycle 0, without packets, deliveries and statistics."""
        self._native.reset()

    # ---- packets ----

    def offer(self, source: ArrayLike, destination: ArrayLike, flits: ArrayLike = 1, *,
              message_class: ArrayLike = 0, tag: ArrayLike = 0) -> int:
        """Queues packets at their sources in the cycle that comes next.

        Numbers, or arrays that are broadcast against each other. Returns how many were taken: they
        are taken in order, up to the first whose source has its queue full. Packets before one
        that is refused with an exception have been taken.
        """
        taken = self._offer(source, destination, flits, message_class, tag)
        if taken >= 0:
            return taken
        # Arrays, or what has to be refused with a text for people.
        values = (source, destination, flits, message_class, tag)
        return self.offer_packets(broadcast(dict(zip(FIELDS, values))))

    def offer_packets(self, packets: NDArray[Any] | pandas.DataFrame) -> int:
        """The same for an array of `turnpike.PACKET`, without a copy where it is contiguous.

        An array whose fields stand in another order is copied by their names. A DataFrame needs the
        columns `source` and `destination` and may have `flits`, `message_class` and `tag`, in any
        order, all of whole numbers. Other names or other types are refused with a TypeError.
        """
        packets = np.ascontiguousarray(as_packets(packets))
        return self._native.offer_packets(packets.reshape(-1).view(np.uint8))

    def queue_length(self, source: int) -> int:
        """Packets waiting at a source: offered, and their heads not yet sent."""
        return self._native.queue_length(source)

    def class_queue(self, source: int, message_class: int = 0) -> tuple[int, int]:
        """Packets of the class waiting at the source, and their flits."""
        return self._native.class_queue(source, message_class)

    def queue_space(self, source: int, message_class: int = 0) -> tuple[int, int]:
        """Packets and flits that the queue of the class still takes; 2**32 - 1: no limit."""
        return self._native.queue_space(source, message_class)

    def set_queue_limit(self, packets: int) -> None:
        """Of every source and class, from now on; 0: none."""
        self._native.set_queue_limit(packets)

    def set_queue_limits(self, packets: int, flits: int) -> None:
        """The same, and in flits."""
        self._native.set_queue_limits(packets, flits)

    def take_deliveries(self) -> NDArray[Any]:
        """Takes all deliveries that wait: an array of `turnpike.DELIVERY`, by their cycle."""
        found = np.empty(self._native.deliveries_waiting(), DELIVERY)
        count = self._native.take_deliveries(found.view(np.uint8)) if found.size else 0
        return found[:count]

    deliveries = take_deliveries  # its name before 1.3 of the library

    @property
    def deliveries_waiting(self) -> int:
        """Deliveries that are not yet taken."""
        return self._native.deliveries_waiting()

    @property
    def outstanding(self) -> int:
        """Packets offered and not yet delivered."""
        return self._native.outstanding()

    def hold_deliveries(self, node: int, message_class: int = 0, held: bool = True) -> None:
        """From the next cycle on the node takes in no flit of the class, and the network stalls
        behind it; `held=False`: it takes them in again."""
        self._native.hold_deliveries(node, message_class, held)

    def on_delivery(self, function: Callable[[_native.Delivery], object] | None) -> None:
        """Calls the function with each delivery, between two cycles; None: no more, they wait
        again.

        It may use this network, but not run its cycles. What it raises ends the step, which raises
        it; other deliveries wait.
        """
        self._native.on_delivery(function)
        self._listeners["delivery"] = function

    def reorder_state(self) -> _native.ReorderState:
        """Of ordered classes: packets that wait for earlier ones, and the most flits that waited at
        one node."""
        return self._native.reorder_state()

    # ---- messages in bytes ----

    def send_bytes(self, source: int, destination: int, data: Buffer, message_class: int = 0,
                   tag: int = 0) -> bool:
        """Queues a message, which the library cuts into packets. False: the queue is full."""
        copy = data if isinstance(data, bytes) else memoryview(data).tobytes()
        return self._native.send_bytes(source, destination, message_class, copy, tag)

    def take_message(self) -> _native.Message | None:
        """Takes the message that came out first, with its bytes in `data`; None: none waits."""
        return self._native.take_message()

    @property
    def messages_waiting(self) -> int:
        """Messages that came out and are not yet taken."""
        return self._native.messages_waiting()

    def on_message(self, function: Callable[[_native.Message], object] | None) -> None:
        """As `on_delivery`, for messages."""
        self._native.on_message(function)
        self._listeners["message"] = function

    # ---- time ----

    @property
    def cycle(self) -> int:
        """Cycles completed since the beginning, or since the last reset."""
        return self._native.cycle()

    @property
    def next_event(self) -> int | None:
        """The first cycle in which anything can happen; None: none before another packet is
        offered."""
        return self._native.next_event()

    @property
    def clock_period(self) -> float:
        """Nanoseconds of a cycle, where `run.clock_mhz` says so."""
        return self._native.clock_period()

    @property
    def time_ns(self) -> float:
        """The end of the cycles completed, in ns."""
        return self._native.time_ns()

    def step(self, cycles: int = 1) -> bool:
        """Runs `cycles` more. False: `interrupt` ended it before."""
        return self._native.step(cycles)

    def step_until_ns(self, ns: float) -> bool:
        """Runs the cycles that end at `ns` or before. False: `interrupt` ended it before."""
        return self._native.step_until_ns(ns)

    def interrupt(self) -> None:
        """Ends the call that runs cycles now, or else the next one, at the end of a cycle: for
        other threads and for callbacks."""
        self._native.interrupt()

    def step_until_delivery(self, most: int = _FOREVER) -> bool:
        """Until a delivery or message waits, or a callback had one, at most `most` cycles. False:
        none waits: nothing is under way, or `most` or `interrupt` came first."""
        return self._native.step_until_delivery(most)[0] == 0

    def step_until_idle(self, most: int = _FOREVER) -> bool:
        """Until no packet is under way, at most `most` cycles: True, at once where none is. False:
        `most` or `interrupt` came first."""
        return self._native.step_until_idle(most)[0] == 0

    def save(self, file: str | os.PathLike[str]) -> None:
        """Writes the network with all its packets into a file, from which `restore` continues.
        Engines model, rtl and lockstep."""
        self._native.save(os.fspath(file))

    def restore(self, file: str | os.PathLike[str]) -> None:
        """The network becomes what it was when the file was written, by one of the same
        configuration and options. Hardware has to be new: another process restores it."""
        self._native.restore(os.fspath(file))

    # ---- what happened ----

    def record_events(self, wanted: bool = True) -> None:
        """From now on what happens to packets is kept for `take_events`, or no longer."""
        self._native.record_events(wanted)

    def on_event(self, function: Callable[[_native.Event], object] | None) -> None:
        """Calls the function with each event while cycles run; None: no more. It must not use this
        network. What it raises ends the step, which raises it."""
        self._native.on_event(function)
        self._listeners["event"] = function

    @property
    def events_waiting(self) -> int:
        """Events recorded and not yet taken."""
        return self._native.events_waiting()

    def take_events(self) -> NDArray[Any]:
        """Takes what was recorded: an array of `turnpike.EVENT`; `EVENT_KINDS` names the kinds."""
        found = np.empty(self._native.events_waiting(), EVENT)
        count = self._native.take_events(found.view(np.uint8)) if found.size else 0
        return found[:count]

    events = take_events  # its name before 1.3 of the library

    def measure(self, cycles: int = 0) -> None:
        """Forgets what was measured; packets queued in the next `cycles` cycles are measured,
        0: in all that come."""
        self._native.measure(cycles)

    def statistics(self) -> dict[str, Any]:
        """Of what was measured up to now: the object of `turnpike run --json`."""
        result: dict[str, Any] = json.loads(self.statistics_json())
        return result

    def statistics_json(self) -> str:
        """The same as text."""
        return self._native.statistics_json()

    def channel_utilisation(self) -> NDArray[np.float64]:
        """Flits in a cycle on each channel, in the order of `channels()`; empty: no cycle was
        measured."""
        return np.asarray(self._native.channel_utilisation(), np.float64)

    def channel_flits(self) -> NDArray[np.uint64]:
        """How many flits that were."""
        return np.asarray(self._native.channel_flits(), np.uint64)

    def statistics_table(self) -> str:
        """The same for people, as `turnpike run` prints it."""
        return self._native.statistics_table()

    table = statistics_table  # its name before 1.3 of the library

    # ---- what it is ----

    @property
    def configuration(self) -> str:
        """The configuration in full, defaults included, as TOML."""
        return self._native.configuration()

    @property
    def inputs(self) -> str:
        """Names all that results depend on, as the key `inputs` of results.json does."""
        return self._native.inputs()

    @property
    def topology(self) -> str:
        """The word of network.topology: "mesh", "torus" and so on."""
        return self._native.topology()

    @property
    def remark(self) -> str:
        """What is odd though not wrong, for people: a trace without a packet; mostly empty."""
        return self._native.remark()

    @property
    def nodes(self) -> int:
        """Nodes that send and receive packets: 0 .. nodes - 1."""
        return self._native.shape().nodes

    @property
    def shape(self) -> _native.Shape:
        """Counts of nodes, components and channels, and the parameters of a router."""
        return self._native.shape()

    def node(self, node: int) -> _native.Node:
        """Where a node's channels begin and end, and its coordinates."""
        return self._native.node(node)

    def component(self, component: int) -> _native.Component:
        """Kind, ports and coordinates of a router or interchange."""
        return self._native.component(component)

    def channel(self, channel: int) -> _native.Channel:
        """Ends, latency and length of a channel between components."""
        return self._native.channel(channel)

    def component_name(self, component: int) -> str:
        """Such as "router_3_1"; dimension 0 first."""
        return self._native.component_name(component)

    def channels(self) -> Iterator[_native.Channel]:
        """Of all channels between components."""
        for channel in range(self._native.shape().channels):
            yield self.channel(channel)

    def graph(self, plain: bool = False) -> Graph:
        """Components and channels as a graph of networkx (`turnpike.to_networkx`)."""
        from .graph import to_networkx
        return to_networkx(self, plain)

    def _repr_html_(self) -> str:
        from .html import network_html, paragraph
        if self._native.is_closed():
            return paragraph(repr(self))
        try:
            shape = self._native.shape()
            return network_html(self.graph(), [
                ("topology", self.topology), ("nodes", shape.nodes),
                ("components", shape.components), ("channels", shape.channels),
                ("virtual channels", f"{shape.virtual_channels} of {shape.buffer_depth} flits"),
                ("cycle", self.cycle), ("packets under way", self.outstanding)])
        except BusyError:
            return paragraph(repr(self))

    def __len__(self) -> int:
        return self.nodes

    def __repr__(self) -> str:
        if self._native.is_closed():
            return "<turnpike.Network, closed>"
        try:
            shape = self._native.shape()
            return (f"<turnpike.Network {self.topology}, {shape.nodes} nodes, "
                    f"{shape.components} components, cycle {self.cycle}>")
        except BusyError:
            return "<turnpike.Network, in use by another thread>"
