"""errors.py - what libturnpike refuses, as exceptions with its text."""

from __future__ import annotations


class Error(RuntimeError):
    """The base of all below; `status` is the status of turnpike.h, a number below 0."""

    status: int = 0


class ArgumentError(Error, ValueError):
    """An argument out of range, such as a node that is not there."""


class StateError(Error):
    """Not at this time, or not with this kind of traffic."""


class BusyError(Error):
    """Another thread is in a call on the same network."""


class ConfigurationError(Error, ValueError):
    """A bad configuration, file or option: where, which key, what was found and what is allowed."""


class UnsoundError(Error):
    """The network can deadlock or is not connected."""


class NetworkError(Error):
    """The network stands still or broke a promise; `Network.reset` helps."""


class MismatchError(Error):
    """Lockstep: hardware and model differ; `Network.reset` helps."""


class DifferenceError(Error, AssertionError):
    """A component is not as its reference model says, or its inputs break a neighbour's duty."""


class HardwareError(Error):
    """The part of Turnpike that runs hardware is not there or does not fit."""


class SystemFailure(Error):
    """A tool or the system failed."""


class StoppedError(Error):
    """A run was stopped and has no results."""


_BY_STATUS: dict[int, type[Error]] = {
    -2: StateError,  # the network was closed
    -3: BusyError,
    -4: ArgumentError,
    -5: StateError,
    -6: ConfigurationError,
    -7: UnsoundError,
    -8: NetworkError,
    -9: MismatchError,
    -10: HardwareError,
    -12: SystemFailure,
}


def error_of(status: int, text: str) -> Exception:
    """The exception for a status of turnpike.h that is no success; called by the native module."""
    if status == -11:
        return MemoryError(text)
    error = _BY_STATUS.get(status, Error)(text)
    error.status = status
    return error
