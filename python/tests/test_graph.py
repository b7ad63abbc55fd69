"""test_graph.py - topologies as graphs and back."""

import networkx
import pytest

import turnpike


def test_a_mesh_is_a_grid(mesh):
    graph = turnpike.Network(mesh).graph()
    assert graph.number_of_nodes() == 16 and graph.number_of_edges() == 48
    assert graph.nodes[5]["name"] == "router_1_1" and graph.nodes[5]["coordinates"] == (1, 1)
    assert graph.nodes[5]["hosts"] == [5] and graph.nodes[5]["kind"] == "router"
    assert networkx.is_isomorphic(networkx.Graph(graph), networkx.grid_2d_graph(4, 4))


@pytest.mark.parametrize("graph", [networkx.petersen_graph(), networkx.star_graph(5),
                                   networkx.path_graph(2), networkx.balanced_tree(2, 3),
                                   networkx.connected_watts_strogatz_graph(20, 4, 0.3, seed=2)])
def test_any_connected_graph_becomes_a_network_and_comes_back(graph):
    with turnpike.Network(turnpike.from_networkx(graph)) as net:
        assert net.topology == "irregular" and net.nodes == graph.number_of_nodes()
        back = net.graph()
        assert set(networkx.Graph(back).edges) == {tuple(sorted(e)) for e in graph.edges}
        for node in range(1, net.nodes):
            net.offer(0, node, 3)
        assert net.step_until_idle(10_000)
        found = {int(d["destination"]): int(d["hops"]) for d in net.deliveries()}
    distance = networkx.single_source_shortest_path_length(graph, 0)
    assert len(found) == graph.number_of_nodes() - 1
    assert all(found[node] >= distance[node] for node in found)



def test_what_to_networkx_makes_from_networkx_takes(mesh):
    graph = turnpike.Network(mesh).graph()
    again = turnpike.Network(turnpike.from_networkx(graph)).graph()
    assert networkx.is_isomorphic(networkx.Graph(graph), networkx.Graph(again))


def test_a_plain_graph_is_written_as_graphml_and_comes_back(mesh, tmp_path):
    net = turnpike.Network(mesh)
    networkx.write_graphml(net.graph(plain=True), tmp_path / "mesh.graphml")
    read = networkx.read_graphml(tmp_path / "mesh.graphml", node_type=int, force_multigraph=True)
    assert read.nodes[5] == {"name": "router_1_1", "kind": "router", "coordinates": "1 1",
                             "hosts": 1}
    assert sorted(data["length"] for *_, data in read.edges(data=True)) == [1.0] * 48
    again = turnpike.Network(turnpike.from_networkx(read))
    assert again.nodes == 16
    assert networkx.is_isomorphic(networkx.Graph(again.graph()), networkx.grid_2d_graph(4, 4))


def test_names_hosts_and_latencies_are_kept():
    graph = networkx.Graph()
    graph.add_node("cpu", hosts=2)
    graph.add_node("bridge", hosts=0)
    graph.add_edge("cpu", "bridge", latency=3)
    graph.add_edge("bridge", "memory")
    config = turnpike.from_networkx(graph)
    assert config["network"]["links"] == [[0, 1, 3], [1, 2, 0]]
    assert config["network"]["hosts"] == [2, 0, 1]
    net = turnpike.Network(config)
    assert net.nodes == 3
    assert sorted(c.latency for c in net.channels()) == [0, 0, 3, 3]


def broken():
    parts = networkx.Graph([(0, 1), (2, 3)])
    loop = networkx.Graph([(0, 1), (1, 1)])
    one_way = networkx.DiGraph([(0, 1), (1, 2), (2, 1)])
    return [(networkx.Graph(), "no node"), (parts, "in parts"), (loop, "to itself"),
            (one_way, "without its reverse"),
            (networkx.Graph([(0, 1, {"latency": 1.5})]), "latency 1.5"),
            (networkx.DiGraph([(0, 1, {"latency": 2}), (1, 0)]), "2 from 0 to 1 and 0 back"),
            (networkx.MultiDiGraph([(0, 1), (0, 1), (1, 0)]), "without its reverse")]


def test_edges_side_by_side_stay():
    graph = networkx.MultiGraph([(0, 1), (0, 1, {"latency": 2}), (1, 2)])
    with turnpike.Network(turnpike.from_networkx(graph)) as net:
        assert net.topology == "graph"
        assert sorted(c.latency for c in net.channels()) == [0, 0, 0, 0, 2, 2]
    both = networkx.MultiDiGraph([(0, 1), (0, 1), (1, 0), (1, 0)])
    assert turnpike.from_networkx(both)["network"]["links"] == [[0, 1], [0, 1]]


def test_a_file_keeps_names_and_latencies_each_way(tmp_path):
    graph = networkx.MultiDiGraph()
    graph.add_node("cpu", hosts=2)
    graph.add_node("bridge", hosts=0)
    graph.add_node("memory")
    graph.add_edge("cpu", "bridge", weight=3)
    graph.add_edge("bridge", "cpu", weight=5)
    graph.add_edge("bridge", "memory")
    graph.add_edge("memory", "bridge")
    config = turnpike.from_networkx(graph, latency="weight", file=tmp_path / "net.json")
    with turnpike.Network(config) as net:
        back = net.graph()
        assert [data["name"] for _, data in back.nodes(data=True)] == ["cpu", "bridge", "memory"]
        assert [data["hosts"] for _, data in back.nodes(data=True)] == [[0, 1], [], [2]]
        ways = {(a, b): data["latency"] for a, b, data in back.edges(data=True)}
        assert ways == {(0, 1): 3, (1, 0): 5, (1, 2): 0, (2, 1): 0}
        assert networkx.shortest_path_length(back, 1, 0, weight="weight") == 6
        again = turnpike.from_networkx(back, file=tmp_path / "again.json")
    with turnpike.Network(again) as net:
        assert networkx.utils.graphs_equal(net.graph(), back)


def test_narrow_links_are_taken_and_given():
    graph = networkx.Graph([(0, 1, {"latency": 10, "phits": 2}), (1, 2, {"clock_ratio": 3})])
    config = turnpike.from_networkx(graph)
    assert config["network"]["links"] == [[0, 1, 10, 2, 1], [1, 2, 0, 1, 3]]
    with turnpike.Network(config) as net:
        back = net.graph()
        assert back.edges[0, 1, 0]["weight"] == 10 + 2 + 1 + 1
        assert turnpike.from_networkx(back)["network"]["links"] == config["network"]["links"]
    for attributes, part in [({"phits": 0}, "phits 0"), ({"clock_ratio": 1.5}, "clock_ratio 1.5")]:
        with pytest.raises(ValueError, match=part):
            turnpike.from_networkx(networkx.Graph([(0, 1, attributes)]))
    with pytest.raises(ValueError, match="other than back"):
        turnpike.from_networkx(networkx.DiGraph([(0, 1, {"phits": 2}), (1, 0)]))


def test_a_multigraph_without_parallel_edges_is_taken():
    graph = networkx.MultiGraph([(0, 1), (1, 2)])
    assert turnpike.from_networkx(graph)["network"]["links"] == [[0, 1], [1, 2]]


@pytest.mark.parametrize("graph, words", broken())
def test_other_graphs_are_refused(graph, words):
    with pytest.raises(ValueError, match=words):
        turnpike.from_networkx(graph)
