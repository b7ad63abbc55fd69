"""sweep_frame.py - the table of a sweep: a DataFrame that a notebook shows with its curve."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import pandas

from .runs import figures
from .schema import schema
from .sweep_folder import file_of

if TYPE_CHECKING:
    from .sweeps import Point


class Sweep(pandas.DataFrame):
    """What `turnpike.sweep` returns. What pandas makes of it is a plain DataFrame."""

    @property
    def _constructor(self) -> Callable[..., pandas.DataFrame]:
        return pandas.DataFrame

    def _repr_html_(self) -> str:
        from .html import sweep_html
        return sweep_html(self)


def frame_of(points: Sequence[Point]) -> Sweep:
    """A row for each point, in their order; `attrs["units"]` has the units of the columns."""
    columns = figures()
    of_workloads: dict[str, None] = {}
    rows = []
    for point in points:
        row: dict[str, Any] = {key: _cell(value) for key, value in point.swept.items()}
        row["traffic.load"] = point.results["offered"] if point.load is None else point.load
        row["file"] = file_of(point)
        row.update({name: point.results[name] for name in columns})
        found = (point.results["workload"] or {}).get("figures", {})
        row.update({f"workload.{name}": value for name, value in found.items()})
        of_workloads.update({f"workload.{name}": None for name in found})
        rows.append(row)
    frame = Sweep(rows, columns=[*points[0].swept, "traffic.load", "file", *columns, *of_workloads])
    properties = schema("run")["properties"]
    frame.attrs["units"] = {"traffic.load": "flits per node and cycle",
                            **{name: properties[name].get("unit", "") for name in columns}}
    return frame


def _cell(value: Any) -> Any:
    """Lists as sweep.csv has them, so that rows can be grouped by them."""
    return json.dumps(value) if isinstance(value, (list, tuple)) else value
