"""graph.py - topologies as graphs of networkx, and any connected graph as a network."""

from __future__ import annotations

import json
import os
from typing import Any, NamedTuple, Protocol

import networkx

from . import _native

_KINDS = ("router", "interchange", "packet_router")


class HasGraph(Protocol):
    """What `to_networkx` asks of a `turnpike.Network`."""

    @property
    def topology(self) -> str: ...

    _native: _native.Network


class Graph(networkx.MultiDiGraph):
    """What `to_networkx` returns; a notebook shows it as a picture."""

    def _repr_html_(self) -> str:
        from .html import graph_html
        return graph_html(self)


def to_networkx(network: HasGraph, plain: bool = False) -> Graph:
    """Components, by their numbers, and the channels between them.

    A component has `name`, `kind`, `coordinates` and `hosts` (its nodes, a list of numbers); a
    channel is keyed by its number and has `source_port`, `target_port`, `latency` (cycles, beyond
    the register at the sender and the crossing of a narrow channel), `weight` (cycles with both, by
    which the shortest paths of networkx are those of the wires), `level` (of an express channel),
    `length` (in distances between neighbours), and `phits` and `clock_ratio` (of a narrow channel;
    of others 1).

    plain: `coordinates` is a text such as "3 1", and `hosts` how many nodes there are. Files such
        as those of networkx.write_graphml have no lists; `from_networkx` takes what is read back.
    """
    graph = Graph(topology=network.topology)
    native = network._native
    shape = native.shape()
    for number in range(shape.components):
        component = native.component(number)
        graph.add_node(number, name=native.component_name(number), kind=_KINDS[component.kind],
                       coordinates=tuple(component.coordinates), hosts=[])
    for number in range(shape.nodes):
        graph.nodes[native.node(number).inject_component]["hosts"].append(number)
    for number in range(shape.channels):
        channel = native.channel(number)
        pace = channel.phits * channel.clock_ratio
        crossing = pace + 1 if pace > 1 else 0
        graph.add_edge(channel.source, channel.target, key=number,
                       source_port=channel.source_port, target_port=channel.target_port,
                       latency=channel.latency - crossing, weight=channel.latency + 1,
                       level=channel.level, length=channel.length, phits=channel.phits,
                       clock_ratio=channel.clock_ratio)
    if plain:
        for _, data in graph.nodes(data=True):
            data["coordinates"] = " ".join(str(one) for one in data["coordinates"])
            data["hosts"] = len(data["hosts"])
    return graph


def from_networkx(graph: networkx.Graph, hosts: int = 1, *, latency: str = "latency",
                  file: str | os.PathLike[str] | None = None) -> dict[str, Any]:
    """A connected graph as a configuration, routed Up*/Down* unless `network.routing` says else.

    Switch i is the i-th of `list(graph)`. An edge is a channel each way; its attribute `latency` is
    that of the wire in cycles, 0 without it; `phits` and `clock_ratio` make a narrow link of it,
    the same both ways. In a directed graph an edge is one way, and needs its reverse. Edges side by
    side stay so. A node's attribute `hosts` is how many terminals it has, or a list of them as
    `to_networkx` makes; without it `hosts`.

    latency: the attribute of an edge that has its latency, such as "weight".
    file: a file such as "net.json", which is written: it keeps the names of the nodes (their
        attribute `name`, or the node itself), and latencies that differ in the two directions. The
        configuration then names the file.

    >>> import networkx
    >>> from_networkx(networkx.path_graph(3))["network"]["links"]
    [[0, 1], [1, 2]]
    """
    if graph.number_of_nodes() == 0:
        raise ValueError("graph: found no node, allowed: a connected graph")
    is_connected = networkx.is_weakly_connected if graph.is_directed() else networkx.is_connected
    if not is_connected(graph):
        raise ValueError("graph: found a graph in parts, allowed: a connected graph")
    links = _links(graph, latency)
    terminals = [_hosts(node, data.get("hosts", hosts)) for node, data in graph.nodes(data=True)]
    if file is not None:
        _write_node_link(file, graph, links, terminals)
        return {"network": {"topology": "graph", "file": os.fspath(file), "format": "json"}}
    names = list(graph)
    for link in links:
        if link.forth != link.back:
            raise ValueError(f"graph: found latency {link.forth} from {names[link.a]!r} to "
                             f"{names[link.b]!r} and {link.back} back, allowed: the same both "
                             "ways, or from_networkx(graph, file=...)")
    has_latency = any(link.forth for link in links)
    is_narrow = any(link.phits * link.clock_ratio > 1 for link in links)
    listed = [[link.a, link.b] + ([link.forth] if has_latency or is_narrow else [])
              + ([link.phits, link.clock_ratio] if is_narrow else []) for link in links]
    is_plain = len({frozenset((link.a, link.b)) for link in links}) == len(links)
    same = len(set(terminals)) == 1
    return {"network": {"topology": "irregular" if is_plain else "graph", "links": listed,
                        "hosts": terminals[0] if same else terminals}}


