"""runs.py - whole experiments: what `turnpike run` and `turnpike sweep` do, from Python."""

from __future__ import annotations

import itertools
import json
import os
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import _native
from .configuration import Config, Overrides, assignments, file_and_text
from .errors import StoppedError
from .schema import schema

if TYPE_CHECKING:
    import pandas

_STOPPED = 5


def run(config: Config, overrides: Overrides = None, *, engine: str | None = "model",
        threads: int = 0, allow_deadlock: bool = False,
        out: str | os.PathLike[str] | None = None, events: str | os.PathLike[str] | None = None,
        trace: str | os.PathLike[str] | None = None, trace_from: int = 0, trace_to: int = 0,
        trace_scopes: Sequence[str] = ()) -> dict[str, Any]:
    """Runs one experiment: warm-up, measurement and drain under the traffic of [traffic].

    Returns the object of `turnpike run --json` (`turnpike.schema("run")`). `status` in it says how
    it ended; a run that was cut is no exception, as its figures are there. `out` is a folder for
    results.json and the files beside it, `events` an event log (.csv or .jsonl), `trace` a
    waveform (.fst; engines rtl and lockstep) from cycle `trace_from` up to, without it,
    `trace_to`. The other arguments are those of `turnpike.Network`.
    """
    network = _drawn(config, assignments(overrides), engine, threads, allow_deadlock)
    return _run(network, _path(out), _path(events), _path(trace), trace_from, trace_to,
                list(trace_scopes))


def _drawn(config: Config, sets: list[str], engine: str | None, threads: int,
           allow_deadlock: bool) -> _native.Network:
    file, text = file_and_text(config)
    return _native.Network(file, text, sets, engine, threads, 0, True, allow_deadlock, None)


def _run(network: _native.Network, out: str | None, events: str | None = None,
         trace: str | None = None, trace_from: int = 0, trace_to: int = 0,
         scopes: Sequence[str] = (), goes_on: Callable[[], bool] = lambda: True) -> dict[str, Any]:
    """`goes_on` is asked now and then; False stops the run."""
    status = network.run(out, events, trace, trace_from, trace_to, list(scopes), goes_on)
    if status == _STOPPED:
        raise StoppedError("the run was stopped")
    result: dict[str, Any] = json.loads(network.statistics_json())
    return result


def _path(path: str | os.PathLike[str] | None) -> str | None:
    return None if path is None else os.fspath(path)


def figures() -> list[str]:
    """Columns of results.csv: who ran what, then the figures, in the order of the schema."""
    keys = list(schema("run")["properties"])
    return keys[1:keys.index("standstill")]


def sweep(config: Config, loads: Iterable[float] | None = None,
          keys: Mapping[str, Iterable[Any]] | None = None, overrides: Overrides = None, *,
          jobs: int = 0, out: str | os.PathLike[str] | None = None, engine: str | None = "model",
          allow_deadlock: bool = False) -> pandas.DataFrame:
    """Runs an experiment at every load of `loads`, for every combination of values in `keys`.

    Returns a row for each point with the columns of sweep.csv: one for each key of `keys`,
    `traffic.load`, `file` and the figures; `attrs["units"]` has the unit of each. `loads` None:
    that of the configuration. `keys` is {"table.key": [value, ...]}, the first key slowest.
    `jobs` points run at a time, in threads; 0: as many as there are processors. `out` is a folder
    that gets sweep.csv and the results of each point below points/, to which `file` leads from
    there; without it `file` is empty. Ctrl-C stops the points that run.
    """
    import pandas

    swept = {key: list(values) for key, values in (keys or {}).items()}
    for key, values in swept.items():
        if not values:
            raise ValueError(f"keys: found no value for '{key}', allowed: at least one")
    if "traffic.load" in swept:
        raise ValueError("keys: found 'traffic.load', allowed: every other key; loads belong into "
                         "`loads`, which has a column of its own")
    load = {} if loads is None else {"traffic.load": list(loads)}
    if not all(load.values()):
        raise ValueError("loads: found none, allowed: at least one")
    names = [*swept, *load]
    points = [dict(zip(names, values))
              for values in itertools.product(*swept.values(), *load.values())]
    folder = None if out is None else Path(out)
    places = ["" if folder is None else f"points/{number:04d}/results.json"
              for number in range(len(points))]

    stop = threading.Event()

    def run_point(point: dict[str, Any], place: str) -> dict[str, Any]:
        sets = [*assignments(overrides), *assignments(point)]
        where = None if folder is None else (folder / place).parent
        network = _drawn(config, sets, engine, 1, allow_deadlock)
        return _run(network, _path(where), goes_on=lambda: not stop.is_set())

    if folder is not None:
        (folder / "points").mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor(jobs or os.cpu_count() or 1) as pool:
        futures = [pool.submit(run_point, *each) for each in zip(points, places)]
        try:
            results = [future.result() for future in futures]
        except BaseException:
            stop.set()
            for future in futures:
                future.cancel()
            raise
    columns = figures()
    rows = []
    for point, place, result in zip(points, places, results):
        row: dict[str, Any] = {key: _cell(point[key]) for key in swept}
        row["traffic.load"] = point.get("traffic.load", result["offered"])
        row["file"] = place
        row.update({name: result[name] for name in columns})
        rows.append(row)
    frame = pandas.DataFrame(rows, columns=[*swept, "traffic.load", "file", *columns])
    properties = schema("run")["properties"]
    frame.attrs["units"] = {"traffic.load": "flits per node and cycle",
                            **{name: properties[name].get("unit", "") for name in columns}}
    if folder is not None:
        as_program = {str(name): column.map({True: "true", False: "false"})
                      for name, column in frame.items() if column.dtype == bool}
        frame.assign(**as_program).to_csv(folder / "sweep.csv", index=False)
    return frame


def _cell(value: Any) -> Any:
    """Lists as sweep.csv has them, so that rows can be grouped by them."""
    return json.dumps(value) if isinstance(value, (list, tuple)) else value
