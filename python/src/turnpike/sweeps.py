"""sweeps.py - an experiment at many points: what `turnpike sweep` does, from Python."""

from __future__ import annotations

import itertools
import os
import threading
from collections import defaultdict
from collections.abc import Iterable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from typing import TYPE_CHECKING, Any

from .configuration import Config, Overrides, assignments
from .errors import ArgumentError
from .progress import ProgressLine, SweepProgress
from .runs import Path, Results, checkpoint_file, drawn, results_of
from .sweep_folder import SweepFolder
from .together import Together

if TYPE_CHECKING:
    from .sweep_frame import Sweep

_LOAD = "traffic.load"


class Point:
    """What one run of a sweep sets, and what came out."""

    def __init__(self, shared: list[str], swept: Mapping[str, Any], load: float | None) -> None:
        self.swept = dict(swept)
        self.load = load
        self.sets = [*shared, *assignments(self.swept)]
        self.place = ""
        self.results = Results()

    @property
    def all_sets(self) -> list[str]:
        return self.sets if self.load is None else [*self.sets, *assignments({_LOAD: self.load})]


def sweep(config: Config, loads: Iterable[float] | None = None,
          keys: Mapping[str, Iterable[Any]] | None = None, overrides: Overrides = None, *,
          jobs: int = 0, out: Path | None = None, engine: str | None = "model",
          allow_deadlock: bool = False, progress: SweepProgress = False,
          checkpoint_every: int = 0, resume: bool = True) -> Sweep:
    """Runs an experiment at every load of `loads`, for every combination of values in `keys`.

    Returns a DataFrame with a row for each point and the columns of sweep.csv: one for each key of
    `keys`, `traffic.load`, `file` and the figures; `attrs["units"]` has the unit of each. A
    notebook shows the curve above the table.

    loads: flits per node and cycle; None: that of the configuration.
    keys: {"table.key": [value, ...]}, the first key slowest.
    jobs: points that run at a time, in threads; 0: as many as there are processors. Engines other
        than the model run hardware, of which a process has one: they take one point. Where many
        points of the model share a network, each thread runs its share of them in one batch.
    out: a folder that gets what `turnpike sweep` leaves: sweep.json, sweep.csv, sweep.svg (where
        matplotlib is installed) and the results of each point below points/, to which `file` leads
        from there. `turnpike report` reads it. Without it `file` is empty.
    progress: True: a line on standard error. Or a function of (points done, points), called after
        each point; what it raises ends the sweep.
    checkpoint_every: cycles from one checkpoint of a point to the next; 0: none.
    resume: points that an earlier sweep of the same configuration and library left in `out` are not
        run again, and others go on from their checkpoint, where there is one. False: every point is
        run from cycle 0.

    Ctrl-C and an error in a point stop all points that run; those that are done stay in `out`.
    """
    points = _points(loads, keys, overrides)
    folder = None if out is None else SweepFolder(os.fspath(out))
    checkpoint_file(None if folder is None else folder.path, checkpoint_every, False)
    stop = threading.Event()
    # Two points may be the same run, as radix 4 and [4, 4] are: one waits for the other's files.
    locks: defaultdict[str, threading.Lock] = defaultdict(threading.Lock)

    def goes_on(*_: object) -> bool:
        return not stop.is_set()

    def run_point(point: Point) -> None:
        network = drawn(config, point.all_sets, engine, 1, allow_deadlock)
        if folder is None:
            point.results = results_of(network, network.run(None, None, None, 0, 0, [], None, 0,
                                                            None, goes_on))
            return
        point.place = folder.place_of(point.load, network.inputs())
        with locks[point.place]:
            found = folder.kept(point.place, network.inputs()) if resume else None
            if found is None:
                where = folder.run_folder(point.place)
                checkpoint = checkpoint_file(where, checkpoint_every, False)
                start = checkpoint if resume and checkpoint and os.path.exists(checkpoint) else None
                found = results_of(network, network.run(where, None, None, 0, 0, [], checkpoint,
                                                        checkpoint_every, start, goes_on))
                folder.keep(point.place)
            point.results = found

    workers = jobs or os.cpu_count() or 1
    with ProgressLine(progress is True) as line, ThreadPoolExecutor(workers) as pool:
        def tell(done: int) -> None:
            line.show(f"{done} of {len(points)} points")
            if callable(progress):
                progress(done, len(points))

        futures: list[Future[None]] = []
        try:
            if not checkpoint_every:
                together = Together(config, engine, allow_deadlock, folder, resume, goes_on)
                futures = together.start(points, pool, workers)
                for future in futures:
                    future.result()
            left = [point for point in points if not point.results]
            before = len(points) - len(left)
            for done in range(1, before + 1):
                tell(done)
            futures = [pool.submit(run_point, point) for point in left]
            for done, future in enumerate(as_completed(futures), before + 1):
                future.result()
                tell(done)
        except BaseException:
            stop.set()
            for future in futures:
                future.cancel()
            raise
    from .sweep_frame import frame_of
    frame = frame_of(points)
    if folder is not None:
        folder.write(points, frame)
    return frame


def _points(loads: Iterable[float] | None, keys: Mapping[str, Iterable[Any]] | None,
            overrides: Overrides) -> list[Point]:
    swept = {key: list(values) for key, values in (keys or {}).items()}
    for key, values in swept.items():
        if not values:
            raise ArgumentError(f"keys: found no value for '{key}', allowed: at least one")
    if _LOAD in swept:
        raise ArgumentError(f"keys: found '{_LOAD}', allowed: every other key; loads belong into "
                            "`loads`, which has a column of its own")
    steps: list[float | None] = [None]
    if loads is not None:
        steps = [float(load) for load in loads]
        if not steps:
            raise ArgumentError("loads: found none, allowed: at least one")
    shared = assignments(overrides)
    for text in shared:
        key = text.split("=", 1)[0].strip()
        if key in swept or (key == _LOAD and loads is not None):
            raise ArgumentError(f"overrides: found '{key}', allowed: keys that the sweep does not "
                                "set itself")
    return [Point(shared, dict(zip(swept, values)), load)
            for values in itertools.product(*swept.values()) for load in steps]
