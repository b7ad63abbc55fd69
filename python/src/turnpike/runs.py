"""runs.py - one experiment: what `turnpike run` does, from Python."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from typing import Any, Union

from . import _native
from .configuration import Config, Overrides, assignments, file_and_text
from .errors import ArgumentError, StoppedError
from .progress import Progress, ProgressLine
from .schema import schema

_STOPPED = 5
_MOST = 2**64 - 1

Path = Union[str, "os.PathLike[str]"]


class Results(dict[str, Any]):
    """The object of `turnpike run --json`; a notebook shows it as a table."""

    def _repr_html_(self) -> str:
        from .html import results_html
        return results_html(self)


def run(config: Config, overrides: Overrides = None, *, engine: str | None = "model",
        threads: int = 0, allow_deadlock: bool = False, out: Path | None = None,
        events: Path | None = None, trace: Path | None = None, trace_from: int = 0,
        trace_to: int = 0, trace_scopes: Sequence[str] = (), progress: Progress = False,
        checkpoint_every: int = 0, resume: bool = False,
        from_checkpoint: Path | None = None) -> Results:
    """Runs one experiment: warm-up, measurement and drain under the traffic of [traffic].

    Returns the object of `turnpike run --json` (`turnpike.schema("run")`). `status` in it says how
    it ended; a run that was cut is no exception, as its figures are there.

    out: a folder for results.json and the files beside it, which `turnpike report` reads.
    events: an event log, .csv or .jsonl.
    trace: a waveform, .fst, of the engines rtl and lockstep, from cycle `trace_from` up to, without
        it, `trace_to`, of the components `trace_scopes`.
    progress: True: a line on standard error. Or a function of (cycle, phase), where phase is
        "warm-up", "measurement" or "drain". It is called now and then; its exceptions end the run,
        and False stops it: `turnpike.StoppedError`.
    checkpoint_every: cycles from one checkpoint to the next, a file in `out`; 0: none. Ctrl-C
        leaves one, too.
    resume: goes on from the checkpoint in `out`; where there is none, from cycle 0.
    from_checkpoint: begins with the state in this file, which the same run wrote.

    The other arguments are those of `turnpike.Network`. Raises ArgumentError for options that
    contradict each other, and what `turnpike.Network` raises.
    """
    folder, start = _path(out), _path(from_checkpoint)
    checkpoint = checkpoint_file(folder, checkpoint_every, resume)
    if start is not None and (checkpoint or resume):
        raise ArgumentError("from_checkpoint: found with checkpoint_every or resume, allowed: "
                            "without them")
    if resume and trace is not None:
        raise ArgumentError("trace: found with resume, allowed: with from_checkpoint: a waveform "
                            "cannot be continued")
    if checkpoint and resume and os.path.exists(checkpoint):
        start = checkpoint
    network = drawn(config, assignments(overrides), engine, threads, allow_deadlock)
    with ProgressLine(progress is True) as line:
        def goes_on(cycle: int, phase: str) -> bool:
            line.show(f"cycle {cycle}, {phase}")
            return not callable(progress) or progress(cycle, phase) is not False

        status = network.run(folder, _path(events), _path(trace), trace_from, trace_to,
                             list(trace_scopes), checkpoint, checkpoint_every, start, goes_on)
    return results_of(network, status)


def drawn(config: Config, sets: list[str], engine: str | None, threads: int,
          allow_deadlock: bool) -> _native.Network:
    """A network whose traffic is drawn by [traffic]."""
    file, text = file_and_text(config)
    return _native.Network(file, text, sets, engine, threads, 0, True, allow_deadlock, None)


def results_of(network: _native.Network, status: int) -> Results:
    """Of a run that ended with this status of turnpike.h."""
    if status == _STOPPED:
        raise StoppedError("the run was stopped")
    return Results(json.loads(network.statistics_json()))


def checkpoint_file(folder: str | None, every: int, resume: bool) -> str | None:
    """The file of checkpoints in the folder of a run; None: there are none."""
    if isinstance(every, bool) or not isinstance(every, int) or not 0 <= every <= _MOST:
        raise ArgumentError(f"checkpoint_every: found {every!r}, allowed: a whole number of "
                            "cycles; 0: no checkpoints")
    if every and folder is None:
        raise ArgumentError("checkpoint_every: found without out, allowed: with out, the folder of "
                            "the checkpoint")
    if resume and not every:
        raise ArgumentError("resume: found without checkpoint_every, allowed: with it")
    return os.path.join(folder, "checkpoint") if every and folder is not None else None


def _path(path: Path | None) -> str | None:
    return None if path is None else os.fspath(path)


def figures() -> list[str]:
    """Columns of results.csv: who ran what, then the figures, in the order of the schema."""
    keys = list(schema("run")["properties"])
    return keys[1:keys.index("standstill")]
