"""html.py - what notebooks show: figures by matplotlib, where it is installed, and tables."""

from __future__ import annotations

import html
import io
import math
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from .schema import schema

if TYPE_CHECKING:
    import networkx
    import pandas

# A picture of more channels shows nothing.
_MOST_CHANNELS = 4096
_HEADLINES = ("offered", "accepted", "latency", "latency_ci95", "latency_p99", "hops", "packets",
              "cycles", "channel_utilisation_max", "undelivered")

Place = tuple[float, float]


def table(rows: Iterable[Sequence[object]]) -> str:
    """The first cell of a row is its name."""
    lines = ["<tr><th style='text-align:left'>" + html.escape(str(name)) + "</th>" +
             "".join(f"<td style='text-align:left'>{html.escape(str(cell))}</td>"
                     for cell in cells) + "</tr>" for name, *cells in rows]
    return "<table>" + "".join(lines) + "</table>"


def paragraph(text: str) -> str:
    """For an object that has nothing more to show."""
    return f"<p>{html.escape(text)}</p>"


def results_html(results: Mapping[str, Any]) -> str:
    """How the run ended, and its main figures with their units and meanings."""
    properties = schema("run")["properties"]
    status = results.get("status", "")
    if results.get("reason"):
        status = f"{status}: {results['reason']}"
    rows = [(name, _number(results[name]), properties[name].get("unit", ""),
             properties[name].get("description", "")) for name in _HEADLINES if name in results]
    title = f"{results.get('name', '')}, engine {results.get('engine', '')}, {status}"
    return paragraph(title) + table(rows)


def graph_html(graph: networkx.MultiDiGraph) -> str:
    """A picture of its components and channels, and how many there are."""
    hosts = sum(_count(data.get("hosts", ())) for _, data in graph.nodes(data=True))
    rows = [("topology", graph.graph.get("topology", "")), ("nodes", hosts),
            ("components", graph.number_of_nodes()), ("channels", graph.number_of_edges())]
    return network_html(graph, rows)


def network_html(graph: networkx.MultiDiGraph, rows: Iterable[Sequence[object]]) -> str:
    """The picture of its graph, and what else there is to say."""
    drawn = _graph_svg(graph)
    return (f"<div>{drawn}</div>" if drawn else "") + table(rows)


def sweep_html(frame: pandas.DataFrame) -> str:
    """The curves above the table."""
    import pandas
    drawn = curve_svg(frame)
    return (f"<div>{drawn}</div>" if drawn else "") + (pandas.DataFrame(frame)._repr_html_() or "")


def _number(value: Any) -> str:
    return f"{value:.6g}" if isinstance(value, float) else "" if value is None else str(value)


def _count(hosts: Any) -> int:
    return len(hosts) if isinstance(hosts, (list, tuple)) else int(hosts)


def _svg(figure: Any) -> str:
    text = io.StringIO()
    from matplotlib import rc_context
    with rc_context({"svg.hashsalt": "turnpike"}):  # the same picture has the same text
        figure.savefig(text, format="svg", bbox_inches="tight", metadata={"Date": None})
    drawn = text.getvalue()
    return drawn[drawn.index("<svg"):]


def curve_svg(frame: pandas.DataFrame) -> str:
    """Latency and accepted traffic over offered load; empty without matplotlib."""
    if not {"traffic.load", "accepted", "latency", "saturated"} <= set(frame.columns):
        return ""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        return ""
    figure = Figure(figsize=(6, 6))
    latency, accepted = figure.subplots(2, sharex=True)
    keys = list(frame.columns[:list(frame.columns).index("traffic.load")])
    curves = [("", frame)] if not keys else [
        (", ".join(f"{key} = {value}" for key, value in zip(keys, values)), rows)
        for values, rows in frame.groupby(keys, sort=False, dropna=False)]
    for label, rows in curves:
        rows = rows.sort_values("traffic.load")
        # Beyond saturation the latency depends on how long the run was.
        sound = rows[~rows["saturated"].astype(bool)]
        latency.plot(sound["traffic.load"], sound["latency"], "o-", markersize=4,
                     label=label or None)
        accepted.plot(rows["traffic.load"], rows["accepted"], "o-", markersize=4)
    latency.set_ylabel("latency (cycles)")
    latency.set_ylim(bottom=0)
    accepted.set_xlabel("offered (flits per node and cycle)")
    accepted.set_ylabel("accepted (flits per node and cycle)")
    accepted.set_ylim(bottom=0)
    if keys and len(curves) <= 12:
        latency.legend(fontsize="small")
    return _svg(figure)


