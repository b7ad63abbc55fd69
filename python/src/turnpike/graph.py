"""graph.py - topologies as graphs of networkx, and any connected graph as an irregular network."""

from __future__ import annotations

from typing import Any, Protocol

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
    the register at the sender), `level` (of an express channel) and `length` (in distances
    between neighbours).

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
        graph.add_edge(channel.source, channel.target, key=number,
                       source_port=channel.source_port, target_port=channel.target_port,
                       latency=channel.latency, level=channel.level, length=channel.length)
    if plain:
        for _, data in graph.nodes(data=True):
            data["coordinates"] = " ".join(str(one) for one in data["coordinates"])
            data["hosts"] = len(data["hosts"])
    return graph


def from_networkx(graph: networkx.Graph, hosts: int = 1) -> dict[str, Any]:
    """A connected graph as the configuration of an irregular network, routed Up*/Down*.

    Switch i is the i-th of `list(graph)`. An edge is a channel each way; its attribute `latency` is
    that of the wire in cycles, 0 without it. In a directed graph every edge needs its reverse, of
    which it is the other half. Two nodes have one edge at most, each way if directed. A node's
    attribute `hosts` is how many terminals it has, or a list of them as `to_networkx` makes;
    without it `hosts`.

    >>> import networkx
    >>> from_networkx(networkx.path_graph(3))["network"]["links"]
    [[0, 1], [1, 2]]
    """
    if graph.number_of_nodes() == 0:
        raise ValueError("graph: found no node, allowed: a connected graph")
    undirected = graph.is_directed() and networkx.is_weakly_connected(graph) or \
        not graph.is_directed() and networkx.is_connected(graph)
    if not undirected:
        raise ValueError("graph: found a graph in parts, allowed: a connected graph")
    _refuse_parallel(graph)
    number = {node: i for i, node in enumerate(graph)}
    links: list[tuple[int, int, int]] = []
    for source, target, data in graph.edges(data=True):
        if source == target:
            raise ValueError(f"graph: found an edge from {source!r} to itself, allowed: edges "
                             "between two nodes")
        links.append((number[source], number[target], _latency(source, target, data)))
    if graph.is_directed():
        both = set(links)
        for a, b, latency in links:
            if (b, a, latency) not in both:
                names = list(graph)
                raise ValueError(f"graph: found an edge from {names[a]!r} to {names[b]!r} without "
                                 "its reverse of the same latency, allowed: both")
        links = [link for link in links if link[0] < link[1]]
    has_latency = any(latency for _, _, latency in links)
    listed = [[a, b, latency] if has_latency else [a, b] for a, b, latency in links]
    terminals = [_hosts(node, data.get("hosts", hosts)) for node, data in graph.nodes(data=True)]
    same = len(set(terminals)) == 1
    return {"network": {"topology": "irregular", "links": listed,
                        "hosts": terminals[0] if same else terminals}}


def _refuse_parallel(graph: networkx.Graph) -> None:
    for source, target in graph.edges():
        edges = graph.number_of_edges(source, target)
        if edges > 1:
            raise ValueError(f"graph: found {edges} edges from {source!r} to {target!r}, allowed: "
                             "one, as links side by side are not built; networkx.Graph(graph), or "
                             "of a directed one networkx.DiGraph(graph), keeps one of them")


def _latency(source: Any, target: Any, data: dict[str, Any]) -> int:
    latency = data.get("latency", 0)
    if isinstance(latency, bool) or latency != int(latency) or latency < 0:
        raise ValueError(f"graph: found latency {latency!r} from {source!r} to {target!r}, "
                         "allowed: a whole number of cycles")
    return int(latency)


def _hosts(node: Any, hosts: Any) -> int:
    if isinstance(hosts, (list, tuple)):
        return len(hosts)
    if isinstance(hosts, bool) or not isinstance(hosts, int) or hosts < 0:
        raise ValueError(f"graph: found hosts {hosts!r} of {node!r}, allowed: a whole number, or a "
                         "list of them")
    return hosts
