"""sweep_folder.py - the folder of a sweep, as `turnpike sweep` leaves and `report` reads it.

points/NAME/ is what `turnpike run --out` leaves; points/NAME.json is its results.json once more,
written last: a point is whole once it is there. NAME tells the load and the inputs of the run.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
import os
import pathlib
import warnings
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from .configuration import value_to_toml
from .html import curve_svg
from .runs import Results
from .schema import schema

if TYPE_CHECKING:
    import pandas

    from .sweeps import Point

# Of a point in sweep.json; `file` comes last.
_FIGURES = ("offered", "accepted", "latency", "latency_ci95", "latency_ci95_reliable", "saturated",
            "complete", "status", "reason", "mismatches")


def load_text(load: float) -> str:
    """Four significant digits: how loads are named in files."""
    text = f"{load:.4g}"
    return f"{load:.10f}" if "e" in text else text


def write_whole(path: pathlib.Path, content: str) -> None:
    """Under another name first: the file is never half written."""
    partial = path.with_name(path.name + ".partial")
    partial.write_text(content, encoding="utf-8", newline="")
    os.replace(partial, path)


class SweepFolder:
    """`path` is made where there is none."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._points = pathlib.Path(path) / "points"
        self._points.mkdir(parents=True, exist_ok=True)

    def place_of(self, load: float | None, inputs: str) -> str:
        """NAME of a point."""
        return f"{'point' if load is None else 'load_' + load_text(load)}_{inputs[:12]}"

    def run_folder(self, place: str) -> str:
        """For the files of its run."""
        return str(self._points / place)

    def kept(self, place: str, inputs: str) -> Results | None:
        """The results of a run with these inputs that is there whole; damage is told."""
        file = self._points / f"{place}.json"
        if not file.exists():
            return None
        try:
            results = json.loads(file.read_text(encoding="utf-8"))
            run = self._points / place
            if results != json.loads((run / "results.json").read_text(encoding="utf-8")):
                raise ValueError("other results than in results.json")
            if results["inputs"] != inputs:
                raise ValueError("other inputs")
            for name, checksum in results["checksums"].items():
                if hashlib.sha256((run / name).read_bytes()).hexdigest() != checksum:
                    raise ValueError(f"another {name}")
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            warnings.warn(f"{file}: found {error}, allowed: a whole point; it is run again",
                          stacklevel=2)
            return None
        return Results(results)

    def keep(self, place: str) -> None:
        """Its run is done: from now on `kept` finds it."""
        results = (self._points / place / "results.json").read_text(encoding="utf-8")
        write_whole(self._points / f"{place}.json", results)

    def write(self, points: Sequence[Point], frame: pandas.DataFrame) -> None:
        """sweep.csv, sweep.svg where matplotlib is installed and, last, sweep.json."""
        folder = pathlib.Path(self.path)
        table = _csv_text(frame)
        write_whole(folder / "sweep.csv", table)
        names = ["sweep.csv", "sweep.json"]
        picture = curve_svg(frame)
        if picture:
            write_whole(folder / "sweep.svg", picture)
            names.append("sweep.svg")
        else:
            (folder / "sweep.svg").unlink(missing_ok=True)  # of other points
        content = {
            "schema": schema("sweep")["properties"]["schema"]["const"],
            "name": points[0].results["name"],
            "curves": _curves(points),
            "missing": [],
            "files": [str(folder / name) for name in names],
            "checksums": {"sweep.csv": hashlib.sha256(table.encode()).hexdigest()},
        }
        write_whole(folder / "sweep.json", json.dumps(content, indent=2) + "\n")


def file_of(point: Point) -> str:
    """From the folder of the sweep; empty without one."""
    return f"points/{point.place}.json" if point.place else ""


def _curves(points: Sequence[Point]) -> list[dict[str, Any]]:
    differing = {key for key in points[0].swept
                 if len({value_to_toml(point.swept[key]) for point in points}) > 1}
    curves: dict[tuple[str, ...], list[Point]] = {}
    for point in points:
        curves.setdefault(tuple(point.sets), []).append(point)
    return [{"label": ", ".join(f"{key} = {value_to_toml(value)}"
                                for key, value in of_curve[0].swept.items() if key in differing),
             "set": list(sets), "saturation": None, "lowest_saturated": None, "bound": None,
             "faults": [], "points": _entries(of_curve)} for sets, of_curve in curves.items()]


def _entries(points: Iterable[Point]) -> list[dict[str, Any]]:
    rising = sorted(points, key=lambda point: point.results["offered"])
    return [{**{name: point.results[name] for name in _FIGURES}, "file": file_of(point)}
            for point in rising]


def _csv_text(frame: pandas.DataFrame) -> str:
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(frame.columns)
    for row in frame.astype(object).itertuples(index=False, name=None):
        rows.writerow([_csv_field(value) for value in row])
    return text.getvalue()


def _csv_field(value: Any) -> str:
    """As in the program's tables: no spreadsheet takes a text for a formula."""
    if value is None or value != value:
        return ""
    if not isinstance(value, str):
        return json.dumps(value)
    text = "".join(letter if letter.isprintable() else letter.encode("unicode_escape").decode()
                   for letter in value)
    return "'" + text if text.startswith(("=", "+", "-", "@")) else text