def _graph_svg(graph: networkx.MultiDiGraph) -> str:
    if graph.number_of_edges() > _MOST_CHANNELS:
        return ""
    try:
        from matplotlib.collections import LineCollection
        from matplotlib.figure import Figure
    except ImportError:
        return ""
    place = _places(graph)
    figure = Figure(figsize=(4.5, 4.5))
    axes = figure.subplots()
    axes.set_axis_off()
    axes.set_aspect("equal", adjustable="datalim")
    pairs = {tuple(sorted(edge)) for edge in graph.edges(keys=False)}
    axes.add_collection(LineCollection([_line(place[a], place[b]) for a, b in sorted(pairs)],
                                       colors="#888888", linewidths=1))
    size = max(8, min(200, 4000 / max(1, graph.number_of_nodes())))
    hosted = [node for node in graph if _count(graph.nodes[node].get("hosts", ()))]
    bare = [node for node in graph if node not in set(hosted)]
    for nodes, colour in ((hosted, "#3070b0"), (bare, "#c0c0c0")):
        axes.scatter([place[n][0] for n in nodes], [place[n][1] for n in nodes], s=size, c=colour,
                     zorder=2)
    return _svg(figure)


def _line(a: Place, b: Place) -> list[Place]:
    """Straight between neighbours; others are bowed around what lies between them."""
    length = math.dist(a, b)
    if length < 1.5:
        return [a, b]
    bow = 0.12 * length
    middle = ((a[0] + b[0]) / 2 - (b[1] - a[1]) / length * bow,
              (a[1] + b[1]) / 2 + (b[0] - a[0]) / length * bow)
    steps = [step / 12 for step in range(13)]
    return [tuple((1 - t) ** 2 * a[i] + 2 * t * (1 - t) * middle[i] + t * t * b[i]  # type: ignore
                  for i in (0, 1)) for t in steps]


def _places(graph: networkx.MultiDiGraph) -> dict[Any, Place]:
    """By coordinates, two dimensions a sheet; without them by a layout of networkx."""
    import networkx
    where = {node: data.get("coordinates") for node, data in graph.nodes(data=True)}
    if not all(isinstance(at, tuple) and at for at in where.values()):
        small = graph.number_of_nodes() < 500  # networkx lays out more by means of scipy
        layout = networkx.spring_layout(graph, seed=1) if small else networkx.circular_layout(graph)
        return {node: (float(x) * 5, float(y) * 5) for node, (x, y) in layout.items()}
    dimensions = max(len(at) for at in where.values())
    extent = [1 + max(at[d] if d < len(at) else 0 for at in where.values())
              for d in range(dimensions)]
    stride = [1.0, 1.0][:dimensions]
    for d in range(2, dimensions):
        stride.append(stride[d - 2] * extent[d - 2] + 1)
    places: dict[Any, Place] = {}
    taken: set[Place] = set()
    for node, at in where.items():
        spot = (sum(c * stride[d] for d, c in enumerate(at) if d % 2 == 0),
                sum(c * stride[d] for d, c in enumerate(at) if d % 2 == 1))
        while spot in taken:  # an interchange has the coordinates of its router
            spot = (spot[0] + 0.25, spot[1] + 0.25)
        taken.add(spot)
        places[node] = spot
    return places