class _Link(NamedTuple):
    a: int      # the switches
    b: int
    forth: int  # latency from a to b
    back: int
    phits: int
    clock_ratio: int


def _links(graph: networkx.Graph, attribute: str) -> list[_Link]:
    """Of a directed graph, each edge with the first reverse that is left."""
    number = {node: i for i, node in enumerate(graph)}
    links: list[_Link] = []
    waiting: dict[tuple[int, int], list[_Link]] = {}
    for source, target, data in graph.edges(data=True):
        if source == target:
            raise ValueError(f"graph: found an edge from {source!r} to itself, allowed: edges "
                             "between two nodes")
        cycles = _whole(source, target, data, attribute, 0)
        link = _Link(number[source], number[target], cycles, cycles,
                     _whole(source, target, data, "phits", 1),
                     _whole(source, target, data, "clock_ratio", 1))
        if not graph.is_directed():
            links.append(link)
        elif waiting.get((link.b, link.a)):
            first = waiting[link.b, link.a].pop(0)
            if (first.phits, first.clock_ratio) != (link.phits, link.clock_ratio):
                raise ValueError(f"graph: found phits or clock_ratio from {source!r} to {target!r} "
                                 "other than back, allowed: the same both ways")
            links.append(first._replace(back=cycles))
        else:
            waiting.setdefault((link.a, link.b), []).append(link)
    names = list(graph)
    for (a, b), left in waiting.items():
        if left:
            raise ValueError(f"graph: found an edge from {names[a]!r} to {names[b]!r} without "
                             "its reverse, allowed: both")
    return links


def _write_node_link(file: str | os.PathLike[str], graph: networkx.Graph, links: list[_Link],
                     terminals: list[int]) -> None:
    names = [str(data.get("name", node)) for node, data in graph.nodes(data=True)]
    if len(set(names)) < len(names):
        raise ValueError("graph: found two nodes of one name, allowed: names that differ")
    nodes = [{"id": name, "terminals": count} for name, count in zip(names, terminals)]
    listed = [{"source": names[link.a], "target": names[link.b], "latency": link.forth,
               "latency_back": link.back, "phits": link.phits, "clock_ratio": link.clock_ratio}
              for link in links]
    text = json.dumps({"directed": False, "multigraph": True, "graph": {}, "nodes": nodes,
                       "links": listed}, indent=1)
    with open(file, "w", encoding="utf-8") as out:
        out.write(text + "\n")


def _whole(source: Any, target: Any, data: dict[str, Any], attribute: str, least: int) -> int:
    value = data.get(attribute, least)
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if not is_number or value != int(value) or value < least:
        allowed = "a whole number of cycles" if least == 0 else f"a whole number, at least {least}"
        raise ValueError(f"graph: found {attribute} {value!r} from {source!r} to {target!r}, "
                         f"allowed: {allowed}")
    return int(value)


def _hosts(node: Any, hosts: Any) -> int:
    if isinstance(hosts, (list, tuple)):
        return len(hosts)
    if isinstance(hosts, bool) or not isinstance(hosts, int) or hosts < 0:
        raise ValueError(f"graph: found hosts {hosts!r} of {node!r}, allowed: a whole number, or a "
                         "list of them")
    return hosts
