"""together.py - many points of a sweep at once, in the batch engine."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future
from typing import TYPE_CHECKING

from . import _native
from .configuration import Config
from .runs import drawn, results_of

if TYPE_CHECKING:
    from .sweep_folder import SweepFolder
    from .sweeps import Point

_FEWEST = 16  # fewer points never pay
_LANES = 512


class Together:
    """Runs the points that share a batch; results are those of single runs.

    `goes_on` is asked now and then; False stops all.
    """

    def __init__(self, config: Config, engine: str | None, allow_deadlock: bool,
                 folder: SweepFolder | None, resume: bool, goes_on: Callable[..., bool]) -> None:
        self._config = config
        self._engine = engine
        self._allow_deadlock = allow_deadlock
        self._folder = folder
        self._resume = resume
        self._goes_on = goes_on

    def start(self, points: Sequence[Point], pool: Executor, jobs: int) -> list[Future[None]]:
        """Points that then have no results are left for single runs."""
        if self._engine not in ("model", "batch") or len(points) < _FEWEST:
            return []
        size = min(_LANES, -(-len(points) // jobs))
        shares = -(-len(points) // size)
        # Two points may be the same run; both then leave the same bytes.
        return [pool.submit(self._run, points[share::shares]) for share in range(shares)]

    def _run(self, share: Sequence[Point]) -> None:
        points: list[Point] = []
        networks: list[_native.Network] = []
        folders: list[str | None] = []
        for point in share:
            network = drawn(self._config, point.all_sets, self._engine, 1, self._allow_deadlock)
            where = None
            if self._folder is not None:
                place = self._folder.place_of(point.load, network.inputs())
                if self._resume and self._folder.kept(place, network.inputs()) is not None:
                    continue
                point.place = place
                where = self._folder.run_folder(place)
            points.append(point)
            networks.append(network)
            folders.append(where)
        if not points or not self._goes_on():
            return
        done = _native.Network.run_together(networks, folders, self._goes_on)
        for point, network, is_done in zip(points, networks, done):
            if not is_done:
                continue
            if self._folder is not None:
                self._folder.keep(point.place)
            point.results = results_of(network, 0)
