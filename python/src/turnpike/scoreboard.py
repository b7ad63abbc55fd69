"""scoreboard.py - the reference model of one component for testbenches, such as those of cocotb.

Pins are dicts from the names that they have in rtl/ to whole numbers, bit 0 of port 0 lowest.
"""

from __future__ import annotations

import ctypes
import pathlib
from collections.abc import Mapping
from typing import TypeVar

from .errors import ArgumentError, DifferenceError, Error, StateError

_EQUAL, _DIFFERENT = 0, 1
_HANDLE, _PARAMETERS, _DUTY, _STATE, _MEMORY = -2, -3, -5, -6, -7

_library: ctypes.CDLL | None = None
_Self = TypeVar("_Self", bound="_Component")


def _functions() -> ctypes.CDLL:
    global _library
    if _library is None:
        library = ctypes.CDLL(str(pathlib.Path(__file__).parent / "libturnpike_dpi.so"))
        for name in ("turnpike_reference_text", "turnpike_reference_pins"):
            getattr(library, name).restype = ctypes.c_char_p
        library.turnpike_surroundings_packets.restype = ctypes.c_int64
        library.turnpike_reference_now.restype = ctypes.c_int64
        _library = library
    return _library


def _fail(handle: int, status: int) -> Exception:
    text = _functions().turnpike_reference_text(handle).decode()
    if status == _MEMORY:
        return MemoryError(text)
    kinds: dict[int, type[Error]] = {_DIFFERENT: DifferenceError, _DUTY: DifferenceError,
                                     _PARAMETERS: ArgumentError, _HANDLE: StateError,
                                     _STATE: StateError}
    return kinds.get(status, Error)(text)


def _words(parameters: Mapping[str, int]) -> bytes:
    for name, value in parameters.items():
        if isinstance(value, bool) or not isinstance(value, int):
            raise TypeError(f"{name}: found {value!r}, allowed: a whole number")
    return " ".join(f"{name}={value}" for name, value in parameters.items()).encode()


class _Pins:
    """Names and widths of the pins of one direction, and their vector of words."""

    def __init__(self, handle: int, inputs: bool) -> None:
        words = _functions().turnpike_reference_pins(handle, int(inputs)).decode().split()
        self.widths = {name: int(width) for name, width in zip(words[::2], words[1::2])}
        self.count = (sum(self.widths.values()) + 31) // 32
        self.array = (ctypes.c_uint32 * self.count)()

    def put(self, values: Mapping[str, int], otherwise: Mapping[str, int]) -> None:
        at = whole = 0
        for name, width in self.widths.items():
            value = int(values.get(name, otherwise.get(name, 0)))
            if value >> width:
                raise ValueError(f"{name}: found {value:#x}, allowed: {width} bits")
            whole |= value << at
            at += width
        unknown = values.keys() - self.widths.keys()
        if unknown:
            raise ValueError(f"pins: found {sorted(unknown)}, allowed: {list(self.widths)}")
        for word in range(self.count):
            self.array[word] = whole >> 32 * word & 0xffffffff

    def get(self) -> dict[str, int]:
        whole = sum(word << 32 * index for index, word in enumerate(self.array))
        values = {}
        for name, width in self.widths.items():
            values[name] = whole & (1 << width) - 1
            whole >>= width
        return values


class _Component:
    """A handle of turnpike_dpi.h, and the pins of the component it is for."""

    def __init__(self, handle: int, free: str) -> None:
        self._free = getattr(_functions(), free)
        self._handle = handle
        if handle <= 0:
            raise _fail(0, handle)
        self._inputs = _Pins(handle, True)
        self._outputs = _Pins(handle, False)

    def close(self) -> None:
        """Frees it now rather than when the last reference goes."""
        if self._handle > 0:
            self._free(self._handle)
        self._handle = 0

    def __enter__(self: _Self) -> _Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_handle", 0) > 0:
            self.close()

    @property
    def _open(self) -> int:
        """The handle, of one that was not closed."""
        if self._handle <= 0:
            raise StateError(f"the {type(self).__name__} was closed")
        return self._handle

    @property
    def inputs(self) -> dict[str, int]:
        """The input pins in their order, with their widths in bits."""
        return dict(self._inputs.widths)

    @property
    def outputs(self) -> dict[str, int]:
        """The output pins in their order, with their widths in bits."""
        return dict(self._outputs.widths)

    def _check(self, status: int) -> None:
        if status != _EQUAL:
            raise _fail(self._open, status)


