"""records.py - packets, deliveries and events as numpy records; what is taken for packets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    import pandas

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

FIELDS = ("source", "destination", "flits", "message_class", "tag")
_DEFAULTS = {"flits": 1, "message_class": 0, "tag": 0}


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


def broadcast(values: Mapping[str, Any]) -> NDArray[Any]:
    """Packets of numbers and arrays, which are broadcast against each other."""
    fields = {name: _whole_array(name, np.asarray(value)) for name, value in values.items()}
    packets = np.empty(np.broadcast_shapes(*(field.shape for field in fields.values())), PACKET)
    for name, field in fields.items():
        packets[name] = field
    return packets


def as_packets(packets: Any) -> NDArray[Any]:
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
    if len(set(names)) != len(names) or not {"source", "destination"} <= set(names) <= set(FIELDS):
        raise TypeError(f"packets: found a DataFrame with the columns {names}, allowed: source and "
                        "destination, and any of flits, message_class, tag")
    columns = {name: frame[name].to_numpy() for name in names}
    return broadcast({**_DEFAULTS, **columns})
