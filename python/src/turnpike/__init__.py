"""__init__.py - Turnpike: interconnection networks, cycle by cycle as the hardware has them.

`Network` is one network to offer packets to and to step; `run` and `sweep` do what `turnpike run`
and `turnpike sweep` do; `to_networkx` and `from_networkx` turn topologies into graphs and back;
`Scoreboard` and `Surroundings` stand beside and around a component of hardware.
Cycles, flits and nodes are whole numbers; traffic is in flits per node and cycle.
"""

from . import _native
from .configuration import to_toml
from .errors import (ArgumentError, BusyError, ConfigurationError, DifferenceError, Error,
                     HardwareError, MismatchError, NetworkError, StateError, StoppedError,
                     SystemFailure, UnsoundError)
from .graph import from_networkx, to_networkx
from .network import Network
from .records import DELIVERY, EVENT, EVENT_KINDS, PACKET
from .runs import Results, run
from .schema import schema
from .scoreboard import Scoreboard, Surroundings
from .sweeps import sweep

__version__ = _native.version()

__all__ = ["DELIVERY", "EVENT", "EVENT_KINDS", "PACKET", "ArgumentError", "BusyError",
           "ConfigurationError", "DifferenceError", "Error", "HardwareError", "MismatchError",
           "Network", "NetworkError", "Results", "Scoreboard", "StateError", "StoppedError",
           "Surroundings", "SystemFailure", "UnsoundError", "from_networkx", "run", "schema",
           "sweep", "to_networkx", "to_toml"]