class Scoreboard(_Component):
    """The reference model of a "router", "interchange" or "packet_router" beside a component.

    `parameters` are those of the module in rtl/, such as VCS=2; others have their defaults. In each
    clock cycle `check` gets the outputs of the component, then `cycle` the inputs that it had; both
    raise `DifferenceError` where the text has cycle, port, pin, expected and actual value.
    Cycle 0 is the first one after `reset`; nothing is compared before.
    """

    def __init__(self, component: str = "router", **parameters: int) -> None:
        super().__init__(_functions().turnpike_reference_new(component.encode(),
                                                             _words(parameters)),
                         "turnpike_reference_free")
        self._component = component

    def __repr__(self) -> str:
        if self._handle <= 0:
            return "<turnpike.Scoreboard, closed>"
        return f"<turnpike.Scoreboard {self._component}, cycle {self.now}>"

    def reset(self) -> None:
        """A clock edge with the reset high."""
        self._check(_functions().turnpike_reference_cycle(self._open, 1, None, 0))

    def check(self, outputs: Mapping[str, int]) -> None:
        """Compares the output pins of this cycle; payload counts where a flit is. A pin that is
        left out is 0."""
        self._outputs.put(outputs, {})
        self._check(_functions().turnpike_reference_check(self._open, self._outputs.array,
                                                          self._outputs.count))

    def cycle(self, inputs: Mapping[str, int]) -> None:
        """The clock edge that ends this cycle. A pin that is left out is 0, enable_i is 1."""
        self._inputs.put(inputs, {"enable_i": 1})
        self._check(_functions().turnpike_reference_cycle(self._open, 0, self._inputs.array,
                                                          self._inputs.count))

    def expected(self) -> dict[str, int]:
        """What the output pins must be in this cycle."""
        self._check(_functions().turnpike_reference_expected(self._open, self._outputs.array,
                                                             self._outputs.count))
        return self._outputs.get()

    @property
    def now(self) -> int:
        """The present cycle."""
        return int(_functions().turnpike_reference_now(self._open))


class Surroundings(_Component):
    """A network of the model around one router that is somebody else's.

    `parameters` are the router's, and those of turnpike_surroundings_new() in turnpike_dpi.h:
    RADIX, PLACE, LOAD, PACKET_FLITS, SEED. `reset` and `cycle` answer the input pins of the router
    in the cycle that begins. What the router, or a flit that comes out, does wrong raises
    `DifferenceError`.
    """

    def __init__(self, **parameters: int) -> None:
        super().__init__(_functions().turnpike_surroundings_new(_words(parameters)),
                         "turnpike_surroundings_free")

    def __repr__(self) -> str:
        if self._handle <= 0:
            return "<turnpike.Surroundings, closed>"
        return f"<turnpike.Surroundings, {self.sent} packets sent, {self.delivered} delivered>"

    def reset(self) -> dict[str, int]:
        """A clock edge with the reset high."""
        self._check(_functions().turnpike_surroundings_cycle(
            self._open, 1, None, 0, self._inputs.array, self._inputs.count))
        return self._inputs.get()

    def cycle(self, outputs: Mapping[str, int]) -> dict[str, int]:
        """The clock edge that ends a cycle in which the router showed `outputs`."""
        self._outputs.put(outputs, {})
        self._check(_functions().turnpike_surroundings_cycle(
            self._open, 0, self._outputs.array, self._outputs.count, self._inputs.array,
            self._inputs.count))
        return self._inputs.get()

    def stop(self) -> None:
        """No more packets begin; those under way go on."""
        self._check(_functions().turnpike_surroundings_stop(self._open))

    @property
    def sent(self) -> int:
        """Packets sent since the reset."""
        return int(_functions().turnpike_surroundings_packets(self._open, 0))

    @property
    def delivered(self) -> int:
        """Packets delivered since the reset, with their heads."""
        return int(_functions().turnpike_surroundings_packets(self._open, 1))
