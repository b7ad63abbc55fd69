"""network.py - one network, to which packets are offered and which is stepped."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from types import TracebackType
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _native
from .configuration import Config, Overrides, assignments, file_and_text
from .errors import BusyError

if TYPE_CHECKING:
    import pandas

    from .graph import Graph

# turnpike_packet, turnpike_delivery and turnpike_event of turnpike.h; cycles and flits.
PACKET = np.dtype([("tag", "u8"), ("source", "u4"), ("destination", "u4"), ("flits", "u4"),
                   ("message_class", "u4")])
DELIVERY = np.dtype([("tag", "u8"), ("queued", "u8"), ("injected", "u8"), ("head", "u8"),
                     ("delivered", "u8"), ("source", "u4"), ("destination", "u4"),
                     ("flits", "u4"), ("message_class", "u4"), ("hops", "u4"),
                     ("reserved", "u4"), ("released", "u8"), ("delivered_ns", "f8"),
                     ("latency_ns", "f8")])
EVENT = np.dtype([("cycle", "u8"), ("kind", "u4"), ("source", "u4"), ("destination", "u4"),
                  ("packet", "u4"), ("component", "u4"), ("port", "u4"), ("vc", "u4"),
                  ("flits", "u4"), ("tag", "u8"), ("message_class", "u4"), ("reserved", "u4")])
# Words for `kind` of an event.
EVENT_KINDS = ("queued", "injected", "hop", "head", "delivered")

_FOREVER = 2**64 - 1
_FIELDS = ("source", "destination", "flits", "message_class", "tag")
_DEFAULTS = {"flits": 1, "message_class": 0, "tag": 0}


class Network:
    """A network at cycle 0, without a packet, whose traffic is what `offer` is given.

    `config` is a file's path, TOML (a str with a line break in it) or a dict of dicts. `overrides`
    sets keys, as a dict {"table.key": value} or a list of "table.key=value".

    engine: "model" (the default here), or "rtl", "lockstep" and "emitted", which need the part of
        Turnpike that runs hardware; None: what `run.engine` of the configuration says.
    threads: of engine model; 0: `run.threads`. Results do not depend on it.
    queue_limit: packets waiting at a source; 0: no limit.
    allow_deadlock: a network that can deadlock is taken.
    mismatch_folder: lockstep: where the waveform of a mismatch is left.

    Every error is a `turnpike.Error` with the text of the program. A network is used by one thread
    at a time; different networks may be used by different threads, which run at the same time.
    """

    def __init__(self, config: Config, overrides: Overrides = None, *,
                 engine: str | None = "model", threads: int = 0, queue_limit: int = 0,
                 allow_deadlock: bool = False,
                 mismatch_folder: str | os.PathLike[str] | None = None) -> None:
        file, text = file_and_text(config)
        folder = None if mismatch_folder is None else os.fspath(mismatch_folder)
        self._native = _native.Network(file, text, assignments(overrides), engine, threads,
                                       queue_limit, False, allow_deadlock, folder)
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
        return self.offer_packets(_broadcast(dict(zip(_FIELDS, values))))

    def offer_packets(self, packets: NDArray[Any] | pandas.DataFrame) -> int:
        """The same for an array of `turnpike.PACKET`, without a copy where it is contiguous.

        An array whose fields stand in another order is copied by their names. A DataFrame needs the
        columns `source` and `destination` and may have `flits`, `message_class` and `tag`, in any
        order, all of whole numbers. Other names or other types are refused with a TypeError.
        """
        packets = np.ascontiguousarray(_as_packets(packets))
        return self._native.offer_packets(packets.reshape(-1).view(np.uint8))

    def queue_length(self, source: int) -> int:
        """Packets waiting at a source: offered, and their heads not yet sent."""
        return self._native.queue_length(source)

    def set_queue_limit(self, packets: int) -> None:
        """Of every source, from now on; 0: none."""
        self._native.set_queue_limit(packets)

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

    # ---- time ----

    @property
    def cycle(self) -> int:
        """Cycles completed since the beginning, or since the last reset."""
        return self._native.cycle()

    def step(self, cycles: int = 1) -> None:
        """Runs `cycles` more."""
        self._native.step(cycles)

    def step_until_delivery(self, most: int = _FOREVER) -> bool:
        """Until a delivery waits, at most `most` cycles. False: none waits: nothing is under way,
        or `most` came first."""
        return self._native.step_until_delivery(most)[0] == 0

    def step_until_idle(self, most: int = _FOREVER) -> bool:
        """Until no packet is under way, at most `most` cycles: True, at once where none is. False:
        `most` came first."""
        return self._native.step_until_idle(most)[0] == 0

    # ---- what happened ----

    def record_events(self, wanted: bool = True) -> None:
        """From now on what happens to packets is kept for `take_events`, or no longer."""
        self._native.record_events(wanted)

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
        result: dict[str, Any] = json.loads(self._native.statistics_json())
        return result

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

    def component_name(self, component: int) -> str:
        """Such as "router_3_1"; dimension 0 first."""
        return self._native.component_name(component)

    def channels(self) -> Iterator[_native.Channel]:
        """Of all channels between components."""
        for channel in range(self._native.shape().channels):
            yield self._native.channel(channel)

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


def _most(name: str) -> int:
    return 2**64 - 1 if name == "tag" else 2**32 - 1


def _whole(name: str, value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)):
        raise TypeError(f"{name}: found {value!r}, allowed: a whole number")
    if not 0 <= value <= _most(name):
        raise ValueError(f"{name}: found {value}, allowed: 0 .. {_most(name)}")
    return int(value)


def _whole_array(name: str, values: NDArray[Any]) -> NDArray[Any]:
    if values.size == 0:
        return values  # numpy makes an array of float of an empty list
    if values.ndim == 0:
        return np.asarray(_whole(name, values.item()), np.uint64)
    if values.dtype.kind not in "iu":
        raise TypeError(f"{name}: found an array of {values.dtype}, allowed: whole numbers")
    if not 0 <= int(values.min()) <= int(values.max()) <= _most(name):
        raise ValueError(f"{name}: found {values.min()} .. {values.max()}, allowed: 0 .. "
                         f"{_most(name)}")
    return values


def _broadcast(values: Mapping[str, Any]) -> NDArray[Any]:
    """Packets of numbers and arrays, which are broadcast against each other."""
    fields = {name: _whole_array(name, np.asarray(value)) for name, value in values.items()}
    packets = np.empty(np.broadcast_shapes(*(field.shape for field in fields.values())), PACKET)
    for name, field in fields.items():
        packets[name] = field
    return packets


def _as_packets(packets: Any) -> NDArray[Any]:
    if not isinstance(packets, np.ndarray):
        if hasattr(packets, "columns") and hasattr(packets, "to_numpy"):
            return _of_frame(packets)
        raise TypeError(f"packets: found {type(packets).__name__}, allowed: an array of "
                        "turnpike.PACKET, or a DataFrame")
    if packets.dtype == PACKET:
        return packets
    fields = packets.dtype.fields or {}
    wanted = {name: PACKET[name] for name in PACKET.fields or ()}
    if {name: field[0] for name, field in fields.items()} != wanted:
        raise TypeError(f"packets: found an array of {packets.dtype}, allowed: one of "
                        f"turnpike.PACKET, {PACKET}")
    ordered = np.empty(packets.shape, PACKET)
    for name in wanted:
        ordered[name] = packets[name]
    return ordered


def _of_frame(frame: pandas.DataFrame) -> NDArray[Any]:
    names = list(frame.columns)
    if len(set(names)) != len(names) or not {"source", "destination"} <= set(names) <= set(_FIELDS):
        raise TypeError(f"packets: found a DataFrame with the columns {names}, allowed: source and "
                        "destination, and any of flits, message_class, tag")
    columns = {name: frame[name].to_numpy() for name in names}
    return _broadcast({**_DEFAULTS, **columns})
