"""test_html.py - what notebooks show, with matplotlib and without."""

import json
import sys
import xml.dom.minidom

import pytest

import turnpike

NETWORKS = {
    "mesh": {"topology": "mesh", "radix": [4, 4]},
    "ring": {"topology": "torus", "radix": [5]},
    "cube": {"topology": "mesh", "radix": [2, 3, 2, 2]},
    "hypercube": {"topology": "hypercube", "dimensions": 5},
    "butterfly": {"topology": "butterfly", "radix": 2, "dimensions": 3},
    "irregular": {"topology": "irregular", "links": [[0, 1], [1, 2], [2, 0], [2, 3]]},
}


def parsed(html):
    """Of XML, which the HTML here is, too."""
    return xml.dom.minidom.parseString(f"<body>{html}</body>")


def texts(document, tag):
    return ["".join(node.data for node in cell.childNodes)
            for cell in document.getElementsByTagName(tag)]


@pytest.fixture(params=[True, False], ids=["matplotlib", "no matplotlib"])
def pictures(request, monkeypatch):
    """Whether there are pictures: None in sys.modules is a package that is not there."""
    if request.param:
        pytest.importorskip("matplotlib")
    else:
        monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    return request.param


@pytest.mark.parametrize("name", NETWORKS)
def test_a_network_and_its_graph_are_a_figure_and_a_table(name, pictures):
    net = turnpike.Network({"network": NETWORKS[name]})
    for shown in (net, net.graph(), net.graph(plain=True)):
        document = parsed(shown._repr_html_())
        assert len(document.getElementsByTagName("svg")) == int(pictures)
        cells = texts(document, "td")
        assert cells[:2] == [NETWORKS[name]["topology"], str(net.nodes)]
        assert str(net.shape.channels) in cells


def test_every_component_has_a_place_of_its_own():
    for network in NETWORKS.values():
        graph = turnpike.Network({"network": network}).graph()
        places = turnpike.html._places(graph)
        assert set(places) == set(graph) and len(set(places.values())) == len(graph)


def test_a_network_of_a_million_channels_is_a_table_alone():
    net = turnpike.Network({"network": {"topology": "mesh", "radix": [64, 64]}})
    assert "<svg" not in net._repr_html_() and "4096" in net._repr_html_()


def test_closed_networks_have_a_line(mesh):
    net = turnpike.Network(mesh)
    net.close()
    assert net._repr_html_() == "<p>&lt;turnpike.Network, closed&gt;</p>"


def test_results_are_a_table_with_units(mesh, tmp_path):
    file = tmp_path / "a<b.toml"
    file.write_text(mesh)
    results = turnpike.run(file)
    document = parsed(results._repr_html_())
    assert texts(document, "p") == ["a<b, engine model, done"]
    cells = texts(document, "td")
    at = cells.index(f"{results['latency']:.6g}")
    assert cells[at + 1] == "cycles" and cells[at + 2].startswith("mean, from queueing")
    cut = turnpike.run(mesh, {"run.warmup": 0, "run.measurement": 2000, "run.max_cycles": 2001,
                              "traffic.length": 40, "traffic.load": 0.2})
    assert "unfinished: " in cut._repr_html_()


def test_a_sweep_is_a_curve_above_its_table(mesh, pictures, tmp_path):
    (tmp_path / "sweep.svg").write_text("of an earlier sweep")
    frame = turnpike.sweep(mesh, [0.05, 0.1, 1.0], {"router.virtual_channels": [1, 2]},
                           out=tmp_path)
    file = tmp_path / "sweep.svg"
    listed = json.loads((tmp_path / "sweep.json").read_text())["files"]
    assert file.exists() == pictures == (str(file) in listed)
    if pictures:
        assert "accepted (flits" in parsed(file.read_text()).toxml()
    shown = frame._repr_html_()
    assert shown.count("<svg") == int(pictures)
    if pictures:
        assert "accepted (flits" in shown and "router.virtual_channels = 2" in shown
        assert shown.index("<svg") < shown.index("<table")
    assert f"{frame['latency'][0]:.6f}"[:6] in shown
    plain = frame[["traffic.load", "latency"]]  # of pandas from here on
    assert type(plain).__name__ == "DataFrame" and "<svg" not in plain._repr_html_()
    assert "<svg" not in turnpike.sweep(mesh, [1.0])[[]]._repr_html_()
